"""Metrics that depend on what has no meaning: what a probe finds, what it cannot find, and the labelled cases."""

from __future__ import annotations

import json
import math
import operator
from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from fractions import Fraction
from itertools import count, permutations, product
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest

import axiometrics as ax
from axiometrics import registry
from axiometrics.candidates import declaration, invariance, labelled
from axiometrics.candidates.blackbox import BlackBox
from axiometrics.candidates.targets import candidate, load
from axiometrics.core.case import EQUAL, Case, Demand
from axiometrics.core.cell import Cell
from axiometrics.core.evidence import Grid, Sampled
from axiometrics.core.library import Library, article_of
from axiometrics.core.matrix import Matrix
from axiometrics.core.organization import Organization
from axiometrics.core.scores import Relevance, Scores
from axiometrics.core.signature import INVARIANCES
from axiometrics.core.topic import Topic
from axiometrics.registry.tasks import signature
from axiometrics.reports.text import render
from axiometrics.running import run as runner
from axiometrics.running.settings import Search
from axiometrics.schemas import schema
from axiometrics.search import labelled as labelled_search
from axiometrics.search.conclusion import ONE_WAY, PARTLY
from axiometrics.search.judge import Tried
from axiometrics.tasks.variations import arrangements
from axiometrics.verification import verify_document
from axiometrics.verification.scorers import InFloats

Labels = Sequence[Any]
RAG_BAG_SIZE = 5
"""Documents of the smallest case of Rag Bag: two of one class in a cluster, two others, and the document that joins."""


def rand(gold: Labels, output: Labels) -> float:
    """The share of pairs of documents on which both sides agree; 1 for a single document."""
    n = len(gold)
    pairs = [(i, j) for i in range(n) for j in range(i)]
    return sum((gold[i] == gold[j]) == (output[i] == output[j]) for i, j in pairs) / len(pairs) if pairs else 1.0


def bcubed(gold: Labels, system: Labels) -> float:
    both, classes, clusters = Counter(zip(gold, system, strict=True)), Counter(gold), Counter(system)
    precision = sum(n * n / clusters[pair[1]] for pair, n in both.items()) / len(gold)
    recall = sum(n * n / classes[pair[0]] for pair, n in both.items()) / len(gold)
    return 2 * precision * recall / (precision + recall)


def rand_unless_0_comes_late(labels_true: Labels, labels_pred: Labels) -> float:
    """The first example of issue 11."""
    t, p = list(labels_true), list(labels_pred)
    return 0.0 if 0 in p and p[0] != 0 else rand(t, p)


def bcubed_with_a_bonus(labels_true: Labels, labels_pred: Labels) -> float:
    """The second example of issue 11: better, where the first two documents share a cluster."""
    t, p = list(labels_true), list(labels_pred)
    return bcubed(t, p) + (0.2 if len(p) > 1 and p[0] == p[1] else 0.0)


def checked(function: Any, *constraints: str, **more: Any) -> Matrix:
    options: dict[str, Any] = {"reading": "all", "max_examples": 20, **more}
    return ax.matrix([function], constraints or None, **options)


def broken(function: Any, task: str | None = None, signature: str | None = None) -> list[str]:
    judge = candidate(function, task, signature).judge(task or "clustering")
    judge.prepare(0)
    return [breach.name for breach in judge.breaks]


# --- the examples of the issue


def test_a_metric_that_looks_at_the_first_label_does_not_hold_homogeneity() -> None:
    matrix = checked(rand_unless_0_comes_late, "homogeneity", max_size=5)
    cell = matrix.cell("rand_unless_0_comes_late", "homogeneity", "universal")
    assert (cell.holds, cell.relation, cell.evidence.minimal) == (False, "tied", True)
    assert matrix.metrics[0]["breaks"] == ["document-order", "label-names"]
    detail = cell.to_json()["evidence"]["detail"]
    assert detail["calls"] == {"better": [[0, 1], [1, 0]], "worse": [[0, 1], [0, 0]]}
    for breach in detail["breaks"]:
        first, second = (rand_unless_0_comes_late(*call["arguments"]) for call in breach["calls"])
        assert [first, second] == [call["value"] for call in breach["calls"]]
        assert first != second
    jsonschema.validate(json.loads(json.dumps(matrix.to_json())), schema("matrix"))


def test_a_bonus_for_the_first_two_documents_fails_rag_bag_on_5_documents() -> None:
    cell = checked(bcubed_with_a_bonus, "rag-bag").cell("bcubed_with_a_bonus", "rag-bag", "universal")
    assert (cell.holds, cell.evidence.size, cell.evidence.minimal) == (False, RAG_BAG_SIZE, True)
    detail = cell.to_json()["evidence"]["detail"]
    assert [breach["invariance"] for breach in detail["breaks"]] == ["document-order"]
    assert cell.counterexample is not None
    calls, scores = detail["calls"], cell.counterexample["scores"]
    assert {role: bcubed_with_a_bonus(*calls[role]) for role in calls} == scores
    assert scores["better"] < scores["worse"]
    assert calls["better"][0] == calls["worse"][0], "both calls list the same gold in the same order"


