"""Find the declarations in the folders of this package, and the declarations that other distributions add by entry
points.

A folder is the list: a file in `metrics/<task>/` is a metric, and no second list has to be kept. The
declarations of other distributions are loaded once, after the built-in ones. An entry point that cannot be used is left
out with a warning, so that a broken package does not break anything else. Registration by decorators was rejected,
because the known declarations would then depend on the modules that happen to be imported.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cache
from types import ModuleType
from typing import Any, TypeVar

from axiometrics.core import names
from axiometrics.core.constraint import Constraint
from axiometrics.core.definition import Definition
from axiometrics.core.errors import DeclarationError, ParameterError, UnknownNameError
from axiometrics.core.metric import Metric
from axiometrics.core.reduction import Reduction
from axiometrics.core.study import Study
from axiometrics.registry import formulas, other_names, tasks
from axiometrics.registry.entry_points import Extensions, load
from axiometrics.registry.naming import AmbiguousNameError as AmbiguousNameError
from axiometrics.registry.naming import Naming, once

T = TypeVar("T")

CONTROL = "control"
"""The family of metrics that only serve as controls. Lists leave them out."""

PEOPLED = ("constraints", "metrics")
"""Folders to which users add files. A module beside the folders of tasks is an error there, because it would be ignored
in silence otherwise.
"""

DEFAULT_STUDY = "amigo2013"
"""The study that `axiometrics matrix` shows if no study is named. It is also the first that may choose the constraints
of a task.
"""


def _declared(folder: str, *attributes: str) -> Iterator[tuple[ModuleType, str, Any]]:
    """The declarations of all files of a content folder, under the first of these names that a file has. Each comes
    with its module and the name. The folder has a folder for each task.

    Modules beside the folders of tasks, and in folders below these, are not imported. In a folder of `PEOPLED`, a
    module beside the folders of tasks raises `DeclarationError`.
    """
    package = importlib.import_module(f"axiometrics.{folder}")
    for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        below = info.name.count(".") - package.__name__.count(".")
        if not info.ispkg and below == 1 and folder in PEOPLED:
            raise DeclarationError(f"{info.name} is beside the folders of tasks: move the file to {folder}/<task>/")
        if not info.ispkg and below == 2 and info.name.rpartition(".")[2] not in (other_names.FILE, formulas.FILE):
            module = importlib.import_module(info.name)
            attribute = next((name for name in attributes if hasattr(module, name)), None)
            if attribute is None:
                wanted = " or ".join(attributes)
                raise DeclarationError(f"{module.__file__} declares no {wanted}: every file of {folder}/ must")
            yield module, attribute, getattr(module, attribute)


@cache
def extensions() -> Extensions:
    """The declarations that installed packages add, under names that the built-in ones do not have. They are loaded
    once, and problems are reported then.
    """
    return load(_our_metrics(), _our_constraints(), our_studies(), tasks.names(), tasks.problems())


@cache
def constraints() -> tuple[Constraint, ...]:
    """All constraints, by task, in the order in which the built-in studies name them. Constraints that no built-in
    study names come last.
    """
    listed = [*_our_constraints(), *extensions().constraints]
    order = list(dict.fromkeys(chosen.constraint for study in our_studies() for chosen in study.choices))
    return tuple(sorted(listed, key=lambda c: (tasks.place(c.task), _rank(c.name, order), c.id)))


def constraints_by_name() -> dict[str, Constraint]:
    """All constraints by their names with the task, in the order of `constraints`.

    >>> constraints_by_name()["ranking:priority"].title
    'Priority'
    """
    return {constraint.name: constraint for constraint in constraints()}


def constraint(name: str) -> Constraint:
    """The constraint of that name, which includes the task. Raises `UnknownNameError` if there is none.

    `match_constraints` also takes ids without a task, titles and patterns, as people write them.
    """
    by_name = constraints_by_name()
    if name not in by_name:
        raise UnknownNameError(f"no constraint {name!r}: `axiometrics list constraints` shows all")
    return by_name[name]


@cache
def _our_constraints() -> tuple[Constraint, ...]:
    ours: list[Constraint] = []
    for module, attribute, declared in _declared("constraints", "CONSTRAINT", "CONSTRAINTS"):
        several = declared if attribute == "CONSTRAINTS" else (declared,)
        if not isinstance(several, tuple) or not all(isinstance(constraint, Constraint) for constraint in several):
            wanted = "a Constraint" if attribute == "CONSTRAINT" else "a tuple of Constraint"
            raise DeclarationError(f"{module.__file__}: {attribute} is not {wanted}")
        for constraint in several:
            _demand_task(constraint.task, f"{module.__file__}: the constraint {constraint.id}")
        ours.extend(several)
    _demand_distinct([c.name for c in ours], "constraint")
    return tuple(ours)


@cache
def metrics(controls: bool = False) -> tuple[Metric, ...]:
    """All metrics with their default parameters, by task and family. The families of a task are in the order in which
    the built-in studies name them. With `controls`, metrics that only serve as controls are included.
    """
    chosen = [metric for metric in (*_our_metrics(), *extensions().metrics) if controls or metric.family != CONTROL]
    families: dict[str, list[tuple[str, str]]] = {}
    for metric in _our_metrics():
        families.setdefault(metric.base, []).append((metric.task, metric.family))
    bases = [names.parse(name) for study in our_studies() for name in study.metrics]
    order = list(dict.fromkeys(family for base in bases if base for family in families.get(base[0], ())))
    return tuple(sorted(chosen, key=lambda m: (tasks.place(m.task), _rank((m.task, m.family), order))))


def metrics_of(task: str, among: Iterable[Metric] | None = None) -> list[Metric]:
    """The metrics of a task, among all metrics or among these. They include the metrics of tasks with the same data,
    except for a metric that the task has under another name.

    >>> {metric.task for metric in metrics_of("classification")} == {"filtering", "classification"}
    True
    """
    with_data = [metric for metric in metrics() if task in tasks.with_same_data(metric.task)]
    renamed = {f"{of}:{base}" for metric in with_data if metric.task == task for of, base in metric.agrees.items()}
    kept = {metric.name for metric in with_data} - renamed
    return [metric for metric in (with_data if among is None else among) if metric.name in kept]


@cache
def _our_metrics() -> tuple[Metric, ...]:
    ours: list[Metric] = []
    for module, _, declared in _declared("metrics", "METRICS"):
        if not isinstance(declared, tuple) or not all(isinstance(metric, Metric) for metric in declared):
            raise DeclarationError(f"{module.__file__}: METRICS is not a tuple of Metric")
        for metric in declared:
            _demand_task(metric.task, f"{module.__file__}: the metric {metric.base}")
        ours.extend(declared)
    _demand_distinct([f"{task}:{metric.base}" for metric in ours for task in judged_in(metric.task)], "metric")
    return tuple(ours)


def judged_in(task: str) -> tuple[str, ...]:
    """The tasks whose constraints judge the metrics of a task: the task itself, and the tasks to which it is reduced.

    >>> judged_in("filtering")
    ('filtering', 'classification')
    """
    return (task, *dict.fromkeys(reduction.task for reduction in tasks.task(task).reductions))


@cache
def homes() -> Mapping[tuple[str, str], str]:
    """The modules that declare the metrics, definitions, constraints and tasks, by the kind and the name of each. The
    names of the first three include the task.

    >>> homes()["metric", "ranking:ap"], homes()["constraint", "ranking:priority"]
    ('axiometrics.metrics.ranking.average_precision', 'axiometrics.constraints.ranking.priority')
    """
    modules = {**tasks.homes(), **extensions().homes}
    for kind, folder, *attributes in (
        ("metric", "metrics", "METRICS"),
        ("definition", "definitions", "DEFINITIONS"),
        ("constraint", "constraints", "CONSTRAINT", "CONSTRAINTS"),
    ):
        for module, _, declared in _declared(folder, *attributes):
            for declaration in declared if isinstance(declared, tuple) else (declared,):
                modules[kind, _defined(module, declaration) if kind == "definition" else declaration.name] = (
                    module.__name__
                )
    return modules


@cache
def our_studies() -> tuple[Study, ...]:
    """The built-in studies, the default one first. `axiometrics.registry.studies` checks the names in them."""
    package = importlib.import_module("axiometrics.studies")
    ours: list[Study] = []
    for info in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        module = importlib.import_module(info.name)
        declared, folder = getattr(module, "STUDY", None), info.name.rpartition(".")[2]
        if not isinstance(declared, Study) or declared.name.replace("-", "_") != folder:
            raise DeclarationError(f"{module.__file__} must declare STUDY, a Study named {folder!r}, - for _ or not")
        ours.append(declared)
    return tuple(sorted(ours, key=lambda study: (study.name != DEFAULT_STUDY, study.name)))


@cache
def definitions() -> Mapping[str, Definition]:
    """All definitions by the names of their metrics, `task:id` without parameters. The built-in ones come first, then
    those of other packages.
    """
    return {**_our_definitions(), **extensions().definitions}


@cache
def _our_definitions() -> Mapping[str, Definition]:
    ours: list[tuple[str, Definition]] = []
    for module, _, declared in _declared("definitions", "DEFINITIONS"):
        if not isinstance(declared, tuple) or not all(isinstance(definition, Definition) for definition in declared):
            raise DeclarationError(f"{module.__file__}: DEFINITIONS is not a tuple of Definition")
        ours.extend((_defined(module, definition), definition) for definition in declared)
    _demand_distinct([name for name, _ in ours], "definition")
    return dict(ours)


def _defined(module: ModuleType, definition: Definition) -> str:
    """The name, with its task, of the metric that a definition in this module defines. The folder of the module tells
    the task.
    """
    return f"{module.__name__.split('.')[-2].replace('_', '-')}:{definition.base}"


def _rank(name: T, order: Sequence[T]) -> int:
    return order.index(name) if name in order else len(order)


def _demand_task(name: str, of: str) -> None:
    if name not in tasks.names():
        listed = ", ".join(tasks.names())
        raise DeclarationError(
            f"{of} is of the task {name!r}, which is not declared: the tasks are {listed}; "
            f"declare it in axiometrics/tasks/{name.replace('-', '_')}/"
        )


def _demand_distinct(declared: list[str], kind: str) -> None:
    twice = sorted({name for name in declared if declared.count(name) > 1})
    if twice:
        raise DeclarationError(f"{kind} {twice[0]} is declared twice: rename one")


def metric(name: str, at_hand: Iterable[str] = ()) -> Metric:
    """The metric of that name with its parameters, e.g. `ndcg@10`, `rbp(p=0.95)`. The name may begin with the task:
    `task:id`.

    Ids come first, then ids and display names in another spelling, and then the names that other libraries and people
    use (`other_names`). If metrics of several tasks have the name, the tasks `at_hand` decide.

    Raises `UnknownNameError` for a metric that is not declared, `AmbiguousNameError` for a name that several metrics
    have, `ParameterError` for parameters that the metric cannot take.

    >>> metric("ndcg(k=10)").id, metric("map_cut_10").id, metric("F1", ["clustering"]).id, metric("ranking:rbp").display
    ('ndcg@10', 'ap@10', 'bcubed-f', 'RBP(p=0.8)')
    """
    return _naming().metric(name, frozenset(at_hand))


def judged_metric(name: str, task: str) -> Metric:
    """The metric of that id that the constraints of the task judge. A cell of a matrix has this id and this task, and
    the task may differ from that of the metric.

    >>> judged_metric("jaccard", "clustering").name, judged_metric("accuracy", "classification").name
    ('clustering:jaccard', 'filtering:accuracy')
    """
    base, written = names.parse(name) or (name, {})
    judged = [metric for metric in metrics_named(base) if task in judged_in(metric.task)]
    return judged[0].with_values(**written) if judged else metric(name, (task,))


def name_alone(metric: Metric) -> str:
    """The name that means this metric if no task is at hand. It is the id, or the id with its task if the id alone
    means a metric of another task, or several metrics.

    >>> name_alone(metric("filtering:accuracy")), name_alone(metric("ordinal:accuracy"))
    ('accuracy', 'ordinal:accuracy')
    """
    named = once(metrics_named(metric.base))
    return metric.id if [like.task for like in named] in ([], [metric.task]) else f"{metric.task}:{metric.id}"


def metrics_named(base: str) -> list[Metric]:
    """The metrics of all tasks that have this base, including controls."""
    return [metric for metric in metrics(controls=True) if metric.base == base]


def is_named(name: str) -> bool:
    """Whether the name means a registered metric, or several of them, in any spelling and with its task or without."""
    try:
        return bool(_naming().meant(name))
    except ParameterError:
        return False


def entries_named(name: str, entries: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The metrics, described by entries of a matrix, that a name means. The name may be one that other libraries use.

    >>> entries = [metric("ap").describe(), metric("ndcg@10").describe()]
    >>> [entry["id"] for name in ("AP", "MAP", "ndcg_cut_10") for entry in entries_named(name, entries)]
    ['ap', 'ap', 'ndcg@10']

    Raises `AmbiguousNameError` for a name that several of them have, `UnknownNameError` for the name of a metric that
    this package does not have.
    """
    listed = list(entries)
    if described := names.described(name, listed):
        return described
    at_hand = {entry["task"] for entry in listed}
    meant = _naming().meant(name, at_hand)
    if not meant and (absent := other_names.not_ours(name, at_hand)) is not None:
        raise UnknownNameError(absent.sentence(name))
    of_name = [
        entry
        for entry in listed
        if any(
            (entry["task"], entry["base"]) == (metric.task, metric.base) and names.agrees(written, entry["params"])
            for metric, written in meant
        )
    ]
    if len({(entry["task"], entry["base"]) for entry in of_name}) > 1:
        raise AmbiguousNameError(name, {entry["id"]: judged_metric(entry["id"], entry["task"]) for entry in of_name})
    return of_name


