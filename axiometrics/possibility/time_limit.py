"""The time that a question may take.

A linear program, and the equations that make its answer exact, can take longer than anybody waits. What is not shown
when the time is up is undetermined. The end is set where a question is asked, and looked at where time goes by.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf

WHY = "the time that --budget gives was up"

_end: ContextVar[float] = ContextVar("end", default=inf)


class TimeUpError(Exception):
    """The time of a question is up."""


@contextmanager
def ending(end: float) -> Iterator[None]:
    """While this lasts, the time is up at `end`, in seconds of `time.time`, which worker processes share."""
    before = _end.set(end)
    try:
        yield
    finally:
        _end.reset(before)


def is_up() -> bool:
    """Whether no time is left."""
    return time.time() >= _end.get()


def seconds_left() -> float | None:
    """The time that is left; None where there is no limit. Raises `TimeUpError` where none is left."""
    if _end.get() == inf:
        return None
    if is_up():
        raise TimeUpError
    return _end.get() - time.time()
