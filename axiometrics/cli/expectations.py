"""The comparison of verdicts with expected verdicts: which cells fail a run, and which cause only a warning."""

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
    """The expectations of a file, in which `#` begins a comment, and then those of the options, which have priority."""
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
    """Yield a line for each cell that fails the run, among the cells that are shown and the cells that expectations
    name.

    `fail_on` is the value of `--fail-on`, or `contradicted`: then only cells that contradict an expectation fail.
    `required` always applies to the cells that are shown.
    """
    keys = {key(cell) for cell in shown}
    for cell in whole:
        expectation = expected.get(key(cell))
        if expectation is None and key(cell) not in keys:
            continue
        problem = (
            ""
            if fail_on == "none" or (fail_on == "contradicted" and expectation is None)
            else _problem(cell, expectation, fail_on)
        )
        if not problem and required is not None and key(cell) in keys:
            problem = unmet(cell, required)
        if problem:
            yield f"{name(cell)}: {problem}"


def accepted(whole: Matrix, expected: Mapping[Key, Expectation]) -> Iterator[str]:
    """Yield a line for each expected violation, with its reason."""
    for cell in whole:
        expectation = expected.get(key(cell))
        if cell.holds is False and expectation is not None and not expectation.holds and expectation.why:
            yield f"{name(cell)}: {WORDS[False]}: {one_line(expectation.why)}"


def passed_over(expectations: Iterable[Expectation], candidates: Sequence[Candidate]) -> Iterator[str]:
    """Yield a line for each metric that an expectation names, if the run does not have it and it is not one of ours."""
    missing: dict[str, list[str]] = {}
    for expectation in expectations:
        if entry_of(expectation.metric, candidates) is None and not registry.is_named(expectation.metric):
            missing.setdefault(expectation.metric, []).append(expectation.where.rstrip(":"))
    for metric, places in missing.items():
        more = f" and {len(places) - 1} more" if len(places) > 1 else ""
        yield f"{places[0]}{more}: no metric {metric!r} in this run, so this expects nothing of it"


def undetermined(shown: Matrix) -> Iterator[str]:
    """Yield a line for each cell that could not be determined."""
    for cell in shown:
        if cell.evidence.kind == "undetermined":
            yield f"{name(cell)}: {verdict(cell)}, {cell.message}"


def _problem(cell: Cell, expectation: Expectation | None, fail_on: str) -> str:
    kind = cell.evidence.kind
    word = kind if cell.holds is None else WORDS[cell.holds]
    if kind == "error":
        return f"error, {cell.message}"
    expected = "" if expectation is None else f"expected {WORDS[expectation.holds]} ({expectation.where.rstrip(':')})"
    if kind == "undetermined":
        said = f"{verdict(cell)}, {cell.message}"
        unmet = expectation is not None and not expectation.met_by(cell)
        return f"{said}; {expected}" if unmet else said if fail_on == "undetermined" else ""
    if expectation is not None and not expectation.met_by(cell):
        return f"{expected}, found {word}{_how(cell)}"
    if cell.holds is False and (expectation is None or fail_on == "violation"):
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
