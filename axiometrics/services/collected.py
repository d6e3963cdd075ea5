"""The matrix of a test run. The result of each test travels with its report to the process that started the run, and
this process writes the matrix once.

So neither the matrix nor the pinned evidence depends on the order of the tests, or on how many processes run them.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from axiometrics import __version__, registry
from axiometrics.core.cell import Cell, with_differences
from axiometrics.core.errors import FileError
from axiometrics.core.files import demand_writable
from axiometrics.core.matrix import Matrix
from axiometrics.core.report import Report
from axiometrics.reports.parts.formats import by_suffix, reports
from axiometrics.services.acceptance import Accepting, accept, acceptance
from axiometrics.services.corpus import Corpus
from axiometrics.services.evidence import weight
from axiometrics.services.expectations import Key, key
from axiometrics.services.places import beside


@dataclass(frozen=True)
class CollectedCell:
    """A cell that a test has found.

    Attributes
    ----------
    about : the description of its metric
    target : the TARGET of a function of the user; empty where it has none
    place : the name of the metric in a corpus
    own : whether `place` is a name of the metric's own; otherwise it is the name of the test, and two metrics of the
        test may share it
    replaces : whether the cell may replace the pinned one
    accepted : the TARGET under which its violation is to be accepted; empty where it is not accepted
    """

    about: Mapping[str, Any]
    cell: Cell
    target: str = ""
    place: str = ""
    own: bool = True
    replaces: bool = True
    accepted: str = ""

    def text(self) -> str:
        """The cell as one line of JSON, which a report carries to another process."""
        return json.dumps({**self.__dict__, "about": dict(self.about), "cell": self.cell.to_json()})

    @classmethod
    def read(cls, text: str) -> CollectedCell:
        """Read a cell from a line that `text` has written."""
        data = json.loads(text)
        return cls(**{**data, "cell": Cell.from_json(data["cell"])})

    def called(self, name: str) -> CollectedCell:
        """The same cell under another name of the metric."""
        return replace(
            self,
            about={**self.about, "id": name, "base": name, "display": name},
            cell=structs.replace(self.cell, metric=name),
        )


@dataclass(eq=False)
class Sender:
    """Adds the results of a test to its report."""

    collected: list[CollectedCell]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, Any, Any]:
        """Add the results since the last report to this report."""
        report = yield
        if self.collected:
            report.axiometrics = [result.text() for result in self.collected]
            self.collected.clear()
        return report


@dataclass(eq=False)
class Gatherer:
    """Gathers the results from the reports.

    When the run ends, it writes the matrix to the given path, and pins the cells in the given corpus.
    """

    path: str | None
    settings: Mapping[str, Any]
    corpus: Corpus | None = None
    accepting: Accepting | None = None
    collected: list[CollectedCell] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    failed: str = ""

    def __post_init__(self) -> None:
        self.form: Report | None = None if self.path is None else _form(self.path)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Read the results from a report of any process."""
        self.collected += map(CollectedCell.read, getattr(report, "axiometrics", ()))

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Write the results. Where this fails, the run fails, and its summary is still printed."""
        try:
            if self.corpus is not None:
                self.said += pin(self.corpus, self.collected)
            if self.accepting is not None:
                constraints = list(registry.constraints())
                accepted = [result for result in self.collected if result.accepted]
                new = [acceptance(result.cell, result.accepted, constraints) for result in accepted]
                self.said += accept(self.accepting.path, self.accepting.file, list(dict.fromkeys(new)))
            if self.path is not None and self.form is not None:
                self.said.append(self._written(self.path, self.form))
        except FileError as error:
            self.failed = str(error)
            session.exitstatus = session.exitstatus or pytest.ExitCode.USAGE_ERROR

    def _written(self, path: str, form: Report) -> str:
        if not self.collected:
            return f"no metric was checked: {path} is not written"
        matrix = gathered(self.collected, self.settings)
        form.write(path, form.show(matrix))
        return f"{len(matrix)} cells written to {path}"

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say which files were written, or why no file was written."""
        for line in self.said:
            terminalreporter.write_line(f"axiometrics: {line}")
        if self.failed:
            terminalreporter.write_line(f"axiometrics: {self.failed}", red=True)


