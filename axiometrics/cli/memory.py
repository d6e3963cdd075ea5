"""How the process of a command keeps the memory that it works with.

A command lives for seconds or minutes. It makes millions of small objects, hardly any of them in cycles, and arrays of
which each is gone before the next. Two habits that suit a server cost it a sixth of its time: Python looks through all
objects for cycles whenever their number has grown by a quarter, and glibc hands the memory of each array back to the
system, which then fills the pages of the next one with zeros. Both are told to do so more rarely. A program that
imports axiometrics is left as it is, and so are the processes of metrics.
"""

from __future__ import annotations

import gc
from contextlib import suppress

OBJECTS = 50_000
"""New objects after which Python looks for cycles among them; 700 unless told."""

KEPT = 2**26
"""Bytes that are not handed back, and up to which an array is made in memory that was kept."""

TRIM_THRESHOLD, MMAP_THRESHOLD = -1, -3
"""The numbers that glibc has for these two settings (malloc.h)."""


def keep() -> None:
    """Set both; where the C library is not glibc, the first alone."""
    gc.set_threshold(OBJECTS, 20, 20)
    with suppress(AttributeError, ImportError, OSError, TypeError):
        from ctypes import CDLL

        set_option = CDLL(None).mallopt
        set_option(MMAP_THRESHOLD, KEPT // 2)
        set_option(TRIM_THRESHOLD, KEPT)
