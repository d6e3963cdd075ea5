"""Read TREC qrels and runs by columns of whole blocks. The reader is strict, and about as fast as the file can be
split.

A line of qrels has topic, iteration, document and grade; a line of a run has topic, Q0, document, rank, score and tag.
Blanks or tabs stand between the words. The iteration, Q0 and the tag are ignored, as in trec_eval. A grade may be
written `1.0`, or be a fraction, such as 0.5. A line that begins with # is a comment. A line ends with LF, CR LF or CR.

All lines of a file have equally many columns. An id with a blank in it, or two lines that have run together, would move
each number into another column, and the scores would be wrong without a message. Qrels may have a fifth column, and the
tag of a run may have several words; both are ignored. The ranks of a run do not count, as in trec_eval. They are read
because a user has to know where they contradict the scores.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any, NoReturn, TypeAlias

import numpy as np
import numpy.typing as npt

from axiometrics.core.arithmetic import Array
from axiometrics.core.progress import Progress, silent
from axiometrics.evaluation.files import Source, in_memory, shown
from axiometrics.evaluation.grades import TOP, Grade, finite, grade_of, in_units, wrong_grade
from axiometrics.evaluation.label_codes import cut_out
from axiometrics.evaluation.plain_lines import blocks_of_lines
from axiometrics.evaluation.scores import MEAN
from axiometrics.evaluation.ties import contradicted

Ints = npt.NDArray[np.int64]

Name: TypeAlias = bytes | str
"""The name of a document. It is bytes if it comes from a file, so that millions of names need not be decoded, and else
a text.
"""

LONGEST = 4096
"""The greatest number of bytes in the name of a document or topic. A column has the width of its longest name, so that
a longer one would waste memory.
"""


@dataclass(frozen=True)
class Layout:
    """The form of the lines of a file: the columns, the column of the number, and the number of words that may follow
    the last column.
    """

    what: str
    columns: tuple[str, ...]
    number: int
    kind: type
    example: str
    beyond: int


QRELS = Layout("qrels", ("topic", "iteration", "document", "grade"), 3, np.int64, "e.g. 1 or 4.5", 1)
RUN = Layout("a run", ("topic", "Q0", "document", "rank", "score", "tag"), 4, np.float64, "a decimal, e.g. 12.5", 4)
RANK, TAG = 3, 5


@dataclass
class Listed:
    """The documents listed for a topic in the order of the file, with the number of each and its line. A run that has
    both scores and numeric ranks also has the ranks.

    `falling` says that ranks rise and scores fall from line to line, so that ranks cannot contradict scores.
    """

    documents: list[Any] = field(default_factory=list)
    numbers: list[Array] = field(default_factory=list)
    lines: list[Ints] = field(default_factory=list)
    ranks: list[Array] = field(default_factory=list)
    falling: bool = True
    _names: set[Name] | None = None

    def take(self, part: Listed) -> bool:
        """Add a part of the file. Returns whether every document is a new one. A set of names is kept only for a topic
        that stands in several parts, because most topics do not.
        """
        before = len(self.documents)
        if before and self._names is None:
            self._names = set(self.documents)
        names = set() if self._names is None else self._names
        names.update(part.documents)
        self.documents += part.documents
        self.numbers += part.numbers
        self.lines += part.lines
        self.ranks += part.ranks
        self.falling = self.falling and part.falling and not before
        return len(names) == len(self.documents)

    @cached_property
    def values(self) -> Array:
        """The numbers as one array."""
        return np.concatenate(self.numbers)

    @property
    def contradicts(self) -> bool:
        """Whether the ranks put a document above a document of a higher score."""
        if self.falling or len(self.ranks) != len(self.numbers):
            return False
        return contradicted(np.concatenate(self.ranks), self.values)

    def without(self, document: Name) -> Listed:
        """The list without one of the documents."""
        at = self.documents.index(document)
        numbers, lines, ranks = (
            [np.delete(np.concatenate(parts), at)] if parts else [] for parts in (self.numbers, self.lines, self.ranks)
        )
        return Listed([*self.documents[:at], *self.documents[at + 1 :]], numbers, lines, ranks, self.falling)


@dataclass(frozen=True)
class Qrels:
    """The judgements of documents for topics.

    Attributes
    ----------
    topics : the grades of each topic that are 0 or higher
    negatives : by topic, the documents with a negative grade. trec_eval takes them for unjudged, but they were judged
    beyond : the number of lines with a fifth column
    unit : the grade that the number 1 stands for: grades that are not whole are kept as whole numbers of this unit
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
        cls, path: str, graded: Mapping[str, Mapping[Name, Grade]], beyond: int = 0, rated: bool = False
    ) -> Qrels:
        """Build judgements from all grades, including negative ones. `rated` says that the grades are ratings. Ratings
        of 0 and 1 count as plain grades, because they only separate relevant from irrelevant documents; grades that are
        fractions count as ratings. Raises `FileError` for fractions that need too small a unit.
        """
        whole, unit = in_units(path, graded)
        below = {topic: {name for name, grade in of.items() if grade < 0} for topic, of in whole.items()}
        negatives = {topic: names for topic, names in below.items() if names}
        topics = {
            topic: {name: grade for name, grade in of.items() if grade >= 0} if topic in negatives else of
            for topic, of in whole.items()
        }
        asks = rated and any(grade > 1 for of in topics.values() for grade in of.values())
        return cls(path, topics, negatives, beyond, unit, asks or unit != 1)

    @property
    def scale(self) -> str:
        """The lowest and the highest grade, in the numbers of the file."""
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
        """The numbers of documents of grade 0, 1, ... top, with a row for each topic."""
        rows = [np.bincount(grades, minlength=self.top + 1) for grades in self.grades]
        return np.array(rows, dtype=np.int64)