def _form(path: str) -> Report:
    """The format of a file, by its suffix. Raises `FileError` where there is none, or the folder cannot be written
    to.
    """
    form = by_suffix(str(path))
    if form is None:
        raise FileError(
            f"--axiometrics-report {path!r}: no format has this suffix; known are "
            f"{', '.join(report.suffix for report in reports())}"
        )
    try:
        demand_writable(path)
    except OSError as error:
        raise FileError(f"--axiometrics-report: cannot write {path!r}: {error.strerror or error}") from None
    return form


def gathered(results: Iterable[CollectedCell], settings: Mapping[str, Any]) -> Matrix:
    """The matrix of the results of tests, in an order that does not depend on theirs: our metrics come first, then the
    metrics of the user by name; the constraints have their usual order.

    Functions of the same name in different places get different names from their TARGETs; metrics without a TARGET get
    them from their tests, where the results differ. Where several tests have found the same cell, the result that
    weighs most is kept.
    """
    listed = list(results)
    targets = defaultdict(set)
    for result in listed:
        targets[result.cell.metric].add(result.target)
    named = [
        result.called(result.target) if len(targets[result.cell.metric]) > 1 and result.target else result
        for result in listed
    ]
    named = [kept for group in _by_cell(named) for kept in _told_apart(group)]
    entries = {result.cell.metric: result.about for result in named}
    cells = {key(group[0].cell): max((result.cell for result in group), key=weight) for group in _by_cell(named)}
    ours = [metric.base for metric in registry.metrics()]
    rank = {c.name: i for i, c in enumerate(registry.constraints())}

    def of_metric(name: str) -> tuple[int, int, str]:
        about = entries[name]
        is_ours = about["family"] != "user" and about["base"] in ours
        return (0, ours.index(str(about["base"])), name) if is_ours else (1, 0, name)

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


def pin(corpus: Corpus, results: Iterable[CollectedCell]) -> Iterator[str]:
    """Pin the results of tests: for each cell the result that weighs most. Yields a line for each remark to the user.

    Results are not pinned where metrics that share the name of a test have different results. Raises `FileError` where
    a file cannot be written.
    """
    cells = []
    of_places = (replace(result, cell=structs.replace(result.cell, metric=result.place)) for result in results)
    for group in _by_cell(of_places):
        if not all(result.replaces for result in group):
            continue
        if not group[0].own and _differ(group):
            cell = group[0].cell
            named = f"{beside(cell.metric, corpus.folder)}/{cell.constraint}@{cell.reading}"
            yield f"{named} is not pinned: metrics of this name differ; give each a name of its own, in its __name__"
        else:
            cells.append(max((result.cell for result in group), key=weight))
    yield from corpus.pin(cells)


def _by_cell(results: Iterable[CollectedCell]) -> list[list[CollectedCell]]:
    groups: dict[Key, list[CollectedCell]] = {}
    for result in results:
        groups.setdefault(key(result.cell), []).append(result)
    return list(groups.values())


def _differ(group: Iterable[CollectedCell]) -> bool:
    return len({_content(result) for result in group}) > 1


def _content(result: CollectedCell) -> str:
    """A cell without the time that it took."""
    return json.dumps(
        structs.replace(result.cell, evidence=structs.replace(result.cell.evidence, seconds=0.0)).to_json(),
        sort_keys=True,
    )


def _told_apart(group: list[CollectedCell]) -> Iterator[CollectedCell]:
    """The results for one cell, with names that differ where the results differ: a metric without a name of its own
    gets the name of its test and, where these are equal too, a number.
    """
    if all(result.own for result in group) or not _differ(group):
        yield from group
        return
    several: dict[str, list[str]] = defaultdict(list)
    for result in group:
        contents, content = several[result.place], _content(result)
        if content not in contents:
            contents.append(content)
        number = contents.index(content)
        yield (
            result
            if result.own
            else result.called(f"{beside(result.place, Path('evidence'))}{f'#{number + 1}' if number else ''}")
        )


def _constraint(name: str) -> list[str]:
    declared = registry.constraints_by_name().get(name)
    return [reading.name for reading in declared.readings] if declared else []
