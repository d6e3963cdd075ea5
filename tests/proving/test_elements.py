"""Theorems about metrics of elements, articles, entry points and scores: that facts hold, and what larger cases
refute.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random

import pytest

from axiometrics import registry
from axiometrics.core.case import Case
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.library import Library
from axiometrics.core.organization import Organization
from axiometrics.core.vocabulary import vocabulary_of
from axiometrics.definitions import element_runs
from axiometrics.generators import libraries
from axiometrics.proving.theorem import Larger, Theorem, entries_about
from axiometrics.registry import studies
from axiometrics.tasks import library_counts
from axiometrics.verification.derivations import BY_CASE
from axiometrics.verification.proofs import smallest
from tests.proving.demands import demand_facts, reading_named, refuted_by


def cells() -> Iterator[tuple[str, Constraint, Reading]]:
    """Every cell of the studies of elements and of scores."""
    for study in (studies.studies()[name] for name in ("inex2006", "dellamea2004")):
        for constraint in (
            c for c in registry.constraints() if c.name in {choice.constraint for choice in study.choices}
        ):
            for reading in constraint.readings:
                for name in study.metrics:
                    if registry.metric(name).task == constraint.task:
                        yield name, constraint, reading


@pytest.mark.slow
def test_facts_hold_of_every_metric_that_a_theorem_is_about() -> None:
    """Of the smallest cases of each reading, beyond those on which the proofs are made."""
    tried = 0
    for name, constraint, reading in cells():
        metric, vocabulary = registry.metric(name), vocabulary_of(constraint)
        theorems = [e for e in entries_about(metric, constraint, reading) if isinstance(e, Theorem)]
        if vocabulary is None or not theorems:
            continue
        proof = theorems[0].prove(metric, constraint, reading)
        if proof.keys() & BY_CASE:
            continue  # of which `verification.links` shows the facts to hold case by case
        cases = list(smallest(reading.asked_of(metric), 300))[40::20]
        demand_facts(vocabulary, proof["facts"], cases, proof["symbols"], metric.values)
        tried += len(cases)
    assert tried > 300


def test_nothing_is_both_proved_and_refuted() -> None:
    for name, constraint, reading in cells():
        kinds = {type(entry) for entry in entries_about(registry.metric(name), constraint, reading)}
        assert not {Larger, Theorem} <= kinds, (name, constraint.name)


REFUTED = {
    ("ep-gr(recall=0.1)", "thorough:near-miss", "plain"),
    ("ep-gr(recall=0.1,ranks=interpolated)", "thorough:near-miss", "plain"),
    *(
        (metric, "focused:bounded", reading)
        for metric in ("nxcg@10", "nxcg@10(gain=inner)", "nxcg@10(base=best)", "nxcg@2")
        for reading in ("plain", "any-run")
    ),
    ("eprum-rank@10(a=0.1)", "best-in-context:closer-raises-eprum", "mean"),
    ("adm(n=0,m=0,scores=minmax-query)", "scoring:rank-invariance", "order"),
    *(
        ("adm(n=0,m=0,scores=rank,length=1000)", f"scoring:{constraint}", reading)
        for constraint, reading in (
            *(("stability", which) for which in ("sup", "mean")),
            *(("non-informative", which) for which in ("ordered", "all-zero")),
        )
    ),
}
"""Cells that a larger case refutes."""


def test_what_is_larger_refutes_by_the_second_definition() -> None:
    refuting = set()
    for name, constraint, reading in cells():
        metric = registry.metric(name)
        for entry in entries_about(metric, constraint, reading):
            if isinstance(entry, Larger):
                assert any(refuted_by(entry, metric, reading))
                refuting.add((metric.id, constraint.name, reading.name))
    assert refuting == REFUTED


# --- what the theorems about EPRUM rest on


def drawn_entries(chance: Random) -> tuple[Library, Organization]:
    """Up to seven ranked articles at random distances, and best entry points elsewhere."""
    distances = [chance.choice((None, 0, 1, 30, 100, 700)) for _ in range(chance.randint(1, 7))]
    gold, run = libraries.of_distances(distances, max(1, sum(d is not None for d in distances)) + chance.randint(0, 2))
    return gold, Organization.ranking(run)


def test_eprum_is_a_sum_over_ranks() -> None:
    """s_i (1 + s_1 + ... + s_(i-1))/i over the ranks, by T: held to the definition that goes through all that a user
    may see.
    """
    definition, chance = registry.definition("eprum"), Random(12)
    assert definition is not None
    for _ in range(40):
        gold, run = drawn_entries(chance)
        a = chance.choice((Fraction(1, 10), Fraction(2)))
        close = library_counts.closeness(run, gold, a)
        total = sum((s * (1 + sum(close[:i], Fraction(0))) / (i + 1) for i, s in enumerate(close)), Fraction(0))
        assert definition.function(run, gold, a=a) == total / len(library_counts.entry_points(gold))


def test_the_theorem_about_order_ends_where_runs_are_cut() -> None:
    """Of two entry points at ranks 1500 and 1501 the closer one belongs first; below these nothing counts, and a run
    that long could not be submitted: no case has one.
    """
    assert libraries.LONGEST == library_counts.LONGEST == element_runs.MOST == 1500
    eprum, bepd = registry.metric("eprum"), registry.metric("bepd")
    gold = Library.parse("a1: article(1+1)@0; L=100")
    above = [f"x{i}@0" for i in range(1, 1501)]
    runs = {i: Organization.ranking([*above[: i - 1], "a1@0", *above[i - 1 :]]) for i in (1499, 1500, 1501)}
    scores = {i: eprum.exact(run, gold) for i, run in runs.items()}
    assert scores == {1499: Fraction(1, 1499), 1500: Fraction(1, 1500), 1501: 0}
    lowest = Organization.ranking([*above, "z@0", "a1@0"]), Organization.ranking([*above, "a1@0", "z@0"])
    assert [eprum.exact(run, gold) for run in lowest] == [0, 0]
    assert bepd.exact(lowest[0], gold) == 0
    _, reading = reading_named("best-in-context:order-matters@plain")
    case = Case(gold, {"better": lowest[1], "worse": lowest[0]})
    assert reading.judged.admits(case) == "a run has 1502 results, and 1500 is the most that could be submitted"
    shorter = [Organization.ranking([*above[:1498], *two]) for two in (("a1@0", "z@0"), ("z@0", "a1@0"))]
    assert reading.judged.admits(Case(gold, {"better": shorter[0], "worse": shorter[1]})) is None


# --- a cut-off of at least the length


@pytest.mark.parametrize("name", ["descendants@focused", "non-negative-gain@focused", "tiling@plain"])
def test_what_is_said_of_whole_runs_is_asked_of_metrics_that_look_at_them(name: str) -> None:
    """Section 5.2 speaks of whole runs: nxCG@2 is not asked runs of three elements."""
    _, reading = reading_named(f"focused:{name}")
    family = reading.within(2).judged
    sizes = range(1, 5)
    every, whole = ([case for size in sizes for case in r.cases(size)] for r in (reading.judged, family))
    longest = [max(len(output.levels) for output in case.outputs.values()) for case in every]
    assert max(longest) == 3
    assert whole == [case for case, length in zip(every, longest, strict=True) if length <= 2]
    longer = next(case for case, length in zip(every, longest, strict=True) if length == 3)
    assert family.admits(longer) == "a run has 3 ranks, and 2 are looked at"
    assert family.admits(whole[-1]) is None
    assert reading.judged.admits(longer) is None