def text(name: Name) -> str:
    """The name of a document as a text."""
    return name if isinstance(name, str) else name.decode()


@dataclass(frozen=True)
class Run:
    """The documents that a system retrieves, with scores, by topic."""

    path: str
    topics: dict[str, Listed]
    dropped: tuple[str, ...] = ()
    """The topics from whose ranking the document with the id of the topic was removed."""

    def turned(self) -> Run:
        """The run with the numbers negated. For ranks, which are best if they are low."""
        turned = {topic: replace(of, numbers=[-of.values]) for topic, of in self.topics.items()}
        return replace(self, topics=turned)

    @property
    def own_ids(self) -> list[str]:
        """The topics for which the run retrieves a document that has the id of the topic."""
        return [topic for topic, of in self.topics.items() if _like(topic, of.documents) in of.documents]

    def without_own_ids(self) -> Run:
        """The run without the documents that have the ids of their topics."""
        dropped = self.own_ids
        left = {topic: self.topics[topic].without(_like(topic, self.topics[topic].documents)) for topic in dropped}
        return Run(self.path, {**self.topics, **left}, tuple(dropped))

    def named_as(self, qrels: Qrels) -> Run:
        """The run with names of documents of the same type as those of the judgements: bytes or texts."""
        named = (*qrels.topics.values(), *qrels.negatives.values())
        kind = next((type(name) for of in named for name in of), None)
        if kind in (None, next((type(of.documents[0]) for of in self.topics.values() if of.documents), kind)):
            return self
        renamed = {
            topic: replace(of, documents=[text(d) if kind is str else d.encode() for d in of.documents], _names=None)
            for topic, of in self.topics.items()
        }
        return Run(self.path, renamed, self.dropped)


def _like(topic: str, documents: Sequence[Name]) -> Name:
    """The id of a topic, in the type of these names of documents."""
    return topic.encode() if documents and isinstance(documents[0], bytes) else topic


@in_memory
def read_qrels(source: Source, progress: Progress = silent) -> Qrels:
    """Read judgements.

    Raises `FileError` with file and line for a wrong number of columns, a grade that is not a number with few decimals
    or above `TOP`, a document judged twice.
    """
    topics, beyond = _read(source, QRELS, progress)
    if MEAN in topics:
        source.fail(int(topics[MEAN].lines[0][0]), f"a topic is called {MEAN!r}, as the mean over topics is: rename it")
    judged: dict[str, dict[Name, Grade]] = {}
    for topic, listed in topics.items():
        high = np.flatnonzero(listed.values > TOP)
        if high.size:
            source.fail(int(np.concatenate(listed.lines)[high[0]]), wrong_grade(listed.values[high[0]]))
        judged[topic] = dict(zip(listed.documents, listed.values.tolist(), strict=True))
    return Qrels.graded(source.path, judged, beyond)


@in_memory
def read_run(source: Source, progress: Progress = silent) -> Run:
    """Read a run.

    Raises `FileError` with file and line for a wrong number of columns, a score that is not a finite number, a document
    listed twice for a topic.
    """
    return Run(source.path, _read(source, RUN, progress)[0])


