"""Links of scorings that are proved: ADM, ADP and ADR executed on scores that are symbols.

What this cannot refuse: a sketch that takes the documents of a case for others than a metric compares, where all small
cases have the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from axiometrics import registry
from axiometrics.core.definition import Definition
from axiometrics.core.vocabulary import vocabulary_of
from axiometrics.definitions.scoring.distance import Compared, points
from axiometrics.definitions.sums import number, total
from axiometrics.kernel.check_proof import Term, declare
from axiometrics.symbolic.symbols import SymbolicNumber, knowing
from axiometrics.symbolic.values import evaluated
from axiometrics.verification.instances import Instance
from axiometrics.verification.parts import parts_of
from axiometrics.verification.proofs import smallest
from tests.verification import derived_proofs
from tests.verification.derived_proofs import JSON, demand_no_other_excess, follows, with_more

CELLS = (
    ("adm", "pointwise-dominance", "strict"),
    ("adm", "big-difference", "any"),
    ("adm", "score-priority", "weak"),
    ("adp", "score-priority", "weak"),
    ("adm(scores=minmax-query)", "score-priority", "weak"),
    ("adm(scores=rank)", "rank-invariance", "order"),
    ("adm(scores=minmax-query)", "affine-invariance", "plain"),
    ("adm", "gamma-sector", "far"),
    ("adp", "gamma-sector", "close"),
    ("adm(n=4,m=4,values=midpoints)", "gamma-sector", "close"),
    ("adm", "stability", "mean"),
    ("adp", "stability", "sup"),
    ("adr", "stability", "mean"),
    ("adr", "non-informative", "all-zero"),
    ("adm", "swets-1", "plain"),
    ("adr", "swets-1", "plain"),
    ("adm(n=4,m=4,values=midpoints)", "swets-4", "plain"),
    ("adm", "bounded", "plain"),
    ("adp", "bounded", "plain"),
)
IDS = [f"{metric} {constraint} {reading}" for metric, constraint, reading in CELLS]


def proof_of(metric: str, constraint: str, reading: str) -> JSON:
    return derived_proofs.proof_of(metric, f"scoring:{constraint}", reading)


@pytest.mark.parametrize(("metric", "constraint", "reading"), CELLS, ids=IDS)
def test_the_excess_follows_from_the_definition(metric: str, constraint: str, reading: str) -> None:
    proof = proof_of(metric, constraint, reading)
    assert follows(proof)
    demand_no_other_excess(proof)
    assert not follows(proof, unlike_at(Fraction(1, 10**6)))


def unlike_at(distance: Fraction) -> Definition:
    """ADM, but more where a score is off by this alone, which no case that is tried has."""

    def more(system: Any, gold: Any) -> Any:
        return -total(system.points, lambda point: int(point[0] - point[1] == distance)) / number(system.points)

    return with_more("adm", more)


def test_another_metric_does_not_give_the_excess() -> None:
    """Also one that compares other scores than those that the quantities are sums of, or fewer documents."""
    proof = proof_of("adm", "pointwise-dominance", "strict")
    for metric in ("adp", "adr", "adm(n=2)", "adm(scores=rank)", "adm(sample=relevant)", "adm@3", "sector-e"):
        assert not follows(proof, registry.definition(metric))
    assert not follows({**proof, "excess": "(B - A)/(N + 1)"})
    bounded = proof_of("adm", "stability", "mean")
    assert not follows({**bounded, "excess": "(B - A)/N"})
    assert not follows({**bounded, "reading": "sup"})


@pytest.mark.parametrize("metric", ["adm", "adp", "adr", "adm(n=4,m=3,values=midpoints)", "adm(step=counts)"])
def test_what_is_compared_is_scored_as_the_documents_are(metric: str) -> None:
    of = registry.definition(metric)
    assert of is not None
    for case in _cases("swets-4", "plain"):
        (output,) = case.outputs.values()
        compared = points(output, case.gold, dict(of.values))
        assert of(Compared(compared), None) == of(output, case.gold)


def _cases(constraint: str, reading: str) -> Iterator[Any]:
    (about,) = registry.match_constraints(f"scoring:{constraint}")
    return smallest(about.reading(reading), 40)


@pytest.mark.parametrize(("metric", "constraint", "reading"), CELLS, ids=IDS)
def test_the_sketch_has_each_case(metric: str, constraint: str, reading: str) -> None:
    """Its demand and its bound, and for outputs the documents, and what is too high and too low: each as the quantities
    say of the case that the metric compares.
    """
    (about,) = registry.match_constraints(f"scoring:{constraint}")
    vocabulary, of = vocabulary_of(about), registry.definition(metric)
    assert vocabulary is not None
    assert of is not None
    proof = proof_of(metric, constraint, reading)
    (part,) = parts_of(proof, about.reading(reading))
    names = [name for name in part.argument["symbols"] if name in spoken_in(proof)]
    for case in _cases(constraint, reading):
        demand = case.asked(about.reading(reading).demand)
        summed = {role: _sums(case, role, dict(of.values)) for role in demand.roles}
        defined = {role: sums for role, sums in summed.items() if sums is not None}
        if len(defined) < len(summed):
            continue  # the metric has no value
        quantities = Instance(case, vocabulary).measure([*names, "N"], of.values)
        checked = 0
        for sketch in vocabulary.sketches(reading):
            if (sketch.demand or demand).words != demand.words:
                continue
            checked += 1
            symbols: dict[str, Any] = {}
            for role, (documents, high, low) in defined.items():
                output = sketch.outputs[role](of.values) if callable(sketch.outputs[role]) else sketch.outputs[role]
                added = len(output.points.single)
                assert documents - added == quantities["N"]
                for what, value in (("high", high), ("low", low)):
                    symbols |= {} if added else dict.fromkeys(_names(output, what), value)
            symbols["N"] = quantities["N"] - 1
            symbols |= {name: value for name, value in quantities.items() if name in ("C", "M")}
            symbols["d'"] = quantities.get("d", Fraction(0))
            with knowing(()):
                for name in names:
                    value = sketch.values[name]
                    value = value(of.values) if callable(value) else value
                    assert evaluated(_term(value), symbols) == quantities[name]
                assert evaluated(_term(sketch.bound), symbols) == case.bound
        assert checked


def spoken_in(proof: dict[str, Any]) -> frozenset[str]:
    return declare(proof).term(proof["excess"]).symbols


def _term(value: Any) -> Term:
    return value.term if isinstance(value, SymbolicNumber) else Term.number(value)


def _names(output: Compared, what: str) -> list[str]:
    """The symbol of the sum over a group of a sketch."""
    (group,) = (group for group in output.points.groups if group.name == what)
    ((_, value),) = group.sums
    return list(_term(value).symbols)


def _sums(case: Any, role: str, values: dict[str, Any]) -> tuple[int, Fraction, Fraction] | None:
    (call,) = case.calls(role)
    pairs = points(call.output, call.gold, values)
    if pairs is None:
        return None
    return (
        len(pairs),
        sum((max(s - u, Fraction(0)) for s, u in pairs), Fraction(0)),
        sum((max(u - s, Fraction(0)) for s, u in pairs), Fraction(0)),
    )


# --- shares of what is counted

SHARES = (
    *(
        pytest.param(metric, "swets-1", "plain", marks=pytest.mark.thorough if later else pytest.mark.slow)
        for later, metric in enumerate(("sector-e", "sector-precision", "sector-specificity", "p-star", "r-star"))
    ),
    ("sector-e", "score-priority", "weak"),
    ("sector-recall", "score-priority", "weak"),
    ("sector-recall", "non-informative", "all-zero"),
    ("sector-precision", "non-informative", "ordered"),
    ("sector-e", "bounded", "plain"),
    ("p-star", "bounded", "plain"),
    ("sector-specificity", "gamma-sector", "close"),
    ("r-star", "gamma-sector", "close"),
)


@pytest.mark.parametrize(("metric", "constraint", "reading"), SHARES)
def test_the_excess_of_a_share_follows_from_the_definition(metric: str, constraint: str, reading: str) -> None:
    proof = proof_of(metric, constraint, reading)
    assert follows(proof)
    demand_no_other_excess(proof)


def test_how_far_a_score_is_below_its_limit_follows_too() -> None:
    """What the demand depends on; and a document that is added is not said to be below any thresholds."""
    proof = proof_of("sector-specificity", "gamma-sector", "close")
    assert not follows({**proof, "given": f"{proof['given']} + 1/10**30"})
    assert not follows({key: value for key, value in proof.items() if key != "given"})
    assert not follows(proof, registry.definition("sector-specificity(theta_s=0.25)"))
    mean = proof_of("adm(n=4,m=4,values=midpoints)", "gamma-sector", "close")
    assert not follows(mean, registry.definition("adm(n=4,m=3)"))


def test_another_share_does_not_give_the_excess() -> None:
    """Also one that counts documents a little beyond the threshold, or is another one where nothing is retrieved."""
    proof = proof_of("sector-recall", "score-priority", "weak")
    assert follows(proof, with_more("sector-recall", lambda system, gold: Fraction(0)))
    for other in ("sector-precision", "sector-specificity", "p-star", "adm"):
        assert not follows(proof, registry.definition(other))
    far = Fraction(1, 2) + Fraction(1, 10**9)

    def beyond(system: Any, gold: Any) -> Any:
        return total(system.points, lambda point: int(point[0] >= far)) / 10**9

    assert not follows(proof, with_more("sector-recall", beyond))
    of = registry.definition("sector-recall")
    assert of is not None

    def zero(system: Any, gold: Any, **values: Any) -> Any:
        value = of.function(system, gold, **values)
        return total(system.points, lambda point: int(point[0] >= 0)) if value is None else value

    assert not follows(proof, replace(of, function=zero))


@pytest.mark.parametrize(
    "metric", ["sector-e", "sector-specificity", "sector-e(theta_u=0,theta_s=1)", "p-star", "r-star"]
)
def test_a_share_is_that_of_the_documents(metric: str) -> None:
    """Against the counts of the paper's figure, document by document."""
    of = registry.definition(metric)
    assert of is not None
    for case in _cases("swets-4", "plain"):
        (output,) = case.outputs.values()
        pairs = [(output.numbers[d], u) for d, u in case.gold.pairs]
        assert of(output, case.gold) == of(Compared(pairs), None) == _by_hand(metric, pairs, of.values)


