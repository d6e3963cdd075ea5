"""Finds what the folders declare, and what other packages add: a folder is the list, no second list is kept."""

from __future__ import annotations

import difflib
import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cache
from types import ModuleType

from axiometrics.core import names
from axiometrics.core.constraint import Constraint
from axiometrics.core.definition import Definition
from axiometrics.core.errors import DeclarationError, UnknownNameError
from axiometrics.core.metric import Metric
from axiometrics.packs import PACKS
from axiometrics.registry.entry_points import Extensions, load

CONTROL = "control"
"""The family of metrics that only serve as controls; lists leave them out."""

TASK_ORDER = ("clustering", "filtering", "ranking", "organization")
CONSTRAINT_ORDER = (
    *("homogeneity", "completeness", "rag-bag", "size-vs-quantity", "size-vs-quantity-overlap"),
    *("priority", "non-informative", "deepness", "deepness-threshold", "closeness-threshold", "confidence"),
)
FAMILY_ORDER = (
    "set matching",
    "entropy",
    "edit distance",
    "counting pairs",
    "bcubed",
    "filtering",
    "ranking",
    "reliability-sensitivity",
)


def _declared(folder: str, attribute: str) -> Iterator[tuple[ModuleType, object]]:
    """What every file of a content folder declares under that name: a folder a task, in it a file a thing.

    Modules beside the folders of tasks, and folders below them, are not asked.
    """
    package = importlib.import_module(f"axiometrics.{folder}")
    for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not info.ispkg and info.name.count(".") == package.__name__.count(".") + 2:
            module = importlib.import_module(info.name)
            if not hasattr(module, attribute):
                raise DeclarationError(f"{module.__file__} declares no {attribute}: every file of {folder}/ must")
            yield module, getattr(module, attribute)


@cache
def extensions() -> Extensions:
    """What installed packages add to ours, under names that ours do not have; loaded once, and problems told then."""
    taken = [metric.base for metric in _our_metrics()], [constraint.name for constraint in _our_constraints()]
    return load(*taken, PACKS, TASK_ORDER, _our_metrics())


@cache
def constraints() -> tuple[Constraint, ...]:
    """Every constraint, by task and in the order of Table 6; those of other packages after ours."""
    found = [*_our_constraints(), *extensions().constraints]
    return tuple(sorted(found, key=lambda c: (TASK_ORDER.index(c.task), _rank(c.id, CONSTRAINT_ORDER), c.id)))


@cache
def _our_constraints() -> tuple[Constraint, ...]:
    found: list[Constraint] = []
    for module, declared in _declared("constraints", "CONSTRAINT"):
        if not isinstance(declared, Constraint):
            raise DeclarationError(f"{module.__file__}: CONSTRAINT is a {type(declared).__name__}, not a Constraint")
        found.append(declared)
    _demand_distinct([c.name for c in found], "constraint")
    return tuple(found)


@cache
def metrics(controls: bool = False) -> tuple[Metric, ...]:
    """Every metric with its default parameters, by task and family; `controls` adds those that only serve as
    controls.
    """
    chosen = [metric for metric in (*_our_metrics(), *extensions().metrics) if controls or metric.family != CONTROL]
    return tuple(sorted(chosen, key=lambda metric: (TASK_ORDER.index(metric.task), _rank(metric.family, FAMILY_ORDER))))


@cache
def _our_metrics() -> tuple[Metric, ...]:
    found: list[Metric] = []
    for module, declared in _declared("metrics", "METRICS"):
        if not isinstance(declared, tuple) or not all(isinstance(metric, Metric) for metric in declared):
            raise DeclarationError(f"{module.__file__}: METRICS is not a tuple of Metric")
        found.extend(declared)
    _demand_distinct([metric.base for metric in found], "metric")
    return tuple(found)


@cache
def definitions() -> Mapping[str, Definition]:
    """Every definition by the id of its metric without parameters: ours, then those of other packages."""
    return {**_our_definitions(), **extensions().definitions}


