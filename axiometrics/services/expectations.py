"""The verdicts that a user expects, as the command line and Python name them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from axiometrics.candidates.configuration import Configuration, Configured
from axiometrics.candidates.selection import entry_of
from axiometrics.core.cell import Cell
from axiometrics.core.constraint import Constraint
from axiometrics.core.errors import ParameterError, UnknownNameError
from axiometrics.core.verdicts import read_verdict
from axiometrics.running.candidate import Candidate

FORM = "write METRIC/CONSTRAINT[@READING]=holds or =violated, e.g. ap/deepness@single=holds"
"""The form of an expectation, as errors tell a user to write it."""

GLOB = "*?["
"""The characters that make a name a pattern."""

Key = tuple[str, str, str, str]
"""Task, metric, constraint and reading of a cell."""


@dataclass(frozen=True)
class Expectation:
    """The expectation that a metric satisfies a constraint (`holds`) or violates it.

    Attributes
    ----------
    metric, constraint, reading : the names as the author of the expectation writes them; without a reading, the one
        that is shown is meant
    where : the option, line or argument that states the expectation
    strict : whether it is a mistake to name something that is not part of the run
    general : whether the expectation is about all metrics, so that it passes over metrics of other tasks
    why : the reason; empty where none is given
    """

    metric: str
    constraint: str
    reading: str
    holds: bool
    where: str
    strict: bool = False
    general: bool = False
    why: str = ""

    @classmethod
    def read(cls, text: str, where: str, strict: bool = False) -> Expectation:
        """Read `METRIC/CONSTRAINT[@READING]=holds|violated`, in any spelling of a verdict.

        >>> Expectation.read("rbp(p=0.8)/deepness@single=holds", "--expect").metric
        'rbp(p=0.8)'
        """
        left, _, verdict = text.strip().rpartition("=")
        metric, _, place = left.rpartition("/")
        constraint, at, reading = place.partition("@")
        holds = read_verdict(verdict)
        if holds is None or not metric or not constraint or (at and not reading):
            raise ParameterError(f"{where} {text.strip()!r} is not an expectation: {FORM}")
        return cls(metric, constraint, reading, holds, where, strict)

    def met_by(self, cell: Cell) -> bool:
        """Whether the cell is as expected. A scan without a witness also meets the expectation of a violation."""
        return cell.holds is self.holds or (not self.holds and cell.unwitnessed)

    @property
    def literal(self) -> bool:
        """Whether the expectation names one constraint, and not a pattern."""
        return not any(mark in self.constraint for mark in GLOB)


def key(cell: Cell) -> Key:
    """The four names that identify a cell."""
    return cell.task, cell.metric, cell.constraint, cell.reading


def name(cell: Cell) -> str:
    """A cell as `--expect` names it."""
    return f"{cell.metric}/{cell.constraint}@{cell.reading}"


def resolve(
    expected: Iterable[Expectation], candidates: Sequence[Candidate], chosen: Sequence[Constraint], shown: str
) -> dict[Key, Expectation]:
    """The expectations by the cells that they name. An expectation without a reading names the reading that is `shown`
    or, where the constraint does not have it, the first reading of the constraint.

    Where several expectations name a cell, the last one counts. Raises `UnknownNameError` for an unknown constraint or
    reading, and for a name in a `strict` expectation that is not part of the run; `ParameterError` where two
    expectations of one place name the same cell and contradict each other.
    """
    from axiometrics import registry

    by_cell: dict[Key, Expectation] = {}
    tasks: dict[str, tuple[str, ...]] = {}
    for candidate in candidates:
        tasks[candidate.id] = (*tasks.get(candidate.id, ()), *candidate.tasks)
    run = {constraint.name: constraint for constraint in chosen}  # a study may name another reading first
    for expectation in expected:
        entry = entry_of(expectation.metric, candidates)
        if entry is None and expectation.strict:
            raise UnknownNameError(
                f"{expectation.where} names the metric {expectation.metric!r}, "
                f"this run has {', '.join(s.id for s in candidates)}"
            )
        meant = [run.get(c.name, c) for c in registry.match_constraints(expectation.constraint)]
        if expectation.strict and not any(c.name in run for c in meant):
            raise UnknownNameError(
                f"{expectation.where} names {expectation.constraint!r}, "
                f"this run has {', '.join(c.name for c in chosen)}"
            )
        having = [c for c in meant if not expectation.reading or expectation.reading in _readings(c)]
        if not having:
            meant[0].reading(expectation.reading)
        if entry is None:
            continue
        name = str(entry["id"])
        meeting = [c for c in having if c.name in run and c.task in tasks[name]]
        if expectation.strict and not expectation.general and not meeting:
            raise UnknownNameError(
                f"{expectation.where} names {expectation.constraint!r} for {name}, a metric of "
                f"{' or '.join(tasks[name])}: name a constraint of the metric's task"
            )
        for constraint in meeting:
            reading = expectation.reading or (shown if shown in _readings(constraint) else constraint.readings[0].name)
            cell = constraint.task, name, constraint.id, reading
            _demand_agreement(by_cell.get(cell), expectation)
            by_cell[cell] = expectation
    return by_cell


def _readings(constraint: Constraint) -> list[str]:
    return [reading.name for reading in constraint.readings]


def _demand_agreement(before: Expectation | None, after: Expectation) -> None:
    if (
        before is not None
        and before.holds is not after.holds
        and before.literal
        and after.literal
        and before.strict is after.strict
    ):
        name = f"{after.metric}/{after.constraint}{'@' if after.reading else ''}{after.reading}"
        raise ParameterError(
            f"{name} is expected to be satisfied and to be violated ({before.where.rstrip(':')}; "
            f"{after.where.rstrip(':')}): keep one"
        )


def configured(file: Configuration, metrics: Iterable[Configured]) -> list[Expectation]:
    """The violations that a configuration expects of these metrics."""
    return [
        Expectation(target, constraint, reading, False, file.path, why=why)
        for metric in metrics
        for target, constraint, reading, why in metric.expected(file.path)
    ]


VIOLATIONS = "expected_violations"
"""The name of the argument of tests, as errors show it."""


def violations(expected: Any, metrics: Sequence[tuple[str, Any]]) -> Iterator[Expectation]:
    """The violations that `expected_violations` names, for metrics that are given as pairs of id and metric.

    The argument is `{metric: {constraint: why}}`, or `{constraint: why}` for all metrics, or a function that takes a
    metric and returns `{constraint: why}`. A constraint is `id`, `task:id` or a glob, with `@reading` or without.

    Raises `ParameterError` for any other argument.

    >>> [one.why for one in violations({"rag-bag": "sizes matter to us"}, [("mine", None)])]
    ['sizes matter to us']
    """
    if expected is None:
        return
    if callable(expected):
        for name, metric in metrics:
            yield from _of(name, expected(metric) or {}, f"{VIOLATIONS}({name})")
    elif isinstance(expected, Mapping) and expected and all(isinstance(value, Mapping) for value in expected.values()):
        for name, reasons in expected.items():
            yield from _of(str(name), reasons, VIOLATIONS)
    else:
        for name, _ in metrics:
            yield from _of(name, expected, VIOLATIONS, general=True)


def _of(metric: str, reasons: Any, where: str, general: bool = False) -> Iterator[Expectation]:
    if not isinstance(reasons, Mapping) or not all(
        isinstance(part, str) and part.strip() for pair in reasons.items() for part in pair
    ):
        raise ParameterError(
            f"{where} is {reasons!r}: write {{constraint: why}}, {{metric: {{constraint: why}}}}, or "
            f"a function that returns the former"
        )
    for named, why in reasons.items():
        constraint, at, reading = named.partition("@")
        if not constraint or (at and not reading):
            raise ParameterError(f"{where} names {named!r}: write a constraint, or constraint@reading")
        yield Expectation(metric, constraint, reading, False, where, True, general, why)
