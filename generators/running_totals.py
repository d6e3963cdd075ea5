"""The number of a thing, counted through groups of several sizes, as the group and the number within it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate


class RunningTotals:
    """The sizes of consecutive groups, added up.

    >>> totals = RunningTotals([2, 0, 3])
    >>> totals.total, totals.find(1), totals.find(2)
    (5, (0, 1), (2, 0))
    """

    def __init__(self, sizes: Iterable[int]) -> None:
        self._upto = list(accumulate(sizes))

    @property
    def total(self) -> int:
        """The size of all groups together."""
        return self._upto[-1] if self._upto else 0

    def find(self, number: int) -> tuple[int, int]:
        """The group that holds the thing of this number, and its number within the group, both counted from 0."""
        at = bisect_right(self._upto, number)
        return at, number - (self._upto[at - 1] if at else 0)