def _by_hand(metric: str, pairs: list[tuple[Fraction, Fraction]], p: Any) -> Fraction | None:
    def over(part: int, rest: int) -> Fraction | None:
        return Fraction(part, part + rest) if part + rest else None

    if "star" in metric:
        near = [s - u for s, u in pairs]
        far = sum(x >= p["t"] if metric == "p-star" else x <= -p["t"] for x in near)
        return over(sum(abs(x) < p["t"] for x in near), far)
    a, b, d, g = (
        sum((s >= p["theta_s"]) is retrieved and (u >= p["theta_u"]) is relevant for s, u in pairs)
        for retrieved, relevant in ((True, False), (True, True), (False, True), (False, False))
    )
    if "specificity" in metric:
        return over(g, a)
    precision, recall = over(b, a), over(b, d)
    return None if precision is None or recall is None else (precision + recall) / 2


@pytest.mark.parametrize(("metric", "constraint", "reading"), SHARES)
def test_the_sketch_of_a_share_has_each_case(metric: str, constraint: str, reading: str) -> None:
    """What is counted of each output of a case is what the sketch says in the quantities of the case."""
    (about,) = registry.match_constraints(f"scoring:{constraint}")
    vocabulary, of = vocabulary_of(about), registry.definition(metric)
    assert vocabulary is not None
    assert of is not None
    names = sorted(set("abgdrhlcfq") & vocabulary.quantities.keys() | {"L", "A1", "B1", "G1", "D1", "R1", "H1", "L1"})
    for case in _cases(constraint, reading):
        demand = case.asked(about.reading(reading).demand)
        met = []
        for sketch in vocabulary.sketches(reading):
            if (sketch.demand or demand).words == demand.words:
                met.append(_counts_agree(case, sketch, vocabulary, [n for n in names if n in sketch.values], of.values))
        assert any(met)