@cache
def _naming() -> Naming:
    return Naming(metrics(), tuple(metric for metric in metrics(controls=True) if metric.family == CONTROL))


def definition(name: str, task: str = "") -> Definition | None:
    """The definition of the metric of that name, with its parameters; None if it has no definition. If metrics of
    several tasks have the name, the metric is meant whose values the constraints of `task` judge.

    For a built-in metric nothing else is loaded, neither its formula nor other packages. The exception is an id that
    several tasks have: then the metrics are loaded, because they tell whether they are the same measure.

    >>> definition("f(beta=2)").values, definition("my.metric")
    ({'beta': Fraction(2, 1), 'average': 'binary', 'over': 'all', 'of': 'classes'}, None)

    Raises `UnknownNameError` for a parameter that the definition does not take, and for a name of several metrics
    without a task; `ParameterError` for a value that the definition cannot have.
    """
    home = _home_of(name, task)
    if home is None:
        return None
    parsed = names.parse(_without_task(name)[1])
    return None if parsed is None else home[1].with_values(**parsed[1])


def reduction(name: str, task: str) -> Reduction | None:
    """The reduction by which the metric of that name scores cases of another task. None for its own task, and if there
    is no reduction.

    >>> reduction("i-rec", "ranking").name, reduction("ap", "ranking")
    ('one intent', None)
    """
    home = _home_of(name, task)
    own = task if home is None else home[0]
    return (
        next((reduction for reduction in tasks.task(own).reductions if reduction.task == task), None)
        if own != task
        else None
    )


