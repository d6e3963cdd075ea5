"""Label files: a document and a label a line, parted by a tab, comma or semicolon; several lines for a document are an
overlap.

Columns parted by blanks, and one label a line, are read only where the user says that the file holds labels: such a
text is also an organization of one level, and scores of the wrong one of the two look like scores.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count

import numpy as np

from axiometrics.core.errors import FileError
from axiometrics.core.organization import Organization
from axiometrics.evaluation.coding import Coded, Words, are_different, packed, texts, two_columns
from axiometrics.evaluation.files import BLOCK, Source, in_memory, lines_of, shown

DELIMITERS = {"\t": "tab", ",": "comma", ";": "semicolon"}
BLANK = " "

LOOKED_AT = 100
"""Lines by which the delimiter, and the kind of a gold, are told."""

_DOCUMENT = {
    "doc",
    "docid",
    "docno",
    "document",
    "documentid",
    "id",
    "item",
    "itemid",
    "name",
    "file",
    "filename",
    "url",
    "instance",
    "object",
    "sample",
}
_LABEL = {
    "label",
    "labels",
    "class",
    "classes",
    "cluster",
    "clusterid",
    "clusters",
    "category",
    "group",
    "topic",
    "tag",
}

_PERHAPS = {
    "cat",
    "gold",
    "key",
    "pred",
    "predicted",
    "prediction",
    "query",
    "target",
    "text",
    "title",
    "truth",
    "type",
    "word",
}
"""More words that stand above columns. They also stand in columns, so that they alone do not make a header."""

_DIGIT = re.compile(r"\d")

_WIDE_BLANK = re.compile(r"[^\S\x00-\x7f]")
"""A blank that is not of ASCII."""


@dataclass(frozen=True, eq=False)
class Labels:
    """The rows of a label file, as two columns.

    Attributes
    ----------
    documents, given : the document and the label of each row, as texts of Python or as bytes of numpy in UTF-8; labels
        may be given as numbers
    lines : the line of each row, where that is not its number from `first` on
    header : whether the first line was taken for the names of the columns
    unit : what a row is called where its place is named
    positive : the label that means yes where labels are decisions, if the user names it
    """

    path: str
    documents: Words
    given: Words | Coded
    lines: Sequence[int] | None = None
    first: int = 1
    header: bool = False
    unit: str = "line"
    positive: str | None = None

    @classmethod
    def of(
        cls,
        path: str,
        documents: Sequence[str],
        given: Sequence[str],
        lines: Sequence[int] | None = None,
        header: bool = False,
        unit: str = "line",
    ) -> Labels:
        """From columns of texts."""
        return cls(path, packed(documents), packed(given), lines, header=header, unit=unit)

    def line(self, row: int) -> int:
        """The line that a row stands on."""
        return self.first + row if self.lines is None else self.lines[row]

    def line_of(self, document: str) -> int:
        """The first line of a document."""
        return self.line(self.names.index(document))

    @property
    def names(self) -> list[str]:
        """The document of each row, as texts."""
        return texts(self.documents)

    @cached_property
    def coded(self) -> Coded:
        """The label of each row as a number."""
        return self.given if isinstance(self.given, Coded) else Coded.of(self.given)

    def rows(self, kept: Sequence[int]) -> Labels:
        """Some of the rows."""
        names, words = self.names, texts(self.words)
        return Labels.of(
            self.path,
            [names[row] for row in kept],
            [words[row] for row in kept],
            [self.line(row) for row in kept],
            self.header,
            self.unit,
        )

    def alone(self, rows: Sequence[int]) -> Labels:
        """The same with a label of its own for each of these rows."""
        words = texts(self.words)
        taken = set(words)
        for row in rows:
            words[row] = next(name for k in count() if (name := f"{words[row]} ({row + k})") not in taken)
            taken.add(words[row])
        return Labels.of(self.path, self.names, words, list(map(self.line, range(len(words)))), self.header, self.unit)

    @property
    def words(self) -> Words:
        """The label of each row."""
        return self.given.words[self.given.codes] if isinstance(self.given, Coded) else self.given

    @cached_property
    def distinct(self) -> bool:
        """Whether no document has two rows. Names are compared by their hashes, so this is False also if two different
        names have the same hash.
        """
        return len(self.documents) > 0 and are_different(self.documents)

    @property
    def rows_differ(self) -> bool:
        """Whether no two rows have the same document and the same label. Rows are compared by their hashes, so this is
        False also if two different rows have the same hash.
        """
        return self.distinct or are_different(self.documents, self.coded.codes)

    @property
    def repeated(self) -> tuple[int, str, str] | None:
        """The first row that has the same document and the same label as a row before it: the number of that row, from
        0 on, its document and its label. None if there is no such row.
        """
        seen: set[tuple[str, str]] = set()
        for i, row in enumerate(zip(self.names, texts(self.words), strict=True) if not self.rows_differ else ()):
            if row in seen:
                return i, *row
            seen.add(row)
        return None

    @cached_property
    def overlap(self) -> tuple[str, int] | None:
        """The first document with a second label, and the line of that."""
        if self.distinct:
            return None
        seen: set[str] = set()
        for row, name in enumerate(self.names):
            if name in seen:
                return name, self.line(row)
            seen.add(name)
        return None

    @cached_property
    def labels(self) -> dict[str, list[str]]:
        """The labels of each document, as texts: for those who look at documents one by one."""
        found: dict[str, list[str]] = {}
        for document, label in zip(self.names, texts(self.words), strict=True):
            found.setdefault(document, []).append(label)
        return found

    @cached_property
    def size(self) -> int:
        """The number of documents."""
        return len(self.documents) if self.overlap is None else len(self.labels)

    @property
    def begin_with_names(self) -> bool:
        """True if the first row looks like the names of the two columns. The label of this row occurs in no other row;
        and one of its two words is a usual name of a column, or has no digit although all words below it have digits.
        """
        columns = [texts(column[:LOOKED_AT]) for column in (self.documents, self.words)]
        unlike = (
            _plain_name(first) in _DOCUMENT | _LABEL | _PERHAPS
            or (not _DIGIT.search(first) and all(map(_DIGIT.search, others)))
            for first, *others in columns
        )
        return len(columns[0]) > 2 and any(unlike) and int((self.coded.codes == self.coded.codes[0]).sum()) == 1

    @property
    def first_words(self) -> str:
        """The first row, as a message quotes it."""
        return f"{shown(self.names[0])} and {shown(texts(self.words[:1])[0])}"

    @cached_property
    def organization(self) -> Organization:
        """The clustering that the labels are."""
        clusters: dict[str, list[str]] = {}
        for document, label in zip(self.names, texts(self.words), strict=True):
            clusters.setdefault(label, []).append(document)
        return Organization.clustering(clusters.values())


@in_memory
def read_labels(source: Source, header: str = "auto", told: bool = False) -> Labels:
    """Read a label file; `header` says whether the first line names the columns, `auto` takes names like document and
    label for that, and refuses a first line that may be other names. Where the user has `told` that it holds labels,
    columns may be parted by blanks, and a file of one word a line has the labels of documents that are named by their
    numbers from 1 on.

    Raises `FileError` with file and line for a line without two columns, a document or label that is empty, a line that
    occurs twice, and a first line that may be a header, if `header` does not say whether it is.
    """
    text = source.text()
    delimiter = delimiter_of(text)
    if delimiter is None:
        rows = _words(source, text, header) if told else None
        delimiter = BLANK
        if rows is None:
            source.fail(
                1,
                f"no tab, comma or semicolon in {shown(beginning(text)[0])}: write a document, one of these, and its "
                f"label{'' if told else '; or say --as labels where blanks part them, or each line is a label'}",
            )
    else:
        if (found := _plain(source, text, delimiter, header)) is not None:
            return _seen(found, header)
        rows = _rows(source, text, delimiter)
    named = False
    seen: dict[tuple[str, str], int] = {}
    for i, (line, cells) in enumerate(rows):
        document, label = _pair(source, line, cells, delimiter)
        if i == 0 and _names_columns(document, label, header):
            named = True
            continue
        if (document, label) in seen:
            source.fail(
                line,
                (
                    f"document {shown(document)} has label {shown(label)} already on line "
                    f"{seen[document, label]}: take one of the two lines out"
                ),
            )
        seen[document, label] = line
    if not seen:
        source.fail(None, "there is nothing but a header: write a document and its label on each line")
    documents, labels = ([pair[k] for pair in seen] for k in (0, 1))
    return _seen(Labels.of(source.path, documents, labels, list(seen.values()), header=named), header)


def _seen(labels: Labels, header: str) -> Labels:
    """The labels, unless the user has to say whether the first line names the columns."""
    if header == "auto" and not labels.header and labels.begin_with_names:
        cure = "say --header yes if they are, and --header no if they are not"
        raise FileError(f"{labels.path}, line {labels.line(0)}: {labels.first_words} may be names of columns: {cure}")
    return labels


def _names_columns(document: str, label: str, header: str) -> bool:
    return header == "yes" or (header == "auto" and _is_header(document, label))


def _plain(source: Source, text: str, delimiter: str, header: str) -> Labels | None:
    """The labels of a file without quotes, blank lines or any mistake, by whole columns; None for others, which are
    read line by line.
    """
    if '"' in text or text[0] in "\r\n" or not (text.isascii() or _WIDE_BLANK.search(text) is None):
        return None
    documents, given, at = [], [], 0
    last = len(text) - len(text[-BLOCK:]) + len(text[-BLOCK:].rstrip())
    while at < last:
        end = text.find("\n", at + BLOCK, last) + 1 or last
        columns = two_columns(text[at:end].rstrip("\n").encode() + b"\n", delimiter.encode())
        if columns is None:
            return None
        documents.append(columns[0])
        given.append(columns[1])
        at = end
    if not documents:
        return None
    names, labels = (np.concatenate(parts) for parts in (documents, given))
    del documents, given, columns
    named = _names_columns(names[0].decode(), labels[0].decode(), header)
    found = Labels(source.path, names[named:], labels[named:], first=1 + named, header=named)
    if not len(found.documents):
        return None
    return found if found.rows_differ else None


def beginning(text: str) -> list[str]:
    """The first lines that are not blank, as many as are looked at; at least one of a text that is not blank.

    >>> beginning("\\n" * 1000 + "a b\\n\\nc")
    ['a b', 'c']
    """
    blank = re.compile(r"(\s*[\r\n])?").match(text)
    end = start = blank.end() if blank else 0
    for _ in range(LOOKED_AT):
        end = text.find("\n", end) + 1 or len(text)
    return [line for line in text[start:end].splitlines() if line.strip()][:LOOKED_AT]


def delimiter_of(text: str) -> str | None:
    """What parts the first lines into two columns each, or most of them; None where nothing does.

    >>> delimiter_of("d1;a,b\\nd2;c\\n")
    ';'
    """
    lines = beginning(text)
    fitting = {mark: _fitting(lines, mark) for mark in DELIMITERS}
    holding = {mark: sum(mark in line for line in lines) for mark in DELIMITERS}
    best = max(DELIMITERS, key=lambda mark: (fitting[mark], holding[mark]))
    return best if holding[best] else None


def _fitting(lines: list[str], delimiter: str) -> int:
    """How many of the lines have two columns; none, where they cannot be read so."""
    try:
        return sum(len(cells) == 2 for cells in csv.reader(lines, delimiter=delimiter))
    except csv.Error:
        return 0


def _rows(source: Source, text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """The cells of each line that is not blank, with its number."""
    reader = csv.reader(lines_of(text), delimiter=delimiter, skipinitialspace=True, strict=True)
    line = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield line, [cell.strip() for cell in cells]
            line = reader.line_num + 1
    except csv.Error as error:
        raise FileError(f'{source.path}, line {line}: {error}: write a quotation mark inside quotes as ""') from None


def _words(source: Source, text: str, header: str) -> Iterator[tuple[int, list[str]]] | None:
    """The words of each line with its number, where each line has two; where each has one, its place before it. None
    where lines have other numbers of words.
    """
    lines = text.rstrip().splitlines()
    words = [line.split() for line in lines]
    sizes = {len(one) for one in words}
    if sizes - {0} == {2}:
        return ((i, one) for i, one in enumerate(words, 1) if one)
    if 0 in sizes and sizes == {0, 1}:
        source.fail(
            words.index([]) + 1, "a blank line between labels: each line is the label of one document, so write it"
        )
    if sizes != {1}:
        return None
    named = header == "yes" or (header == "auto" and re.sub(r"[\s_-]", "", words[0][0]).lower() in _LABEL)
    column = [["document", words[0][0]], *([str(i), one[0]] for i, one in enumerate(words[1:], 1))]
    return enumerate(column if named else [[str(i), one[0]] for i, one in enumerate(words, 1)], 1)


def _pair(source: Source, line: int, cells: list[str], delimiter: str) -> tuple[str, str]:
    if len(cells) != 2:
        found = f"{len(cells)} column{'s' * (len(cells) != 1)} in {shown(delimiter.join(cells))}"
        others = "; of a table with other columns, say by --columns which hold what, e.g. --columns query=NAME,"
        others += "document=NAME,grade=NAME or --columns document=NAME,label=NAME"
        source.fail(
            line,
            (
                f"{found}, parted by {DELIMITERS[delimiter]}s: write a document and one label; a second "
                f"label goes on a line of its own{others * (len(cells) > 2)}"
            ),
        )
    if not cells[0]:
        source.fail(line, "the document is empty: write one, or take the line out")
    return cells[0], cells[1]


def _is_header(document: str, label: str) -> bool:
    return _plain_name(document) in _DOCUMENT and _plain_name(label) in _LABEL


def _plain_name(name: str) -> str:
    """The name of a column without capitals, blanks and hyphens."""
    return re.sub(r"[\s_-]", "", name).lower()