def _read(source: Source, layout: Layout, progress: Progress) -> tuple[dict[str, Listed], int]:
    """The documents of each topic, and the number of lines that have words after the last column."""
    topics: dict[str, Listed] = {}
    beyond = width = 0
    for first, block in blocks_of_lines(source, progress):
        words = _tokens(source, layout, first, block, width)
        if not words.lines.size:
            continue
        width = words.starts.shape[1]
        beyond += len(words.lines) * (width > len(layout.columns))
        for topic, part in _parts(source, layout, words):
            listed = topics.setdefault(topic, Listed())
            if not listed.take(part):  # raise now: the rest of the file would only fill the memory
                _fail_on_repetition(source, layout, topic, listed)
    if not topics:
        source.fail(None, f"there is nothing but comments: write lines of {', '.join(layout.columns)}")
    return topics, beyond


@dataclass(frozen=True)
class _WordPlaces:
    """The places at which the words of each line begin and end in a block, and the numbers of the lines. There is a row
    for each line that is neither blank nor a comment.
    """

    block: bytes
    starts: Ints
    ends: Ints
    lines: Ints

    def whole_numbers(self, k: int) -> Ints | None:
        """The words of a column as numbers. None unless each of them is digits only, nine at most."""
        letters = np.frombuffer(self.block, dtype=np.uint8)
        ends, length = self.ends[:, k], self.ends[:, k] - self.starts[:, k]
        if length.max() > 9:
            return None
        digits = letters[ends - 1] - np.uint8(ord("0"))
        total = digits.astype(np.int64)
        greatest = int(digits.max())
        for place in range(1, int(length.max())):
            rows = np.flatnonzero(length > place)
            digits = letters[ends[rows] - (place + 1)] - np.uint8(ord("0"))
            greatest = max(greatest, int(digits.max()))
            total[rows] += digits * np.int64(10**place)
        if greatest > 9:
            return None
        return total


def _parts(source: Source, layout: Layout, words: _WordPlaces) -> Iterator[tuple[str, Listed]]:
    """For each sequence of lines of one topic in the block, the topic and its documents."""
    topics, named, written = (_column(source, layout, words, k) for k in (0, 2, layout.number))
    numbers = _numbers(source, layout, written, words.lines)
    ranks = words.whole_numbers(RANK) if layout is RUN else None
    documents = named.tolist()
    bounds = [0, *(np.flatnonzero(topics[1:] != topics[:-1]) + 1).tolist(), len(numbers)]
    falls = [True] * len(bounds)
    if ranks is not None:
        turns = np.zeros(len(numbers), dtype=bool)
        turns[1:] = (numbers[1:] > numbers[:-1]) | (ranks[1:] < ranks[:-1])
        turns[bounds[:-1]] = False
        falls = (~np.logical_or.reduceat(turns, bounds[:-1])).tolist()
    for (a, b), falling in zip(pairwise(bounds), falls, strict=False):
        beside = [] if ranks is None else [ranks[a:b]]
        yield topics[a].decode(), Listed(documents[a:b], [numbers[a:b]], [words.lines[a:b]], beside, falling)


def _tokens(source: Source, layout: Layout, first: int, block: bytes, width: int) -> _WordPlaces:
    """The places of the words in a block. `width` is the number of words in each line before the block, or 0 for the
    first block.
    """
    letters = np.frombuffer(block, dtype=np.uint8)
    white = letters <= ord(" ")
    edges = np.flatnonzero(white[1:] != white[:-1]) + 1
    if not white[0]:
        edges = np.concatenate([[0], edges])
    starts, ends = edges[0::2], edges[1::2]
    breaks = np.flatnonzero(letters == ord("\n"))
    columns = len(layout.columns)
    if width in (0, columns) and len(starts) == columns * len(breaks):  # the usual case: no comments or blank lines
        cells, last = starts.reshape(-1, columns), ends.reshape(-1, columns)
        alone = (last[:, -1] <= breaks).all() and (cells[1:, 0] > breaks[:-1]).all()
        if alone and not (letters[cells[:, 0]] == ord("#")).any():
            return _WordPlaces(block, cells, last, first + np.arange(len(breaks)))
    counts = np.diff(np.searchsorted(starts, breaks), prepend=0)
    before = np.cumsum(counts) - counts
    comments = False
    if letters.max(initial=0) and block.find(b"#") >= 0:
        filled = np.flatnonzero(counts)
        marked = filled[letters[starts[before[filled]]] == ord("#")]
        comments = bool(marked.size)
        counts[marked] = 0
    kept = np.flatnonzero(counts)
    wrong = kept[(counts[kept] < columns) | (counts[kept] > columns + layout.beyond)]
    if wrong.size:
        _fail_on_columns(source, layout, first, block, int(wrong[0]), int(counts[wrong[0]]))
    width = width or int(counts[kept[0]] if kept.size else columns)
    if layout is RUN and (longer := kept[counts[kept] > columns]).size:
        cells = before[longer, None] + np.arange(columns)
        _demand_tags(source, first, _WordPlaces(block, starts[cells], ends[cells], longer))
    uneven = kept[counts[kept] != width]
    if uneven.size:
        _fail_on_columns(source, layout, first, block, int(uneven[0]), int(counts[uneven[0]]), width)
    if comments:
        cells = before[kept, None] + np.arange(width)
        starts, ends = starts[cells], ends[cells]
    return _WordPlaces(block, starts.reshape(-1, width), ends.reshape(-1, width), first + kept)


