"""Our metrics as subjects of calls. They are called from Python as `axiometrics.score` calls them: with judgements and
a run, or with labels. So the facts describe what a user of `score` meets, and not what a formula says.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from axiometrics.candidates.conduct.subject import Subject, answered_here
from axiometrics.candidates.containment.call import CallForm
from axiometrics.core.errors import AxiometricsError
from axiometrics.core.metric import Metric
from axiometrics.core.task import task
from axiometrics.evaluation.choices import DataChoices
from axiometrics.evaluation.python_data import Retrieved, given
from axiometrics.evaluation.run_scores import TREC_EVAL
from axiometrics.evaluation.scores import MEAN
from axiometrics.judging import ExactJudge
from axiometrics.running.candidate import Candidate
from axiometrics.tasks.organizations import ORGANIZATION

OF_PEOPLE = ("trec", "labels", "classification")
"""The signatures whose arguments `score` takes. Metrics of other tasks take the values of the task unchanged."""


def subject(candidate: Candidate) -> Subject:
    """A built-in metric as a subject of calls."""
    judge = candidate.judge(candidate.tasks[0])
    assert isinstance(judge, ExactJudge)
    metric = judge.metric
    signatures = task(metric.task).signatures
    named = next(
        (signature for signature in signatures if signature.name in OF_PEOPLE and metric.formula is not None), None
    )
    signature = named or (signatures[-1] if signatures else ORGANIZATION)
    how = CallForm(signature.name, False)
    function = _of_values(metric, signature.gold == 1) if named is None else _of_data(metric)
    return Subject(metric.id, metric.task, frozenset(metric.traits), how, answered_here(function, how), ("topics",))


def _of_data(metric: Metric) -> Callable[..., Any]:
    """A metric as a function of a gold and an output as people hold them in Python."""

    def value(gold: Any, output: Any) -> float:
        held = given(gold, output, DataChoices(tasks=(metric.task,)))
        if isinstance(held, Retrieved):
            return float(held.values([metric], False, TREC_EVAL)[metric.id][MEAN])
        return float(held.value(metric, False))

    return value


def _of_values(metric: Metric, is_gold_last: bool) -> Callable[..., Any]:
    """A metric as a function of the values of its task."""

    def value(*sides: Any) -> float:
        output, gold = sides if is_gold_last else sides[::-1]
        try:
            return metric.value(output, gold)
        except AxiometricsError as error:
            raise ValueError(str(error)) from None

    return value
