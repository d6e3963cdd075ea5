"""The scores that a user's metric gives real outputs: its values by calls, and the means over topics."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from axiometrics.comparison.impact.outputs import RealOutputs
from axiometrics.core.case import Case
from axiometrics.core.errors import ParameterError, TaskError
from axiometrics.core.organization import Organization
from axiometrics.core.rational import rounded
from axiometrics.evaluation.run_scores import TREC_EVAL, Conventions, mean
from axiometrics.evaluation.scores import MEAN
from axiometrics.running.candidate import Candidate
from axiometrics.search.judge import MetricFailedError


def called_scores(
    candidate: Candidate, outputs: RealOutputs, task: str, conventions: Conventions = TREC_EVAL
) -> dict[str, dict[str, Any]]:
    """By system, the value of each topic and the mean under `all`, by the conventions of `score`.

    Raises `ParameterError` for the mean over the orders of ties, which takes too many calls, and `TaskError` where the
    metric fails, or is called without the grades of ratings.
    """
    if conventions.ties != "trec":
        raise ParameterError(f"{candidate.id}: ties={conventions.ties} is for built-in metrics: leave it out")
    outputs.demand_defined(candidate)
    judge: Any = candidate.judge(task)
    by_system: dict[str, dict[str, Any]] = {}
    for output in outputs.of(task):
        if conventions.topics == "both" and not output.retrieved:
            continue
        gold, system = output.values()
        closed = Case(gold, {"system": system}).closed().gold if judge.closed else gold
        try:
            value = judge.score(system, closed)
        except MetricFailedError as error:
            raise TaskError(f"{candidate.id} fails on {output.name}: {error}") from error
        if value != value and conventions.undefined == "zero" and output.topic is not None and _is_barren(gold):
            value = 0.0
        by_system.setdefault(output.system, {})[output.topic or MEAN] = value
    return {
        name: values if MEAN in values else values | {MEAN: _mean(list(values.values()))}
        for name, values in by_system.items()
    }


def _is_barren(gold: Any) -> bool:
    """Whether nothing in the gold is relevant."""
    return isinstance(gold, Organization) and not any(gold.grades().values())


def _mean(values: Sequence[Any]) -> Any:
    """The mean of scores; exact where one of the scores is greater than any float."""
    if any(isinstance(value, Fraction) and math.isinf(rounded(value)) for value in values):
        return sum(map(Fraction, values), Fraction(0)) / len(values)
    return mean(np.array(values, dtype=np.float64))
