"""The satisfaction matrix, and the document that it is saved as."""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, NoReturn

from msgspec import UNSET, Meta, UnsetType

from axiometrics.core import names
from axiometrics.core.cell import Cell, flattened
from axiometrics.core.coverage import CoveredCells, coverage, gaps, in_words
from axiometrics.core.documents import Count, Document, Name, parse, read, written
from axiometrics.core.errors import FileError, UnknownNameError
from axiometrics.core.escapes import one_line
from axiometrics.core.evidence import KINDS
from axiometrics.core.files import whole_text
from axiometrics.core.page import MatrixPart, Page, Presentable, Section, Table
from axiometrics.core.task import task

SCHEMA = "axiometrics/matrix/1"

SHOWN = 60
"""Rows of a matrix that a prompt shows."""

AGAIN = "save it again with --format json"


class MetricEntry(Document, frozen=True):
    """A metric of a matrix.

    Attributes
    ----------
    params : exact numbers as texts, variants by their names
    inferred : of a user's metric, what was inferred about how it is called
    form, order, called, settled_by : of a user's metric, the form in which it is called, which argument comes first, a
        call as people write it, and what told the form: `declared`, `name`, `values` or `library`
    breaks : of a user's metric, the invariances that it breaks; the evidence of its cells shows two calls for each
    loss : of a user's metric of which lower is better, and whose negative is judged, how that is known: `inferred`, or
        `told`
    """

    id: Name
    base: Name
    params: dict[str, str]
    display: Name
    family: Name
    task: Name
    source: str
    inferred: str | UnsetType = UNSET
    form: str | UnsetType = UNSET
    order: str | UnsetType | None = UNSET
    called: str | UnsetType = UNSET
    settled_by: str | UnsetType = UNSET
    breaks: list[Name] | UnsetType = UNSET
    loss: Name | UnsetType = UNSET


class ConstraintEntry(Document, frozen=True):
    """A constraint of a matrix; the first of its readings is the default."""

    id: Name
    task: Name
    statement: str
    source: str
    readings: Annotated[list[Name], Meta(min_length=1, extra_json_schema={"uniqueItems": True})]


class Missing(Document, frozen=True):
    """A cell that a run was asked for and did not finish."""

    task: Name
    metric: Name
    constraint: Name
    reading: Name


LATER = frozenset({"grid"})
"""The kinds of evidence that matrices of version 0.2 do not count: they have no cell of these."""

ALWAYS_COUNTED = [kind for kind in KINDS if kind not in LATER]


class MatrixDocument(Document, frozen=True):
    """The satisfaction matrix, as `--format json` writes it and `Matrix.from_json` reads it: verdicts by metric,
    constraint and reading, each with its evidence. `settings` are what was asked for, `counts` the cells by kind.

    `complete` is false where the run was stopped before its end; then `missing` is the number of cells that it did not
    finish, and `missing_cells` are these. `covers` says which cells there are, so that one that was cut out is noticed.
    """

    schema: Literal["axiometrics/matrix/1"]
    version: str
    settings: dict[str, Any]
    metrics: list[MetricEntry]
    constraints: list[ConstraintEntry]
    cells: list[Cell]
    counts: Annotated[
        dict[str, Count],
        Meta(extra_json_schema={"required": ALWAYS_COUNTED, "propertyNames": {"enum": list(KINDS)}}),
    ]

    complete: bool | UnsetType = UNSET
    missing: Count | UnsetType = UNSET
    missing_cells: list[Missing] | UnsetType = UNSET
    covers: CoveredCells | UnsetType = UNSET

    def __post_init__(self) -> None:
        named = len(self.missing_cells or ())
        if (self.missing or 0) != named or (self.complete or self.complete is UNSET) is bool(named):
            raise ValueError(f"complete is {self.complete}, missing is {self.missing}, and {named} cells are named")
        if self.counts.keys() | LATER != set(KINDS):
            raise ValueError(f"the counts are of {', '.join(self.counts)}, expected {', '.join(KINDS)}")


DOCUMENT = MatrixDocument