def _without_task(name: str) -> tuple[str, str]:
    """The task with which a name begins, or an empty text, and the rest of the name."""
    task, divider, rest = name.partition(":")
    return (task, rest) if divider and task in tasks.names() else ("", name)


def _home_of(name: str, task: str) -> tuple[str, Definition] | None:
    """The task and the definition of the metric of that name that the constraints of `task` judge; None if no such
    metric has a definition.
    """
    named, own = _without_task(name)
    base, at_hand = own.partition("(")[0].partition("@")[0].strip(), named or task
    for ours in (True, False):
        by_name = _our_definitions() if ours else extensions().definitions
        every = [(of, by_name[f"{of}:{base}"]) for of in tasks.names() if f"{of}:{base}" in by_name]
        pairs = [(of, definition) for of, definition in every if at_hand in judged_in(of)] or every
        if len(pairs) > 1:
            different = {
                metric.task for metric in once([metric for metric in metrics_named(base) if metric.task in dict(pairs)])
            }
            pairs = [(of, definition) for of, definition in pairs if of in different]
        if len(pairs) > 1:
            several = " or ".join(f"{of}:{base}" for of, _ in pairs)
            raise UnknownNameError(f"{base!r} is a metric of several tasks: name {several}")
        if pairs:
            return pairs[0]
    return None


