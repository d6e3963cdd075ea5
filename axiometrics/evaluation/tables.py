"""Read tables with named columns: CSV, TSV, JSON lines, parquet, lists of JSON objects, and frames. The names of the
columns tell what they hold.

People name the same few columns in a dozen ways, so that a table is recognised by any of these names (BEIR, MS MARCO,
ir_datasets). `TableColumns` overrules the recognised names. Libraries that hold frames or read parquet are not
imported unless a frame or a parquet file is given.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, repeat
from typing import Any, NoReturn

from axiometrics.core.documents import parse
from axiometrics.core.errors import FileError, ParameterError
from axiometrics.evaluation.by_topic import grades, scores
from axiometrics.evaluation.column_names import NAMES, RATINGS, SAID
from axiometrics.evaluation.files import Source, first_repeated, shown, some
from axiometrics.evaluation.label_codes import coded_from_arrow, from_arrow, is_missing, names_of
from axiometrics.evaluation.labels import Labels, beginning, cells_of, delimiter_of
from axiometrics.evaluation.parquet import PARQUET, parquet_columns
from axiometrics.evaluation.trec import Qrels, Run

NUMPY = b"\x93NUMPY"
"""The first bytes of a file of a numpy array."""


@dataclass(frozen=True)
class TableColumns:
    """The columns that the user assigns to roles. A column is given by its name, or by its number from 1 on if the
    table has no header. Several columns may hold systems; every other role has one column.

    >>> TableColumns.parse("query=1,document=2,rank=3").numbered
    True
    >>> TableColumns.parse("gold=true,system=A,system=B").systems
    ('A', 'B')

    Attributes
    ----------
    roles : the column of each role; for the systems, the first column
    systems : the columns of all systems
    """

    roles: Mapping[str, str] = field(default_factory=dict)
    systems: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> TableColumns:
        """Read `role=column,...`. Raises `ParameterError` for an unknown role, and for a role with two columns other
        than the role of systems.
        """
        columns: dict[str, list[str]] = {}
        for part in filter(None, (part.strip() for part in text.split(","))):
            role, equals, name = part.partition("=")
            if role.strip() not in SAID or not equals or not name.strip():
                raise ParameterError(
                    f"--columns {text!r}: {part!r} does not say which column is which: write role=name or role=number, "
                    f"where the roles are {', '.join(SAID)}"
                )
            columns.setdefault(role.strip(), []).append(name.strip())
        for role, named in columns.items():
            if role != "system" and len(named) > 1:
                raise ParameterError(
                    f"--columns {text!r}: the {role} is the column {named[0]} and the column {named[1]}: name one "
                    f"column (several are possible only for the system)"
                )
            if len(set(named)) < len(named):
                raise ParameterError(f"--columns {text!r}: a column is named twice as {role}: name each one once")
        if len({name.isdigit() for named in columns.values() for name in named}) > 1:
            raise ParameterError(f"--columns {text!r}: give names, or numbers for a table without a header, not both")
        return cls({role: named[0] for role, named in columns.items()}, tuple(columns.get("system", ())))

    @property
    def numbered(self) -> bool:
        """Whether columns are given by number. The first line is data then."""
        return bool(self.roles) and all(name.isdigit() for name in self.roles.values())


NOTHING_SAID = TableColumns()


@dataclass(frozen=True)
class GivenTable:
    """Columns of equal length, by their names, from a file or from a frame of pandas, polars or pyarrow.

    Attributes
    ----------
    path : the file, or what messages call the frame
    columns : a list of values for each column of a file; a column of a frame stays an object of its library, and
        `cells` lists its values
    lines : the number of the line on which each row stands, in a file of lines
    frame : whether the table is a frame and not a file
    header : whether the first line of a file names the columns
    """

    path: str
    columns: Mapping[str, Any]
    lines: Sequence[int] | None = None
    frame: bool = False
    header: bool = False

    def column(self, role: str, said: TableColumns) -> str | None:
        """The name of the column that has a role, or None. If the user assigns the role of the document to one of two
        columns, the other one holds the labels.
        """
        wanted = said.roles.get(role)
        if wanted is not None and wanted in self.columns:
            return wanted
        plain = {str(name).strip().lower().replace(" ", "_"): name for name in self.columns}
        name = next((plain[name] for name in NAMES[role] if name in plain), None)
        if name is None and role == "label" and said.roles.get("document") in self.columns and len(self.columns) == 2:
            return next(name for name in self.columns if name != said.roles["document"])
        return name

    def cells(self, column: str) -> list[Any]:
        """The values of a column as a list. The library of the frame makes the list, because that takes a tenth of the
        time of a loop over the column.
        """
        values = self.columns[column]
        lists = next((name for name in ("to_list", "to_pylist") if hasattr(values, name)), None)
        return list(getattr(values, lists)() if lists else values)

    def demand(self, role: str, said: TableColumns) -> str:
        """The name of the column that has a role. Raises `FileError` if no column has it."""
        name = self.column(role, said)
        if name is None:
            self.fail(
                None,
                f"no column is the {role}: it has {some(list(map(str, self.columns)), 9)}; name it {role}"
                f"{'' if self.frame else f', or say --columns {role}=NAME'}",
            )
        return name

    def fail(self, row: int | None, problem: str) -> NoReturn:
        """Raise `FileError` with the line, or the number of the row, and the problem."""
        raise FileError(f"{self.path}{'' if row is None else self.place(row)}: {problem}")

    def place(self, row: int) -> str:
        """The place of a row, for an error message."""
        return f", row {row + 1}" if self.lines is None else f", line {self.lines[row]}"

    def third(self, *others: str) -> str | None:
        """The only column besides these, or the third column of the table if that is the first one besides these. Else
        None.
        """
        rest = [name for name in self.columns if name not in others]
        return rest[0] if len(rest) == 1 or (rest and list(self.columns).index(rest[0]) == 2) else None

    def is_retrieval(self, said: TableColumns = NOTHING_SAID) -> bool:
        """Whether the table has a column of queries and a column of documents."""
        return self.column("query", said) is not None and self.column("document", said) is not None

    def is_compared(self, said: TableColumns = NOTHING_SAID) -> bool:
        """Whether the table has a column of labels of the gold and a column of labels of a system, but not queries with
        documents. True also if the user names one of the two columns.
        """
        gold, system = self.column("gold", said), self.column("system", said)
        if {"gold", "system"} & said.roles.keys():
            return True
        return gold is not None and system is not None and gold != system and not self.is_retrieval(said)

    @property
    def has_queries(self) -> bool:
        """Whether the table has a column of queries."""
        return self.column("query", NOTHING_SAID) is not None

    @property
    def is_pairs(self) -> bool:
        """Whether each row is a pair of ids, with nothing but a score beside it."""
        left, right = self.column("left", NOTHING_SAID), self.column("right", NOTHING_SAID)
        if left is None or right is None or left == right:
            return False
        return set(self.columns) <= {left, right, self.column("score", NOTHING_SAID)}

    def is_labels(self, said: TableColumns = NOTHING_SAID) -> bool:
        """Whether the table has documents and labels, and no queries."""
        return (
            self.column("query", said) is None
            and self.column("document", said) is not None
            and self.column("label", said) is not None
        )


def table_of(source: Source, said: TableColumns = NOTHING_SAID) -> GivenTable | None:
    """The table in a file whose content has been read; None if the file does not hold a table.

    Raises `FileError` if the file begins as a table and does not go on as one.
    """
    if source.content is None:
        source = source.loaded()
    key = tuple(said.roles.items())
    if key not in source.kept:
        source.kept[key] = _table(source, said)
    table: GivenTable | None = source.kept[key]
    return table


def _table(source: Source, said: TableColumns) -> GivenTable | None:
    content = source.content or b""
    if content.startswith(PARQUET):
        return GivenTable(source.path, parquet_columns(source, content))
    if content.startswith(NUMPY):
        return None
    text = source.text()
    start = text.lstrip()[:1]
    if start == "{":
        return _json_lines(source, text)
    return _json_records(source) if start == "[" else _parted(source, text, said)


ONCE = "write each key once, and numbers as decimals, e.g. 12.5"
"""The cure for JSON in which a key occurs twice, or a number is not finite. Python reads such JSON."""


def _json_records(source: Source) -> GivenTable | None:
    """The table of a JSON list of objects with the same keys and plain values; None for other JSON."""
    rows = json_of(source)
    if not isinstance(rows, list) or not rows or not isinstance(rows[0], dict) or not rows[0]:
        return None
    table = table_of_records(source.path, rows)
    return None if any(isinstance(value, dict) for row in rows for value in row.values()) else table


def _json_lines(source: Source, text: str) -> GivenTable | None:
    """The table of lines that hold a JSON object each, with the same keys. None if an object has objects in it, or if
    the first line is not a whole object.
    """
    rows: list[Any] = []
    lines: list[int] = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            rows.append(parse(line))
        except (json.JSONDecodeError, RecursionError) as error:
            if not rows:
                return None
            source.fail(number, f"no JSON ({error}): write one object on each line")
        except ValueError as error:  # a key that occurs twice, or a number that is not finite
            source.fail(number, f"{error}: {ONCE}")
        lines.append(number)
        if not isinstance(rows[0], dict) or not rows[0] or any(isinstance(of, dict) for of in rows[0].values()):
            return None
    table = table_of_records(source.path, rows, lines)
    return table if len(rows) > 1 or _names_columns(list(rows[0]), NOTHING_SAID) or table.has_queries else None


def table_of_records(path: str, rows: Sequence[Any], lines: Sequence[int] | None = None) -> GivenTable:
    """The table of a list of objects, with a column for each key. Raises `FileError` for an object whose keys differ
    from those of the first one.
    """
    table = GivenTable(path, {}, lines)
    for i, row in enumerate(rows):
        if not isinstance(row, dict) or row.keys() != rows[0].keys():
            table.fail(i, f"not an object with the fields {some(list(rows[0]), 9)}: write the same in each of them")
    return replace(table, columns={name: [row[name] for row in rows] for name in rows[0]})


def json_of(source: Source) -> Any:
    """The JSON data in a file whose content has been read; None if it does not hold JSON."""
    if "JSON" not in source.kept:
        source.kept["JSON"] = _json(source, source.text())
    return source.kept["JSON"]


def _json(source: Source, text: str) -> Any:
    if text.lstrip()[:1] not in ("{", "["):
        return None
    try:
        return parse(text)
    except (json.JSONDecodeError, RecursionError):
        return None
    except ValueError as error:  # a key that occurs twice, or a number that is not finite
        source.fail(None, f"{error}: {ONCE}")


def _parted(source: Source, text: str, said: TableColumns) -> GivenTable | None:
    """The table of lines of cells. The first line names the columns; if the user gives numbers of columns, all lines
    are data.
    """
    mark = delimiter_of(text) or (" " if said.numbered else None)
    if mark is None:
        return None
    head = beginning(text)[0]
    for delimiter in "\t,;":  # the header decides, since `delimiter_of` looks for two columns
        if head.count(delimiter) > head.count(mark):
            mark = delimiter
    read = cells_of(source, text, mark)
    try:
        first = next(read, None)
    except FileError:
        return None
    if first is None or (not said.numbered and not _names_columns(first[1], said)):
        return None
    lines, rows = map(list, zip(first, *read, strict=True))
    if said.numbered:
        names = [str(i) for i in range(1, len(rows[0]) + 1)]
    else:
        names, rows, lines = rows[0], rows[1:], lines[1:]
    table = GivenTable(source.path, {name: [] for name in names}, lines)
    if len(table.columns) < len(names):
        source.fail(1, f"a column name occurs twice among {some(names, 9)}: name each column differently")
    for i, row in enumerate(rows):
        if len(row) != len(names):
            table.fail(i, f"{len(row)} columns, and {len(names)} are named: {some(names, 9)}")
    columns = {name: [row[k] for row in rows] for k, name in enumerate(names)}
    return GivenTable(source.path, columns, lines, header=not said.numbered)


def _names_columns(cells: Sequence[str], said: TableColumns) -> bool:
    """Whether the first line of a table names its columns. It does if it has a name that the user gives, or the known
    names of a query and a document, of gold and system, of a pair of ids, or, in three columns or more, of a document
    and a label.
    """
    header = GivenTable("", {cell: [] for cell in cells})
    if any(name in header.columns for name in said.roles.values()):
        return True
    if header.is_retrieval() or header.is_compared() or header.is_pairs:
        return True
    return header.is_labels() and len(cells) > 2


def qrels_of(table: GivenTable, said: TableColumns = NOTHING_SAID) -> Qrels:
    """The judgements in a table. If no column has a known name for grades, the third column holds them. In a table of
    two columns each row is a relevant document, because data on what people bought or clicked have no grades.

    Raises `FileError` for a missing column and for a document that is judged twice, and the errors of `grades`.
    """
    query, document = table.demand("query", said), table.demand("document", said)
    grade = table.column("grade", said) or table.column("score", said) or table.third(query, document)
    if grade is None and len(table.columns) > 2:
        grade = table.demand("grade", said)
    judged = _by_topic(table, query, document, repeat(1) if grade is None else table.cells(grade))
    if not judged:
        table.fail(None, "the table has no rows")
    rated = grade is not None and grade.strip().lower() in RATINGS
    return grades(table.path, judged, _place_in(table, query, document), rated)


def run_of(table: GivenTable, said: TableColumns = NOTHING_SAID) -> Run:
    """The run in a table. Its order is that of the scores; without scores, that of the ranks; and without both, that of
    the rows.

    Raises `FileError` for a missing column and for a document that is listed twice, and the errors of `scores`.
    """
    query, document = table.demand("query", said), table.demand("document", said)
    score, rank = table.column("score", said), table.column("rank", said)
    number = score or rank or table.third(query, document)
    if number is None and len(table.columns) > 2:
        number = table.demand("score", said)
    listed = _by_topic(table, query, document, count() if number is None else table.cells(number))
    ranks = None if rank in (None, number) else _by_topic(table, query, document, table.cells(str(rank)))
    run = scores(table.path, listed, _place_in(table, query, document), ranks)
    return run.turned() if number is None or (number == rank and score is None) else run


def _by_topic(table: GivenTable, query: str, document: str, numbers: Iterable[Any]) -> dict[str, dict[str, Any]]:
    topics: dict[str, dict[str, Any]] = {}
    for i, (topic, name, number) in enumerate(
        zip(_names(table, query), _names(table, document), numbers, strict=False)
    ):
        listed = topics.setdefault(topic, {})
        if name in listed:
            table.fail(i, f"document {shown(name)} occurs twice for topic {shown(topic)}: keep one of the two")
        listed[name] = number
    return topics


def _place_in(table: GivenTable, query: str, document: str) -> Callable[[str, str], str]:
    def place(topic: str, name: str) -> str:
        rows = zip(_names(table, query), _names(table, document), strict=True)
        return table.place(next(i for i, row in enumerate(rows) if row == (topic, name)))

    return place


def labels_of(table: GivenTable, said: TableColumns = NOTHING_SAID, header: str = "no") -> Labels:
    """Read the labels from a table. If several rows name the same document, the document has several labels. `header`
    says whether the first row of a table with numbered columns holds the names of the columns. Raises the errors of
    `read_labels`.
    """
    document, label = table.demand("document", said), table.demand("label", said)
    labels = _labels(table, table.path, document, label)
    labels.demand_once()
    if said.numbered and (header == "yes" or (header == "auto" and labels.begin_with_names)):
        names = "document={},label={}".format(*(column[0] for column in labels.first_rows))
        table.fail(
            0, f"{labels.first_words} may be names of columns: say --columns {names} if they are, and else --header no"
        )
    return labels


def _labels(table: GivenTable, path: str, document: str | None, label: str) -> Labels:
    """The labels in a column. The documents are in another column, or are the numbers of the rows if `document` is
    None.
    """
    cut = None if document is None else from_arrow(table.columns[document])
    names = None if document is None or cut is not None else _names(table, document)
    numbered, unit = coded_from_arrow(table.columns[label]), "row" if table.lines is None else "line"
    labels = Labels.of(path, names, ["x"] if numbered else table.cells(label), table.lines, table.header, unit)
    return replace(labels, documents=labels.documents if cut is None else cut, coded=numbered or labels.coded)


def compared_labels(table: GivenTable, said: TableColumns = NOTHING_SAID) -> dict[str, Labels]:
    """The labels of the gold and of the systems, which are columns of one table, by the names of these columns. The
    gold is first. The column of items names the rows; without one, they are named by their numbers from 1 on.
    """
    for role, named in (*said.roles.items(), *(("system", system) for system in said.systems)):
        if named not in table.columns:
            table.fail(
                None,
                f"it has no column {shown(named)}, which is to be the {role}: it has {some(list(table.columns), 9)}",
            )
    gold, systems = table.demand("gold", said), said.systems or (table.demand("system", said),)
    if gold in systems:
        table.fail(None, f"the column {shown(gold)} is both gold and system: name two columns")
    item = table.column("item", said)
    item = None if item in (gold, *systems) else item
    repeated = None if item is None else first_repeated(_names(table, item))
    if repeated is not None:
        name = _names(table, str(item))[repeated]
        table.fail(repeated, f"item {shown(name)} occurs twice: keep one row of each item")
    plain = replace(table, header=False)
    return {of: _labels(plain, f"{table.path}:{of}", item, of) for of in (gold, *systems)}


def _names(table: GivenTable, column: str) -> list[str]:
    """The names in a column, as texts. Raises `FileError` for a cell that is empty."""
    values = table.cells(column)
    kinds = set(map(type, values))
    if kinds == {str} and "" not in values:
        return values
    for i, value in enumerate(values if kinds != {int} else ()):
        if is_missing(value) or value == "":
            table.fail(i, f"nothing stands in the column {shown(column)}: write a name, or take the row out")
    return names_of(values).tolist()  # type: ignore[no-any-return]