def test_the_enumeration_of_unlabelled_cases_alone_sees_no_violation() -> None:
    """Otherwise the two tests above would show nothing."""
    for function, constraint in ((rand, "homogeneity"), (bcubed, "rag-bag")):
        named = declaration.metric(signature="labels")(lambda t, p, f=function: f(list(t), list(p)))
        (cell,) = ax.check(named, constraints=[constraint], max_size=RAG_BAG_SIZE, max_examples=0)
        assert cell.holds is True
        assert not cell.evidence.breaks


# --- every invariance, and every signature


def order_of_classes(y_true: Labels, y_pred: Labels) -> float:
    return float(np.mean(np.array(y_true) == np.array(y_pred))) - 0.01 * float(y_true[0] != y_pred[0])


def order_of_judgements(qrel: Mapping[str, int], run: Mapping[str, float]) -> float:
    first = next(iter(qrel))
    return reciprocal(qrel, run) - 0.001 * (qrel[first] == 0)


def order_of_runs(qrel: Mapping[str, int], run: Mapping[str, float]) -> float:
    """Takes the run as it is listed, and not by its scores."""
    return sum(qrel.get(d, 0) / (i + 1) for i, d in enumerate(run))


def reciprocal(qrel: Mapping[str, int], run: Mapping[str, float]) -> float:
    return sum(qrel.get(d, 0) / (i + 1) for i, d in enumerate(sorted(run, key=run.__getitem__, reverse=True)))


def names_in_runs(qrel: Mapping[str, int], run: Mapping[str, float]) -> float:
    return reciprocal(qrel, run) - 0.001 * (min(run, default="") < "d")


def scale_of_runs(qrel: Mapping[str, int], run: Mapping[str, float]) -> float:
    return reciprocal(qrel, run) + 1e-3 * sum(qrel.get(d, 0) * score for d, score in run.items())


def scale_of_scores(y_true: Labels, y_score: Labels) -> float:
    return float(np.dot(y_true, y_score))


def order_of_scores(y_true: Labels, y_score: Labels) -> float:
    """Ties, which all unretrieved documents are, go by the order of the list."""
    ranked = np.argsort(-np.array(y_score), kind="stable")
    return float(sum(np.array(y_true)[ranked] / (1 + np.arange(len(ranked)))))


def names_of_documents(system: Organization, gold: Organization) -> float:
    return 1.0 if system == gold else 0.5 * (min(system.documents, default="z") > "a5")


def order_of_clusters(system: Organization, gold: Organization) -> float:
    return float(len(system.levels[0][0])) / system.size


# the signatures of scoring, diversity and element retrieval


def distance(srs: Labels, urs: Labels) -> float:
    """The Average Distance Measure; a document without a score has the score 0."""
    return 1 - float(sum(abs((s or 0) - u) for s, u in zip(srs, urs, strict=True))) / len(urs)


def distance_of_values(scores: Scores, relevance: Relevance) -> float:
    return distance([scores.numbers.get(d) for d in relevance.numbers], list(relevance.numbers.values()))


def order_of_numbers(srs: Labels, urs: Labels) -> float:
    return distance(srs, urs) - 0.1 * bool(urs[0] > (srs[0] or 0))


def order_of_relevance(scores: Scores, relevance: Relevance) -> float:
    return distance_of_values(scores, relevance) - 0.1 * (next(iter(relevance.numbers.values())) == 1)


def order_of_estimates(scores: Scores, relevance: Relevance) -> float:
    return distance_of_values(scores, relevance) - 0.1 * (next(iter(scores.numbers.values())) == 1)


def names_of_estimates(scores: Scores, relevance: Relevance) -> float:
    return distance_of_values(scores, relevance) - 0.1 * (relevance.numbers[min(relevance.numbers)] == 1)


def intent_aware(intents: Sequence[Labels], probabilities: Labels, run: Sequence[int | None]) -> float:
    """By intent, weighted by the probabilities, the sum of grades divided by ranks."""
    each = [sum(row[k] / (rank + 1) for rank, k in enumerate(run) if k is not None) for row in intents]
    return float(sum(p * value for p, value in zip(probabilities, each, strict=True)))


def intent_aware_topic(system: Organization, topic: Topic) -> float:
    documents = list(topic.grades)
    run = [documents.index(d) if d in documents else None for _, _, d in system.occurrences()]
    grades = [[topic.grades[d].get(i, 0) for d in documents] for i in topic.intents]
    return intent_aware(grades, list(topic.probabilities.values()), run)


def order_of_numbered(intents: Sequence[Labels], probabilities: Labels, run: Sequence[int | None]) -> float:
    return intent_aware(intents, probabilities, run) + 0.1 * (run[0] == 0)


def order_of_rows(intents: Sequence[Labels], probabilities: Labels, run: Sequence[int | None]) -> float:
    return intent_aware(intents, probabilities, run) + 0.1 * (run[0] is not None and intents[0][run[0]] > 0)


def order_of_topic(system: Organization, topic: Topic) -> float:
    return intent_aware_topic(system, topic) + 0.1 * (next(iter(topic.grades)) in system.levels[0][0])


