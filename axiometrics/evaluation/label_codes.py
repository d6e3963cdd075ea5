"""Code labels as numbers. Each column of labels or of names is coded here, and counts are made of the codes.

The code needs only a few passes over a column of a million labels. Whole numbers within a small span are their own
codes. A dictionary numbers objects of Python. Words of a fixed width, which files and arrays have, are hashed in pieces
of eight bytes, and the few different hashes are found in a sample of the words. To match names of documents, both
columns are sorted by their hashes. No result depends on a hash: each word is compared with the word of its code, and if
two words share a hash, a dictionary decides.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import count, repeat
from typing import Any

import numpy as np
import numpy.typing as npt

Words = npt.NDArray[Any]
Ints = npt.NDArray[np.int64]
Hashes = npt.NDArray[np.uint64]

_FEW = 1 << 12
"""The greatest number of different hashes for which a table without collisions is sought. With more, such a table would
be large and hard to find.
"""

_PIECE = 1 << 14
"""The number of words that are hashed at a time: as many as fit into the cache of the processor."""

_SAMPLE = 1 << 14
"""The number of words in the sample in which the different words are looked for first."""

_MANY = 1 << 12
"""Fewer texts than these are not taken from pyarrow, because that would save nothing."""

_ARROW_TEXTS = ("string", "large_string", "string_view")
"""The names of the types of texts in pyarrow."""

_ODD = 0x9E3779B97F4A7C15
_TRIED = 8

_BLANKS = 16
"""The greatest number of blanks around a cell that are taken off. They are taken off one by one, and each costs a pass
over the block.
"""

_ROOM = 8
"""The greatest size of a column of fixed width, in sizes of the block that it is cut from. Words of very different
lengths would waste memory in such a column.
"""


@dataclass(frozen=True, eq=False)
class Coded:
    """A column of labels, coded as numbers.

    Attributes
    ----------
    codes : for each document the number of its label, from 0 on
    words : the different labels, by their numbers
    """

    codes: Ints
    words: Words

    @classmethod
    def of(cls, column: Words) -> Coded:
        """Code an array of numbers, truth values or texts (of numpy or of Python). The array has no nan.

        >>> coded = Coded.of(np.array([7, 9, 7]))
        >>> coded.codes.tolist(), coded.words.tolist()
        ([0, 1, 0], [7, 9])
        """
        if column.dtype.kind in "iub" and column.size:
            coded = _of_whole(column)
            if coded is not None:
                return coded
        if column.dtype == object:
            return cls._of_objects(column.tolist())
        return _of_hashes(column)._sorted()

    @classmethod
    def of_values(cls, values: Any) -> Coded:
        """Code an array, or labels of any types. A missing label becomes the empty text. Whole numbers, and columns of
        texts alone, are coded as they stand; labels of other types are the same label if their names are the same.

        >>> Coded.of_values(["b", 1, None, 1.0]).texts
        ['', '1', 'b']

        Raises `TypeError` for a value that cannot be a label, such as a list or a tuple.
        """
        if isinstance(values, np.ndarray) and (
            values.dtype.kind in "iubSU" or (values.dtype.kind == "f" and not np.isnan(values).any())
        ):
            return cls.of(values)
        rows = values.tolist() if isinstance(values, np.ndarray) else list(values)
        kinds = set(map(type, rows))
        if kinds <= {int, bool} and (column := np.asarray(rows)).dtype.kind in "ib":
            return cls.of(column)
        if any(issubclass(kind, (tuple, Set)) for kind in kinds):
            raise TypeError("several values are not one label")
        if type(np.ma.masked) in kinds:
            rows = [None if row is np.ma.masked else row for row in rows]
        coded = cls._of_objects(rows)
        return coded if kinds == {str} else coded._by_name()

    @classmethod
    def _of_objects(cls, rows: Sequence[Any]) -> Coded:
        numbers = defaultdict[Any, int](count().__next__)
        codes = np.fromiter(map(numbers.__getitem__, rows), np.int64, len(rows))
        return cls(codes, objects(list(numbers)))._sorted()

    def _by_name(self) -> Coded:
        """The column coded anew, so that labels with the same name have one code."""
        names = ["" if is_missing(word) else named(word) for word in self.words.tolist()]
        by_name = Coded._of_objects(names)
        return Coded(by_name.codes[self.codes], by_name.words)

    def _sorted(self) -> Coded:
        """The column with its labels in order, if these are few. The order makes sums over labels independent of the
        way in which the labels were found.
        """
        if not 1 < self.count <= _FEW:
            return self
        try:
            order = np.argsort(self.words, kind="stable")
        except TypeError:  # words of several types
            return self
        number = np.empty(self.count, dtype=np.int64)
        number[order] = np.arange(self.count)
        return Coded(number[self.codes], self.words[order])

    @property
    def count(self) -> int:
        """The number of different labels."""
        return len(self.words)

    @cached_property
    def texts(self) -> list[str]:
        """The different labels as texts."""
        return texts(self.words)

    def taken(self, places: Ints | None) -> Coded:
        """The labels at these places, in this order. Without places, the whole column."""
        return self if places is None else Coded(self.codes[places], self.words)


def objects(values: Sequence[Any]) -> Words:
    """The values as an array of objects of Python."""
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


def from_arrow(column: Any) -> Words | None:
    """The texts of a column of pandas, polars or pyarrow, as an array of bytes of fixed width. Pyarrow holds the
    letters of all texts in one block. The array is cut from this block, so that no text of Python has to be made.

    None if pyarrow cannot give the texts (`_arrow_texts`), and if an array would take far more memory than they do.
    """
    texts = _arrow_texts(column)
    if texts is None:
        return None
    whole, bounds = texts
    return _column(whole.buffers()[2].to_pybytes(), bounds[:-1], np.diff(bounds))


def coded_from_arrow(column: Any) -> Coded | None:
    """The texts of a column of pandas, polars or pyarrow, coded by pyarrow. None if pyarrow cannot give the texts, and
    if more than a few thousand of them are different.
    """
    texts = _arrow_texts(column)
    numbered = None if texts is None else texts[0].dictionary_encode()
    if numbered is None or len(numbered.dictionary) > _FEW:
        return None
    return Coded(numbered.indices.to_numpy().astype(np.int64), objects(numbered.dictionary.to_pylist()))._sorted()


def _arrow_texts(column: Any) -> tuple[Any, Ints] | None:
    """The texts of a column of pandas, polars or pyarrow as one array of pyarrow, and where each text starts in its
    block of letters; the end of the last text follows. None if pyarrow has not been imported or cannot read the
    column, if the column does not hold texts or holds only a few, and if a text is missing or empty.
    """
    arrow = sys.modules.get("pyarrow")
    if arrow is None or not hasattr(column, "__arrow_c_stream__") or str(getattr(column, "dtype", "")) == "object":
        return None
    try:
        values = arrow.chunked_array(column)
        if values.null_count or len(values) < _MANY or str(values.type) not in _ARROW_TEXTS:
            return None
        whole = values.cast(arrow.large_string()).combine_chunks()
    except (TypeError, arrow.ArrowException):
        return None
    bounds = np.frombuffer(whole.buffers()[1], dtype=np.int64)[whole.offset : whole.offset + len(whole) + 1]
    return (whole, bounds) if (bounds[1:] > bounds[:-1]).all() else None


def _column(block: bytes, starts: Ints, lengths: Ints) -> Words | None:
    """Pieces of a block as a column that is as wide as the longest of them. None if the column would take far more
    memory than the block, and if the block holds a zero byte, which numpy takes for the end of a text.
    """
    size = int(lengths.max()) * len(lengths)
    return cut_out(block, starts, lengths) if 0 < size <= _ROOM * len(block) and b"\0" not in block else None


def names_of(values: Sequence[Any]) -> Words:
    """The names of values, as an array of texts of Python.

    >>> names_of([301, 301.0, "d1"]).tolist()
    ['301', '301', 'd1']
    """
    kinds = set(map(type, values))
    return objects(list(values) if kinds == {str} else list(map(str if kinds == {int} else named, values)))


def is_missing(value: Any) -> bool:
    """Whether the value stands for a missing one: None, nan, a masked value of numpy, or NA of pandas, which cannot be
    compared.
    """
    try:
        return value is None or value is np.ma.masked or bool(value != value)
    except TypeError:
        return True


def texts(words: Words) -> list[str]:
    """The words as texts of Python. Whole numbers have no decimal point."""
    plain = words.tolist()
    if words.dtype.kind == "S":
        return [word.decode() for word in plain]
    return plain if words.dtype.kind == "U" else list(map(named, plain))


def named(value: Any) -> str:
    """The name of a value as a text: 301 and 301.0 are `301`.

    >>> named(301.0), named("d1"), named(np.int64(7))
    ('301', 'd1', '7')
    """
    if isinstance(value, (float, np.floating)) and float(value).is_integer():
        return str(int(value))
    return str.__str__(value) if isinstance(value, str) else str(value)


def _of_whole(column: Words) -> Coded | None:
    """Code whole numbers by their order among those that occur. None if they span too many numbers."""
    low, high = int(column.min()), int(column.max())
    if high - low > 4 * len(column):
        return None
    places = column.astype(np.int64) - low if low or column.dtype != np.int64 else column
    present = np.zeros(high - low + 1, dtype=bool)
    present[places] = True
    words = np.flatnonzero(present)
    if len(words) < len(present):
        places = (np.cumsum(present) - 1)[places]
    return Coded(places, (words + low).astype(column.dtype))


def _last(codes: Ints) -> Ints:
    """For each code, the last place that has this code."""
    place = np.empty(int(codes.max(initial=-1)) + 1, dtype=np.int64)
    place[codes] = np.arange(len(codes))
    return place


def hashed(column: Words) -> Hashes:
    """A hash of each word in an array of numbers or texts. Equal words have equal hashes.

    Words of up to eight bytes have different numbers where they differ.
    """
    hashes = np.empty(len(column), dtype=np.uint64)
    for first in range(0, len(column), _PIECE):
        hashes[first : first + _PIECE] = _hashed_piece(column[first : first + _PIECE])
    return hashes


def _hashed_piece(column: Words) -> Hashes:
    """The hashes of a few words. The words are few so that the work fits into the cache of the processor."""
    if column.dtype.kind == "f":
        column = column + 0.0  # -0.0 is 0.0
    size = column.dtype.itemsize
    if size % 8:
        if column.dtype.kind not in "SU":
            column = column.astype(np.float64 if column.dtype.kind == "f" else np.int64)
        else:
            letters = np.zeros((len(column), (size + 7) // 8 * 8), dtype=np.uint8)
            letters[:, :size] = np.ascontiguousarray(column).view(np.uint8).reshape(len(column), size)
            column = letters
    parts = np.ascontiguousarray(column).view(np.uint64).reshape(len(column), (size + 7) // 8)
    hashes = np.zeros(len(column), dtype=np.uint64)
    for k in reversed(range(parts.shape[1])):  # so that zeros after a short word change nothing: equal words hash alike
        hashes ^= parts[:, k]
        hashes *= np.uint64(_ODD)
        hashes ^= hashes >> np.uint64(32)
    return hashes


def _of_hashes(column: Words) -> Coded:
    hashes = hashed(column)
    codes = _by_table(hashes)
    if codes is None:
        codes = np.unique(hashes, return_inverse=True)[1].reshape(-1).astype(np.int64, copy=False)
    words = column[_last(codes)]
    if column.dtype.itemsize > 8 and not (words[codes] == column).all():
        return Coded.of(column.astype(object))
    return Coded(codes, words)


def _by_table(hashes: Hashes) -> Ints | None:
    """Code hashes by their order among the different hashes; None if many hashes are different. A sample, taken at
    equal distances, has most of the different hashes; the hashes that the sample lacks are added afterwards. A table in
    which each hash has a place of its own finds their codes in a third of the time of a binary search, and in a sixth
    of the time of a sort.
    """
    different = np.unique(hashes[:: 1 + len(hashes) // _SAMPLE])
    while 0 < len(different) <= _FEW:
        bits = np.uint64(62 - 2 * len(different).bit_length())
        odds = (np.uint64(_ODD * (2 * k + 1) % 2**64) for k in range(_TRIED))
        odd = next((odd for odd in odds if len(np.unique(different * odd >> bits)) == len(different)), None)
        if odd is None:
            return None
        table = np.zeros(1 << (64 - int(bits)), dtype=np.int64)
        table[different * odd >> bits] = np.arange(len(different))
        codes: Ints = table[hashes * odd >> bits]
        missing = different[codes] != hashes
        if not missing.any():
            return codes
        different = np.union1d(different, hashes[missing])
    return None


def matched(names: Words, others: Words) -> Ints | None:
    """For each of these names, all different, its place among the others. None if the others are not the same names, or
    if two names cannot be told apart because they have the same hash.

    >>> matched(np.array([b"a", b"b"]), np.array([b"b", b"a"])).tolist()
    [1, 0]
    """
    if len(names) != len(others):
        return None
    if names.dtype.kind != others.dtype.kind or names.dtype == object:
        at = {name: i for i, name in enumerate(others.tolist())}
        places = np.fromiter(map(at.get, names.tolist(), repeat(-1)), np.int64, len(names))
        return None if len(at) < len(others) or (places < 0).any() else places
    matching = np.empty(len(names), dtype=np.int64)
    matching[hashed(names).argsort()] = hashed(others).argsort()
    return matching if (others.take(matching) == names).all() else None


def are_different(*columns: Words) -> bool:
    """Whether no two rows are equal. Also False if two different rows have the same hash."""
    if any(column.dtype == object for column in columns):
        rows = [column.tolist() for column in columns]
        return len(set(rows[0])) == len(rows[0]) or len(set(zip(*rows, strict=True))) == len(rows[0])
    hashes = np.zeros(len(columns[0]), dtype=np.uint64)
    for column in columns:
        hashes *= np.uint64(_ODD)
        hashes ^= hashed(column)
    hashes.sort()
    return not (hashes[1:] == hashes[:-1]).any()


def cut_out(block: bytes, starts: Ints, lengths: Ints) -> Words:
    """Cut pieces out of a block, as an array of bytes of fixed width. The block is viewed as an array in which a piece
    begins at each byte, so that numpy can pick all pieces at once.
    """
    width = int(lengths.max())
    everywhere: Words = np.ndarray((len(block),), dtype=f"S{width}", buffer=block + bytes(width), strides=(1,))
    words: Words = everywhere[starts]
    if int(lengths.min()) < width:
        words.view(np.uint8).reshape(len(words), width)[np.arange(width) >= lengths[:, None]] = 0
    return words


def two_columns(block: bytes, mark: bytes) -> tuple[Words, Words] | None:
    """The cells of whole lines, without the blanks around them, if a mark divides each line into two. None if it does
    not, if a cell is empty or has many blanks on one side, or if the cells differ so much in length that columns of
    fixed width would waste memory.

    >>> two_columns(b"a, x\\nb, y\\n", b",")[1].tolist()
    [b'x', b'y']
    """
    stripped = _without_blanks(block.replace(b"\r\n", b"\n"), mark)
    if stripped is None:
        return None
    letters = np.frombuffer(stripped, dtype=np.uint8)
    breaks, marks = (np.flatnonzero(letters == ord(character)) for character in (b"\n", mark))
    if np.count_nonzero(letters < ord(" ")) > len(breaks) + stripped.count(b"\t"):
        return None
    begins = np.concatenate([[0], breaks[:-1] + 1])
    if len(marks) != len(breaks) or (marks <= begins).any() or (marks + 1 >= breaks).any():
        return None
    columns = [_column(stripped, starts, ends - starts) for starts, ends in ((begins, marks), (marks + 1, breaks))]
    return None if columns[0] is None or columns[1] is None else (columns[0], columns[1])


def _without_blanks(block: bytes, mark: bytes) -> bytes | None:
    """The lines without the blanks around their cells. None if a cell has many blanks on one side."""
    for _ in range(_BLANKS):
        before = block
        for blank in (b" ", b"\t"):
            for edge in (mark, b"\n") if blank in block and blank != mark else ():
                block = block.replace(blank + edge, edge).replace(edge + blank, edge)
        if block == before:
            return block.lstrip(b" " if mark == b"\t" else b" \t")
    return None