@cache
def _our_definitions() -> Mapping[str, Definition]:
    found: list[Definition] = []
    for module, declared in _declared("definitions", "DEFINITIONS"):
        if not isinstance(declared, tuple) or not all(isinstance(one, Definition) for one in declared):
            raise DeclarationError(f"{module.__file__}: DEFINITIONS is not a tuple of Definition")
        found.extend(declared)
    _demand_distinct([one.base for one in found], "definition")
    return {one.base: one for one in found}


def _rank(name: str, order: tuple[str, ...]) -> int:
    return order.index(name) if name in order else len(order)


def _demand_distinct(found: list[str], what: str) -> None:
    twice = sorted({name for name in found if found.count(name) > 1})
    if twice:
        raise DeclarationError(f"{what} {twice[0]} is declared twice: rename one")


def metric(name: str) -> Metric:
    """The metric of that name with its parameters, e.g. `ndcg@10`, `rbp(p=0.95)`.

    Raises `UnknownNameError` for a metric nobody declares, `ParameterError` for parameters it cannot take.

    >>> metric("ndcg(k=10)").id, metric("rbp").display
    ('ndcg@10', 'RBP(p=0.8)')
    """
    parsed = names.parse(name)
    if parsed is not None:
        base, written = parsed
        for known in metrics(controls=True):
            if known.base == base:
                return known.with_values(**written)
    known_bases = [known.base for known in metrics()]
    close = difflib.get_close_matches(name, known_bases, 3)
    cure = f"did you mean {' or '.join(close)}?" if close else "`axiometrics list metrics` shows all"
    raise UnknownNameError(f"no metric {name!r}: {cure}")


def definition(name: str) -> Definition | None:
    """The definition of the metric of that name, with its parameters, or None where nobody defines it.

    Of a metric of ours nothing else is loaded: neither its formula nor what other packages add.

    >>> definition("rbp(p=0.95)").values, definition("my.metric")
    ({'p': Fraction(19, 20)}, None)

    Raises `UnknownNameError` for a parameter that the definition does not take, `ParameterError` for a value that it
    cannot have.
    """
    base = name.partition("(")[0].partition("@")[0].strip()
    found = _our_definitions().get(base) or extensions().definitions.get(base)
    if found is None:
        return None
    parsed = names.parse(name)
    return None if parsed is None else found.with_values(**parsed[1])


def is_metric(name: str) -> bool:
    """Whether the name, parameters aside, is that of a declared metric."""
    parsed = names.parse(name)
    return parsed is not None and any(known.base == parsed[0] for known in metrics(controls=True))


def match_metrics(pattern: str) -> list[Metric]:
    """The metrics a name or glob means; a glob is matched against ids with default parameters and bases."""
    if any(mark in pattern for mark in "*?["):
        found = [known for known in metrics() if fnmatchcase(known.id, pattern) or fnmatchcase(known.base, pattern)]
        if not found:
            raise UnknownNameError(f"no metric matches {pattern!r}: `axiometrics list metrics` shows all")
        return found
    return [metric(pattern)]


def match_constraints(pattern: str) -> list[Constraint]:
    """The constraints a name (`id` or `task:id`) or glob means."""
    glob = any(mark in pattern for mark in "*?[")
    found = [
        c
        for c in constraints()
        if pattern in (c.id, c.name) or (glob and (fnmatchcase(c.id, pattern) or fnmatchcase(c.name, pattern)))
    ]
    if not found:
        known = sorted({c.id for c in constraints()})
        close = difflib.get_close_matches(pattern.rpartition(":")[2], known, 3)
        cure = f"did you mean {' or '.join(close)}?" if close else f"known are {', '.join(known)}"
        raise UnknownNameError(f"no constraint {pattern!r}: {cure}")
    return found


def packs() -> Mapping[str, tuple[str, ...]]:
    """The names of the metrics of every pack, by name: ours, then those of other packages."""
    return {**PACKS, **{name: pack.metrics for name, pack in extensions().packs}}


def pack(name: str) -> list[Metric]:
    """The metrics of a pack."""
    known = packs()
    if name not in known:
        raise UnknownNameError(f"no pack {name!r}: known are {', '.join(sorted(known))}")
    return [metric(member) for member in known[name]]
