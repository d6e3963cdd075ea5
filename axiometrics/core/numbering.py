"""Numbers for the documents of large organizations, given while an organization is built.

Computations on two large organizations need common numbers for their documents, and looking up a million names takes
longer than all later steps. An organization knows its names when it is built, so it is numbered then; the large
organizations that live at the same time share one table, so that any two of them have common numbers. The table lives
as long as one of them. A new one is begun where the latest holds many more names than the next organization has, so
that a program which reads one large organization after the other does not keep the names of all.
"""

from __future__ import annotations

import weakref
from array import array
from collections import defaultdict
from collections.abc import Sequence
from itertools import count
from threading import Lock

LARGE = 10_000
"""Occurrences from which on an organization is numbered while it is built."""


class Numbering(defaultdict[str, int]):
    """Numbers from 0 on by name; a name that is new takes the next one."""

    def __init__(self) -> None:
        super().__init__(count().__next__)


_lock = Lock()
_latest: list[weakref.ref[Numbering]] = []


def numbered(names: Sequence[str]) -> tuple[Numbering, array[int]]:
    """A table that others may share, and the number of each name in it."""
    with _lock:  # a name that two threads add at once would have two numbers
        table = _latest[0]() if _latest else None
        if table is None or len(table) > 2 * len(names) + LARGE:
            table = Numbering()
            _latest[:] = [weakref.ref(table)]
        return table, array("q", map(table.__getitem__, names))
