"""Reductions: with one intent a metric of diversity is a metric of rankings, exactly and on every small ranking; so the
constraints on rankings judge both alike.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from axiometrics import registry
from axiometrics.core.errors import TaskError
from axiometrics.core.organization import Organization
from axiometrics.core.task import task
from axiometrics.running.candidate import builtin
from axiometrics.running.run import run
from axiometrics.running.settings import Search

RANKING = task("ranking")

IDENTITIES = [
    ("precision-ia@2", "p@2"),
    ("ndcg-ia@3", "ndcg@3"),
    ("div-ndcg@3", "ndcg@3"),
    ("err-ia", "err"),
    ("ap-ia", "ap"),
    ("rr-ia", "rr"),
    ("q-ia", "q-measure"),
    ("div-q", "q-measure"),
    ("alpha-ndcg@3(alpha=0)", "ndcg@3"),
    ("nrbp(alpha=0,p=0.8)", "rbp"),
    ("nrbp(alpha=0,p=0.95)", "rbp(p=0.95)"),
]
"""Section 4 of the paper's reductions: a metric of diversity, and what it is on one intent."""

BINARY = {"alpha-ndcg@3(alpha=0)"}
"""Equal on binary golds only: it does not know grades."""


@pytest.mark.parametrize(("ours", "theirs"), IDENTITIES)
def test_one_intent_is_ordinary_retrieval(ours: str, theirs: str) -> None:
    """On every ranking of four documents; with grades where the top grade is in use."""
    reduced, ordinary = registry.metric(ours).reduced("ranking"), registry.metric(theirs)
    for world in RANKING.worlds[: 1 if ours in BINARY or "graded" not in ordinary.traits else 2]:
        for outputs in world.outputs(4 if world.trait == "" else 3, False):
            if not outputs.gold.levels[0]:
                continue
            assert outputs.counts is not None
            (counts,) = outputs.counts
            np.testing.assert_allclose(reduced.evaluate(counts).ravel(), ordinary.evaluate(counts).ravel(), atol=1e-12)
            for k in range(0, len(outputs), 3):
                run_, gold = outputs.output(k), outputs.gold
                assert reduced.exact(run_, gold) == ordinary.exact(run_, gold)


def test_i_recall_of_one_intent_is_1_call() -> None:
    for name in ("i-rec@2", "s-recall@2", "1-call-ia@2"):
        reduced = registry.metric(name).reduced("ranking")
        for outputs in RANKING.worlds[0].outputs(4, False):
            for k in range(len(outputs)):
                first = [d for _, _, d in outputs.output(k).occurrences()][:2]
                assert reduced.exact(outputs.output(k), outputs.gold) == any(d in outputs.gold.documents for d in first)


def test_a_reduced_metric_has_the_verdicts_of_the_metric_that_it_is() -> None:
    chosen = [c for c in registry.constraints() if c.task == "ranking"]
    search = Search.of(5)
    names = ["ap-ia", "ap", "nrbp(alpha=0,p=0.8)", "rbp"]
    matrix = run([builtin(registry.metric(name)) for name in names], chosen, search, readings="all")
    verdicts = {
        name: {(c.constraint, c.reading): (c.holds, c.relation) for c in matrix if c.metric == registry.metric(name).id}
        for name in names
    }
    needing = {(c.id, r.name) for c in chosen for r in c.readings if r.needs}
    for ours, theirs in (("ap-ia", "ap"), ("nrbp(alpha=0,p=0.8)", "rbp")):
        for place in set(verdicts[ours]) - needing:
            proved = verdicts[theirs][place]
            assert verdicts[ours][place][0] in {proved[0], None}, place
    for cell in matrix:
        reduction = cell.to_json()["evidence"]["detail"].get("reduction")
        assert reduction == ("one intent" if cell.metric in ("ap-ia", "nrbp(alpha=0,p=0.8)") else None)


def test_without_a_reduction_nothing_is_reduced() -> None:
    with pytest.raises(TaskError, match="is not reduced to clustering"):
        registry.metric("i-rec").reduced("clustering")
    metric = registry.metric("i-rec")
    assert metric.reduced("diversity") is metric
    assert registry.reduction("i-rec", "diversity") is None
    value = (
        registry.metric("rr-ia")
        .reduced("ranking")
        .exact(Organization.parse("x > a > ..."), Organization.parse("a > ..."))
    )
    assert value == Fraction(1, 2)
