"""Verdicts against what was expected of them: what fails a run, and what it merely warns of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from axiometrics.core.constraint import Constraint
from axiometrics.core.errors import FileError, ParameterError, UnknownNameError
from axiometrics.core.verdict import Cell, Matrix
from axiometrics.runner import Subject
from axiometrics.selection import entry_of

FORM = "write METRIC/CONSTRAINT[@READING]=holds or =violated, e.g. ap/deepness@single=holds"

Key = tuple[str, str, str, str]
"""Task, metric, constraint and reading of a cell."""


@dataclass(frozen=True)
class Expectation:
    """That a metric satisfies a constraint (`holds`) or violates it; `where` is the option or line that says so."""

    metric: str
    constraint: str
    reading: str
    holds: bool
    where: str

    @classmethod
    def read(cls, text: str, where: str) -> Expectation:
        """Read `METRIC/CONSTRAINT[@READING]=holds|violated`.

        >>> Expectation.read("rbp(p=0.8)/deepness@single=holds", "--expect").metric
        'rbp(p=0.8)'
        """
        left, _, verdict = text.strip().rpartition("=")
        metric, _, place = left.rpartition("/")
        constraint, at, reading = place.partition("@")
        if verdict not in {"holds", "violated"} or not metric or not constraint or (at and not reading):
            raise ParameterError(f"{where} {text.strip()!r} is no expectation: {FORM}")
        return cls(metric, constraint, reading, verdict == "holds", where)


def read_all(options: Iterable[str], path: str | None) -> list[Expectation]:
    """The expectations of the options and of a file, in which `#` begins a comment."""
    found = [Expectation.read(text, "--expect") for text in options]
    if path is None:
        return found
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise FileError(f"cannot read {path!r}: {getattr(error, 'strerror', None) or error}") from None
    stripped = ((i, line.partition("#")[0].strip()) for i, line in enumerate(lines, 1))
    return found + [Expectation.read(line, f"{path}, line {i}:") for i, line in stripped if line]


def resolve(expected: Iterable[Expectation], subjects: Sequence[Subject], chosen: Sequence[Constraint], shown: str) -> dict[Key, Expectation]:
    """The cells that expectations name; one without a reading means the one that is `shown`, or else the first of the constraint.

    Raises `UnknownNameError` for a constraint or reading nobody has, and for what `--expect` names that is not part of the run; what a file says of
    metrics and constraints left out of the run is passed over.
    """
    from axiometrics import registry

    found: dict[Key, Expectation] = {}
    for one in expected:
        entry = entry_of(one.metric, subjects)
        if entry is None and one.where == "--expect":
            raise UnknownNameError(f"--expect names the metric {one.metric!r}, this run has {', '.join(s.id for s in subjects)}")
        known = registry.match_constraints(one.constraint)
        if one.where == "--expect" and not any(c in chosen for c in known):
            raise UnknownNameError(f"--expect names {one.constraint!r}, this run has {', '.join(c.name for c in chosen)}")
        having = [c for c in known if not one.reading or one.reading in _readings(c)]
        if not having:
            known[0].reading(one.reading)
        for constraint in having:
            reading = one.reading or (shown if shown in _readings(constraint) else constraint.readings[0].name)
            if entry is not None and constraint in chosen:
                found[constraint.task, str(entry["id"]), constraint.id, reading] = one
    return found


def _readings(constraint: Constraint) -> list[str]:
    return [reading.name for reading in constraint.readings]


def key(cell: Cell) -> Key:
    """What names a cell."""
    return cell.task, cell.metric, cell.constraint, cell.reading


def failures(shown: Matrix, whole: Matrix, expected: Mapping[Key, Expectation], fail_on: str, required: tuple[str, int] | None) -> Iterator[str]:
    """A line for each cell that fails the run, among those shown and those that expectations name.

    `fail_on` is what `--fail-on` says, or `contradicted`: only what contradicts an expectation. `required` counts for the cells shown, always.
    """
    keys = {key(cell) for cell in shown}
    for cell in whole:
        one = expected.get(key(cell))
        if one is None and key(cell) not in keys:
            continue
        problem = "" if fail_on == "none" or (fail_on == "contradicted" and one is None) else _problem(cell, one, fail_on)
        if not problem and required is not None and key(cell) in keys and _weaker(cell, required):
            problem = f"holds on {cell.evidence.kind} evidence{_to(cell)}, weaker than required"
        if problem:
            yield f"{name(cell)}: {problem}"


def undetermined(shown: Matrix) -> Iterator[str]:
    """A line for each cell that could not be determined."""
    for cell in shown:
        if cell.evidence.kind == "undetermined":
            yield f"{name(cell)}: undetermined, {cell.message}"


def name(cell: Cell) -> str:
    """A cell as `--expect` names it."""
    return f"{cell.metric}/{cell.constraint}@{cell.reading}"


def _problem(cell: Cell, one: Expectation | None, fail_on: str) -> str:
    kind = cell.evidence.kind
    found = kind if cell.holds is None else "holds" if cell.holds else "violated"
    if kind == "error":
        return f"error, {cell.message}"
    if kind == "undetermined":
        return f"undetermined, {cell.message}" if fail_on == "undetermined" else ""
    if one is not None and cell.holds is not one.holds:
        return f"expected {'holds' if one.holds else 'violated'} ({one.where.rstrip(':')}), found {found}{_how(cell)}"
    if cell.holds is False and (one is None or fail_on == "violation"):
        return f"violated{_how(cell)}"
    return ""


def _how(cell: Cell) -> str:
    if cell.counterexample is None:
        return f"; {cell.message}" if cell.message else _to(cell) if cell.holds is False else ""
    data = cell.counterexample.data
    scores = ", ".join(f"{role} {_short(score)}" for role, score in data["scores"].items())
    return f", {cell.relation} on {data['documents']} documents ({scores})"


def _short(score: object) -> str:
    text = str(score)
    return text if len(text) <= 24 else f"{text[:21]}..."


def _to(cell: Cell) -> str:
    return f" to {cell.evidence.size}" if cell.evidence.kind == "exhaustive" else ""


def _weaker(cell: Cell, required: tuple[str, int]) -> bool:
    """Whether a cell holds, but on weaker evidence than required."""
    kind, size = required
    if not cell.holds or cell.evidence.kind in {"proof", "region"}:
        return False
    return kind == "proof" or cell.evidence.kind != "exhaustive" or (cell.evidence.size or 0) < size
