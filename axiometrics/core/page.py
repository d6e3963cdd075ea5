"""The result of a command, as a value: sections of sentences, facts, tables and drawings, and the data behind them.

A command builds one page; `reports/` writes it in every format. So a command says each thing once, a format is written
once for all commands, and a command offers every format that a report can make of a page. docs/decisions/0004-pages.md
says what was rejected.

What may be relied on: a page holds no markup and no escapes, and it does not know how wide a line is. Its numbers are
whole: a table that people read rounds them by its columns, JSON and CSV write all digits.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, singledispatch
from pathlib import Path
from textwrap import shorten
from typing import Any, Literal

from axiometrics.core.decimals import folded
from axiometrics.core.errors import DeclarationError, ParameterError
from axiometrics.core.escapes import one_line

Cell = str | int | float | Fraction | None
"""The value of a cell of a table; None where there is no value."""

Fact = str | tuple[str, str]
"""A sentence, or a label and the text under this label, in one line or several."""


class Best(float):
    """A number that is the best of its column, which reports show in bold where they can."""


class Marked(float):
    """A number with letters before it, which say from which numbers it differs; it may be the best of its column,
    too.
    """

    marks: str
    best: bool

    def __new__(cls, value: float, marks: str, best: bool = False) -> Marked:
        """The number, its letters, and whether it is the best."""
        made = super().__new__(cls, value)
        made.marks, made.best = marks, best
        return made


class Strong(str):
    """The text of a cell in bold."""


class BrokenLines(str):
    """The text of a cell in several lines, each of which can be shown."""


@dataclass(frozen=True)
class Column:
    """A column of a table.

    Attributes
    ----------
    heading : a line break in it is where plain text may break it, and a blank elsewhere
    align : the side on which cells begin
    digits : behind the decimal point, for numbers that people read; None: the numbers as they are
    share : of the width of a page, for cells that are sentences and are broken into lines; 0: as wide as its cells
    most : characters of a cell that are shown. HTML shows the rest when a reader opens the cell; 0: all
    """

    heading: str
    align: Literal["left", "right"] = "left"
    digits: int | None = None
    share: float = 0
    most: int = 0

    def shown(self, cell: Cell) -> str:
        """A cell as people read it, of `most` characters.

        >>> Column("said", most=12).shown("the score falls")
        'the ...'
        """
        text = self.whole(cell)
        return shorten(text, self.most, placeholder=" ...") if 0 < self.most < len(text) else text

    def whole(self, cell: Cell) -> str:
        """A cell as people read it, with all of its characters.

        >>> Column("AP", digits=4).whole(-0.00001), Column("AP").whole(Fraction(1, 3)), Column("AP").whole(None)
        ('0.0000', '1/3', '-')
        """
        if cell is None:
            return "-"
        if isinstance(cell, str):
            return cell if isinstance(cell, Strong | BrokenLines) else one_line(cell)
        text = str(cell) if self.digits is None else f"{round(float(cell), self.digits) + 0.0:.{self.digits}f}"
        if isinstance(cell, Marked):
            text = f"{cell.marks} {text}"
        best = isinstance(cell, Best) or (isinstance(cell, Marked) and cell.best)
        return Strong(one_line(text)) if best else one_line(text)


@dataclass(frozen=True)
class Table:
    """Rows under headings. A row that has not one cell for each column is refused.

    Attributes
    ----------
    caption : what the table shows; may be empty
    keys : how many of the first columns name a row; they are repeated where a table is parted
    across : what the headings of the other columns name, e.g. `metric`. A table that is too wide for its page is turned
        on its side under this word; without one it is parted
    as_text : what plain text shows in place of a table whose cells are sentences, for which no line has room; None: the
        table itself. Where it is empty, plain text has said it before
    """

    columns: tuple[Column, ...]
    rows: Sequence[Sequence[Cell]]
    caption: str = ""
    keys: int = 1
    across: str = ""
    as_text: tuple[Part, ...] | None = None

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise DeclarationError(f"a row has {len(row)} cells, and the table {len(self.columns)} columns: {row}")

    @classmethod
    def records(cls, headings: Sequence[str], rows: Sequence[Sequence[Cell]]) -> Table:
        """Rows for machines: plain columns of these names."""
        return cls(tuple(map(Column, headings)), rows)

    @property
    def shown(self) -> list[list[str]]:
        """The rows as people read them."""
        return [[column.shown(cell) for column, cell in zip(self.columns, row, strict=True)] for row in self.rows]


@dataclass(frozen=True)
class Facts:
    """Statements that belong together, one below the other.

    Attributes
    ----------
    caption : what they are about; may be empty
    margin : characters that plain text keeps for labels; 0: as many as the longest one takes
    """

    facts: Sequence[Fact]
    caption: str = ""
    margin: int = 0

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Label and statement of each; the label of a plain sentence is empty."""
        return [("", fact) if isinstance(fact, str) else fact for fact in self.facts]

    @property
    def sentences(self) -> list[str]:
        """Each with its label before it, for lists and paragraphs; its lines are parted by semicolons."""
        flowing = [(label, "; ".join(said.split("\n"))) for label, said in self.pairs]
        return [f"{label}: {said}" if label else said for label, said in flowing]


@dataclass(frozen=True)
class Drawing:
    """Lines of signs of equal width, to be shown as they are: a text, or what makes one for a number of characters a
    line.

    Attributes
    ----------
    drawn : the text, or what makes it
    flows : whether a line that has no columns, such as an exact score, may be broken where there is no room for it
    """

    drawn: str | Callable[[int], str]
    flows: bool = False

    def text(self, width: int) -> str:
        """The lines, for a line of that many characters."""
        text = self.drawn if isinstance(self.drawn, str) else self.drawn(width)
        return folded(text, width) if self.flows else text