def _counts_agree(case: Any, sketch: Any, vocabulary: Any, names: list[str], p: Any) -> bool:
    near = ("right", "over", "under")
    some = [n for n in names if _spoken_with(vocabulary, case, n, p) is not None]
    quantities = {n: _spoken_with(vocabulary, case, n, p) for n in some}
    symbols: dict[str, Any] = {}
    for n in some:
        term = _term(sketch.values[n])
        if len(term.symbols) == 1:
            symbols[next(iter(term.symbols))] = quantities[n]
    for role, output in sketch.outputs.items():
        (call,) = case.calls(role)
        pairs = [(call.output.numbers[d], u) for d, u in call.gold.pairs]
        for group in output(p).points.groups:
            wanted = sum(_in_group(group.name, point, p) for point in pairs)
            number_of = _term(group.number)
            if number_of.symbols <= symbols.keys() and evaluated(number_of, symbols) != wanted:
                return False
            assert group.name not in near or "t" in p
    return all(evaluated(_term(sketch.values[n]), symbols) == quantities[n] for n in some)


def _spoken_with(vocabulary: Any, case: Any, name: str, p: Any) -> Any:
    try:
        return Instance(case, vocabulary).measure([name], p)[name]
    except KeyError:  # of another metric's parameters
        return None


def _in_group(name: str, point: tuple[Fraction, Fraction], p: Any) -> bool:
    s, u = point
    if "t" in p:
        return bool({"right": abs(s - u) < p["t"], "over": s - u >= p["t"], "under": u - s >= p["t"]}[name])
    which = {"alpha": (True, False), "beta": (True, True), "gamma": (False, False), "delta": (False, True)}
    return bool((s >= p["theta_s"], u >= p["theta_u"]) == which[name])