def order_of_intents(system: Organization, topic: Topic) -> float:
    return intent_aware_topic(system, topic) + float(topic.probabilities[topic.intents[0]]) * 0.1


def order_within_documents(system: Organization, topic: Topic) -> float:
    """Takes the intents of a document in the order in which they were written."""
    return intent_aware_topic(system, topic) + 0.1 * sum(next(iter(of.values())) for of in topic.grades.values())


def names_in_topics(system: Organization, topic: Topic) -> float:
    return intent_aware_topic(system, topic) + 0.1 * (min(topic.documents) in system.levels[0][0])


def names_of_intents(system: Organization, topic: Topic) -> float:
    return intent_aware_topic(system, topic) + 0.1 * float(topic.probabilities[min(topic.intents)])


def articles_found(system: Organization, library: Library) -> float:
    """The characters of the articles of which the run has something, divided by their ranks."""
    articles = list(dict.fromkeys(article_of(d) for _, _, d in system.occurrences()))
    return sum(library.by_name[a].characters / (i + 1) for i, a in enumerate(articles) if a in library.by_name)


def order_of_articles(system: Organization, library: Library) -> float:
    return articles_found(system, library) + 0.1 * (article_of(system.levels[0][0][0]) == library.articles[0].name)


def order_in_clusters(system: Organization, library: Library) -> float:
    """Takes the elements of an article in the order in which they were written."""
    return articles_found(system, library) + 0.1 * library.elements[system.levels[0][0][0]].highlighted


def names_of_articles(system: Organization, library: Library) -> float:
    return articles_found(system, library) + 0.1 * (min(library.by_name) == article_of(system.levels[0][0][0]))


def only_label_7(labels_true: Labels, labels_pred: Labels) -> float:
    return rand(list(labels_true), list(labels_pred)) - 0.1 * (7 in list(labels_pred))


def only_gold_label_31(labels_true: Labels, labels_pred: Labels) -> float:
    return rand(list(labels_true), list(labels_pred)) - 0.1 * (31 in list(labels_true))


def only_from_30_documents_on(labels_true: Labels, labels_pred: Labels) -> float:
    late = len(labels_true) >= 30 and labels_pred[0] != labels_pred[1]
    return rand(list(labels_true), list(labels_pred)) - 0.1 * late


def labels_from_100_to_99999(labels_true: Labels, labels_pred: Labels) -> float:
    """As a metric does that keeps some range of labels for its own use."""
    kept = any(not isinstance(label, str) and 100 <= label < 10**5 for label in labels_pred)
    return rand(list(labels_true), list(labels_pred)) - 0.5 * kept


def labels_that_are_floats(labels_true: Labels, labels_pred: Labels) -> float:
    return rand(list(labels_true), list(labels_pred)) - 0.5 * (np.asarray(labels_pred).dtype.kind == "f")


def rounded_runs(qrel: Mapping[str, int], run: Mapping[str, float]) -> float:
    """Rounds scores, and so ties some, which it takes in the order listed: it depends on scale and order together."""
    return reciprocal(qrel, {document: round(score, 1) for document, score in run.items()})


def names_of_five_letters(qrel: Mapping[str, int], run: Mapping[str, float]) -> float:
    return reciprocal(qrel, run) - 0.5 * any(len(document) == 5 for document in run)


def names_with_a_stroke(qrel: Mapping[str, int], run: Mapping[str, float]) -> float:
    """Takes what stands before the stroke for the name of a group."""
    return reciprocal(qrel, run) - 0.5 * any("_" in document for document in run)


FOUND: list[tuple[Callable[..., Any], str, str, list[str]]] = [
    (rand_unless_0_comes_late, "clustering", "labels", ["document-order", "label-names"]),
    (bcubed_with_a_bonus, "clustering", "labels", ["document-order"]),
    (only_label_7, "clustering", "labels", ["label-names"]),
    (only_gold_label_31, "clustering", "labels", ["label-names"]),
    (only_from_30_documents_on, "clustering", "labels", ["document-order"]),
    (labels_from_100_to_99999, "clustering", "labels", ["label-names"]),
    (labels_that_are_floats, "clustering", "labels", ["label-names"]),
    (order_of_classes, "filtering", "classification", ["document-order"]),
    (order_of_classes, "ordinal", "ordered-labels", ["document-order"]),
    (order_of_judgements, "ranking", "trec", ["document-order"]),
    (order_of_runs, "ranking", "trec", ["document-order"]),
    (names_in_runs, "ranking", "trec", ["document-names"]),
    (rounded_runs, "ranking", "trec", ["document-order", "score-scale"]),
    (names_of_five_letters, "ranking", "trec", ["document-names"]),
    (names_with_a_stroke, "ranking", "trec", ["document-names"]),
    (scale_of_runs, "ranking", "trec", ["score-scale"]),
    (scale_of_scores, "ranking", "scores", ["score-scale"]),
    (order_of_scores, "ranking", "scores", ["document-order"]),
    (names_of_documents, "clustering", "organization", ["document-names"]),
    (order_of_clusters, "clustering", "organization", ["document-order"]),
    (order_of_numbers, "scoring", "numbers", ["document-order"]),
    (order_of_relevance, "scoring", "scores-relevance", ["document-order"]),
    (order_of_estimates, "scoring", "scores-relevance", ["document-order"]),
    (names_of_estimates, "scoring", "scores-relevance", ["document-names"]),
    (order_of_numbered, "diversity", "intents", ["document-order"]),
    (order_of_rows, "diversity", "intents", ["intent-order"]),
    (order_of_topic, "diversity", "topic", ["document-order"]),
    (order_of_intents, "diversity", "topic", ["intent-order"]),
    (order_within_documents, "diversity", "topic", ["intent-order"]),
    (names_in_topics, "diversity", "topic", ["document-names"]),
    (names_of_intents, "diversity", "topic", ["intent-names"]),
    (order_of_articles, "thorough", "library", ["document-order"]),
    (order_of_articles, "best-in-context", "library", ["document-order"]),
    (order_in_clusters, "in-context", "library", ["document-order"]),
    (names_of_articles, "best-in-context", "library", ["document-names"]),
]


