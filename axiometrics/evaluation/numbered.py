"""Names that consist of a text and a number, such as `doc17`, where the text is the same in all names; or of a number
alone. Many collections name their documents in this way.

Such names need no hash. Each number is a place in a table. The table shows whether all names are different, and where
each name stands among others, in a third of the time that hashes take.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

_LONGEST = 9
"""Digits of the longest number: it fits into 32 bits."""

_SPARSE = 4
"""The greatest number of places that a table may have for each name. In a larger table most places would be empty."""

_FILLING = np.uint8(256 - ord("0"))
"""A zero byte, read as a digit."""

_PIECE = 1 << 14
"""How many names are read at a time."""


@dataclass(frozen=True, eq=False)
class Numbered:
    """The numbers of names.

    Attributes
    ----------
    prefix : the text before each number
    digits : how many digits each number has, where all have equally many; there may be zeros in front. None where the
        numbers have different lengths; then no number has a zero in front
    least : the least number
    numbers : for each name its number minus the least number
    """

    prefix: bytes
    digits: int | None
    least: int
    numbers: npt.NDArray[np.int32]

    @classmethod
    def of(cls, names: npt.NDArray[Any]) -> Numbered | None:
        """From an array of bytes; None where names are of another form, or their numbers lie far apart.

        >>> found = Numbered.of(np.array([b"d9", b"d7", b"d10"]))
        >>> found.prefix, found.least, found.numbers.tolist()
        (b'd', 7, [2, 0, 3])
        """
        if names.dtype.kind != "S" or not len(names):
            return None
        prefix = names[0].rstrip(b"0123456789")
        if not len(prefix) < names.dtype.itemsize <= len(prefix) + _LONGEST:
            return None
        letters = np.ascontiguousarray(names).view(np.uint8).reshape(len(names), -1)
        numbers, begins = np.empty(len(names), dtype=np.int32), len(prefix)
        alike = plain = True
        for first in range(0, len(names), _PIECE):
            columns, found = letters[first : first + _PIECE].T, numbers[first : first + _PIECE]
            if any((columns[k] != letter).any() for k, letter in enumerate(prefix)):
                return None
            if not _read(columns[begins:], found):
                return None
            alike = alike and bool(columns[-1].all())
            plain = plain and not ((columns[begins] == ord("0")) & (columns[begins + 1 : begins + 2] > 0)).any()
            if not (alike or plain):
                return None
        least, greatest = int(numbers.min()), int(numbers.max())
        if greatest - least >= _SPARSE * len(names):
            return None
        numbers -= least
        return cls(prefix, letters.shape[1] - begins if alike else None, least, numbers)

    @cached_property
    def _places(self) -> int:
        return int(self.numbers.max()) + 1

    @cached_property
    def different(self) -> bool:
        """Whether all names are."""
        there = np.zeros(self._places, dtype=bool)
        there[self.numbers] = True
        return int(np.count_nonzero(there)) == len(self.numbers)

    def among(self, others: Numbered) -> npt.NDArray[Any] | None:
        """The place of each of these names among the others. The names must all be different. None if the two sides do
        not hold the same names.
        """
        forms = ((one.prefix, one.digits, one.least, one._places, len(one.numbers)) for one in (self, others))
        if len(set(forms)) > 1:
            return None
        table = np.full(self._places, -1, dtype=np.int32)
        table[others.numbers] = np.arange(len(others.numbers), dtype=np.int32)
        found = np.asarray(table[self.numbers])
        return None if (found < 0).any() else found


def _read(columns: npt.NDArray[np.uint8], found: npt.NDArray[np.int32]) -> bool:
    """Read a number for each name into `found`. Column k holds the k-th byte after the prefix of each name. A number
    goes to the last column, or to the zero bytes that fill up a shorter name. False if a name has no digit there, or
    has any other byte.
    """
    digits = np.ascontiguousarray(columns) - np.uint8(ord("0"))
    here = digits <= 9
    whole = bool(here.all())
    if not whole and (not here[0].all() or (here[1:] > here[:-1]).any() or (digits[~here] != _FILLING).any()):
        return False
    found[:] = 0
    for digit, there in zip(digits, here, strict=True):
        if whole:
            found *= 10
            found += digit
        else:
            found += there * (found * np.int32(9) + digit)
    return True
