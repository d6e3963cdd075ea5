"""Settings of the memory of the process in which a command runs.

A command runs for seconds or minutes. It makes millions of small objects, of which hardly any are in cycles, and arrays
of which each is freed before the next is made. Two defaults that suit a server take a sixth of its time: Python looks
through all objects for cycles whenever their number has grown by a quarter, and glibc returns the memory of each array
to the system, which then fills the pages of the next array with zeros. With these settings, both happen more rarely.
The settings of a program that imports axiometrics, and of the processes of metrics, are not changed.
"""

from __future__ import annotations

import gc
from contextlib import suppress

OBJECTS = 50_000
"""The number of new objects after which Python looks for cycles among them. Its own default is 700."""

KEPT = 2**26
"""The bytes that are not returned to the system, and up to which an array gets memory that was kept."""

TRIM_THRESHOLD, MMAP_THRESHOLD = -1, -3
"""The numbers of these two settings in glibc (malloc.h)."""


def keep() -> None:
    """Change both settings; where the C library is not glibc, only the first."""
    gc.set_threshold(OBJECTS, 20, 20)
    with suppress(AttributeError, ImportError, OSError, TypeError):
        from ctypes import CDLL

        set_option = CDLL(None).mallopt
        set_option(MMAP_THRESHOLD, KEPT // 2)
        set_option(TRIM_THRESHOLD, KEPT)
