"""Documents without judgement, repeats and several topics: functions that equal a definition on all other inputs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pytest

import axiometrics as ax
from axiometrics.api import candidate
from axiometrics.candidates.conduct import Conduct, ConductFact
from axiometrics.comparison.identification import equal_definition
from axiometrics.comparison.identification.departures import departures
from axiometrics.registry import metric

Grades = Mapping[str, int]
Scores = Mapping[str, float]


def first_three(run: Scores) -> list[str]:
    return sorted(run, key=lambda document: (run[document], document), reverse=True)[:3]


def unjudged_is_relevant(qrel: Grades, run: Scores) -> float:
    return sum(qrel.get(document, 1) > 0 for document in first_three(run)) / 3


def unjudged_is_irrelevant(qrel: Grades, run: Scores) -> float:
    return sum(qrel.get(document, 0) > 0 for document in first_three(run)) / 3


def unjudged_raises(qrel: Grades, run: Scores) -> float:
    return sum(qrel[document] > 0 for document in first_three(run)) / 3


def recall_of_repeats(relevant: Sequence[str], retrieved: Sequence[str]) -> float:
    return sum(document in relevant for document in retrieved[:10]) / len(relevant)


def recall_once(relevant: Sequence[str], retrieved: Sequence[str]) -> float:
    return len({*relevant} & {*retrieved[:10]}) / len(relevant)


def test_what_counts_a_document_without_judgement_is_not_the_definition() -> None:
    identification = ax.identify(unjudged_is_relevant, task="ranking", max_size=2)
    assert (identification.equal, identification.definition) == (False, "p@3")
    assert [(fact.name, fact.word) for fact in identification.departures] == [("unjudged", "counts as relevant")]
    assert "It is not P@3 (p@3), which it equals on every input" in " ".join(str(identification).split())


def test_what_raises_on_it_is_the_definition_where_it_has_a_value() -> None:
    identification = ax.identify(unjudged_raises, task="ranking", max_size=2)
    assert (identification.equal, identification.definition, identification.departures) == (True, "p@3", ())
    assert identification.conduct is not None
    assert identification.conduct["unjudged"].word == "raises"


@pytest.mark.slow
@pytest.mark.parametrize("function", [unjudged_is_relevant, recall_of_repeats])
def test_check_says_that_a_function_equals_a_definition_where_identify_does(function: Callable[..., float]) -> None:
    identification = ax.identify(function, task="ranking", max_size=2)
    definition = equal_definition(candidate(function), "ranking", 2)
    assert (definition.id if definition else "") == (identification.definition if identification.equal else "")
    assert definition is None or ((definition.limits != "") == (function is recall_of_repeats))
    assert definition is None or definition.limits in str(identification).replace("\n", " ")


def test_two_metrics_that_differ_there_are_not_equal() -> None:
    comparison = ax.compare(unjudged_is_relevant, unjudged_is_irrelevant, task="ranking", max_size=2)
    assert comparison.agreement.difference is None
    assert not comparison.equal
    assert [name for name, _, _ in comparison.departures] == ["unjudged"]
    assert "the two differ in a document without judgement" in " ".join(str(comparison).split())
    assert ax.compare(unjudged_raises, unjudged_is_irrelevant, task="ranking", max_size=2).equal


def test_a_repeat_that_earns_more_differs_from_one_that_does_not() -> None:
    comparison = ax.compare(recall_of_repeats, recall_once, task="ranking", max_size=2)
    assert not comparison.equal
    assert [(name, left.word, right.word) for name, left, right in comparison.departures] == [
        ("repeated", "counts again", "counts once")
    ]


@pytest.mark.slow
def test_a_repeat_that_earns_more_is_said_beside_the_recall_of_lists_without() -> None:
    identification = ax.identify(recall_of_repeats, task="ranking", max_size=2)
    assert identification.equal
    assert "This holds of lists without repeats." in str(identification)
    assert identification.definition.startswith("r@")
    assert [(fact.name, fact.value) for fact in identification.departures] == [("repeated", 2.0)]


@pytest.mark.parametrize(
    ("name", "word", "departs"),
    [
        ("unjudged", "left out", True),
        ("unjudged", "counts as irrelevant", False),
        ("unjudged", "counts as irrelevant or left out", False),
        ("repeated", "counts again", True),
        ("topics", "pooled", True),
        ("topics", "mean of the values above 0", True),
        ("topics", "one value for each topic", False),
        ("topics", "raises", False),
        ("negative-grade", "subtracts", False),
    ],
)
def test_customs_are_no_departures(name: str, word: str, departs: bool) -> None:
    facts = Conduct("f", "ranking", {name: ConductFact(name, word, "f()", 1.0)})
    assert bool(departures(facts, metric("ap"))) == departs


def test_a_definition_of_judged_documents_leaves_others_out() -> None:
    facts = Conduct("f", "ranking", {"unjudged": ConductFact("unjudged", "left out", "f()", 1.0)})
    assert not departures(facts, metric("bpref"))
