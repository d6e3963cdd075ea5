"""The climb beyond the sizes enumerated: what it finds, how far it goes, and what it makes of a cell.

The three failures that no search to six documents, or sixteen ranks, can see were found by hand; each is told here as a
case of its own, and found by the climb.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from axiometrics import registry
from axiometrics.core.arithmetic import like, over
from axiometrics.core.case import GAIN, Case
from axiometrics.core.evidence import Exhaustive, Refuted
from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization
from axiometrics.generators.listed import PlainCases
from axiometrics.generators.variants import variants
from axiometrics.judging import ExactJudge
from axiometrics.relations.judgement import READINGS
from axiometrics.running.settled_cells import gone_beyond
from axiometrics.search import Effort, search
from axiometrics.search.climb import LARGEST, Climb, climb
from axiometrics.verification import verify_cell

NAMES = registry.constraints_by_name()


def climbed(metric: str, constraint: str, reading: str, most: int = 600, seed: int = 0) -> Climb:
    family = NAMES[constraint].reading(reading).judged
    judge = ExactJudge(registry.metric(metric))
    return climb(judge, family, variants, family.largest(None), seed, most)


def run(names: str) -> str:
    return f"{' > '.join(names)} > ..."


TWELVE = (
    "organization:embedded-ranking-priority",
    "plain",
    "a b c d e f g h i j k > l > ...",
    {"better": run("abcdefghlijk"), "worse": run("abcdefglhijk")},
)
ELEVEN = (
    "organization:embedded-deepness",
    "plain",
    "a b c d e f g h i > x y > ...",
    {
        "shallow_better": run("abcdefghxiy"),
        "shallow_worse": run("abcdefgxhiy"),
        "deep_better": run("abcdefghxiy"),
        "deep_worse": run("abcdefghxyi"),
    },
)
RANKS = "abcdefghijklmno"
EIGHTEEN = (
    "ranking:deepness",
    "same-run",
    f"{' '.join(RANKS)} p > ...",
    {
        "shallow_better": run(f"{RANKS}1p2"),
        "shallow_worse": run(f"{RANKS[:-1]}1op2"),
        "deep_better": run(f"{RANKS}1p2"),
        "deep_worse": run(f"{RANKS}12p"),
    },
)


@pytest.mark.parametrize(
    ("metric", "violation"),
    [
        *((f"rs-priority(reading={reading})", TWELVE) for reading in READINGS),
        *((f"rs-priority(reading={reading})", ELEVEN) for reading in READINGS),
        *((f"reliability-priority(reading={reading})", ELEVEN) for reading in ("listed", "tail-lookup")),
        ("rs-ranking(reading=tail-lookup)", EIGHTEEN),
    ],
)
def test_these_fail_beyond_the_sizes_enumerated(metric: str, violation: tuple[str, str, str, dict[str, str]]) -> None:
    constraint, reading, gold, outputs = violation
    family = NAMES[constraint].reading(reading).judged
    case = Case(Organization.parse(gold), {role: Organization.parse(text) for role, text in outputs.items()})
    assert family.admits(case) is None
    assert case.documents > family.largest(None)
    decision = ExactJudge(registry.metric(metric)).decide(case, family.demand)
    assert decision.sign == -1


def test_the_climb_finds_twelve_documents() -> None:
    outcome = climbed("rs-priority(reading=listed)", "organization:embedded-ranking-priority", "plain")
    assert outcome.violation is not None
    case, decision = outcome.violation
    assert (case.documents, decision.sign) == (12, -1)
    again = climbed("rs-priority(reading=listed)", "organization:embedded-ranking-priority", "plain")
    assert again.violation == outcome.violation
    assert again.tried == outcome.tried


def test_the_climb_finds_eleven_documents() -> None:
    violation = climbed(
        "reliability-priority(reading=tail-certain)", "organization:embedded-deepness", "plain"
    ).violation
    assert violation is not None
    assert (violation[0].documents, violation[1].sign) == (11, -1)


@pytest.mark.slow
def test_the_climb_finds_eighteen_ranks() -> None:
    violation = climbed("rs-ranking(reading=tail-lookup)", "ranking:deepness", "same-run").violation
    assert violation is not None
    assert (violation[0].documents, violation[1].sign) == (18, -1)


def test_a_tie_that_floats_do_not_see_is_seen() -> None:
    """A tenth for each relevant document, in either set, so that to accept one changes nothing: in floats, 1/10 + 2/10
    is greater than 3/10.
    """
    tenths = Metric(
        "tenths",
        "Tenths",
        "filtering",
        "made up",
        "made up",
        lambda t: over(t.tp, like(10, t.tp)) + over(t.fn, like(10, t.tp)),
    )
    gold = Organization.filtering(["a", "b", "c"], ["d"])
    better, worse = Organization.filtering(["a"], ["b", "c", "d"]), Organization.filtering([], ["a", "b", "c", "d"])
    better_score, worse_score = tenths.all_rounded([(better, gold), (worse, gold)])
    assert better_score > worse_score
    (decision,) = ExactJudge(tenths).filtered([Case(gold, {"better": better, "worse": worse})], GAIN)
    assert decision.sign == 0


def many_on_a_level(documents: int) -> Iterator[Case]:
    """A gold of one level, which as output is to be worth more than its first document alone."""
    if documents < 2:
        return
    names = [f"d{i}" for i in range(1, documents + 1)]
    whole = Organization([[[name] for name in names]], tail=True)
    yield Case(whole, {"better": whole, "worse": Organization([[[names[0]]]], tail=True)})


def admits(case: Case) -> str | None:
    one_level = len(case.gold.levels) == 1 and all(len(cluster) == 1 for cluster in case.gold.levels[0])
    better, worse = case.outputs["better"], case.outputs["worse"]
    return None if one_level and better == case.gold and worse.size == 1 < case.documents else "not such a case"


def falls(at: int, to: int = -1) -> Metric:
    """A metric of which a document alone is worth 0, more of them a little less the more they are, and `to` from that
    number on.
    """

    def value(output: Organization, gold: Organization) -> Fraction:
        if output.size == 1:
            return Fraction(0)
        return 1 - Fraction(output.size, 10 * at) if output.size < at else Fraction(to)

    return Metric("falls", "Falls", "organization", "test", "here", direct=value)


FAMILY = PlainCases(many_on_a_level, default=4, greatest=6, recognise=admits)


@pytest.mark.parametrize(("to", "sign"), [(-1, -1), (0, 0)])
def test_it_serves_any_family_with_variants_and_ends_at_the_least_that_fails(to: int, sign: int) -> None:
    """The violation begins at 9 documents, which a twin after the other, or three at once, leads to; a tie is one."""
    violation = climb(ExactJudge(falls(9, to)), FAMILY, variants, 4).violation
    assert violation is not None
    assert (violation[0].documents, violation[1].sign) == (9, sign)


def test_no_more_cases_are_decided_than_allowed() -> None:
    assert climb(ExactJudge(falls(9)), FAMILY, variants, 4, most=3) == Climb(3, None)


@pytest.mark.parametrize(
    ("metric", "constraint", "reading"),
    [
        ("rs-ranking(reading=tail-lookup)", "ranking:deepness", "same-run"),
        ("rs-priority(reading=listed)", "organization:embedded-ranking-priority", "plain"),
    ],
)
def test_how_many_cases_are_scored_together_changes_nothing(
    metric: str, constraint: str, reading: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    outcome = climbed(metric, constraint, reading, most=200)
    monkeypatch.setattr("axiometrics.search.climb.BATCH", 1)
    assert climbed(metric, constraint, reading, most=200) == outcome
    assert outcome.tried > 64


def test_no_case_is_larger_than_the_largest() -> None:
    outcome = climb(ExactJudge(falls(LARGEST + 1)), FAMILY, variants, 4)
    assert (outcome.tried, outcome.violation) == (LARGEST - 1, None)


def test_without_variants_only_the_smallest_cases_are_tried() -> None:
    assert climb(ExactJudge(falls(9)), FAMILY, lambda gold, case: iter(()), 4) == Climb(2, None)


def beyond(effort: Effort) -> tuple[bool | None, Exhaustive | Refuted]:
    constraint = NAMES["organization:embedded-ranking-priority"]
    reading, judge = constraint.reading("plain"), ExactJudge(registry.metric("rs-priority(reading=tail-lookup)"))
    (cell,) = search(constraint, reading, [judge], Effort(4))
    settled = gone_beyond(cell, judge, judge.metric, constraint, reading, effort)
    if settled.holds is False:
        assert verify_cell(settled.to_json(), constraint, {}).status == "verified"
    assert isinstance(settled.evidence, Exhaustive | Refuted)
    return settled.holds, settled.evidence


def test_the_cell_shows_the_case_and_does_not_call_it_the_smallest() -> None:
    holds, evidence = beyond(Effort())
    assert isinstance(evidence, Refuted)
    assert (holds, evidence.minimal, evidence.size, evidence.searched) == (False, False, 12, 4)
    assert evidence.method is not None
    assert evidence.climbed > 0


@pytest.mark.parametrize("effort", [Effort(4), Effort(examples=0)])
def test_a_search_that_was_asked_to_stop_early_is_not_gone_beyond(effort: Effort) -> None:
    holds, evidence = beyond(effort)
    assert (holds, evidence.climbed) == (True, 0)


@pytest.mark.parametrize("metric", ["rs-ranking", "ndcg", "ap", "rbp(p=0.001)", "p@2"])
def test_floats_decide_a_case_as_exact_numbers_do(metric: str) -> None:
    """Ties, and differences that floats lose, are decided exactly: of RBP at p = 1/1000 most are."""
    constraint = NAMES["ranking:deepness"]
    family, judge = constraint.reading("same-run").judged, ExactJudge(registry.metric(metric))
    cases = list(family.cases(6))
    for case, decision in zip(cases, judge.filtered(cases, family.demand), strict=True):
        wanted = judge.decide(case, family.demand)
        assert (decision.sign, decision.relation) == (wanted.sign, wanted.relation)


def test_what_a_climb_finds_is_decided_exactly() -> None:
    violation = climb(ExactJudge(falls(9)), FAMILY, variants, 4).violation
    assert violation is not None
    assert all(isinstance(score, Fraction) for score in violation[1].scores.values())
