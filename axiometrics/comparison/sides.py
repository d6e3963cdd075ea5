"""The two metrics that a user asks to compare, and the task that they have in common."""

from __future__ import annotations

from collections.abc import Sequence

from axiometrics.candidates.blackbox import BlackBox
from axiometrics.comparison.compared_calls import ComparedCalls
from axiometrics.comparison.compared_formula import ComparedFormula
from axiometrics.comparison.compared_metric import ComparedMetric
from axiometrics.core.errors import ParameterError, TaskError
from axiometrics.judging import ExactJudge
from axiometrics.registry.tasks import in_common
from axiometrics.running.candidate import Candidate


def side(candidate: Candidate, task: str) -> ComparedMetric:
    """A built-in metric or a user's metric, made ready for comparison on cases of this task."""
    judge = candidate.judge(task)
    if isinstance(judge, BlackBox):
        return ComparedCalls(judge, candidate.about)
    assert isinstance(judge, ExactJudge)
    return ComparedFormula(judge.metric, candidate.about)


def common_task(candidates: Sequence[Candidate], task: str | None) -> str:
    """The only task that both metrics have in common. Raises `TaskError` where there is none or more than one, and
    `ParameterError` where both metrics are the same.
    """
    first, second = candidates
    if first.id == second.id:
        raise ParameterError(f"{first.id} is compared with itself: name two metrics")
    common = in_common(first.tasks, second.tasks, task)
    if not common:
        of = f"{first.id} is a metric of {' or '.join(first.tasks)}, {second.id} of {' or '.join(second.tasks)}"
        raise TaskError(f"{of}: two metrics of one task{'' if task is None else f', {task},'} can be compared")
    if len(common) > 1:
        raise TaskError(f"{first.id} and {second.id} are both of {' and '.join(common)}: say which with --task")
    return common[0]