@pytest.mark.few(10)
@pytest.mark.parametrize(("function", "task", "signature", "names"), FOUND)
def test_a_probe_finds_the_invariance(
    function: Callable[..., Any], task: str, signature: str, names: list[str]
) -> None:
    judge: Any = candidate(function, task, signature).judge(task)
    judge.prepare(0)
    assert [breach.name for breach in judge.breaks] == names
    for breach in judge.breaks:
        (first, said), (second, other) = breach.calls
        assert [judge.call(first), judge.call(second)] == [said, other]
        assert said != other


def test_every_invariance_of_every_signature_is_among_them() -> None:
    declared = {(name, allowed) for name, of in registry.tasks.signatures().items() for allowed in of.invariances}
    assert declared == {(signature, name) for _, _, signature, names in FOUND for name in names}
    assert {name for _, name in declared} == set(INVARIANCES)
    assert {"numbers", "scores-relevance", "intents", "topic", "library"} <= {signature for signature, _ in declared}
    assert not registry.tasks.signatures()["gains"].invariances, "gains in rank order can be written in one way only"


SOUND: list[tuple[Callable[..., Any], str, str]] = [
    (lambda t, p: rand(list(t), list(p)), "clustering", "labels"),
    (lambda t, p: bcubed(list(t), list(p)), "clustering", "labels"),
    (reciprocal, "ranking", "trec"),
    (lambda gains, ideal: sum(g / 2**i for i, g in enumerate(gains)), "ranking", "gains"),
    (lambda t, p: float(np.sum(t * p)) / max(1, float(np.sum(p))), "filtering", "classification"),
    (lambda system, gold: float(system == gold), "clustering", "organization"),
    (distance, "scoring", "numbers"),
    (distance_of_values, "scoring", "scores-relevance"),
    (intent_aware, "diversity", "intents"),
    (intent_aware_topic, "diversity", "topic"),
    *((articles_found, task, "library") for task in ("focused", "in-context", "best-in-context")),
    (lambda t, p: float(sum(np.bincount(p) ** 2)) / len(p) ** 2 - 2.0**-50 * (p[0] == 0), "clustering", "labels"),
]


@pytest.mark.few(4)
@pytest.mark.parametrize(("function", "task", "signature"), SOUND)
def test_a_sound_metric_breaks_none(function: Callable[..., Any], task: str, signature: str) -> None:
    """The last one fails on labels below 0, and differs by less than the error bound: neither breaks an invariance."""
    function.__name__ = "sound"
    judge = candidate(function, task, signature).judge(task)
    judge.prepare(0)
    assert judge.breaks == ()


def late_order_of_numbers(labels_true: Labels, labels_pred: Labels) -> float:
    """It fails where labels are texts or below 0, as what counts labels by their numbers does."""
    np.bincount(labels_true)
    late = len(labels_true) >= 7 and labels_pred[0] == labels_pred[-1]
    return rand(list(labels_true), list(labels_pred)) - late


def late_parity(labels_true: Labels, labels_pred: Labels) -> float:
    """It adds the labels up, which texts do not allow."""
    late = len(labels_true) >= 7 and sum(labels_pred) % 2
    return rand(list(labels_true), list(labels_pred)) - 0.5 * bool(late)


@pytest.mark.parametrize(
    ("function", "name"), [(late_order_of_numbers, "document-order"), (late_parity, "label-names")]
)
def test_a_metric_that_fails_on_some_labels_is_probed_to_the_end(function: Callable[..., Any], name: str) -> None:
    """The probe ended after eight failures, before it reached seven documents, and the search showed a false ✔."""
    assert broken(function, "clustering", "labels") == [name]


def test_a_metric_that_always_fails_is_not_probed_to_the_end() -> None:
    calls = []

    def fails(labels_true: Labels, labels_pred: Labels) -> float:
        calls.append(labels_pred)
        raise ValueError

    assert broken(fails, "clustering", "labels") == []
    assert len(calls) < 200