def _demand_tags(source: Source, first: int, words: _WordPlaces) -> None:
    """Raise `FileError` unless the words after the sixth column belong to the tag. They do if the fourth word is a rank
    and the sixth is not a number. Otherwise an id has a blank in it, which has moved the columns of its line.
    """
    ranks, tags = (_column(source, RUN, words, k).tolist() for k in (RANK, TAG))
    for line, rank, tag in zip(words.lines.tolist(), ranks, tags, strict=True):
        if finite(rank) is None or finite(tag) is not None:
            _fail_on_columns(source, RUN, first, words.block, line, 0)


def _fail_on_columns(
    source: Source, layout: Layout, first: int, block: bytes, line: int, count: int, width: int = 0
) -> NoReturn:
    """Raise `FileError` for a line of the block that has this number of columns, where the lines before it have
    `width`.
    """
    raw = block.split(b"\n")[line].strip()
    count = count or len(raw.split())
    columns = len(layout.columns)
    cure = ""
    if count >= 2 * columns - 1:
        cure = "; if two lines have run together, end each of them by a line break"
    elif count > columns or width > columns:
        names = "ids and tags" if layout is RUN else "ids"
        cure = f"; a blank in an id moves all that follows into other columns: write {names} without blanks"
    elif any(mark in raw for mark in (b"\t", b",", b";")):
        cure = "; of another table say which columns hold what: see --columns"
    before = f", and lines before this one have {width}" if width not in (0, columns) else ""
    source.fail(
        first + line,
        f"{count} column{'s' * (count != 1)} in {shown(raw)}; a line of {layout.what} has {columns}: "
        f"{', '.join(layout.columns)}{before}{cure}",
    )


def _column(source: Source, layout: Layout, words: _WordPlaces, k: int) -> Array:
    """The words of one column, as an array of bytes of fixed width."""
    start, length = words.starts[:, k], words.ends[:, k] - words.starts[:, k]
    width = int(length.max())
    if width > LONGEST:
        worst = int(length.argmax())
        source.fail(
            int(words.lines[worst]),
            f"the {layout.columns[k]} has {width} bytes, more than {LONGEST}: give it a shorter name",
        )
    return cut_out(words.block, start, length)


def _numbers(source: Source, layout: Layout, written: Array, lines: Ints) -> Array:
    numbers = _converted(written, layout.kind)
    if numbers is None:
        bad = next(i for i in range(len(written)) if _converted(written[i : i + 1], layout.kind) is None)
        word = written[bad].item()
        number = f"{layout.columns[layout.number]} {shown(word)} is not a finite number: write {layout.example}"
        source.fail(int(lines[bad]), wrong_grade(word) if layout is QRELS else number)
    return numbers


def _converted(written: Array, kind: type) -> Array | None:
    """The words as numbers. None unless all of them are finite numbers; 1_0 is refused, although Python would read it
    as a number.
    """
    if (written.view(np.uint8) == ord("_")).any():
        return None
    try:
        numbers: Array = written.astype(kind)
    except (ValueError, OverflowError):
        return None if kind is np.float64 else _graded(written)
    return numbers if np.isfinite(numbers).all() else None


def _graded(written: Array) -> Array | None:
    """Grades as integers if all of them are whole, for example if they are written 1.0; else as fractions."""
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
