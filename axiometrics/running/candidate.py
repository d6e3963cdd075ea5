"""A metric in the form in which it is run and judged: a metric of ours, or a user's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from axiometrics import registry
from axiometrics.core.metric import Metric
from axiometrics.core.task import task as task_of
from axiometrics.judging import ExactJudge
from axiometrics.registry.tasks import with_same_data
from axiometrics.running.dependencies import NOTHING, Needs
from axiometrics.search import Judge


def _nothing(judge: Judge) -> Needs:
    return NOTHING


def _never(judge: Judge) -> int:
    return 0


@dataclass(frozen=True)
class Candidate:
    """A metric as the runner takes it: its description, and a function that makes its judge anew in each process."""

    about: Mapping[str, Any]
    """The description in reports: `id`, `display`, `family`, `task` and more. For a user's metric, it also has the
    facts that were `inferred`.
    """
    tasks: tuple[str, ...]
    judge: Callable[[str], Judge]
    portable: bool = True
    metric: str | None = None
    """The id of a metric of ours, whose cells may be settled by proofs; None for a user's metric."""
    token: str = ""
    """A text that differs between two loads of one metric, whose code may have changed in between."""
    code: str | None = None
    """A digest of the code that the verdicts depend on, in addition to the id of the metric and the code of
    axiometrics. If this is not known, it is None, and no verdict is kept in the cache.
    """
    home: str | None = None
    """The module of axiometrics that declares the metric or calls it, on which its verdicts depend. If this is not
    known, it is None, and no verdict is kept in the cache.
    """
    needs: Callable[[Judge], Needs | None] = _nothing
    """The further dependencies of the verdicts of a judge, as the run has shown. If they are not known, the result is
    None, and the verdicts are not kept in the cache.
    """

    restarts: Callable[[Judge], int] = _never
    """The number of processes of the metric that ended too early. Progress lines show it."""

    tasks_by_reduction: tuple[str, ...] = ()
    """Further tasks whose constraints can judge the metric on request, through a reduction of its own task."""

    written: Callable[[Any, Any], str] | None = None
    """For a user's metric that takes two lists of labels or decisions: a function that writes its call for a system
    output and a gold, because people know such cases by their calls.
    """

    @property
    def judged_in(self) -> tuple[str, ...]:
        """All tasks whose constraints can judge the metric."""
        return (*self.tasks, *self.tasks_by_reduction)

    @property
    def as_it_is(self) -> tuple[str, ...]:
        """The tasks of the metric, and the tasks with the same data, whose golds and outputs need no conversion."""
        return tuple(dict.fromkeys(task for of in self.tasks for task in with_same_data(of)))

    def reduction(self, task: str) -> str | None:
        """The name of the reduction through which constraints on a task judge it; None for its own tasks, and for a
        task with the same data.
        """
        names = (reduction.name for reduction in task_of(self.tasks[0]).reductions if reduction.task == task)
        return None if task in self.as_it_is else next(names, None)

    @property
    def id(self) -> str:
        """The metric's name."""
        return str(self.about["id"])

    @property
    def name(self) -> str:
        """The id; for a metric of ours with its task, because two tasks may have different metrics of one id."""
        return self.metric or self.id

    @property
    def display(self) -> str:
        """The metric in the field's notation."""
        return str(self.about["display"])

    @property
    def calling(self) -> dict[str, Any]:
        """How a user's metric is called: `form`, `order`, `called`, `settled_by` and, for a loss, `loss`.

        It is empty for a metric of ours.
        """
        names = ("form", "order", "called", "settled_by", "loss")
        return {name: self.about[name] for name in names if name in self.about}

    @property
    def inferred(self) -> str:
        """How a user's metric is called, in words, if this was inferred; empty where its author or an option says
        so.
        """
        return str(self.about.get("inferred", ""))


def builtin(metric: Metric) -> Candidate:
    """A metric of ours, decided exactly."""
    judge, home = partial(_exact_judge, f"{metric.task}:{metric.id}"), registry.homes().get(("metric", metric.name))
    reduced = tuple(reduction.task for reduction in task_of(metric.task).reductions)
    about, tasks = metric.describe(), (metric.task,)
    return Candidate(
        about, tasks, judge, metric=f"{metric.task}:{metric.id}", code="", home=home, tasks_by_reduction=reduced
    )


def _exact_judge(name: str, task: str) -> Judge:
    return ExactJudge(registry.metric(name).reduced(task))
