"""Metrics of diversity against independent sources: the program ndeval (pyndeval), ir_measures, ordinary metrics on one
intent, and the sentences of the paper that are about any topic.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations

import ir_measures
import pyndeval
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from axiometrics import registry
from axiometrics.core.organization import Organization
from axiometrics.core.task import task
from axiometrics.core.topic import Topic
from axiometrics.generators.strategies import runs_of, topics
from axiometrics.generators.topics import cover_topics, runs
from axiometrics.metrics.diversity.novelty import ideal_gains

SIX_DIGITS = 2e-6
"""ndeval prints six digits."""

BINARY = topics(intents=5, documents=7, grades=1).map(lambda topic: Topic.uniform(topic.grades))
WITH_RUNS = BINARY.flatmap(lambda topic: st.tuples(st.just(topic), runs_of(topic)))


def value(name: str, run: Organization, topic: Topic) -> float:
    return float(registry.metric(name).exact(run, topic))


def documents(run: Organization) -> list[str]:
    return [document for _, _, document in run.occurrences()]


@settings(max_examples=150)
@given(WITH_RUNS)
@pytest.mark.slow
def test_ndeval_gives_the_same(case: tuple[Topic, Organization]) -> None:
    """ERR-IA of ndeval is divided by that of an endless list of documents of every intent."""
    topic, run = case
    judged = [pyndeval.SubtopicQrel("1", i, d, g) for d, of in topic.grades.items() for i, g in of.items()]
    scored = [pyndeval.ScoredDoc("1", d, 100.0 - rank) for rank, d in enumerate(documents(run))]
    measures = {
        "alpha-nDCG@5": "alpha-ndcg@5",
        "alpha-nDCG@10": "alpha-ndcg@10",
        "NRBP": "nrbp",
        "P-IA@5": "precision-ia@5",
        "MAP-IA": "ap-ia",
        "strec@5": "i-rec@5",
        "ERR-IA@5": "err-ia@5",
    }
    values = pyndeval.ndeval(judged, scored, measures=list(measures))["1"]
    endless = sum(2.0 ** (1 - r) / r for r in range(1, 6))
    for theirs, ours in measures.items():
        scale = 2 / endless if theirs == "ERR-IA@5" else 1
        assert math.isclose(scale * value(ours, run, topic), values[theirs], abs_tol=SIX_DIGITS), theirs


@settings(max_examples=20)
@given(WITH_RUNS)
def test_ir_measures_gives_the_same(case: tuple[Topic, Organization]) -> None:
    topic, run = case
    qrels = [ir_measures.Qrel("1", d, g, i) for d, of in topic.grades.items() for i, g in of.items()]
    scored = [ir_measures.ScoredDoc("1", d, 100.0 - rank) for rank, d in enumerate(documents(run))]
    measures = {"alpha_nDCG(alpha=0.5)@10": "alpha-ndcg@10", "NRBP(alpha=0.5,beta=0.5)": "nrbp", "StRecall@10": "i-rec"}
    values = ir_measures.calc_aggregate([ir_measures.parse_measure(name) for name in measures], qrels, scored)
    for theirs, ours in measures.items():
        (score,) = (
            score for measure, score in values.items() if str(measure).startswith(theirs.split("(")[0].split("@")[0])
        )
        assert math.isclose(value(ours, run, topic), score, abs_tol=SIX_DIGITS), theirs


@settings(max_examples=60)
@given(topics().flatmap(lambda topic: st.tuples(st.just(topic), runs_of(topic))))
@pytest.mark.slow
def test_floats_are_close_to_exact_values_and_names_do_not_matter(case: tuple[Topic, Organization]) -> None:
    topic, run = case
    counts = task("diversity").counts
    assert counts is not None
    for metric in registry.metrics():
        if metric.task == "diversity":
            exact = metric.exact(run, topic)
            assert math.isclose(float(exact), metric.evaluate(counts(run, topic, exact=False)).item(), abs_tol=1e-12)
            again = topic.renamed({document: document for document in topic.documents}, seed=3)
            assert exact == metric.exact(run, again), metric.id


@given(topics().flatmap(lambda topic: st.tuples(st.just(topic), runs_of(topic))))
def test_gamma_0_and_1_give_the_parts(case: tuple[Topic, Organization]) -> None:
    """Section 4.2: with gamma = 0 Idiv-nDCG is div-nDCG, with gamma = 1 I-rec."""
    topic, run = case
    for whole, part in (("idiv-ndcg@3", "div-ndcg@3"), ("idiv-q@3", "div-q@3")):
        assert value(f"{whole}(gamma=0)", run, topic) == pytest.approx(value(part, run, topic))
        assert value(f"{whole}(gamma=1)", run, topic) == value("i-rec@3", run, topic)


def test_rbp_with_five_relevant_documents_is_226() -> None:
    """Section 2.4: with p = .95 the best possible RBP for five relevant documents is .226."""
    topic = Topic.uniform({f"d{k}": {"i": 1} for k in range(5)})
    score = registry.metric("nrbp(alpha=0,p=0.95)").exact(Organization.ranking(sorted(topic.grades)), topic)
    assert score == 1 - Fraction(95, 100) ** 5
    assert round(float(score), 3) == 0.226


@pytest.mark.parametrize(("printed", "limit"), [("no", 1), ("yes", Fraction(1, 2))])
def test_the_ideal_ideal_list_scores_1_unless_the_exponent_is_as_printed(printed: str, limit: Fraction) -> None:
    """200 documents of every intent: with C_i(r) as Eq. 3 prints it they come near 1 - alpha."""
    topic = Topic.uniform({f"d{k:03}": {"i": 1, "j": 1} for k in range(200)})
    score = registry.metric(f"nrbp(printed={printed})").exact(Organization.ranking(sorted(topic.grades)), topic)
    assert 0 < limit - score < Fraction(1, 2**200)


def test_a_run_may_outscore_the_greedy_ideal_and_never_the_exact_one() -> None:
    """Section 2.3: computing the ideal is NP-complete, so "a system output may outperform the approximated ideal"."""
    greedy, exact = (registry.metric(f"alpha-ndcg@2{ideal}") for ideal in ("", "(ideal=exact)"))
    above = 0
    for topic in cover_topics():
        if len(topic.documents) == 3 and sum(map(len, topic.grades.values())) <= 6:
            for run in runs(topic, 2, 0):
                above += bool(greedy.exact(run, topic) > 1)
                assert not exact.exact(run, topic) > 1
    assert above


@pytest.mark.parametrize("half", range(1, 9))
def test_covers_of_two_disjoint_documents_beat_the_greedy_ideal_from_seven_intents_each(half: int) -> None:
    """k disjoint intents each, against one of k + 1 that shares at least m with both: k + 1 + (k - m/2) L < k + k L is
    1 < m L / 2, so m = 4.
    """
    metric = registry.metric("alpha-ndcg@2")
    above = [metric.exact(Organization.ranking(["d1", "d2"]), topic) > 1 for topic in cover_topics(half)]
    assert any(above) == (half >= 7)


def test_an_exact_ideal_may_list_more_documents_than_calls_may_be_nested() -> None:
    number = sys.getrecursionlimit() + 100
    assert ideal_gains(((0,),) * number, number, Fraction(0), "exact", "docid") == (1,) * number


@pytest.mark.parametrize(("ideal", "ties"), [("exact", "docid"), ("greedy", "best"), ("greedy", "worst")])
def test_the_ideal_is_the_extreme_of_all_lists(ideal: str, ties: str) -> None:
    """Compared with every order of a few documents, of which greedy ones take a document that is worth most."""
    documents, half = ((0, 2), (0, 1), (2,), (0, 1, 2), (2,)), Fraction(1, 2)

    def gains(order: Sequence[tuple[int, ...]]) -> list[Fraction]:
        seen = [[i for intents in order[:k] for i in intents] for k in range(len(order))]
        return [
            sum((half ** before.count(i) for i in intents), Fraction(0))
            for intents, before in zip(order, seen, strict=True)
        ]

    def greedy(order: Sequence[tuple[int, ...]]) -> bool:
        of = gains(order)
        return all(
            of[k] == max(gains([*order[:k], candidate])[k] for candidate in order[k:]) for k in range(len(order))
        )

    def value(gained: Sequence[Fraction]) -> float:
        return sum(float(gain) / math.log2(k + 2) for k, gain in enumerate(gained))

    orders = [order for order in permutations(documents) if ideal == "exact" or greedy(order)]
    for most in range(1, 6):
        extreme = (min if ties == "worst" else max)(value(gains(order)[:most]) for order in orders)
        assert value(ideal_gains(documents, most, half, ideal, ties)) == pytest.approx(extreme, rel=1e-12)


def test_a_problem_too_large_is_refused_with_a_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    """To compare 20,000 lists takes seconds, so the limit is lower here."""
    from axiometrics.core.errors import TaskError
    from axiometrics.metrics.diversity import novelty

    assert novelty.MOST == 20_000
    monkeypatch.setattr(novelty, "MOST", 200)

    wide = Topic.uniform({f"d{k}": {f"i{k}": 1} for k in range(25)})
    run = Organization.ranking(["d1"])
    with pytest.raises(TaskError, match="25 intents"):
        registry.metric("s-precision").exact(run, wide)
    many = Topic.uniform({f"d{k}": {f"i{(k * by) % 17}": 1 for by in (1, k % 5 + 2, k % 7 + 3)} for k in range(40)})
    with pytest.raises(TaskError, match="take alpha-ndcg with ideal=greedy and ties=docid"):
        registry.metric("alpha-ndcg(ideal=exact)").exact(run, many)
