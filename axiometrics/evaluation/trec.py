"""TREC qrels and runs, read by columns of whole blocks: strict, and about as fast as the file can be split.

qrels: topic, iteration, document, grade; run: topic, Q0, document, rank, score, tag; parted by blanks or tabs. The
iteration, Q0, the rank, the tag and words after the last column are not looked at, as in trec_eval; a grade may be
written `1.0`, or be a fraction, as 0.5, and a line that begins with # is a comment.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from axiometrics.core.arithmetic import Array
from axiometrics.evaluation.coding import cut_out
from axiometrics.evaluation.files import Progress, Source, in_memory, shown, silent
from axiometrics.evaluation.grades import DIGITS, TOP, grade_of, in_units
from axiometrics.evaluation.scores import MEAN

Ints = npt.NDArray[np.int64]

Name: TypeAlias = bytes | str
"""Of a document: bytes where it stands in a file, so that millions of names are not decoded, else a text."""

LONGEST = 4096
"""Bytes of a document's or topic's name."""


@dataclass(frozen=True)
class Layout:
    """What the lines of a file look like: their columns, and which one holds the number."""

    what: str
    columns: tuple[str, ...]
    number: int
    kind: type
    example: str


QRELS = Layout("qrels", ("topic", "iteration", "document", "grade"), 3, np.int64, "e.g. 1 or 4.5")
RUN = Layout("a run", ("topic", "Q0", "document", "rank", "score", "tag"), 4, np.float64, "a decimal, e.g. 12.5")


@dataclass
class Listed:
    """The documents listed for a topic in the order of the file, a number for each, and the lines they stand on."""

    documents: list[Any] = field(default_factory=list)
    numbers: list[Array] = field(default_factory=list)
    lines: list[Ints] = field(default_factory=list)
    _names: set[Name] | None = None

    def take(self, documents: list[bytes], numbers: Array, lines: Ints) -> bool:
        """Add a part of the file; whether every document is a new one. Names are kept apart only for a topic that
        stands in several parts.
        """
        before = len(self.documents)
        if before and self._names is None:
            self._names = set(self.documents)
        names = set() if self._names is None else self._names
        names.update(documents)
        self.documents += documents
        self.numbers.append(numbers)
        self.lines.append(lines)
        return len(names) == len(self.documents)

    @cached_property
    def values(self) -> Array:
        """The numbers as one array."""
        return np.concatenate(self.numbers)


@dataclass(frozen=True)
class Qrels:
    """Judgements.

    Attributes
    ----------
    topics : the grades from 0 on of each topic
    negatives : by topic, the documents with a negative grade. trec_eval takes them for unjudged, but they were judged
    beyond : lines with words after the last column
    unit : what a grade of 1 stands for: grades that are not whole numbers are whole numbers of this unit
    rated : whether the grades are ratings, which do not say which documents are relevant
    """

    path: str
    topics: Mapping[str, Mapping[Name, int]]
    negatives: Mapping[str, Collection[Name]] = field(default_factory=dict)
    beyond: int = 0
    unit: Fraction = Fraction(1)
    rated: bool = False

    @classmethod
    def graded(
        cls,
        path: str,
        graded: Mapping[str, Mapping[Name, int]],
        beyond: int = 0,
        unit: Fraction = Fraction(1),
        rated: bool = False,
    ) -> Qrels:
        """The judgements of which these are all grades, negative ones among them. Ratings of 0 and 1 say what is
        relevant.
        """
        below = {topic: {name for name, grade in of.items() if grade < 0} for topic, of in graded.items()}
        negatives = {topic: names for topic, names in below.items() if names}
        topics = {
            topic: {name: grade for name, grade in of.items() if grade >= 0} if topic in negatives else of
            for topic, of in graded.items()
        }
        asks = rated and any(grade > 1 for of in topics.values() for grade in of.values())
        return cls(path, topics, negatives, beyond, unit, asks or unit != 1)

    @property
    def scale(self) -> str:
        """The lowest and the highest grade that is given, as the gold writes them."""
        grades = [grade for of in self.topics.values() for grade in of.values()] or [0]
        return " to ".join(f"{float(grade * self.unit):g}" for grade in (min(grades), max(grades)))

    @property
    def negative(self) -> int:
        """The number of negative grades."""
        return sum(map(len, self.negatives.values()))

    @cached_property
    def top(self) -> int:
        """The highest grade of any topic."""
        return max((int(grades.max(initial=0)) for grades in self.grades), default=0)

    @cached_property
    def grades(self) -> list[Ints]:
        """The grades of each topic."""
        return [np.fromiter(grades.values(), np.int64, len(grades)) for grades in self.topics.values()]

    @cached_property
    def counts(self) -> Ints:
        """Documents of grade 0, 1, ... top, a row for each topic."""
        rows = [np.bincount(grades, minlength=self.top + 1) for grades in self.grades]
        return np.array(rows, dtype=np.int64)


def text(name: Name) -> str:
    """The name of a document as a text."""
    return name if isinstance(name, str) else name.decode()


@dataclass(frozen=True)
class Run:
    """What a system retrieves, with scores, by topic."""

    path: str
    topics: dict[str, Listed]
    beyond: int = 0
    """Lines with words after the last column."""

    def named_as(self, qrels: Qrels) -> Run:
        """The run with names of documents of the kind that the judgements have: bytes or texts."""
        named = (*qrels.topics.values(), *qrels.negatives.values())
        kind = next((type(name) for of in named for name in of), None)
        if kind in (None, next((type(of.documents[0]) for of in self.topics.values() if of.documents), kind)):
            return self
        renamed = {
            topic: Listed([text(d) if kind is str else d.encode() for d in of.documents], of.numbers, of.lines)
            for topic, of in self.topics.items()
        }
        return Run(self.path, renamed, self.beyond)


@in_memory
def read_qrels(source: Source, progress: Progress = silent) -> Qrels:
    """Read judgements.

    Raises `FileError` with file and line for a wrong number of columns, a grade that is not a number with few decimals
    or above `TOP`, a document judged twice.
    """
    found, beyond = _read(source, QRELS, progress)
    if MEAN in found:
        source.fail(int(found[MEAN].lines[0][0]), f"a topic is called {MEAN!r}, as the mean over topics is: rename it")
    judged: dict[str, dict[Name, int]] = {}
    for topic, listed in found.items():
        high = np.flatnonzero(listed.values > TOP)
        if high.size:
            line, grade = int(np.concatenate(listed.lines)[high[0]]), f"{float(listed.values[high[0]]):g}"
            source.fail(line, f"grade {grade} is above {TOP}: a grade counts as gain; scale the grades down")
        judged[topic] = dict(zip(listed.documents, listed.values.tolist(), strict=True))
    if all(listed.values.dtype == QRELS.kind for listed in found.values()):
        return Qrels.graded(source.path, judged, beyond)
    graded = in_units(source.path, ((topic, name, of[name]) for topic, of in judged.items() for name in of))
    return Qrels.graded(source.path, graded.topics, beyond, graded.unit)


@in_memory
def read_run(source: Source, progress: Progress = silent) -> Run:
    """Read a run.

    Raises `FileError` with file and line for a wrong number of columns, a score that is not a finite number, a document
    listed twice for a topic.
    """
    return Run(source.path, *_read(source, RUN, progress))


def _read(source: Source, layout: Layout, progress: Progress) -> tuple[dict[str, Listed], int]:
    """The topics, and how many lines have words after the last column."""
    found: dict[str, Listed] = {}
    beyond = 0
    for first, block in source.blocks(progress):
        starts, ends, numbered, longer = _tokens(source, layout, first, block)
        beyond += longer
        for name, documents, numbers, lines in _parts(source, layout, block, starts, ends, numbered):
            topic = name.decode()
            listed = found.setdefault(topic, Listed())
            if not listed.take(documents, numbers, lines):  # at once: what is read in vain fills the memory
                _fail_on_repetition(source, layout, topic, listed)
    if not found:
        source.fail(None, f"there is nothing but comments: write lines of {', '.join(layout.columns)}")
    return found, beyond


def _parts(
    source: Source, layout: Layout, block: bytes, starts: Ints, ends: Ints, lines: Ints
) -> Iterator[tuple[bytes, list[bytes], Array, Ints]]:
    """The block topic by topic: the topic, its documents, their numbers, their lines."""
    if not lines.size:
        return
    topics, named, written = (_column(source, layout, block, starts, ends, lines, k) for k in (0, 2, layout.number))
    numbers = _numbers(source, layout, written, lines)
    documents = named.tolist()
    changes = np.flatnonzero(topics[1:] != topics[:-1]) + 1
    bounds = [0, *changes.tolist(), len(lines)]
    for a, b in pairwise(bounds):
        yield topics[a].item(), documents[a:b], numbers[a:b], lines[a:b]


def _tokens(source: Source, layout: Layout, first: int, block: bytes) -> tuple[Ints, Ints, Ints, int]:
    """Where the words of each line begin and end, a row a line that is neither blank nor a comment, the numbers of
    these lines, and how many of them have words after the last column.
    """
    letters = np.frombuffer(block, dtype=np.uint8)
    white = letters <= ord(" ")
    edges = np.flatnonzero(white[1:] != white[:-1]) + 1
    if not white[0]:
        edges = np.concatenate([[0], edges])
    starts, ends = edges[0::2], edges[1::2]
    words = np.diff(np.searchsorted(starts, np.flatnonzero(letters == ord("\n"))), prepend=0)
    columns = len(layout.columns)
    before = np.cumsum(words) - words
    if letters.max(initial=0) and block.find(b"#") >= 0:
        filled = np.flatnonzero(words)
        words[filled[letters[starts[before[filled]]] == ord("#")]] = 0
    bad = np.flatnonzero((words < columns) & (words != 0))
    if bad.size:
        line, count = int(bad[0]), int(words[bad[0]])
        raw = block.split(b"\n")[line].strip()
        written = shown(raw)
        table = any(mark in raw for mark in (b"\t", b",", b";"))
        source.fail(
            first + line,
            (
                f"{count} column{'s' * (count != 1)} in {written}; a line of {layout.what} has {columns}: "
                f"{', '.join(layout.columns)}"
                f"{'; of another table say which columns hold what: see --columns' if table else ''}"
            ),
        )
    kept = np.flatnonzero(words)
    longer = int(np.count_nonzero(words > columns))
    if longer or len(starts) > columns * len(kept):
        cells = before[kept, None] + np.arange(columns)
        return starts[cells], ends[cells], first + kept, longer
    return starts.reshape(-1, columns), ends.reshape(-1, columns), first + kept, longer


def _column(source: Source, layout: Layout, block: bytes, starts: Ints, ends: Ints, lines: Ints, k: int) -> Array:
    """The words of one column, as an array of bytes of fixed width."""
    start, length = starts[:, k], ends[:, k] - starts[:, k]
    width = int(length.max())
    if width > LONGEST:
        worst = int(length.argmax())
        source.fail(
            int(lines[worst]), f"the {layout.columns[k]} has {width} bytes, more than {LONGEST}: give it a shorter name"
        )
    return cut_out(block, start, length)


def _numbers(source: Source, layout: Layout, written: Array, lines: Ints) -> Array:
    numbers = _converted(written, layout.kind)
    if numbers is None:
        bad = next(i for i in range(len(written)) if _converted(written[i : i + 1], layout.kind) is None)
        name, what = (
            layout.columns[layout.number],
            "finite number" if layout is RUN else f"number with at most {DIGITS} decimals",
        )
        source.fail(int(lines[bad]), f"{name} {shown(written[bad].item())} is not a {what}: write {layout.example}")
    return numbers


def _converted(written: Array, kind: type) -> Array | None:
    """The numbers, or None unless all of them are finite ones; Python would read 1_0 as a number too."""
    if (written.view(np.uint8) == ord("_")).any():
        return None
    try:
        numbers: Array = written.astype(kind)
    except (ValueError, OverflowError):
        return None if kind is np.float64 else _graded(written)
    return numbers if np.isfinite(numbers).all() else None


def _graded(written: Array) -> Array | None:
    """Grades as integers, where all of them are whole, e.g. written 1.0, else as fractions."""
    numbers = _converted(written, np.float64)
    if numbers is None:
        return None
    if (numbers == np.floor(numbers)).all() and (np.abs(numbers) < 2**53).all():
        return numbers.astype(np.int64)
    grades = list(map(grade_of, written.tolist()))
    return None if None in grades else np.array(grades, dtype=object)


def _fail_on_repetition(source: Source, layout: Layout, topic: str, listed: Listed) -> None:
    seen: dict[bytes, int] = {}
    for document, line in zip(listed.documents, np.concatenate(listed.lines).tolist(), strict=True):
        if document in seen:
            cure = "; if the second column holds intents, say --as diversity-qrels" if layout is QRELS else ""
            source.fail(
                line,
                (
                    f"document {shown(document)} occurs twice for topic {shown(topic)}, first on line "
                    f"{seen[document]}: keep one of the two{cure}"
                ),
            )
        seen[document] = line
