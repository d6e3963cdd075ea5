"""Names that are one text with a number after it, as `doc17`, or a number alone. Documents are often named so.

Such names need no hash. The number is a place in a table, which tells in two passes whether all names are different,
and where each stands among others. Both take a third of the time that hashes take.
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
"""Of more numbers than so many for each name, a table would be mostly empty."""

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
    digits : how many digits each number has, zeros in front of it among them; None where they differ, and no number has
        a zero in front of it
    least : the least number
    numbers : by name the number, counted from the least
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
        """Where each of these names, all different, stands among the others; None where they are not the same names."""
        forms = ((one.prefix, one.digits, one.least, one._places, len(one.numbers)) for one in (self, others))
        if len(set(forms)) > 1:
            return None
        table = np.full(self._places, -1, dtype=np.int32)
        table[others.numbers] = np.arange(len(others.numbers), dtype=np.int32)
        found = np.asarray(table[self.numbers])
        return None if (found < 0).any() else found


def _read(columns: npt.NDArray[np.uint8], found: npt.NDArray[np.int32]) -> bool:
    """Read numbers, a column a place: the digits of each go to its end, or to the zero bytes that fill it. False where
    one has something else, or no digit.
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
