"""Where random cases take their numbers from.

A family says once how a case of it is drawn (`axiometrics.generators.random_cases`), in terms of whole numbers between
two bounds. `Chance` takes these numbers from numpy, quickly, and remembers them. `Replayed` takes changed ones to make
a case smaller (`axiometrics.generators.shrinking`), `Seeded` takes those of `random`, and in tests Hypothesis chooses
them (`axiometrics.generators.strategies`). To have Hypothesis draw all cases was rejected: its bookkeeping took longer
than most metrics of users.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

import numpy as np

T = TypeVar("T")

BLOCK = 4096
"""Numbers that are taken from numpy at a time."""

POWERS = (1.0, 1.0, 1.0, 1.0, 0.5, 0.25, 4.0, 32.0)
"""Powers of uniform numbers in [0, 1): many lists are of all values, others of nearly all small or large ones."""

LENGTH = 5
"""How many more members than the least a list has on average, where its power is 1."""


EVENLY = 0.25
"""The share of lists of which all lengths are as likely."""


class RefusedError(Exception):
    """What was drawn is not a case of the family; another one is to be drawn."""


class Draws(ABC):
    """Draws whole numbers, and what is made of them."""

    @abstractmethod
    def integer(self, low: int, high: int) -> int:
        """A number between two bounds, both included."""

    def several(self, draw_one: Callable[[], T], least: int, most: int) -> list[T]:
        """A list of so many members, each drawn by itself; short ones are more likely."""
        members: list[T] = []
        while len(members) < most and (len(members) < least or self.goes_on(len(members))):
            members.append(draw_one())
        return members

    def goes_on(self, length: int) -> bool:
        """Whether a list that has so many members gets another one."""
        return bool(self.integer(0, LENGTH))

    def integers(self, low: int, high: int, least: int, most: int) -> list[int]:
        """A list of so many numbers between two bounds."""
        return self.several(lambda: self.integer(low, high), least, most)

    def choice(self, options: Sequence[T]) -> T:
        """One of the options. Raises `RefusedError` where there is none."""
        if not options:
            raise RefusedError
        return options[self.integer(0, len(options) - 1)]

    def distinct(self, options: Sequence[T], least: int, most: int) -> list[T]:
        """So many different options, in any order."""
        left = list(options)
        return self.several(lambda: left.pop(self.integer(0, len(left) - 1)), least, min(most, len(left)))

    def order(self, options: Sequence[T]) -> list[T]:
        """All the options in any order."""
        return self.distinct(options, len(options), len(options))


class Seeded(Draws):
    """Draws from a `random.Random` that is given, all numbers between two bounds being as likely."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    def integer(self, low: int, high: int) -> int:
        """A number between two bounds, both included."""
        return self._chance.randint(low, high)


class Chance(Draws):
    """Draws by a seed, and remembers in `drawn` what it drew since `start`.

    >>> chance = Chance(0)
    >>> chance.start()
    >>> first = chance.integers(0, 9, 3, 5)
    >>> chance.start(chance.drawn)
    >>> chance.integers(0, 9, 3, 5) == first
    True
    """

    def __init__(self, seed: int) -> None:
        self._generator = np.random.default_rng(seed)
        self._uniform: list[float] = []
        self._again: list[int] = []
        self._power: float | None = None
        self._length: int | None = None
        self.drawn: list[int] = []

    def start(self, again: Sequence[int] = ()) -> None:
        """Begin another case: with these numbers, as far as they are within the bounds asked for, then by chance."""
        self.drawn, self._again, self._power, self._length = [], list(reversed(again)), None, None

    def near(self, drawn: Sequence[int]) -> list[int]:
        """Numbers that differ in a few places from these, of which one may be left out or come twice."""
        numbers = list(drawn)
        for _ in range(1 + int(3 * self._next())):
            place, kind = int(len(numbers) * self._next()), self._next()
            if kind < 0.5:
                numbers[place : place + 1] = [int(8 * self._next())]
            elif kind < 0.75:
                numbers[place : place + 2] = []
            else:
                numbers[place:place] = numbers[place : place + 2]
        return numbers

    def integer(self, low: int, high: int) -> int:
        """The next number that is to come again, or one by chance."""
        if low == high:
            return low
        if self._again:
            number = min(max(self._again.pop(), low), high)
        else:
            power = self._some_power() if self._power is None else self._power
            number = low + int((high - low + 1) * self._next() ** power)
        self.drawn.append(number)
        return number

    def several(self, draw_one: Callable[[], T], least: int, most: int) -> list[T]:
        """A list whose members have a power of their own; the lengths of some lists are all as likely."""
        before = self._power, self._length
        length, members = self._some_power(), self._some_power()

        def member() -> T:
            self._power = members
            made = draw_one()
            self._power = length
            return made

        self._power, self._length = length, None
        if self._next() < EVENLY:
            self._length = least + int((most - least + 1) * self._next())
        result = super().several(member, least, most)
        self._power, self._length = before
        return result

    def goes_on(self, length: int) -> bool:
        """Whether a list goes on: by chance, or until it has the length that was drawn for it."""
        if self._again or self._length is None:
            return super().goes_on(length)
        self.drawn.append(int(length < self._length))
        return length < self._length

    def _some_power(self) -> float:
        return POWERS[int(len(POWERS) * self._next())]

    def _next(self) -> float:
        if not self._uniform:
            self._uniform = self._generator.random(BLOCK).tolist()
        return self._uniform.pop()