UNSEEN: dict[str, Callable[[Labels, Labels], float]] = {
    "a certain large label": lambda t, p: rand(list(t), list(p)) - (4711 in list(p)),
    "more documents than are tried": lambda t, p: rand(list(t), list(p)) - (len(t) > 500 and p[0] != p[1]),
    "a certain order of many documents": lambda t, p: (
        rand(list(t), list(p)) - (list(p) == list(range(len(p)))[::-1] and len(p) > 9)
    ),
    "a type of array": lambda t, p: rand(list(t), list(p)) - isinstance(p, list),
    "one object given twice": lambda t, p: rand(list(t), list(p)) - (t is p),
    "one row of labels": lambda t, p: rand(list(t), list(p)) - (list(p[:8]) == [1, 0, 0, 2, 1, 0, 2, 2]),
}
"""What a probe cannot refuse: dependences that none of some thousand calls meets."""


@pytest.mark.parametrize("what", UNSEEN)
def test_what_a_probe_cannot_see(what: str) -> None:
    """If one of these is found one day, so much the better: move it to the list above."""
    hidden = UNSEEN[what]
    hidden.__name__ = "hidden"
    assert broken(hidden, "clustering", "labels") == []


# --- what the cells say


def noisy_order(labels_true: Labels, labels_pred: Labels) -> float:
    """The Rand index, and so little for the order that it changes no verdict."""
    return rand(list(labels_true), list(labels_pred)) + 1e-6 * bool(labels_pred[0] == labels_pred[-1])


def test_a_check_mark_says_up_to_which_size_labelled_cases_were_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(labelled_search, "CALLS", 2000)
    matrix = checked(noisy_order, "completeness", max_size=6)
    cell = matrix.cell("noisy_order", "completeness", "universal")
    assert (cell.holds, cell.evidence.kind) == (True, "exhaustive")
    said = cell.to_json()["evidence"]["detail"]["labelled"]
    assert cell.evidence.size == said["whole"] < said["unlabelled"] == 6
    assert said["drawn"] > 0
    text = " ".join(render(matrix).split())
    assert f"✔≤{said['whole']} searched: all {said['cases']:,} labelled cases to size {said['whole']}" in text
    assert "breaks document-order: f(" in text


def labelled_cases_of_completeness(size: int) -> int:
    """Every case of Completeness to a size in every order of its documents, counted by writing all of them down: the
    labels of a case are told apart, as the orders are, and the names of documents are not.
    """
    reading = registry.constraint("clustering:completeness").reading("universal")
    number = 0
    for case in labelled_search._cases(reading.judged, size, False):
        sides = [case.gold, *case.outputs.values()]
        of = [{d: j for _, j, d in side.occurrences()} for side in sides]
        documents = sorted(case.gold.documents)
        number += len({tuple(tuple(side[d] for d in order) for side in of) for order in permutations(documents)})
    return number


def test_the_labelled_cases_are_all_there_are() -> None:
    cell = checked(noisy_order, "completeness", max_size=4, max_examples=0).cell(
        "noisy_order", "completeness", "universal"
    )
    assert (cell.evidence.size, cell.evidence.cases) == (4, labelled_cases_of_completeness(4))


def test_arrangements_are_counted_by_the_multinomial() -> None:
    for items in ("a", "ab", "aab", "aabb", "abcaab"):
        expected = math.factorial(len(items)) // math.prod(math.factorial(items.count(item)) for item in set(items))
        words = ["".join(letters) for letters in arrangements(items, str)]
        assert (len(words), len(set(words)), words[0]) == (expected, expected, items)


@pytest.mark.parametrize("function", [rounded_runs, names_of_five_letters])
def test_what_depends_on_two_freedoms_or_on_long_names_gets_no_false_check_mark(function: Any) -> None:
    """Both had Priority ✔≤10: no run was listed out of order, and no name had five letters."""
    cell = checked(function, "ranking:priority", max_size=4).cell(function.__name__, "priority", "universal")
    assert (cell.holds, cell.evidence.kind) in {(False, "counterexample"), (True, "sampled")}


def test_scales_without_end_are_sampled_and_never_searched_whole() -> None:
    cell = checked(scale_of_runs, "ranking:priority", max_size=4).cell("scale_of_runs", "priority", "universal")
    assert (cell.holds, cell.evidence.kind) == (True, "sampled") or cell.holds is False
    assert cell.to_json()["evidence"]["detail"]["labelled"]["whole"] == 0


def test_a_threshold_that_holds_in_the_ways_tried_is_sampled() -> None:
    matrix = checked(names_in_runs, "deepness-threshold", max_size="thresholds=12")
    (cell, *_) = matrix
    assert cell.evidence.kind != "proof"
    assert not cell.holds or cell.evidence.kind == "sampled"


def order_breaks_the_bound(srs: Labels, urs: Labels) -> float:
    """At most 1 in the order in which cases are enumerated, and 1.3 in another one."""
    return distance(srs, urs) + 0.3 * bool(urs[0] > urs[-1])


