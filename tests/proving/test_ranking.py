"""Theorems about ranking: each proves, speaks of its metric by two implementations, and does not survive a change that
makes it false.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import chain, islice
from random import Random

import pytest

from axiometrics import registry
from axiometrics.core.case import Case
from axiometrics.core.constraint import Reading
from axiometrics.core.exact import log
from axiometrics.generators.rankings import RankingFamily, named_case
from axiometrics.generators.runs import Grades
from axiometrics.kernel.check_proof import ProofError, Scope, prove, read_claim
from axiometrics.proving.argument import NotProvedError
from axiometrics.proving.theorem import Theorem, entries_about
from axiometrics.proving.theorems.ranking import (
    average_precision,
    counts,
    cumulated_gain,
    discounted,
    geometric,
    power_law,
    reciprocal_rank,
)
from axiometrics.verification.instances import Instance
from axiometrics.verification.links import check_link
from axiometrics.verification.proofs import check_argument
from tests.families import family_of
from tests.proving.demands import definition, demand_facts, demand_of_metric, theorem_about, vocabulary

BINARY, BOTH, ONE_RUN = ("universal", "single"), ("prose", "printed"), ("same-run", "single")
ORDERED, ANY = (*BINARY, "graded"), (*ONE_RUN, "any-context")
BENT = "ranking:deepness"
PROVED = {
    **{
        (m, "ranking:priority"): ORDERED
        for m in (
            "dcg",
            "ndcg",
            "ndcg(ideal=run)",
            "q-measure",
            "err",
            "ranking:kendall-tau",
            "ranking:kendall-tau(variant=a)",
        )
    },
    ("dcg(discount=jarvelin,b=3/2)", "ranking:priority"): ORDERED,
    **{(f"dcg(discount=power,a={a})", "ranking:priority"): ORDERED for a in ("1", "1/2", "7/3")},
    **{(f"dcg(discount=power,a={a})", BENT): ANY for a in ("1", "1/2", "7/3")},
    **{(f"dcg(discount=power,a={a})", "ranking:deepness-threshold"): BOTH for a in ("0", "1/2", "1", "7/3")},
    **{(f"dcg(discount=power,a={a})", "ranking:closeness-threshold"): ("prose",) for a in ("1", "1.08")},
    **{(f"dcg(discount=power,a={a})", "ranking:closeness-threshold"): BOTH for a in ("1.09", "7/3")},
    **{(m, "ranking:priority"): BINARY for m in ("ap", "q-measure(beta=0)", "rbp", "rbp(p=0.05)", "tbg", "auc")},
    **{(m, BENT): ANY for m in ("dcg", "ndcg", "rbp", "rbp(p=0.95)")},
    **{(m, BENT): ONE_RUN for m in ("ndcg(ideal=run)", "err", "tbg")},
    ("dcg(discount=jarvelin,b=3/2)", BENT): ANY,
    ("dcg(discount=jarvelin,b=9/5)", BENT): ("same-run",),
    **{(m, BENT): ("single",) for m in ("ap", "rr", "q-measure", "q-measure(beta=0)")},
    ("rr", "ranking:priority"): ("single",),
    **{
        (m, "ranking:deepness-threshold"): BOTH
        for m in ("p@1", "p", "ndcg@4", "ndcg(ideal=run)", "rr", "err", "rbp", "rbp(p=0.95)", "tbg")
    },
    **{(m, "ranking:deepness-threshold"): BOTH for m in ("ap", "q-measure", "q-measure(beta=0)")},
    **{
        (m, "ranking:deepness-threshold"): BOTH
        for m in ("dcg", "dcg(discount=jarvelin,b=3/2)", "ndcg", "r-precision", "bpref", "auc", "ranking:kendall-tau")
    },
    **{
        (m, "ranking:closeness-threshold"): BOTH
        for m in ("rr", "err", "p@2", "rbp(p=0.5)", "ndcg@2", "ndcg(ideal=run)")
    },
    **{(m, "ranking:closeness-threshold"): ("prose",) for m in ("r-precision", "bpref")},
}
"""What is proved, of these settings of the parameters."""

REFUTED = {"ap", "q-measure", "dcg", "ndcg", "auc", "kendall-tau"}
"""Metrics with which the many below win, however many there are."""


def reading_of(name: str, reading: str) -> Reading:
    return registry.constraint(name).reading(reading)


CELLS = [(metric, constraint, reading) for (metric, constraint), readings in PROVED.items() for reading in readings]


def theorem_of(metric: str, constraint: str, reading: str) -> Theorem:
    return theorem_about(registry.metric(metric), registry.constraint(constraint), reading_of(constraint, reading))


@cache
def small(constraint: str, reading: str, count: int) -> tuple[Case, ...]:
    family = reading_of(constraint, reading).judged
    return tuple(islice(chain.from_iterable(family.cases(n) for n in range(1, 6)), count))


def counts_for(random: Random, grades: int, *runs: Grades) -> Grades:
    """A gold that holds what each of the runs retrieves, and perhaps more."""
    return tuple(max(run.count(g) for run in runs) + random.choice((0, 0, 1, 3)) for g in range(1, grades + 1))


def falls(run: Grades) -> list[int]:
    return [i for i in range(len(run) - 1) if run[i] > run[i + 1]]


def larger(constraint: str, reading: str, count: int) -> Iterator[Case]:
    """Random cases larger than the enumerated ones, the same in every run."""
    where = reading_of(constraint, reading)
    random, family = Random(f"{constraint}@{reading}"), family_of(where, RankingFamily)
    while count:
        top = 2 if reading == "graded" else 1
        runs: list[Grades] = [tuple(random.randint(0, top) for _ in range(random.randint(6, 11))) for _ in range(2)]
        if reading == "single":
            ranks = sorted(random.sample(range(9), 2))
            runs = [tuple(int(rank == r) for r in range(10)) for rank in ranks]
        shallow, deep = runs if reading in ("any-context", "single") and constraint == BENT else (runs[0], runs[0])
        adjacent = constraint == "ranking:priority"
        places = [(i, j) for i in falls(shallow) for j in falls(deep) if (i == j if adjacent else i < j)]
        if not places:
            continue
        i, j = random.choice(places)
        if adjacent:
            case = named_case(
                family,
                {"better": (shallow, None), "worse": (shallow, i)},
                (1,) if reading == "single" else counts_for(random, top, shallow),
            )
        else:
            roles = {
                "shallow_better": (shallow, None),
                "shallow_worse": (shallow, i),
                "deep_better": (deep, None),
                "deep_worse": (deep, j),
            }
            case = named_case(family, roles, (1,) if reading == "single" else counts_for(random, top, shallow, deep))
        assert where.judged.admits(case) is None
        count -= 1
        yield case


def cases_for(metric: str, constraint: str, reading: str, start: int | None) -> list[Case]:
    """Fewer where scores are sums of many irrational numbers."""
    family = reading_of(constraint, reading).duels
    closed, few = registry.metric(metric).closed, metric.startswith(("dcg", "ndcg", "tbg"))
    if start is not None:
        return [family.case(n, closed) for n in range(start, start + (2 if few else 4))]
    return [*small(constraint, reading, 6 if few else 120), *larger(constraint, reading, 2 if few else 10)]


@pytest.mark.few(30)
@pytest.mark.parametrize(("metric", "constraint", "reading"), CELLS)
def test_theorems_prove_and_speak_of_the_metric(metric: str, constraint: str, reading: str) -> None:
    theorem, about, where = (
        theorem_of(metric, constraint, reading),
        registry.constraint(constraint),
        reading_of(constraint, reading),
    )
    proof = theorem.prove(registry.metric(metric), about, where)
    check_argument(proof, about, where, theorem.holds)
    with pytest.raises(ProofError):
        check_argument(proof, about, where, not theorem.holds)
    assert proof.get("start", 0) <= 63  # TBG: no argument can start before
    cases = cases_for(metric, constraint, reading, proof.get("start"))
    demand_of_metric(proof, registry.metric(metric), about, where, cases)
    some = cases if proof["excess"].startswith("1/") else cases[:3]
    other = {**proof, "excess": f"(1001/1000)*({proof['excess']})"}
    with pytest.raises(ProofError, match="the excess is not that of the metric"):
        check_link(other, about, where, some, definition(metric, "ranking"))
    negated, last = f"-({proof['excess']})", proof["steps"][-1]
    turned = {**last, "claim": last["claim"].replace(proof["excess"], negated)}
    with pytest.raises(ProofError):
        check_argument(
            {**proof, "excess": negated, "steps": [*proof["steps"][:-1], turned]}, about, where, theorem.holds
        )


def test_verdicts_are_those_of_the_search() -> None:
    for metric, constraint, reading in CELLS:
        theorem = theorem_of(metric, constraint, reading)
        base = registry.metric(metric).base
        bpref_as_printed = base in ("r-precision", "bpref") and reading == "printed"
        steep = "power" in metric and registry.metric(metric).values["a"] >= 1  # type: ignore[operator]
        many_win = (base in REFUTED and "@" not in metric and "run" not in metric and not steep) or bpref_as_printed
        refuted = "closeness" in constraint or ("threshold" in constraint and many_win)
        assert theorem.holds is not refuted


@pytest.mark.parametrize(
    "module", [average_precision, counts, cumulated_gain, discounted, geometric, power_law, reciprocal_rank]
)
def test_every_theorem_is_among_those_tried(module: object) -> None:
    tried = {(registry.metric(metric).base, constraint, reading) for metric, constraint, reading in CELLS}
    for theorem in module.ENTRIES:  # type: ignore[attr-defined]
        assert {(m, theorem.constraint, r) for m in theorem.metrics for r in theorem.readings} & tried


FORALL = [("ranking:priority", r) for r in ORDERED] + [(BENT, r) for r in ANY] + [("ranking:confidence", "universal")]


@pytest.mark.parametrize(("constraint", "reading"), FORALL)
def test_facts_hold(constraint: str, reading: str) -> None:
    drawn = [] if constraint == "ranking:confidence" else larger(constraint, reading, 20)
    demand_facts_of(constraint, reading, [*small(constraint, reading, 150), *drawn])


@pytest.mark.parametrize("constraint", ["ranking:deepness-threshold", "ranking:closeness-threshold"])
@pytest.mark.parametrize("reading", BOTH)
@pytest.mark.parametrize("closed", [False, True])
def test_facts_of_duels_hold(constraint: str, reading: str, closed: bool) -> None:
    family = reading_of(constraint, reading).duels
    demand_facts_of(constraint, reading, [family.case(n, closed) for n in range(2, 8)])
    seen = vocabulary(registry.constraint(constraint))
    assert [Instance(family.case(n, closed), seen).measure(["n"], {})["n"] for n in (2, 7)] == [2, 7]


def demand_facts_of(constraint: str, reading: str, cases: list[Case]) -> None:
    seen = vocabulary(registry.constraint(constraint))
    ours = {name: quantity.whole for name, quantity in seen.quantities.items() if quantity.of is not None}
    scope = Scope(dict(ours))
    texts = [fact.text for fact in seen.facts_of(reading)]
    scope.assume(text for text in texts if read_claim(text).term.symbols <= set(ours))
    assert cases
    demand_facts(seen, scope.claims, cases, ours, {})
    for case in cases:
        values = Instance(case, seen).measure(ours, {})
        for name, whole in ours.items():
            assert not whole or values[name].denominator == 1  # type: ignore[union-attr]


def test_quantities_by_hand() -> None:
    # grades 2 1 0 with a document of grade 1 not retrieved; ranks 1, 2 swapped
    case = named_case(
        family_of(reading_of("ranking:priority", "graded"), RankingFamily),
        {"better": ((0, 2, 1, 0), None), "worse": ((0, 2, 1, 0), 1)},
        (2, 1),
    )
    seen = vocabulary(registry.constraint("ranking:priority"))
    whole = {
        "i": 2,
        "h": 2,
        "l": 1,
        "r": 1,
        "c": 0,
        "g": 0,
        "F": 1,
        "t": 2,
        "L": 4,
        "N": 3,
        "M": 2,
        "D": 5,
        "S": 2,
        "A": 3,
        "B": 4,
    }
    values = Instance(case, seen).measure([*whole, "I", "J"], {})
    assert {name: values[name] for name in whole} == whole
    assert values["I"] == 2 + log(2) / log(3) + Fraction(1, 2)
    assert values["J"] == 2 + log(2) / log(3)
    run = (1, 0, 1, 1, 0)
    roles = {
        "shallow_better": (run, None),
        "shallow_worse": (run, 0),
        "deep_better": (run, None),
        "deep_worse": (run, 3),
    }
    deep = named_case(family_of(reading_of(BENT, "same-run"), RankingFamily), roles, (4,))
    seen = vocabulary(registry.constraint(BENT))
    whole = {"i": 1, "j": 4, "c": 0, "e": 2, "L": 5, "K": 5, "N": 4}
    values = Instance(deep, seen).measure([*whole, "J"], {})
    assert {name: values[name] for name in whole} == whole
    assert values["J"] == 1 + log(2) / log(3) + Fraction(1, 2)


def refused(theorem: Theorem, metric: str, constraint: str, reading: str, *, by: str) -> None:
    """The theorem asked of a metric and reading that it is not about: by the prover, or by the link to the metric."""
    about, where = registry.constraint(constraint), reading_of(constraint, reading)
    if by == "prover":
        with pytest.raises(NotProvedError):
            theorem.prove(registry.metric(metric), about, where)
        return
    proof = theorem.prove(registry.metric(metric), about, where)
    start = proof.get("start")
    cases = small(constraint, reading, 400) if start is None else [where.duels.case(n) for n in range(start, start + 4)]
    with pytest.raises(ProofError, match="the excess is not that of the metric"):
        check_link(proof, about, where, cases, definition(metric, "ranking"))


@pytest.mark.parametrize(
    ("metric", "reading", "target", "where", "by"),
    [
        # what is above the deep swap need not be above the shallow one
        ("err", "same-run", "err", "any-context", "prover"),
        ("tbg", "same-run", "tbg", "any-context", "prover"),
        ("ap", "single", "ap", "same-run", "link"),
        ("q-measure", "single", "q-measure", "same-run", "link"),
        ("rr", "single", "rr", "any-context", "link"),
        ("ndcg", "same-run", "ndcg(ideal=run)", "any-context", "link"),
        ("dcg", "any-context", "dcg(discount=jarvelin,b=2)", "any-context", "link"),
        ("dcg(discount=jarvelin,b=3/2)", "single", "dcg(discount=jarvelin,b=9/5)", "single", "prover"),
        ("rr", "single", "p@2", "single", "link"),
    ],
)
def test_deepness_is_not_proved_where_it_fails(metric: str, reading: str, target: str, where: str, by: str) -> None:
    refused(theorem_of(metric, BENT, reading), target, BENT, where, by=by)


def test_priority_is_not_proved_where_it_fails() -> None:
    priority = "ranking:priority"
    refused(theorem_of("rr", priority, "single"), "rr", priority, "universal", by="link")
    refused(theorem_of("q-measure", priority, "graded"), "q-measure(beta=0)", priority, "graded", by="prover")
    refused(theorem_of("ap", priority, "universal"), "r-precision", priority, "universal", by="link")
    refused(theorem_of("dcg", priority, "universal"), "dcg(discount=jarvelin,b=3)", priority, "universal", by="link")
    refused(theorem_of("auc", priority, "universal"), "bpref", priority, "universal", by="link")
    refused(
        theorem_of("dcg(discount=power,a=1/2)", priority, "universal"),
        "dcg(discount=power,a=0)",
        priority,
        "universal",
        by="prover",
    )
    refused(theorem_of("dcg(discount=power,a=1/2)", priority, "universal"), "dcg", priority, "universal", by="link")


def test_settings_that_fail_have_no_theorem() -> None:
    for metric, constraint, reading in (
        ("dcg(discount=jarvelin,b=2)", "ranking:priority", "universal"),
        ("dcg(discount=jarvelin,b=2)", BENT, "any-context"),
        ("dcg(discount=power,a=0)", "ranking:priority", "universal"),
        ("dcg(discount=power,a=0)", BENT, "single"),
        ("dcg(discount=power,a=1/2)", "ranking:closeness-threshold", "prose"),
        ("dcg(discount=power,a=1.08)", "ranking:closeness-threshold", "printed"),
        ("ndcg@3", "ranking:priority", "universal"),
        ("ndcg@3", BENT, "same-run"),
        ("ndcg(ideal=run)", BENT, "any-context"),
        ("q-measure(beta=0)", "ranking:priority", "graded"),
        ("p", "ranking:priority", "universal"),
        ("rr", "ranking:priority", "universal"),
        ("ap", "ranking:confidence", "universal"),
    ):
        assert not entries_about(
            registry.metric(metric), registry.constraint(constraint), reading_of(constraint, reading)
        )


@pytest.mark.parametrize(
    ("metric", "reading", "n0"),
    [("rbp", "prose", 6), ("rbp", "printed", 8), ("tbg", "prose", 62), ("tbg", "printed", 63)],
)
def test_duels_are_not_proved_from_before_they_are_won(metric: str, reading: str, n0: int) -> None:
    constraint = "ranking:deepness-threshold"
    proof = theorem_of(metric, constraint, reading).prove(
        registry.metric(metric), registry.constraint(constraint), reading_of(constraint, reading)
    )
    assert n0 <= proof["start"] <= n0 + 3
    early = {
        **proof,
        "start": n0 - 1,
        "facts": [fact.replace(f"- {proof['start']}", f"- {n0 - 1}") for fact in proof["facts"]],
    }
    with pytest.raises(ProofError):
        check_argument(early, registry.constraint(constraint), reading_of(constraint, reading), True)


def test_patience_near_1_has_no_theorem() -> None:
    assert theorem_of("rbp(p=0.98)", "ranking:deepness-threshold", "prose").holds
    constraint = registry.constraint("ranking:deepness-threshold")
    assert not entries_about(registry.metric("rbp(p=0.999)"), constraint, constraint.readings[0])


def shown(claim: str, **step: object) -> None:
    prove(
        {"symbols": {"x": False}, "facts": ["x - 1 >= 0", "x - 1 = 0"], "steps": [{"id": "a", "claim": claim, **step}]}
    )


def test_a_slope_says_nothing_where_the_term_is_undefined() -> None:
    flat = [{"id": "s", "claim": "0 >= 0", "rule": "evident"}]
    with pytest.raises(ProofError, match="divides"):
        shown("1/log(x) >= 0", rule="derivative", by="x", low="1", start=flat, slope=flat)


def test_nothing_at_all_is_above_nothing_only_weakly() -> None:
    nothing = {"rule": "positive", "from": {}, "numerator": "0", "zero": {"x - 1 = 0": "1"}}
    shown("x - 1 >= 0", **nothing, denominator="1")
    with pytest.raises(ProofError, match="may be 0"):
        shown("x - 1 > 0", **nothing, denominator="1")
    with pytest.raises(ProofError, match="may be 0"):
        shown("x - 1 >= 0", **nothing, denominator="0")


def test_a_logarithm_divides_where_it_is_evidently_above_0() -> None:
    proof = {"symbols": {"x": False}, "facts": ["x - 1 >= 0"]}
    step = {"id": "a", "rule": "evident"}
    prove({**proof, "steps": [{**step, "claim": "x/log(x + 1) > 0"}]})
    with pytest.raises(ProofError, match="divides"):
        prove({**proof, "steps": [{**step, "claim": "x/log(x) > 0"}]})