@dataclass(frozen=True)
class CaseDrawing(Drawing):
    """A case: formats that have pictures draw its gold and outputs, and others show the text.

    Attributes
    ----------
    case : a case whose roles have one output each, judged against its gold; None for other cases, which only the text
        shows
    said : what stands below the picture, such as the scores, of which the text has the same
    """

    case: Any = None
    said: str = ""


@dataclass(frozen=True)
class MatrixPart:
    """A matrix within a page; each format shows it as it shows a matrix alone."""

    matrix: Any


PlainPart = str | Facts | Table | Drawing

Part = PlainPart | MatrixPart
"""The parts of a section; a text is a paragraph."""


@dataclass(frozen=True)
class Section:
    """Parts under a heading, which may be empty. A section that is `below` belongs to the one before it."""

    heading: str
    parts: Sequence[Part]
    below: bool = False


@dataclass(frozen=True)
class Badge:
    """A page in a few words and a colour, as shields.io names colours."""

    message: str
    color: str


@singledispatch
def page_of(value: Any) -> Page:
    """The page of a value by its type. A value does not import its page: a module whose name ends in `page`, in the
    package of the type, registers the function that makes it.
    """
    raise DeclarationError(f"no page is registered for {type(value).__name__}")


@cache
def find_pages(package: str) -> None:
    """Import the modules of a package that register pages; a module that is in no package registers its own."""
    folder = importlib.import_module(package).__path__ if package else ()
    for module in pkgutil.iter_modules(folder, f"{package}."):
        if module.name.endswith("page"):
            importlib.import_module(module.name)


class Presentable:
    """The result of a command, as Python shows it: `print` writes the text report, a notebook shows the HTML report,
    and `save` writes a file in any format of the command. Each shows the page of the result.

    The package of reports stands some floors above this one, so that it is loaded by its name, as tasks are.
    """

    __slots__ = ()

    def page(self) -> Page:
        """The page of the result, made by the function that is registered for its type (`page_of`). A class may have a
        page of its own instead.
        """
        find_pages(type(self).__module__.rpartition(".")[0])
        return page_of(self)

    def to_json(self) -> dict[str, Any]:
        """The JSON document that the command writes."""
        page = self.page()
        return {**({"schema": page.schema} if page.schema else {}), **page.data()}

    def to_dataframe(self) -> Any:
        """The records of the page, or its first table, as a frame of pandas.

        Raises `ImportError` where pandas is not installed, `ParameterError` where the page has no table.
        """
        page = self.page()
        tables = (part for section in page.sections for part in section.parts if isinstance(part, Table))
        table = page.records() if page.records is not None else next(tables, None)
        if table is None:
            raise ParameterError(f"{type(self).__name__} has no table: to_json has all that was found")
        return frame([column.heading.replace("\n", " ") for column in table.columns], table.rows)

    def save(self, path: str | Path, format: str | None = None) -> None:
        """Write a file in the format of its suffix, or in the format that is named.

        Raises `ParameterError` for a suffix or a name that is not that of a format, `FileError` where the file cannot
        be written.
        """
        report = _report(path, format)
        report.write(path, self._text(report))

    def _text(self, report: Any) -> str:
        text: str = report.show(self.page())
        return text

    def __str__(self) -> str:
        return self._text(_report("", "text")).rstrip("\n")

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: print it, or save it>"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        alone = len(getattr(printer, "stack", ())) < 2
        printer.text(str(self) if alone else repr(self))

    def _repr_html_(self) -> str:
        html: str = importlib.import_module("axiometrics.reports.html").notebook(self.page())
        return html


def _report(path: str | Path, format: str | None) -> Any:
    """The report of that format, or of files with that suffix."""
    if not isinstance(path, str | os.PathLike):
        raise ParameterError(f"path is {path!r}: give the name of a file, such as 'found.html'")
    formats = importlib.import_module("axiometrics.reports.parts.formats")
    if format is not None:
        return formats.report(format)
    report = formats.by_suffix(str(path))
    if report is None:
        suffix = Path(path).suffix
        suffixes = ", ".join(f"{report.suffix} ({report.name})" for report in formats.reports())
        raise ParameterError(
            f"{str(path)!r} has the suffix {suffix!r}, which is not that of a format: end it in {suffixes}, or name one"
        )
    return report


def frame(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> Any:
    """A frame of pandas, which is loaded only here. Raises `ImportError` where it is not installed."""
    try:
        pandas: Any = importlib.import_module("pandas")
    except ImportError:
        raise ImportError("to_dataframe needs pandas, which is not installed: pip install pandas") from None
    return pandas.DataFrame([tuple(row) for row in rows], columns=list(columns))


@dataclass(frozen=True, repr=False)
class Page(Presentable):
    """The result of a command as a page.

    Attributes
    ----------
    title : of the whole; empty where the sections need none
    schema : the name of the JSON document, e.g. `axiometrics/scores/1`; empty where it has none
    data : makes the other fields of the JSON document. They may be far more than what people read, so they are made
        only when they are written
    records : makes the table that CSV has, every number whole; None where a page has no CSV
    badge : the text of its badge; None where it has none
    """

    title: str
    sections: Sequence[Section]
    schema: str
    data: Callable[[], Mapping[str, Any]]
    records: Callable[[], Table] | None = None
    badge: Badge | None = None

    def page(self) -> Page:
        """The page itself."""
        return self