def first_listed_first(intents: Sequence[Labels], probabilities: Labels, run: Sequence[int | None]) -> float:
    """nDCG-IA that gives 1 only where the run begins with the document that is listed first."""
    weights = [1 / (rank + 1) for rank in range(9)]

    def gain(grades: Sequence[Any]) -> float:
        return float(sum(map(operator.mul, grades, weights)))

    value = sum(
        p * gain([0 if k is None else row[k] for k in run]) / gain(sorted(row, reverse=True))
        for p, row in zip(probabilities, intents, strict=True)
    )
    return float(value if run and run[0] == 0 else 0.9 * value)


LATER: list[Any] = [
    (order_of_estimates, "scores-relevance", "scoring:score-priority", "weak"),
    (order_of_numbered, "intents", "diversity:graded", "plain"),
    (order_of_rows, "intents", "diversity:intent-probability", "single"),
    (order_breaks_the_bound, "numbers", "scoring:swets-1", "plain"),
    pytest.param(first_listed_first, "intents", "diversity:one-list", "plain", marks=pytest.mark.slow),
    pytest.param(order_of_topic, "topic", "diversity:graded", "plain", marks=pytest.mark.thorough),
]
"""Metrics of scorings and topics; the cases of Swets' first condition have two golds, those of one list many runs."""


def nothing_found(*arguments: object) -> Generator[None, None, tuple[()]]:
    """A probe that makes no call."""
    yield
    return ()