def is_metric(name: str) -> bool:
    """Whether the name, without its parameters and its task, is that of a declared metric."""
    parsed = names.parse(_without_task(name)[1])
    return parsed is not None and bool(metrics_named(parsed[0]))


def match_metrics(pattern: str, at_hand: Iterable[str] = ()) -> list[Metric]:
    """The metrics that a name or a glob means. A glob is matched against ids with default parameters, and against
    bases.

    If metrics of several tasks have the name, the tasks `at_hand` decide.
    """
    if any(mark in pattern for mark in "*?["):
        matching = [
            metric for metric in metrics() if fnmatchcase(metric.id, pattern) or fnmatchcase(metric.base, pattern)
        ]
        if not matching:
            raise UnknownNameError(f"no metric matches {pattern!r}: `axiometrics list metrics` shows all")
        return matching
    return [metric(pattern, at_hand)]


def match_constraints(pattern: str, at_hand: Collection[str] = ()) -> list[Constraint]:
    """The constraints that a name (`id` or `task:id`), a title or a glob means.

    Raises `UnknownNameError` for an unknown name. The error proposes similar names of the tasks `at_hand`.
    """
    glob = any(mark in pattern for mark in "*?[")
    matching = [
        c
        for c in constraints()
        if pattern in (c.id, c.name) or (glob and (fnmatchcase(c.id, pattern) or fnmatchcase(c.name, pattern)))
    ]
    matching = matching or [c for c in constraints() if names.alike(pattern, c.id, c.name, c.title)]
    if not matching:
        near = {c.id for c in constraints() if c.task in at_hand} or {c.id for c in constraints()}
        cure = names.instead(pattern.rpartition(":")[2], sorted(near))
        raise UnknownNameError(f"no constraint {pattern!r}: {cure}")
    return matching
