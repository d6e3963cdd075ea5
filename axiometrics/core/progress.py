"""The report of progress, which long work makes and a command shows."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[int, int, str], None]
"""A function that is called to report progress: with how much is done, how much there is to do, and words for the
present step or for the unit of the two numbers.
"""


def silent(done: int, total: int, message: str) -> None:
    """Report no progress."""