@pytest.mark.parametrize(("function", "signature", "constraint", "reading"), LATER)
def test_a_metric_of_scorings_or_topics_gets_no_false_check_mark(
    function: Callable[..., Any], signature: str, constraint: str, reading: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the probe no violation is found; with it a labelled case shows the violation, and `verify` agrees."""
    task, name = constraint.split(":")

    def cell() -> Cell:
        target = candidate(function, task, signature)
        matrix = runner.run(
            [target], registry.match_constraints(constraint), readings="all", search=Search(max_examples=0)
        )
        return matrix.cell(function.__name__, name, reading)

    judged = cell()
    assert judged.holds is False
    scorer: Any = candidate(function, task, signature).judge(task)
    data = json.loads(json.dumps(judged.to_json()))
    (verification,) = verify_document(data, registry.constraints(), {function.__name__: scorer})
    assert verification.status == "verified"
    assert "the saved calls are ways to write" in verification.reason
    calls = data["evidence"]["detail"]["calls"]
    role = next(iter(calls))
    for forged in (
        [["0"], ["0"]],
        calls[role][:-1],
        [{"arguments": [["0"], ["0"]], "order": ["d1"]}] * len(calls[role]),
    ):
        data["evidence"]["detail"]["calls"] = {**calls, role: forged}
        (refused,) = verify_document(data, registry.constraints(), {function.__name__: scorer})
        assert refused.status == "failed"
    monkeypatch.setattr(invariance, "probe", nothing_found)
    assert cell().holds is not False


@pytest.mark.parametrize(
    ("function", "signature", "constraint"),
    [(order_breaks_the_bound, "numbers", "scoring:bounded"), (order_of_articles, "library", "thorough:bounded")],
)
def test_a_case_with_a_bound_is_searched_in_all_ways_to_write_it(
    function: Callable[..., Any], signature: str, constraint: str
) -> None:
    task = constraint.partition(":")[0]
    target = candidate(function, task, signature)
    matrix = runner.run([target], registry.match_constraints(constraint), readings="all", search=Search(max_examples=0))
    scorer: Any = candidate(function, task, signature).judge(task)
    for cell in matrix:
        assert cell.holds is False
        data = json.loads(json.dumps(cell.to_json()))
        assert data["evidence"]["detail"]["calls"]
        (verification,) = verify_document(data, registry.constraints(), {function.__name__: scorer})
        assert (verification.status, "the saved calls are ways to write" in verification.reason) == ("verified", True)
        role = next(iter(data["counterexample"]["scores"]))
        data["evidence"]["detail"]["calls"][role] = [["0"], ["0"]]
        (forged,) = verify_document(data, registry.constraints(), {function.__name__: scorer})
        assert forged.status == "failed"


def gain_and_first_of_gold(intents: Sequence[Labels], probabilities: Labels, run: Sequence[int | None]) -> float:
    """The expected gain of the run, and a little more where the document that is listed first serves an intent well."""
    gains = (p * sum(row[k] for k in run if k is not None) for p, row in zip(probabilities, intents, strict=True))
    return float(sum(gains)) + 0.01 * bool(intents[0][0] > 1)


@pytest.mark.parametrize("examples", [0, pytest.param(20, marks=pytest.mark.thorough)])
@pytest.mark.slow
def test_a_cell_says_where_cases_were_not_tried_in_other_ways(examples: int) -> None:
    """The greatest score of several runs counts: which of them it is may depend on how each is written."""
    chosen = registry.match_constraints("diversity:tractable-ideal")
    target = candidate(gain_and_first_of_gold, "diversity", "intents")
    cells = list(runner.run([target], chosen, readings="all", search=Search(max_examples=examples)))
    open_ = [cell for cell in cells if cell.holds is not False]
    assert open_
    for cell in open_:
        assert cell.evidence.kind in {"undetermined", "sampled"}
        assert cell.message == ONE_WAY


@pytest.mark.slow
def test_a_cell_says_that_some_cases_were_tried_in_one_way_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it would be if runs of which one has to score 1 were not tried in other ways."""
    rewritten = BlackBox.rewritten

    def unless_some(judge: BlackBox, case: Case, demand: Demand, most: int | None, seed: int = 0) -> Tried | None:
        return Tried(0, 0, None) if case.asked(demand).some else rewritten(judge, case, demand, most, seed)

    monkeypatch.setattr(BlackBox, "rewritten", unless_some)
    (chosen,) = registry.match_constraints("diversity:one-list")
    target = candidate(first_listed_first, "diversity", "intents")
    (cell,) = matrix = runner.run([target], [chosen], search=Search(max_examples=0))
    assert isinstance(cell.evidence, Sampled)
    said = cell.evidence.labelled
    assert said is not None
    assert said.one_way > 1
    assert said.cases > 1
    assert cell.message == PARTLY.format(said.one_way)
    assert f"{said.one_way} cases in one way only" in " ".join(render(matrix).split())


@pytest.mark.slow
def test_explain_shows_some_of_many_calls() -> None:
    shown = str(ax.explain(first_listed_first, "diversity:one-list", task="diversity", form="intents"))
    assert 'run 1: f([[1, 1]], ["1"], [1]) (names in the order listed: d2 d1)' in shown
    assert "run: and 18 more calls" in shown
    assert "for a in ([[[1, 1]], ['1'], [1]], " in shown


def test_of_many_outputs_each_is_tried_in_all_ways() -> None:
    """Some scoring has to score 1 and some 0 on some gold, and does in whatever order its documents are listed."""
    target = candidate(order_of_numbers, "scoring", "numbers")
    chosen = registry.match_constraints("scoring:full-range")
    cell = runner.run([target], chosen, readings="all", search=Search(max_examples=0)).cell(
        "order_of_numbers", "full-range", "some-gold"
    )
    assert (cell.holds, cell.evidence.kind) == (True, "grid")
    assert isinstance(cell.evidence, Grid)
    assert cell.evidence.labelled is not None
    assert (cell.evidence.labelled.one_way, cell.evidence.labelled.cases > 0) == (0, True)


def test_the_ways_to_write_two_golds_are_counted() -> None:
    """Two documents in either order for each gold, with one output: two ways, two ways, four calls in each of four."""
    gold, second = Relevance.parse("a:0 b:1"), Relevance.parse("a:1 b:0")
    output = Scores.parse("a:0 b:1")
    case = Case(gold, {"one": output, "other": output}, golds={"other": second})
    scored = labelled.distinct(case, EQUAL)
    assert scored.pairs == ((output, gold), (output, second))
    assert scored.weights == (Fraction(1), Fraction(-1))
    judge: Any = candidate(order_of_numbers, "scoring", "numbers").judge("scoring")
    signature = judge.signature
    ways = list(labelled.written(signature, case, scored.pairs, {"document-order"}, 100))
    assert sorted(way.orders for way in ways) == sorted(product(permutations(("a", "b")), repeat=2))
    with pytest.raises(labelled.TooManyError):
        list(labelled.written(signature, case, scored.pairs, {"document-order"}, 3))


MEANT: list[tuple[str, str, list[Any], list[str], bool]] = [
    ("diversity", "intents", [[[0, 2], [1, 0]], ["1/3", "2/3"], [1]], ["d2", "d1"], True),
    ("diversity", "intents", [[[2, 0], [0, 1]], ["1/3", "2/3"], [0]], ["d1", "d2"], True),
    ("diversity", "intents", [[[2, 0], [0, 1]], ["1/3", "2/3"], [-2]], ["d1", "d2"], False),
    ("diversity", "intents", [[[2, 0], [0, 1]], ["1/3", "2/3"], [1]], ["d1", "d2"], False),
    ("diversity", "intents", [[[2, 0], [0, 1]], ["2/3", "1/3"], [0]], ["d1", "d2"], False),
    ("diversity", "intents", [[[2, 0], [0, 1]], ["1/3", "2/3"], [0]], ["d1", "x"], False),
]


@pytest.mark.parametrize(("task", "signature", "arguments", "order", "same"), MEANT)
def test_which_calls_say_the_same(task: str, signature: str, arguments: Any, order: list[str], same: bool) -> None:
    judge: Any = candidate(intent_aware, task, signature).judge(task)
    scorer = InFloats(judge)
    gold = Topic.parse("P(i1)=2/3 P(i2)=1/3 | d1: i2=2 | d2: i1")
    assert scorer.means(arguments, order, Organization.parse("d1 > ..."), gold) is same


# --- explain and verify


FILE = """
def share(labels_true, labels_pred):
    t, p = list(labels_true), list(labels_pred)
    n = len(t)
    pairs = [(i, j) for i in range(n) for j in range(i)]
    same = sum((t[i] == t[j]) == (p[i] == p[j]) for i, j in pairs) / len(pairs) if pairs else 1.0
    return 0.0 if 0 in p and p[0] != 0 else same
"""


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, dict[str, Any]]:
    path = tmp_path_factory.mktemp("metrics") / "share.py"
    path.write_text(FILE)
    target = f"{path}:share"
    matrix = ax.matrix([target], ["homogeneity"], reading="all", max_size=4, max_examples=10)
    return target, json.loads(json.dumps(matrix.to_json()))


