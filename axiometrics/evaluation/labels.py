"""Read label files: each line has a document and a label, with a tab, comma or semicolon between them. Several lines
for one document are an overlap.

Columns with blanks between them, and files of one label a line, are read only if the user says that the file holds
labels. Such a text is also an organization of one level, and the scores of the wrong reading look like scores.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count
from typing import Any

import numpy as np

from axiometrics.core.errors import FileError
from axiometrics.core.organization import Organization
from axiometrics.evaluation.column_names import DOCUMENTS, LABELS, PERHAPS, plain_name
from axiometrics.evaluation.files import BLOCK, Source, first_repeated, in_memory, lines_of, shown
from axiometrics.evaluation.label_codes import Coded, Words, are_different, is_missing, names_of, texts, two_columns

DELIMITERS = {"\t": "tab", ",": "comma", ";": "semicolon"}
BLANK = " "

LOOKED_AT = 100
"""The number of lines by which the delimiter, and the kind of a gold, are told."""

_DIGIT = re.compile(r"\d")

_WIDE_BLANK = re.compile(r"[^\S\x00-\x7f]")
"""A blank that is not an ASCII character."""


@dataclass(frozen=True, eq=False)
class Labels:
    """Documents and their labels, as two columns.

    Attributes
    ----------
    documents : the document of each row, as texts of Python or as bytes of numpy in UTF-8; None if the documents are
        named by their numbers from 1 on
    coded : the label of each row
    lines : the number of the line of each row; None if the rows are the lines from `first` on
    header : whether the first line was taken for the names of the columns
    unit : the name of a row in error messages, such as `line`
    positive : the label that means yes where labels are decisions, if the user names it
    are_keys : whether the documents are known to be different, as the keys of a dictionary are
    """

    path: str
    documents: Words | None
    coded: Coded
    lines: Sequence[int] | None = None
    first: int = 1
    header: bool = False
    unit: str = "line"
    positive: str | None = None
    are_keys: bool = False

    @classmethod
    def of(
        cls,
        path: str,
        documents: Sequence[Any] | None,
        labels: Any,
        lines: Sequence[int] | None = None,
        header: bool = False,
        unit: str = "line",
    ) -> Labels:
        """Build labels from the names of documents and from labels of any type. Raises `FileError` for a value that is
        not a label, and if there are no labels.
        """
        names = None if documents is None else names_of(documents)
        try:
            coded = Coded.of_values(labels)
        except TypeError:
            row, label = next(((i, label) for i, label in enumerate(labels) if not is_label(label)), (0, labels))
            where = f"{unit} {row + 1 if lines is None else lines[row]}"
            raise FileError(f"{path}, {where}: {shown(str(label))} is not a label: write a text or a number") from None
        if not len(coded.codes):
            raise FileError(f"{path}: no labels: give a label for each item")
        return cls(path, names, coded, lines, header=header, unit=unit)

    @property
    def count(self) -> int:
        """The number of rows."""
        return len(self.coded.codes)

    def line(self, row: int) -> int:
        """The number of the line that holds a row."""
        return self.first + row if self.lines is None else self.lines[row]

    def line_of(self, document: str) -> int:
        """The number of the first line of a document."""
        return self.line(self.names.index(document))

    @property
    def names(self) -> list[str]:
        """The document of each row, as texts."""
        return list(map(str, range(1, self.count + 1))) if self.documents is None else texts(self.documents)

    @property
    def each(self) -> list[str]:
        """The label of each row, as texts."""
        words = self.coded.texts
        return [words[code] for code in self.coded.codes.tolist()]

    def rows(self, kept: Sequence[int]) -> Labels:
        """The labels of some of the rows."""
        documents, labels = ([column[row] for row in kept] for column in (self.names, self.each))
        return Labels.of(self.path, documents, labels, list(map(self.line, kept)), self.header, self.unit)

    def alone(self, rows: Sequence[int]) -> Labels:
        """The labels after each of these rows got a label of its own."""
        words = self.each
        taken = set(words)
        for row in rows:
            words[row] = next(name for k in count() if (name := f"{words[row]} ({row + k})") not in taken)
            taken.add(words[row])
        return replace(self, coded=Coded.of_values(words))

    @cached_property
    def distinct(self) -> bool:
        """Whether no document has two rows. Names are compared by their hashes, so this is False also if two different
        names have the same hash.
        """
        return self.documents is None or self.are_keys or are_different(self.documents)

    def demand_once(self) -> None:
        """Raise `FileError` for the first row that has the same document and the same label as a row before it."""
        if self.documents is None or self.distinct or are_different(self.documents, self.coded.codes):
            return
        seen: dict[tuple[str, str], int] = {}
        for i, row in enumerate(zip(self.names, self.each, strict=True)):
            if row in seen:
                first = f"{self.unit} {self.line(seen[row])}"
                raise FileError(
                    f"{self.path}, {self.unit} {self.line(i)}: item {shown(row[0])} has label {shown(row[1])} "
                    f"twice, first in {first}: take one of the two out"
                )
            seen[row] = i

    @cached_property
    def overlap(self) -> tuple[str, int] | None:
        """The first document with a second label, and the line of the second label. None if no document has several
        rows.
        """
        row = None if self.distinct else first_repeated(self.names)
        return None if row is None else (self.names[row], self.line(row))

    @cached_property
    def labels(self) -> dict[str, list[str]]:
        """The labels of each document, as texts. For readers that look at documents one by one."""
        by_document: dict[str, list[str]] = {}
        for document, label in zip(self.names, self.each, strict=True):
            by_document.setdefault(document, []).append(label)
        return by_document

    @cached_property
    def size(self) -> int:
        """The number of documents."""
        return self.count if self.overlap is None else len(self.labels)

    @property
    def begin_with_names(self) -> bool:
        """True if the first row looks like the names of the two columns. This needs two things: the label of this row
        occurs in no other row, and one of its two words is a usual name of a column, or has no digit although all words
        below it have digits.
        """
        columns = self.first_rows
        unlike = (
            plain_name(first) in PERHAPS or (not _DIGIT.search(first) and all(map(_DIGIT.search, others)))
            for first, *others in columns
        )
        return self.count > 2 and any(unlike) and int((self.coded.codes == self.coded.codes[0]).sum()) == 1

    @property
    def first_words(self) -> str:
        """The first row, for an error message."""
        return " and ".join(shown(column[0]) for column in self.first_rows)

    @cached_property
    def first_rows(self) -> tuple[list[str], list[str]]:
        """The documents and the labels of the first rows: as many as `LOOKED_AT`."""
        some = None if self.documents is None else self.documents[:LOOKED_AT]
        first = replace(self, documents=some, coded=self.coded.taken(np.arange(min(self.count, LOOKED_AT))))
        return first.names, first.each

    @cached_property
    def organization(self) -> Organization:
        """The labels as a clustering."""
        clusters: dict[str, list[str]] = {}
        for document, label in zip(self.names, self.each, strict=True):
            clusters.setdefault(label, []).append(document)
        return Organization.clustering(clusters.values())


def is_label(value: Any) -> bool:
    """Whether the value is one text, one number, or a missing label."""
    return is_missing(value) or not isinstance(value, (list, tuple, Mapping, Set, np.ndarray))


@in_memory
def read_labels(source: Source, header: str = "auto", are_labels: bool = False) -> Labels:
    """Read a label file. `header` says whether the first line names the columns. With `auto`, names such as document
    and label are taken for a header, and a first line that may have other names is refused. If `are_labels`, the user
    has said that the file holds labels: blanks may stand between the columns; and in a file of one word a line, each
    word is a label, and the documents are named by their numbers from 1 on.

    Raises `FileError` with file and line for a line without two columns, a document or label that is empty, a line that
    occurs twice, and a first line that may be a header, if `header` does not say whether it is.
    """
    text = source.text()
    delimiter = delimiter_of(text)
    labels = None if delimiter is None else _plain(source, text, delimiter, header)
    if labels is None:
        rows = _words(source, text, header) if delimiter is None and are_labels else None
        if delimiter is None and rows is None:
            source.fail(
                1,
                f"no tab, comma or semicolon in {shown(beginning(text)[0])}: write an item, one of these, and its "
                f"label{'' if are_labels else '; or say --as labels where blanks part them, or each line is a label'}",
            )
        pairs = [
            (line, *_pair(source, line, cells, delimiter or BLANK))
            for line, cells in (cells_of(source, text, delimiter or "") if rows is None else rows)
        ]
        named = _names_columns(*pairs[0][1:], header)
        if len(pairs) == named:
            source.fail(None, "there is nothing but a header: write an item and its label on each line")
        lines, documents, words = map(list, zip(*pairs[named:], strict=True))
        labels = Labels.of(source.path, documents, words, lines, header=named)
    labels.demand_once()
    if header == "auto" and not labels.header and labels.begin_with_names:
        cure = "say --header yes if they are, and --header no if they are not"
        raise FileError(f"{labels.path}, line {labels.line(0)}: {labels.first_words} may be names of columns: {cure}")
    return labels


def _names_columns(document: str, label: str, header: str) -> bool:
    are_usual = plain_name(document) in DOCUMENTS and plain_name(label) in LABELS
    return header == "yes" or (header == "auto" and are_usual)


def _plain(source: Source, text: str, delimiter: str, header: str) -> Labels | None:
    """Read the labels of a file by whole columns. None if the file has quotes, blank lines or a mistake; such a file is
    read line by line.
    """
    if '"' in text or text[0] in "\r\n" or not (text.isascii() or _WIDE_BLANK.search(text) is None):
        return None
    documents, written, at = [], [], 0
    last = len(text) - len(text[-BLOCK:]) + len(text[-BLOCK:].rstrip())
    while at < last:
        end = text.find("\n", at + BLOCK, last) + 1 or last
        columns = two_columns(text[at:end].rstrip("\n").encode() + b"\n", delimiter.encode())
        if columns is None:
            return None
        documents.append(columns[0])
        written.append(columns[1])
        at = end
    if not documents:
        return None
    names, labels = (np.concatenate(parts) for parts in (documents, written))
    del documents, written, columns
    named = _names_columns(names[0].decode(), labels[0].decode(), header)
    if len(names) == named:
        return None
    return Labels(source.path, names[named:], Coded.of(labels[named:]), first=1 + named, header=named)


def beginning(text: str) -> list[str]:
    """The first lines that are not blank: at most `LOOKED_AT`, and at least one if the text is not blank.

    >>> beginning("\\n" * 1000 + "a b\\n\\nc")
    ['a b', 'c']
    """
    blank = re.compile(r"(\s*[\r\n])?").match(text)
    end = start = blank.end() if blank else 0
    for _ in range(LOOKED_AT):
        end = text.find("\n", end) + 1 or len(text)
    return [line for line in text[start:end].splitlines() if line.strip()][:LOOKED_AT]


def delimiter_of(text: str) -> str | None:
    """The mark that divides most of the first lines into two columns. None if no line has a known mark.

    >>> delimiter_of("d1;a,b\\nd2;c\\n")
    ';'
    """
    lines = beginning(text)
    fitting = {mark: _fitting(lines, mark) for mark in DELIMITERS}
    holding = {mark: sum(mark in line for line in lines) for mark in DELIMITERS}
    best = max(DELIMITERS, key=lambda mark: (fitting[mark], holding[mark]))
    return best if holding[best] else None


def _fitting(lines: list[str], delimiter: str) -> int:
    """The number of lines with two columns; 0 if the reader of CSV refuses the lines."""
    try:
        return sum(len(cells) == 2 for cells in csv.reader(lines, delimiter=delimiter))
    except csv.Error:
        return 0


def cells_of(source: Source, text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """The number and the cells of each line that is not blank."""
    reader = csv.reader(lines_of(text), delimiter=delimiter, skipinitialspace=True, strict=True)
    line = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield line, [cell.strip() for cell in cells]
            line = reader.line_num + 1
    except csv.Error as error:
        source.fail(line, f'{error}: write a quotation mark inside quotes as ""')


def _words(source: Source, text: str, header: str) -> Iterator[tuple[int, list[str]]] | None:
    """The number and the two words of each line. If each line has one word, the place of the line stands before it.
    None if lines have other numbers of words.
    """
    lines = text.rstrip().splitlines()
    words = [line.split() for line in lines]
    sizes = {len(line_words) for line_words in words}
    if sizes - {0} == {2}:
        return ((i, line_words) for i, line_words in enumerate(words, 1) if line_words)
    if 0 in sizes and sizes == {0, 1}:
        source.fail(words.index([]) + 1, "a blank line between labels: each line is the label of one item, so write it")
    if sizes != {1}:
        return None
    named = header == "yes" or (header == "auto" and plain_name(words[0][0]) in LABELS)
    column = [["document", words[0][0]], *([str(i), line_words[0]] for i, line_words in enumerate(words[1:], 1))]
    return enumerate(column if named else [[str(i), line_words[0]] for i, line_words in enumerate(words, 1)], 1)


def _pair(source: Source, line: int, cells: list[str], delimiter: str) -> tuple[str, str]:
    if len(cells) != 2:
        columns = f"{len(cells)} column{'s' * (len(cells) != 1)} in {shown(delimiter.join(cells))}"
        others = "; of a table with other columns, say by --columns which hold what, e.g. --columns query=NAME,"
        others += "document=NAME,grade=NAME or --columns document=NAME,label=NAME"
        source.fail(
            line,
            (
                f"{columns}, parted by {DELIMITERS[delimiter]}s: write an item and one label; a second "
                f"label goes on a line of its own{others * (len(cells) > 2)}"
            ),
        )
    if not cells[0]:
        source.fail(line, "the item is empty: write one, or take the line out")
    return cells[0], cells[1]
