"""Verdicts against what was expected of them: what fails a run, and what it merely warns of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from axiometrics import registry
from axiometrics.candidates.selection import entry_of
from axiometrics.core.cell import SIZED, Cell
from axiometrics.core.escapes import one_line
from axiometrics.core.files import named_in_errors, whole_text
from axiometrics.core.matrix import Matrix
from axiometrics.core.task import task
from axiometrics.core.verdicts import WORDS
from axiometrics.reports.parts.words import verdict
from axiometrics.running.candidate import Candidate
from axiometrics.services.evidence import unmet
from axiometrics.services.expectations import Expectation, Key, key, name


def read_all(options: Iterable[str], path: str | None) -> list[Expectation]:
    """The expectations of a file, in which `#` begins a comment, and then those of the options, which count before the
    file's.
    """
    return [*_of_file(path), *(Expectation.read(text, "--expect", strict=True) for text in options)]


def _of_file(path: str | None) -> Iterator[Expectation]:
    if path is None:
        return
    with named_in_errors(path):
        lines = whole_text(path).splitlines()
    for i, line in enumerate(lines, 1):
        said = line.partition("#")[0].strip()
        if said:
            yield Expectation.read(said, f"{path}, line {i}:")


def failures(
    shown: Matrix, whole: Matrix, expected: Mapping[Key, Expectation], fail_on: str, required: tuple[str, int] | None
) -> Iterator[str]:
    """A line for each cell that fails the run, among those shown and those that expectations name.

    `fail_on` is what `--fail-on` says, or `contradicted`: only what an expectation names and does not confirm.
    `required` counts for the cells shown, always.
    """
    keys = {key(cell) for cell in shown}
    for cell in whole:
        one = expected.get(key(cell))
        if one is None and key(cell) not in keys:
            continue
        problem = (
            "" if fail_on == "none" or (fail_on == "contradicted" and one is None) else _problem(cell, one, fail_on)
        )
        if not problem and required is not None and key(cell) in keys:
            problem = unmet(cell, required)
        if problem:
            yield f"{name(cell)}: {problem}"


def accepted(whole: Matrix, expected: Mapping[Key, Expectation]) -> Iterator[str]:
    """A line for each violation that is expected, with the reason that was given for it."""
    for cell in whole:
        one = expected.get(key(cell))
        if cell.holds is False and one is not None and not one.holds and one.why:
            yield f"{name(cell)}: {WORDS[False]}: {one_line(one.why)}"


def passed_over(expectations: Iterable[Expectation], candidates: Sequence[Candidate]) -> Iterator[str]:
    """A line for each metric that a file of expectations names, the run does not have, and is none of ours."""
    missing: dict[str, list[str]] = {}
    for one in expectations:
        if entry_of(one.metric, candidates) is None and not registry.is_named(one.metric):
            missing.setdefault(one.metric, []).append(one.where.rstrip(":"))
    for metric, places in missing.items():
        more = f" and {len(places) - 1} more" if len(places) > 1 else ""
        yield f"{places[0]}{more}: no metric {metric!r} in this run, so this expects nothing of it"


def undetermined(shown: Matrix) -> Iterator[str]:
    """A line for each cell that could not be determined."""
    for cell in shown:
        if cell.evidence.kind == "undetermined":
            yield f"{name(cell)}: {verdict(cell)}, {cell.message}"


def _problem(cell: Cell, one: Expectation | None, fail_on: str) -> str:
    kind = cell.evidence.kind
    found = kind if cell.holds is None else WORDS[cell.holds]
    if kind == "error":
        return f"error, {cell.message}"
    expected = "" if one is None else f"expected {WORDS[one.holds]} ({one.where.rstrip(':')})"
    if kind == "undetermined":
        said = f"{verdict(cell)}, {cell.message}"
        unmet = one is not None and not one.met_by(cell)
        return f"{said}; {expected}" if unmet else said if fail_on == "undetermined" else ""
    if one is not None and not one.met_by(cell):
        return f"{expected}, found {found}{_how(cell)}"
    if cell.holds is False and (one is None or fail_on == "violation"):
        return f"{WORDS[False]}{_how(cell)}"
    return ""


def _how(cell: Cell) -> str:
    if cell.counterexample is None:
        return f"; {cell.message}" if cell.message else _to(cell) if cell.holds is False else ""
    data = cell.counterexample.data
    scores = ", ".join(f"{role} {_short(score)}" for role, score in data["scores"].items())
    return f", {cell.relation} on {task(cell.task).items(data['documents'])} ({scores})"


def _short(score: object) -> str:
    text = str(score)
    return text if len(text) <= 24 else f"{text[:21]}..."


def _to(cell: Cell) -> str:
    return f" to {cell.evidence.size}" if cell.evidence.kind in SIZED else ""
