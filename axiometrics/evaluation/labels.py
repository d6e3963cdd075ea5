"""Label files: a document and a label a line, parted by a tab, comma or semicolon; several lines for a document are an
overlap.

Columns parted by blanks, and one label a line, are read only where the user says that the file holds labels: such a
text is also an organization of one level, and scores of the wrong one of the two look like scores.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from axiometrics.core.errors import FileError
from axiometrics.core.organization import Organization
from axiometrics.evaluation.files import Source, in_memory, shown

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


@dataclass
class Labels:
    """The labels of each document, and the line each document is first named on.

    Attributes
    ----------
    header : whether the first line was taken for the names of the columns
    overlap : the first document with a second label, and the line of that
    """

    path: str
    labels: dict[str, list[str]] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    header: bool = False
    overlap: tuple[str, int] | None = None

    def add(self, document: str, label: str, line: int) -> None:
        """Note the label of a document, and the line where it stands."""
        self.labels.setdefault(document, []).append(label)
        if self.lines.setdefault(document, line) != line and self.overlap is None:
            self.overlap = document, line

    @cached_property
    def organization(self) -> Organization:
        """The clustering that the labels are."""
        clusters: dict[str, list[str]] = {}
        for document, labels in self.labels.items():
            for label in labels:
                clusters.setdefault(label, []).append(document)
        return Organization.clustering(clusters.values())


@in_memory
def read_labels(source: Source, header: str = "auto", told: bool = False) -> Labels:
    """Read a label file; `header` says whether the first line names the columns, `auto` takes names like document and
    label for that. Where the user has `told` that it holds labels, columns may be parted by blanks, and a file of one
    word a line has the labels of documents that are named by their numbers from 1 on.

    Raises `FileError` with file and line for a line without two columns, a document or label that is empty, and a line
    that stands twice.
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
        rows = _rows(source, text, delimiter)
    found = Labels(source.path)
    seen: dict[tuple[str, str], int] = {}
    for i, (line, cells) in enumerate(rows):
        document, label = _pair(source, line, cells, delimiter)
        if i == 0 and (header == "yes" or (header == "auto" and _is_header(document, label))):
            found.header = True
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
        found.add(document, label, line)
    if not found.labels:
        source.fail(None, "there is nothing but a header: write a document and its label on each line")
    return found


def beginning(text: str) -> list[str]:
    """The first lines that are not blank, as many as are looked at; at least one of a text that is not blank.

    >>> beginning("\\n" * 1000 + "a b\\n\\nc")
    ['a b', 'c']
    """
    start = re.compile(r"(\s*[\r\n])?").match(text)
    lines = text[start.end() if start else 0 :].split("\n", LOOKED_AT)[:LOOKED_AT]
    return [line for line in "\n".join(lines).splitlines() if line.strip()][:LOOKED_AT]


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
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True, strict=True)
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
        source.fail(
            line,
            (
                f"{found}, parted by {DELIMITERS[delimiter]}s: write a document and one label; a second "
                f"label goes on a line of its own"
            ),
        )
    for name, cell in zip(("document", "label"), cells, strict=True):
        if not cell:
            source.fail(line, f"the {name} is empty: write one, or take the line out")
    return cells[0], cells[1]


def _is_header(document: str, label: str) -> bool:
    plain = [re.sub(r"[\s_-]", "", name).lower() for name in (document, label)]
    return plain[0] in _DOCUMENT and plain[1] in _LABEL
