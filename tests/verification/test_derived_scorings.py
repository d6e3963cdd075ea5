"""Links of scorings that are proved: ADM, ADP and ADR executed on scores that are symbols.

What this cannot refuse: a sketch that takes the documents of a case for others than a metric compares, where all small
cases have the same.
"""

from __future__ import annotations

import copy
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
from axiometrics.kernel.rules import declare
from axiometrics.kernel.symbols import SymbolicNumber, knowing
from axiometrics.kernel.terms import Term
from axiometrics.kernel.values import evaluated
from axiometrics.proving.theorem import Theorem, entries_about
from axiometrics.verification.derivations import derived
from axiometrics.verification.instances import Instance
from axiometrics.verification.parts import parts_of
from axiometrics.verification.proofs import smallest

CELLS = (
    ("adm", "pointwise-dominance", "strict"),
    ("adm", "big-difference", "any"),
    ("adm", "score-priority", "weak"),
    ("adp", "score-priority", "weak"),
    ("adm(scores=minmax-query)", "score-priority", "weak"),
    ("adm(scores=rank)", "rank-invariance", "order"),
    ("adm(scores=minmax-query)", "affine-invariance", "plain"),
    ("adm", "gamma-sector", "far"),
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


def proof_of(metric: str, constraint: str, reading: str) -> dict[str, Any]:
    (about,) = registry.match_constraints(f"scoring:{constraint}")
    of = registry.metric(metric)
    theorems = (one for one in entries_about(of, about, about.reading(reading)) if isinstance(one, Theorem))
    return copy.deepcopy(next(theorems).prove(of, about, about.reading(reading)))


def follows(proof: dict[str, Any], definition: Definition | None = None) -> bool:
    (about,) = registry.match_constraints(proof["constraint"])
    definition = definition or registry.definition(proof["metric"])
    return derived(proof, declare(proof), about, about.reading(proof["reading"]), definition)


@pytest.mark.parametrize(("metric", "constraint", "reading"), CELLS, ids=IDS)
def test_the_excess_follows_from_the_definition(metric: str, constraint: str, reading: str) -> None:
    proof = proof_of(metric, constraint, reading)
    assert follows(proof)
    for other in (f"({proof['excess']})*1000001/1000000", f"{proof['excess']} + 1/10**30"):
        assert not follows({**proof, "excess": other})
    assert not follows(proof, unlike_at(Fraction(1, 10**6)))


def unlike_at(distance: Fraction) -> Definition:
    """ADM, but more where a score is off by this alone, which no case that is tried has."""
    of = registry.definition("adm")
    assert of is not None

    def changed(system: Any, gold: Any, **values: Any) -> Any:
        more = total(system.points, lambda point: int(point[0] - point[1] == distance))
        return of.function(system, gold, **values) - more / number(system.points)

    return replace(of, function=changed)


def test_another_metric_does_not_give_the_excess() -> None:
    """Also one that compares other scores than those that the quantities are sums of, or fewer documents."""
    proof = proof_of("adm", "pointwise-dominance", "strict")
    for other in ("adp", "adr", "adm(n=2)", "adm(scores=rank)", "adm(sample=relevant)", "adm@3", "sector-e"):
        assert not follows(proof, registry.definition(other))
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
        found = points(output, case.gold, dict(of.values))
        assert of(Compared(found), None) == of(output, case.gold)


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
        found = {role: _sums(case, role, dict(of.values)) for role in demand.roles}
        if None in found.values():
            continue
        quantities = Instance(case, vocabulary).measure([*names, "N"], of.values)
        checked = 0
        for sketch in vocabulary.sketches(reading):
            if (sketch.demand or demand).words != demand.words:
                continue
            checked += 1
            symbols = {}
            for role, (documents, high, low) in found.items():
                for what, value in (("high", high), ("low", low)):
                    symbols |= dict.fromkeys(_names(sketch.outputs[role], what), value)
                assert documents - len(sketch.outputs[role].points.single) == quantities["N"]
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
    found = points(call.output, call.gold, values)
    if found is None:
        return None
    return (
        len(found),
        sum((max(s - u, Fraction(0)) for s, u in found), Fraction(0)),
        sum((max(u - s, Fraction(0)) for s, u in found), Fraction(0)),
    )