@dataclass(frozen=True, repr=False)
class Matrix(Presentable):
    """The satisfaction matrix: cells by metric, constraint and reading, with what the metrics and constraints are.

    >>> Matrix(metrics=(), constraints=(), cells=()).counts["proof"]
    0
    """

    metrics: tuple[Mapping[str, Any], ...]
    constraints: tuple[Mapping[str, Any], ...]
    cells: tuple[Cell, ...]
    settings: Mapping[str, Any] = field(default_factory=dict)
    version: str = ""
    missing: tuple[Missing, ...] = ()

    def __iter__(self) -> Iterator[Cell]:
        return iter(self.cells)

    def __len__(self) -> int:
        return len(self.cells)

    @property
    def counts(self) -> dict[str, int]:
        """How many cells rest on each kind of evidence."""
        counts = Counter(cell.evidence.kind for cell in self.cells)
        return {kind: counts[kind] for kind in KINDS}

    def cell(self, metric: str, constraint: str, reading: str | None = None) -> Cell:
        """The cell of a metric (any name of it; a base alone takes the first) and a constraint (`id` or `task:id`).

        Without a reading, the first one the matrix holds. Raises `UnknownNameError` where there is none. The names that
        libraries use stand one floor above, in the registry, which is asked by name, as for a task.
        """
        metric, constraint = str(metric), str(constraint)
        named = [(entry["id"], entry["task"]) for entry in _entries_named(metric, self.metrics)]
        if not named:
            self._unknown("metric", metric, [entry["id"] for entry in self.metrics])
        id, tasks = named[0][0], {task for _, task in named}
        others = {entry["task"] for entry in self.metrics if entry["id"] == id} - tasks
        of_metric = [cell for cell in self.cells if cell.metric == id and cell.task not in others]
        cells = [
            cell
            for cell in of_metric
            if constraint in (cell.constraint, f"{cell.task}:{cell.constraint}")
            or names.alike(constraint, cell.constraint, f"{cell.task}:{cell.constraint}")
        ]
        if not cells:
            self._unknown(f"cell of {id} under", constraint, [cell.constraint for cell in of_metric])
        for cell in cells:
            if reading in (None, cell.reading):
                return cell
        return self._unknown("reading", str(reading), [cell.reading for cell in cells])

    def _unknown(self, noun: str, name: str, present: Sequence[str]) -> NoReturn:
        """Raise `UnknownNameError` with the names that the matrix has."""
        raise UnknownNameError(f"no {noun} {name!r} in this matrix: {names.instead(name, present)}")

    def page(self) -> Page:
        """The matrix as the only part of a page."""
        fields = self.to_json
        return Page(
            title="",
            sections=[Section("", [MatrixPart(self)])],
            schema=SCHEMA,
            data=lambda: {name: value for name, value in fields().items() if name != "schema"},
            records=lambda: Table.records(Cell.COLUMNS, [cell.row() for cell in self]),
        )

    def _text(self, report: Any) -> str:
        text: str = report.show(self)
        return text

    def __repr__(self) -> str:
        """The table, as far as a prompt has room for it."""
        return str(self) if len(self.metrics) <= SHOWN else self._short()

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        alone = len(getattr(printer, "stack", ())) < 2
        printer.text(str(self) if alone else self._short())

    def _short(self) -> str:
        numbers = ((len(self.metrics), "metrics"), (len(self.constraints), "constraints"), (len(self), "cells"))
        return f"<Matrix: {', '.join(f'{number} {noun}' for number, noun in numbers)}>"

    def to_json(self) -> dict[str, Any]:
        """The document that the shipped JSON schema describes."""
        data = {
            "schema": SCHEMA,
            "version": self.version,
            "settings": dict(self.settings),
            "metrics": [dict(entry) for entry in self.metrics],
            "constraints": [dict(entry) for entry in self.constraints],
            "cells": [cell.to_json() for cell in self.cells],
            "counts": self.counts,
            "complete": not self.missing,
            "covers": written(
                coverage((cell.metric, f"{cell.task}:{cell.constraint}@{cell.reading}") for cell in self._asked())
            ),
        }
        if self.missing:
            data |= {"missing": len(self.missing), "missing_cells": list(map(written, self.missing))}
        return data

    def _asked(self) -> Iterator[Cell | Missing]:
        yield from self.cells
        yield from self.missing

    @classmethod
    def from_json(cls, data: Any) -> Matrix:
        """Read a saved matrix. Raises `FileError` where the document is not a matrix, or is damaged."""
        if not isinstance(data, Mapping) or data.get("schema") != SCHEMA:
            schema = data.get("schema") if isinstance(data, Mapping) else type(data).__name__
            raise FileError(
                f"no matrix: expected a JSON object with schema {SCHEMA!r}, found {schema!r}; save one "
                f"with --format json"
            )
        raw = data
        try:
            data = {**data, **{key: _named(data[key]) for key in ("metrics", "constraints", "settings") if key in data}}
            data |= {key: [*map(_shown, data[key])] for key in ("cells", "missing_cells") if _is_list(data.get(key))}
            cells = data.get("cells")
            listed = list(map(flattened, cells)) if isinstance(cells, list) else cells
            document = read({**data, "cells": listed, "version": _named(data.get("version"))}, MatrixDocument)
            wrong = gaps(raw)
        except (ValueError, RecursionError) as error:
            raise FileError(f"a damaged matrix ({type(error).__name__}: {one_line(str(error))}): {AGAIN}") from None
        if wrong:
            raise FileError(f"{in_words(wrong)}: {AGAIN}")
        _demand_known(document)
        return cls(
            tuple(data["metrics"]),
            tuple(data["constraints"]),
            tuple(document.cells),
            document.settings,
            document.version,
            tuple(document.missing_cells or ()),
        )


