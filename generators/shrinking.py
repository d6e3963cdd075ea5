"""A case on which a metric fails, made smaller: the numbers by which it was drawn are taken away and lowered.

Smaller numbers and shorter lists give fewer documents (`axiometrics.generators.random_cases`), so what makes the
numbers smaller makes the case smaller, and each attempt is a case of the family. Hypothesis does the same for its own
draws. It has no public way to begin with numbers that were not drawn by it, and its private one changes with its
versions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from axiometrics.core.case import Case
from axiometrics.generators.draws import Draws, RefusedError
from axiometrics.generators.random_cases import random_case

ATTEMPTS = 600
"""Cases that are tried at most."""

LONGEST_CUT = 8
"""Numbers that are taken away at a time, at most."""


class Replayed(Draws):
    """Draws numbers that are given, as far as they are within the bounds, then the least; `drawn` are those it drew."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self._left = iter(numbers)
        self.drawn: list[int] = []

    def integer(self, low: int, high: int) -> int:
        """The next of the numbers, brought within the bounds."""
        if low == high:
            return low
        self.drawn.append(min(max(next(self._left, low), low), high))
        return self.drawn[-1]


def made_smaller(family: Any, beyond: int, numbers: Sequence[int], fails: Callable[[Case], bool]) -> None:
    """Ask of the case drawn by these numbers, then of smaller and smaller ones, whether it fails.

    Every attempt changes the numbers of the smallest case that failed so far. It ends where no change gives a smaller
    case that fails, or after `ATTEMPTS` cases.
    """
    tried: set[tuple[int, ...]] = set()

    def attempt(some: Sequence[int]) -> list[int] | None:
        """The numbers that the case was drawn by, None where it does not fail."""
        draw = Replayed(some)
        try:
            case = random_case(family, draw, beyond)
        except RefusedError:
            return None
        if tuple(draw.drawn) in tried:
            return None
        tried.add(tuple(draw.drawn))
        return draw.drawn if fails(case) else None

    best = attempt(numbers)
    while best is not None:
        smaller = None
        for some in _changes(best):
            if len(tried) >= ATTEMPTS:
                return
            smaller = attempt(some)
            if smaller is not None and (len(smaller), smaller) < (len(best), best):
                break
            smaller = None
        best = smaller


def _changes(numbers: Sequence[int]) -> Iterator[list[int]]:
    """Numbers with some taken away, longest cuts first, or one lowered: to 0, by half, by 1."""
    for length in range(min(LONGEST_CUT, len(numbers)), 0, -1):
        for start in range(len(numbers) - length, -1, -1):
            yield [*numbers[:start], *numbers[start + length :]]
    for place, number in enumerate(numbers):
        for lower in sorted({0, number // 2, number - 1} - {number}):
            if lower >= 0:
                yield [*numbers[:place], lower, *numbers[place + 1 :]]
