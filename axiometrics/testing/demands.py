"""The error of a failed check: the name of the checked object, what was found, and what to do."""

from __future__ import annotations


def demand(holds: object, name: str, problem: str, cure: str) -> None:
    """Raise `AssertionError` unless the first argument is true.

    >>> demand(False, "metric half", "its source is empty", "name the paper")
    Traceback (most recent call last):
    ...
    AssertionError: metric half: its source is empty: name the paper
    """
    if not holds:
        raise AssertionError(f"{name}: {problem}: {cure}")
