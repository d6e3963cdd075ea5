"""The time that a question may take.

A linear program, and the equations that make its answer exact, can take longer than anybody waits. A statement that is
not decided when the time is up is undetermined. The end is set where a question is asked, and checked in the steps
that take long.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf

WHY = "the time that --budget gives was up"
"""The reason of an answer that was not decided in time."""

_end: ContextVar[float] = ContextVar("end", default=inf)
"""The end, as a context variable, so that the functions in between need not hand it on."""


class TimeUpError(Exception):
    """Raised where the time of a question is over."""


@contextmanager
def ending(end: float) -> Iterator[None]:
    """Set the time limit inside this context: the time is up at `end`, in seconds of `time.time`, a clock that worker
    processes share.
    """
    before = _end.set(end)
    try:
        yield
    finally:
        _end.reset(before)


def is_up() -> bool:
    """Whether no time is left."""
    return time.time() >= _end.get()


def seconds_left() -> float | None:
    """The seconds that are left; None where there is no limit. Raises `TimeUpError` where no time is left."""
    if _end.get() == inf:
        return None
    if is_up():
        raise TimeUpError
    return _end.get() - time.time()
