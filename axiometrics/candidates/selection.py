"""Find what a caller names: metrics, constraints and readings. The command line and Python use the same functions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from axiometrics import registry
from axiometrics.candidates.declaration import NO_POLICY, Policy
from axiometrics.candidates.listing import without_function
from axiometrics.core.cell import Cell
from axiometrics.core.constraint import Constraint
from axiometrics.core.errors import ParameterError, TargetError, TaskError, UnknownNameError
from axiometrics.core.matrix import Matrix, Missing
from axiometrics.core.metric import Metric
from axiometrics.core.time_limit import NO_LIMIT, TimeLimit
from axiometrics.registry import studies
from axiometrics.running.cache import Cache
from axiometrics.running.candidate import Candidate, builtin

Named = str | Metric | Callable[..., Any]
"""A metric as a caller may give it: its name or a glob, a TARGET, one of our metrics, or a function."""


def metrics(
    patterns: Iterable[str],
    task: str | None = None,
    parameters: Mapping[str, str] | None = None,
    at_hand: Collection[str] = (),
) -> list[Metric]:
    """Our metrics that the names and globs mean, each once. The given parameters are set in each metric that has them.

    Where metrics of several tasks have the same name, the `task`, the tasks `at_hand` or the other names decide.

    Raises `UnknownNameError` for an unknown name and for a parameter that none of the metrics has.
    """
    chosen = [metric for of in meant(patterns, at_hand if task is None else [task]).values() for metric in of]
    for name, value in (parameters or {}).items():
        having = [metric for metric in chosen if name in metric.values]
        if not having:
            raise UnknownNameError(f"none of {_some([metric.id for metric in chosen])} has a parameter {name!r}")
        chosen = [metric.with_values(**{name: value}) if metric in having else metric for metric in chosen]
    kept = chosen if task is None else registry.metrics_of(task, chosen)
    return list({(metric.task, metric.id): metric for metric in kept}.values())


def meant(patterns: Iterable[str], at_hand: Collection[str] = ()) -> dict[str, list[Metric]]:
    """Our metrics that each name or glob means.

    Where no task is at hand, a name that metrics of several tasks have means a metric of the task of the other names.
    Raises `UnknownNameError` for an unknown name and for a name that still has several meanings.
    """
    wanted = list(dict.fromkeys(patterns))
    tasks = set(at_hand) or {metric.task for of in clear(wanted).values() for metric in of}
    return {pattern: registry.match_metrics(pattern, tasks) for pattern in wanted}


def clear(patterns: Iterable[str], at_hand: Collection[str] = ()) -> dict[str, list[Metric]]:
    """The metrics that each name means, for the names with a single meaning."""
    by_pattern = {}
    for pattern in patterns:
        with suppress(registry.AmbiguousNameError):
            by_pattern[pattern] = registry.match_metrics(pattern, at_hand)
    return by_pattern


def at_hand(task: str | None, patterns: Iterable[str], study: str | None = None) -> set[str]:
    """The tasks that a command is about: the named task, or else the tasks of its constraints, or else those of its
    study.
    """
    if task is not None:
        return {task}
    named: set[str] = set()
    for pattern in patterns:
        with suppress(UnknownNameError):  # the command reports it later, when it knows the tasks
            named |= {constraint.task for constraint in registry.match_constraints(pattern)}
    if named or study is None:
        return named
    return {constraint.task for constraint in studies.constraints(studies.asked(study))}


def demand_ours(wanted: Iterable[str], scored: Collection[str], at_hand: Collection[str]) -> None:
    """Raise `UnknownNameError` for a name that means, in the scored tasks, a metric that we do not have."""
    for name in wanted:
        absent = registry.other_names.not_ours(name, scored)
        if absent is not None and absent.task in scored and registry.metric(name, at_hand).task not in scored:
            raise UnknownNameError(absent.sentence(name))


def settled(metric: Named, at_hand: Collection[str]) -> Named:
    """The id of our metric that a name means in the tasks at hand, with the task where other tasks have a metric of
    that id. Anything but the name of one of our metrics is returned unchanged, and so is every name where no task is at
    hand.
    """
    if not isinstance(metric, str) or not at_hand or not registry.is_named(metric):
        return metric
    return registry.name_alone(registry.metric(metric, at_hand))


def with_study(patterns: Sequence[str], study: str | None) -> list[str]:
    """The ids of the metrics of the study, then those of its author, and then the given names and globs. The default
    study is taken where neither a study nor a name is given.
    """
    if study is None and not patterns:
        study = registry.DEFAULT_STUDY
    chosen = studies.asked(study) if study else ()
    ours = [f"{metric.task}:{metric.id}" for metric in studies.metrics(chosen)]
    return [*ours, *studies.own_metrics(chosen), *patterns]


def candidate(
    metric: Named,
    task: str | None = None,
    signature: str | None = None,
    timeout: float | None = None,
    policy: Policy = NO_POLICY,
    cache: Cache | None = None,
    limit: TimeLimit = NO_LIMIT,
) -> Candidate:
    """A metric as a candidate for the runner: one of our metrics by name, or a user's metric by TARGET or as a
    function. `timeout` (docs/hostile-metrics.md), `policy`, `cache` and `limit`, which bounds the trial calls, apply to
    a user's metric only.

    Raises `UnknownNameError` or `TargetError` where there is no such metric, `TaskError` where our metric is not of the
    task.
    """
    if isinstance(metric, str) and ":" in metric and not registry.is_named(metric):
        from axiometrics import candidates as targets

        return targets.load(metric, task, signature, timeout=timeout, policy=policy, cache=cache, limit=limit)
    if isinstance(metric, str):
        if not registry.is_named(metric) and (why := without_function(metric)) is not None:
            raise TargetError(why)
        metric = registry.metric(metric, () if task is None else (task,))
    if isinstance(metric, Metric):
        if task not in (None, *registry.tasks.with_same_data(metric.task)):
            raise TaskError(f"{metric.id} is a {metric.task} metric, not one of {task}")
        return builtin(metric)
    from axiometrics import candidates as targets

    return targets.candidate(metric, task, signature, timeout=timeout, policy=policy, limit=limit)


def demand_names_apart(named: Iterable[tuple[str, object]]) -> None:
    """Raise `ParameterError` where two different metrics have the same id, because a result by ids would lose one of
    them.
    """
    by_id: dict[str, object] = {}
    for id, metric in named:
        if by_id.setdefault(id, metric) != metric:
            raise ParameterError(
                f"two metrics have the name {id}: rename the function, or give it as a TARGET, as in 'mine.py:{id}'"
            )


def tasks_of(candidates: Iterable[Candidate], task: str | None = None) -> set[str]:
    """The tasks of the metrics. With a `task`, the set of this task alone, if some metric is of this task or of a task
    with the same data; else the empty set.
    """
    tasks = {of for metric in candidates for of in metric.tasks}
    return tasks if task is None else {task for of in tasks if task in registry.tasks.with_same_data(of)}


def constraints(patterns: Iterable[str], tasks: Iterable[str], study: str | None = None) -> list[Constraint]:
    """The constraints on these tasks that the names and globs mean.

    Without names, these are the constraints of the study or, without a study, those of the first study that looks at
    each task.

    Raises `UnknownNameError` for an unknown name.
    """
    own_tasks = set(tasks)
    judged = own_tasks | {reduction.task for task in own_tasks for reduction in registry.tasks.task(task).reductions}
    wanted = {constraint.name for pattern in patterns for constraint in registry.match_constraints(pattern, judged)}
    chosen = None if study is None else studies.constraints(studies.asked(study))
    if wanted:
        chosen = [c for c in registry.constraints() if c.name in wanted]
    return studies.of_tasks(own_tasks) if chosen is None else [c for c in chosen if c.task in judged]


def evident_task(patterns: Iterable[str] | None, study: str | None = None) -> str | None:
    """The task of the constraints that a caller names; None where there are no such constraints, or several tasks.

    >>> evident_task(["rag-bag", "completeness"]), evident_task(["rag-bag", "deepness"]), evident_task([])
    ('clustering', None, None)
    """
    named = [c for pattern in patterns or () for c in registry.match_constraints(pattern)]
    if not named and study is not None:
        named = list(studies.constraints(studies.asked(study)))
    tasks = {constraint.task for constraint in named}
    return tasks.pop() if len(tasks) == 1 else None


def of_tasks(pattern: str, candidate: Candidate) -> Constraint:
    """The only constraint of this name (`id` or `task:id`) that can be asked of the metric.

    Raises `UnknownNameError` for a name that is unknown or means several constraints, `TaskError` where all constraints
    of that name are of other tasks.
    """
    named = registry.match_constraints(pattern, candidate.judged_in)
    askable = [c for c in named if c.task in candidate.judged_in]
    if not askable:
        of = " or ".join(candidate.tasks)
        raise TaskError(
            f"{candidate.id} is a metric of {of}, and {pattern} a constraint on "
            f"{' and '.join(dict.fromkeys(c.task for c in named))}: name a metric and a constraint of the same task"
        )
    if len(askable) > 1:
        raise UnknownNameError(f"{pattern!r} means {', '.join(c.name for c in askable)}: name one")
    return askable[0]


def demand_reading(reading: str, chosen: Sequence[Constraint]) -> None:
    """Raise `UnknownNameError` unless the reading is `default`, `all`, or a reading of one of the constraints."""
    readings = list(dict.fromkeys(r.name for c in chosen for r in c.readings))
    if reading not in ("default", "all", *readings):
        raise UnknownNameError(f"there is no reading {reading!r}: write default, all, or one of {', '.join(readings)}")


def narrowed(matrix: Matrix, reading: str) -> Matrix:
    """The cells of one reading, from a matrix of all readings. The reading is `default` (the first of each constraint),
    `all`, or a name.

    Where a run was stopped and no cell of this reading is missing, the missing cells of other readings stay listed,
    because it is then not known which readings differ.
    """
    first = {(c["task"], c["id"]): c["readings"][0] for c in matrix.constraints}

    def kept(cell: Cell | Missing) -> bool:
        return reading in ("all", cell.reading) or (
            reading == "default" and cell.reading == first[cell.task, cell.constraint]
        )

    return replace(
        matrix,
        cells=tuple(filter(kept, matrix)),
        settings={**matrix.settings, "reading": reading},
        missing=tuple(filter(kept, matrix.missing)) or matrix.missing,
    )


def entry_of(name: str, candidates: Iterable[Candidate]) -> Mapping[str, Any] | None:
    """The description of the metric with this id, TARGET or other name (of a base, the first metric); None where none
    has it.
    """
    with suppress(ParameterError, UnknownNameError):
        return next(iter(registry.entries_named(name, [candidate.about for candidate in candidates])), None)
    return None


def _some(ids: Sequence[str]) -> str:
    return ", ".join(ids[:5]) + (f" and {len(ids) - 5} more" if len(ids) > 5 else "") if ids else "no metric"
