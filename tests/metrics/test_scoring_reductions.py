"""Reductions of scorings: with scores and relevance of 0 and 1 they are filterings, and a run is scored by its ranks.
So the constraints on filterings and rankings judge ADM and its kin. Judged by the counts of documents.
"""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from axiometrics import registry
from axiometrics.core.errors import TaskError
from axiometrics.core.organization import Organization
from axiometrics.core.task import task
from axiometrics.running.candidate import builtin
from axiometrics.running.run import run
from axiometrics.running.settings import Search
from axiometrics.tasks.scoring.reductions import rank_scores
from axiometrics.verification import verify_document

PUBLISHED = {
    "adm": lambda tp, fp, fn, tn: Fraction(tp + tn, tp + fp + fn + tn),
    "adm(n=2,m=2)": lambda tp, fp, fn, tn: Fraction(tp + tn, tp + fp + fn + tn),
    "adp": lambda tp, fp, fn, tn: 1 - Fraction(fp, tp + fp + fn + tn),
    "adr": lambda tp, fp, fn, tn: 1 - Fraction(fn, tp + fp + fn + tn),
    "sector-precision": lambda tp, fp, fn, tn: Fraction(tp, tp + fp),
    "sector-recall": lambda tp, fp, fn, tn: Fraction(tp, tp + fn),
    "sector-specificity": lambda tp, fp, fn, tn: 1 - Fraction(fp, fp + tn),
}
"""What section 4 of the specification says of 0/1 scores; a division by zero is an undefined value."""

NAMED = {
    "adm": "accuracy",
    "adm(n=2,m=2)": "accuracy",
    "sector-precision": "precision",
    "sector-recall": "recall",
}
"""The metrics of filterings that these are, where they are defined: of 0/0, precision and recall have the value 0."""


@pytest.mark.parametrize("name", PUBLISHED)
def test_scores_of_0_and_1_are_a_filtering(name: str) -> None:
    metric = registry.metric(name).reduced("filtering")
    for n in range(1, 6):
        for outputs in task("filtering").worlds[0].outputs(n, False):
            for k in range(len(outputs)):
                system, gold = outputs.output(k), outputs.gold
                relevant, positive = ({d for cluster in o.levels[0] for d in cluster} for o in (gold, system))
                tp = len(relevant & positive)
                counts = tp, len(positive) - tp, len(relevant) - tp, n - len(relevant | positive)
                score = metric.exact(system, gold)
                if name in NAMED and score == score:
                    assert score == registry.metric(NAMED[name]).exact(system, gold)
                try:
                    assert score == PUBLISHED[name](*counts), (system, gold)
                except ZeroDivisionError:
                    assert score != score


def test_the_constraints_on_filterings_judge_adm_as_accuracy() -> None:
    chosen = [c for c in registry.constraints() if c.task == "filtering"]
    names = ["accuracy", "adm", "adm(n=2,m=2)", "sector-precision", "precision"]
    matrix = run([builtin(registry.metric(name)) for name in names], chosen, Search.of(4), readings="all")
    verdicts = {
        name: {(c.constraint, c.reading): (c.holds, c.relation) for c in matrix if c.metric == registry.metric(name).id}
        for name in names
    }
    assert verdicts["accuracy"] == verdicts["adm"] == verdicts["adm(n=2,m=2)"]
    assert verdicts["precision"] == verdicts["sector-precision"]
    assert verdicts["accuracy"] != verdicts["precision"]
    reductions = {c.metric: c.evidence.reduction for c in matrix}
    assert reductions["accuracy"] is None
    assert reductions[registry.metric("adm").id] == "scores 0 and 1"


def _adm_by_rank(run_: list[str], relevant: set[str], documents: int, length: int) -> Fraction:
    """1 less the mean of: for an irrelevant document the score of its rank, for a relevant one what that lacks to 1."""
    total = Fraction(0)
    for r, document in enumerate(run_, 1):
        score = max(Fraction(0), 1 - Fraction(r - 1, length))
        total += 1 - score if document in relevant else score
    return 1 - (total + len(relevant - set(run_))) / documents


@pytest.mark.parametrize("length", [1000, 3])
def test_a_run_is_scored_by_its_ranks(length: int) -> None:
    """`length` is L of section 5.2, and the documents of the gold are N; a run may be longer than L."""
    metric = registry.metric(f"adm(scores=rank,length={length})").reduced("ranking")
    lengths = set()
    for n in range(1, 6):
        for outputs in task("ranking").worlds[0].outputs(n, True):
            relevant = {d for cluster in outputs.gold.levels[0] for d in cluster}
            for k in range(len(outputs)):
                listed = [d for _, _, d in outputs.output(k).occurrences()]
                lengths.add(len(listed))
                expected = _adm_by_rank(listed, relevant, len(outputs.gold.documents), length)
                assert metric.exact(outputs.output(k), outputs.gold) == expected
    assert max(lengths) > 3


def test_ranks_as_scores_are_those_of_the_paper() -> None:
    """So ADM of a pool, whose scores are as given, is ADM by rank."""
    system, gold = Organization.parse("x > a > ..."), Organization.parse("a b > x y")
    values = {
        registry.metric(name).reduced("ranking").exact(system, gold)
        for name in ("adm(scores=rank)", "adm(sample=pool)")
    }
    assert values == {1 - (1 + Fraction(1, 1000) + 1) / 4}


def test_the_scores_of_a_long_run_stay_in_order() -> None:
    """A run longer than L documents has scores that fall to above 0, not a block of zeros."""
    names = [f"x{i}" for i in range(1500)]
    scores = list(rank_scores(Organization.ranking(names)).numbers.values())
    assert scores == sorted(set(scores), reverse=True)
    assert scores[-1] > 0


def test_constraints_on_rankings_judge_adm_by_rank_and_are_verified_by_its_definition() -> None:
    """A document deeper in the run loses as much as one above, 1/(L N): priority holds, deepness is a tie."""
    chosen = [c for c in registry.constraints() if c.name in {"ranking:priority", "ranking:deepness"}]
    matrix = run([builtin(registry.metric("adm(scores=rank)"))], chosen, Search.of(3), readings="all")
    verdicts = {(c.constraint, c.reading): (c.holds, c.relation) for c in matrix}
    assert verdicts["priority", "universal"] == (True, None)
    assert verdicts["deepness", "single"] == (False, "tied")
    assert {c.evidence.reduction for c in matrix} == {"ranks as scores"}
    shown = [c.counterexample for c in matrix if c.counterexample is not None]
    assert shown
    assert not any(Organization.from_json(counterexample.data["gold"]).tail for counterexample in shown)
    checked = verify_document(json.loads(json.dumps([c.to_json() for c in matrix])), registry.constraints(), {})
    assert {outcome.status for outcome in checked if outcome.status != "nothing to check"} == {"verified"}


def test_a_mean_over_a_tail_is_refused() -> None:
    """Nobody knows how many documents a tail has."""
    with pytest.raises(TaskError, match="list every document"):
        registry.metric("adm(scores=rank)").reduced("ranking").exact(
            Organization.parse("a > ..."), Organization.parse("a > ...")
        )