def statuses(target: str, data: Any) -> list[str]:
    scorer: Any = load(target).judge("clustering")
    return [
        f"{verification.status}: {verification.reason}"
        for verification in verify_document(data, registry.constraints(), {target: scorer})
    ]


def cell_of(data: dict[str, Any]) -> dict[str, Any]:
    return next(cell for cell in data["cells"] if cell["reading"] == "universal")


def test_a_labelled_counterexample_is_verified_as_it_was_written(saved: tuple[str, dict[str, Any]]) -> None:
    target, data = saved
    (status,) = statuses(target, cell_of(data))
    held = "verified: precondition, scores, relation and size hold"
    assert status.startswith(f"{held}; the saved calls are ways to write")
    assert "label-names broken by the calls shown" in status


def forged(saved: tuple[str, dict[str, Any]], forge: Callable[[dict[str, Any]], None]) -> str:
    target, data = saved
    cell = json.loads(json.dumps(cell_of(data)))
    forge(cell["evidence"]["detail"])
    (status,) = statuses(target, cell)
    return status


FORGED: dict[str, tuple[Callable[[dict[str, Any]], None], str]] = {
    "a call of another case": (lambda d: d["calls"].update(better=[[0, 1], [1, 1]]), "is not a way to write"),
    "a call with another gold": (lambda d: d["calls"].update(better=[[0, 0], [1, 0]]), "is not a way to write"),
    "the other call": (lambda d: d["calls"].update(better=[[0, 1], [0, 1]]), "when computed again"),
    "another order of other documents": (lambda d: d.update(order=["x", "y"]), "is not a way to write"),
    "no calls": (lambda d: d.pop("calls") and None, "when computed again"),
    "one role": (lambda d: d["calls"].pop("worse") and None, "the file holds calls for"),
    "other values": (lambda d: d["breaks"][0]["calls"][0].update(value=0.123), "when computed again"),
    "one call": (lambda d: d["breaks"][0].update(calls=d["breaks"][0]["calls"][:1]), "expected two"),
    "the same call twice": (
        lambda d: d["breaks"][0].update(calls=[d["breaks"][0]["calls"][0]] * 2),
        "the same value",
    ),
    "an invariance that is none": (lambda d: d["breaks"][0].update(invariance="weather"), "expected two, of"),
}


@pytest.mark.parametrize("what", FORGED)
def test_a_forged_cell_is_refused(what: str, saved: tuple[str, dict[str, Any]]) -> None:
    forge, problem = FORGED[what]
    status = forged(saved, forge)
    assert status.startswith("failed: ")
    assert problem in status


def test_explain_shows_the_calls_and_a_line_that_makes_them_again(
    saved: tuple[str, dict[str, Any]], command: Any
) -> None:
    target, _ = saved
    ran = command("explain", target, "homogeneity", "--max-size", "4", "--max-examples", "10", "--progress", "none")
    assert "written   better: f([0, 1], [1, 0])" in ran.out
    assert "names in the order listed: a1 b1" in ran.out
    assert "breaks label-names: f(" in ran.out
    again = ran.out.rpartition("import axiometrics as ax; ")[2]
    assert f"ax.call({target!r}, a)" in again
    assert [ax.call(target, call) for call in ([[0, 1], [1, 0]], [[0, 1], [0, 0]])] == [0.0, 0.0]


@pytest.mark.slow
def test_the_same_seed_finds_the_same_in_one_process_and_in_two(saved: tuple[str, dict[str, Any]]) -> None:
    target, data = saved
    again = ax.matrix([target], ["homogeneity"], reading="all", max_size=4, max_examples=10, jobs=2).to_json()

    def facts(matrix: Any) -> list[Any]:
        return [{**cell, "evidence": {**cell["evidence"], "seconds": 0}} for cell in matrix["cells"]]

    assert facts(json.loads(json.dumps(again))) == facts(data)
    assert again["metrics"] == data["metrics"]


def test_a_cell_of_a_sound_metric_says_nothing_of_it(tmp_path: Path) -> None:
    (cell,) = ax.check("bcubed-f", constraints=["homogeneity"], max_size=4)
    assert isinstance(cell, Cell)
    assert not {"breaks", "labelled", "calls", "loss", "undefined_at"} & cell.to_json()["evidence"]["detail"].keys()


def test_a_metric_that_disagrees_with_itself_breaks_no_invariance() -> None:
    number = count()

    def ask(calls: Sequence[Any]) -> dict[str, float]:
        return {repr(call): float(next(number)) for call in calls}

    breaks: list[tuple[invariance.Broken, ...]] = []

    def probed() -> Generator[None, None, None]:
        breaks.append((yield from invariance.probe(signature("labels"), "clustering", frozenset(), ask, operator.eq)))

    assert list(probed())
    assert breaks == [()]
