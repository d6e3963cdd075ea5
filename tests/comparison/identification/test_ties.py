"""What `identify` says of documents that share a score. The judges are what libraries document of themselves, and
functions written here whose rule is known.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from sklearn import metrics as sklearn

import axiometrics as ax
from axiometrics import registry
from axiometrics.candidates.blackbox import BlackBox
from axiometrics.candidates.configuration import configuration
from axiometrics.candidates.targets import candidate
from axiometrics.comparison.compared_calls import ComparedCalls
from axiometrics.comparison.identification.agreement_scale import PLAIN
from axiometrics.comparison.identification.ties import RULES, TieEntry, tie_rules
from axiometrics.running.candidate import Candidate

Judgements = Mapping[str, int]
Run = Mapping[str, float]


def average_precision(qrel: Judgements, ranked: list[str]) -> float:
    hits = [i for i, document in enumerate(ranked, 1) if qrel.get(document, 0) > 0]
    relevant = sum(grade > 0 for grade in qrel.values())
    return sum(count / rank for count, rank in enumerate(hits, 1)) / relevant if relevant else 0.0


def as_listed(qrel: Judgements, run: Run) -> float:
    return average_precision(qrel, sorted(run, key=run.__getitem__, reverse=True))


def as_listed_backwards(qrel: Judgements, run: Run) -> float:
    return average_precision(qrel, sorted(run, key=run.__getitem__)[::-1])


def by_earlier_names(qrel: Judgements, run: Run) -> float:
    return average_precision(qrel, sorted(run, key=lambda document: (-run[document], document)))


def by_later_names(qrel: Judgements, run: Run) -> float:
    return average_precision(qrel, sorted(sorted(run, reverse=True), key=lambda document: -run[document]))


def optimist(qrel: Judgements, run: Run) -> float:
    return average_precision(qrel, sorted(run, key=lambda document: (-run[document], -qrel.get(document, 0))))


def pessimist(qrel: Judgements, run: Run) -> float:
    return average_precision(qrel, sorted(run, key=lambda document: (-run[document], qrel.get(document, 0))))


def no_value_of_ties(qrel: Judgements, run: Run) -> float:
    return as_listed(qrel, run) if len(set(run.values())) == len(run) else 0.125


def average_precision_score(y_true: Any, y_score: Any) -> float:
    return float(sklearn.average_precision_score(y_true, y_score)) if max(y_true) else 0.0


def ndcg_score(y_true: Any, y_score: Any) -> float:
    return float(sklearn.ndcg_score([y_true], [y_score]))


def roc_auc_score(y_true: Any, y_score: Any) -> float:
    return float(sklearn.roc_auc_score(y_true, y_score))


KNOWN: dict[Callable[..., float], tuple[str, str]] = {
    as_listed: ("ap", "listed"),
    as_listed_backwards: ("ap", "listed-last"),
    by_earlier_names: ("ap", "name"),
    by_later_names: ("ap", "name-descending"),
    optimist: ("ap", "best"),
    pessimist: ("ap", "worst"),
    average_precision_score: ("ap", "together"),  # sums over thresholds, as its documentation says
    ndcg_score: ("ndcg", "mean"),  # McSherry & Najork 2008, as its documentation says
    roc_auc_score: ("auc", "mean"),
}
"""Functions, the definition that they compute where no scores are tied, and what they make of ties."""


def one_named(target: str, task: str) -> Candidate:
    return configuration(None).one_named(target, task, None)


def tie_entry_of(function: Any, definition: str) -> TieEntry | None:
    metric = registry.metric(definition)
    named = one_named(function, metric.task) if isinstance(function, str) else candidate(function, metric.task)
    judge = named.judge(metric.task)
    assert isinstance(judge, BlackBox)
    return tie_rules(ComparedCalls(judge), metric, PLAIN)


QUICK = (as_listed,)
"""Those of them that are tried after every change."""


@pytest.mark.parametrize(
    "function",
    [function if function in QUICK else pytest.param(function, marks=pytest.mark.thorough) for function in KNOWN],
    ids=lambda function: function.__name__,
)
def test_the_rule_for_ties_is_found(function: Callable[..., float]) -> None:
    definition, rule = KNOWN[function]
    entry = tie_entry_of(function, definition)
    assert entry is not None
    assert entry.fitting == [rule]
    assert entry.matters
    assert entry.inputs > 50


@pytest.mark.slow
@pytest.mark.parametrize("name", ["pytrec_eval:map", "ir_measures:AP"])
def test_trec_eval_takes_later_names_first(name: str) -> None:
    entry = tie_entry_of(name, "ap")
    assert entry is not None
    assert entry.fitting == ["name-descending"]


def test_where_no_rule_fits_the_smallest_call_that_the_nearest_misses_is_shown() -> None:
    entry = tie_entry_of(no_value_of_ties, "ap")
    assert entry is not None
    assert entry.fitting == []
    assert entry.differs is not None
    assert entry.differs.arguments is not None
    qrel, run = entry.differs.arguments
    assert len(run) == 2
    assert entry.differs.values.target == no_value_of_ties(qrel, run) == 0.125
    assert entry.differs.values.nearest != 0.125


@pytest.mark.slow
def test_a_metric_that_sees_no_order_is_told_so() -> None:
    def share(qrel: Judgements, run: Run) -> float:
        return sum(qrel.get(document, 0) > 0 for document in run) / 1000

    entry = tie_entry_of(share, "p@1000")
    assert entry is not None
    assert entry.fitting == entry.tried
    assert not entry.matters


@pytest.mark.slow
def test_a_cut_is_crossed() -> None:
    """Up to three documents no order matters to P@10: only long runs tell rules apart."""

    def precision(qrel: Judgements, run: Run) -> float:
        return sum(qrel.get(d, 0) > 0 for d in sorted(run, key=run.__getitem__, reverse=True)[:10]) / 10

    entry = tie_entry_of(precision, "p@10")
    assert entry is not None
    assert entry.fitting == ["listed"]


def test_calls_that_cannot_tell_of_ties_have_no_rule() -> None:
    def gains_only(gains: Any, ideal: Any) -> float:
        return float(sum(gain > 0 for gain in gains[:10]) / 10)

    assert tie_entry_of(gains_only, "p@10") is None


@pytest.mark.thorough
def test_the_answer_names_the_rule() -> None:
    identification = ax.identify("sklearn.metrics:average_precision_score", max_size=4)
    assert (identification.equal, identification.definition) == (True, "ap")
    assert "Ties: documents that share a score are taken together" in str(identification)
    ties = identification.to_json()["targets"][0]["ties"]
    assert (ties["rules"], ties["nearest"], ties["differs"]) == (["together"], None, None)
    assert set(ties["tried"]) < set(RULES)  # a call with lists shows no names
