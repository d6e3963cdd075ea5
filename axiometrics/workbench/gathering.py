"""The matrix of a test run: what each test found travels with its report to the process that started the run, which writes the matrix once."""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from axiometrics import __version__, registry
from axiometrics.core.errors import FileError
from axiometrics.core.report import Report
from axiometrics.core.verdict import Cell, Matrix, with_differences
from axiometrics.reporting import by_suffix, reports


@dataclass(frozen=True)
class Found:
    """A cell that a test found, with what describes its metric; `target` names a function of the user where it stands."""

    entry: Mapping[str, Any]
    cell: Cell
    target: str = ""

    def text(self) -> str:
        """As one line of JSON, which any process takes."""
        return json.dumps({"entry": dict(self.entry), "cell": self.cell.to_json(), "target": self.target})

    @classmethod
    def read(cls, text: str) -> Found:
        """Read the line back."""
        data = json.loads(text)
        return cls(data["entry"], Cell.from_json(data["cell"]), data["target"])


@dataclass(eq=False)
class Sender:
    """Puts what a test found into its report."""

    found: list[Found]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, Any, Any]:
        """Take along what was found since the last report."""
        report = yield
        if self.found:
            report.axiometrics = [one.text() for one in self.found]
            self.found.clear()
        return report


@dataclass(eq=False)
class Gatherer:
    """Gathers what the reports bring, and writes the matrix when the run ends."""

    path: str
    settings: Mapping[str, Any]
    found: list[Found] = field(default_factory=list)
    said: str = ""
    failed: bool = False

    def __post_init__(self) -> None:
        self.form: Report = _form(self.path)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Read what a test found, in whatever process."""
        self.found += map(Found.read, getattr(report, "axiometrics", ()))

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Write the matrix, unless no test found anything. Where that fails the run fails, and is told in full all the same."""
        if not self.found:
            self.said = f"no metric was checked: {self.path} is not written"
            return
        matrix = gathered(self.found, self.settings)
        try:
            Path(self.path).write_text(self.form.show(matrix, width=120), encoding="utf-8", newline="\n")
        except OSError as error:
            self.said, self.failed = f"cannot write {self.path!r}: {error.strerror or error}", True
            session.exitstatus = session.exitstatus or pytest.ExitCode.USAGE_ERROR
            return
        self.said = f"{len(matrix)} cells written to {self.path}"

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say what was written, or why nothing was."""
        if self.said:
            terminalreporter.write_line(f"axiometrics: {self.said}", red=self.failed)


def _form(path: str) -> Report:
    """The format of a file, by its suffix. Raises `FileError` where there is none, or the folder cannot be written to."""
    form = by_suffix(Path(path).suffix)
    if form is None:
        raise FileError(f"--axiometrics-report {path!r}: no format has this suffix; known are {', '.join(known.suffix for known in reports())}")
    existed = os.path.lexists(path)
    try:
        with open(path, "ab"):
            pass
        if not existed:
            Path(path).unlink()
    except OSError as error:
        raise FileError(f"--axiometrics-report: cannot write {path!r}: {error.strerror or error}") from None
    return form


def gathered(found: Iterable[Found], settings: Mapping[str, Any]) -> Matrix:
    """The matrix of what was found, whatever the order: our metrics first, then the user's by name; constraints as everywhere.

    Of what was found twice the last is kept. Functions of the same name in different places are told apart by their TARGETs.
    """
    listed = list(found)
    places = defaultdict(set)
    for one in listed:
        places[str(one.entry["id"])].add(one.target)
    named = [_told_apart(one) if len(places[str(one.entry["id"])]) > 1 and one.target else one for one in listed]
    entries = {str(one.entry["id"]): one.entry for one in named}
    cells = {(one.cell.task, one.cell.metric, one.cell.constraint, one.cell.reading): one.cell for one in named}
    ours = [metric.base for metric in registry.metrics()]
    rank = {c.name: i for i, c in enumerate(registry.constraints())}

    def of_metric(name: str) -> tuple[int, int, str]:
        entry = entries[name]
        known = entry["family"] != "user" and entry["base"] in ours
        return (0, ours.index(str(entry["base"])), name) if known else (1, 0, name)

    def of_cell(cell: Cell) -> tuple[Any, ...]:
        name = f"{cell.task}:{cell.constraint}"
        return of_metric(cell.metric), rank[name], _constraint(name).index(cell.reading)

    used = {f"{cell.task}:{cell.constraint}" for cell in cells.values()}
    return Matrix(
        tuple(entries[name] for name in sorted(entries, key=of_metric)),
        tuple(c.describe() for c in registry.constraints() if c.name in used),
        tuple(with_differences(sorted(cells.values(), key=of_cell))),
        settings,
        __version__,
    )


def _told_apart(one: Found) -> Found:
    return Found({**one.entry, "id": one.target, "base": one.target, "display": one.target}, replace(one.cell, metric=one.target), one.target)


def _constraint(name: str) -> list[str]:
    return [reading.name for c in registry.constraints() if c.name == name for reading in c.readings]