def _entries_named(name: str, entries: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    named: list[Mapping[str, Any]] = importlib.import_module("axiometrics.registry").entries_named(name, entries)
    return named


def _demand_known(document: MatrixDocument) -> None:
    """Raise `FileError` where a cell is of a task that is not here, or of a metric that the matrix does not list."""
    for name in dict.fromkeys(cell.task for cell in document.cells):
        try:
            task(name)
        except UnknownNameError as error:
            raise FileError(f"cells of the task {name!r}: {error}; install the package that declares it") from None
    metrics = {entry.id for entry in document.metrics}
    for name in dict.fromkeys(cell.metric for cell in document.cells):
        if name not in metrics:
            raise FileError(f"cells of the metric {name!r}, and the metrics of the matrix do not list it: {AGAIN}")


def _is_list(data: Any) -> bool:
    return isinstance(data, list)


def _named(data: Any) -> Any:
    """JSON data with every text in one line: a name with line breaks would forge lines of what is shown."""
    if isinstance(data, str):
        return one_line(data)
    if isinstance(data, list):
        return [*map(_named, data)]
    return {_named(key): _named(value) for key, value in data.items()} if isinstance(data, dict) else data


def _shown(cell: Any) -> Any:
    """A cell in JSON with every text in one line but those of its case: the names of documents are what is scored."""
    if not isinstance(cell, dict):
        return cell
    case = cell.get("counterexample")
    shown = {key: _named(value) for key, value in cell.items() if key != "counterexample"}
    if "counterexample" in cell:
        kept = case if not isinstance(case, dict) else {key: _kept(key, value) for key, value in case.items()}
        shown["counterexample"] = kept
    return shown


def _kept(key: str, value: Any) -> Any:
    return value if key in {"gold", "golds", "outputs"} else _named(value)


def saved(path: str) -> Matrix:
    """The matrix in a file. Raises `FileError` where it cannot be read or holds none."""
    try:
        text = whole_text(path)
    except FileError as error:
        raise FileError(f"{path}: {error}") from None
    except OSError as error:
        raise FileError(f"cannot read {path!r}: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise _no_json(path, error) from None
    return from_text(text, path)


def from_text(text: str, name: str) -> Matrix:
    """The matrix that a JSON text holds; `name` is that of the file, for errors. Raises `FileError`."""
    try:
        return Matrix.from_json(parse(text))
    except FileError as error:
        raise FileError(f"{name}: {error}") from None
    except (ValueError, RecursionError) as error:
        raise _no_json(name, error) from None


def _no_json(name: str, error: Exception) -> FileError:
    return FileError(f"{name} is not JSON: {error}; save a matrix with --format json")
