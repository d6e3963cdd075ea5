"""A judgement of one organization by another: how much of the weight of its relations the other one has, occurrence by
occurrence.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from axiometrics.core.arithmetic import Array, like, over
from axiometrics.core.errors import ParameterError
from axiometrics.relations.arrays import Arrays, Ints
from axiometrics.relations.weights import total

READINGS = ("listed", "tail-lookup", "tail-certain")
"""How a document counts that the other side does not list: not at all; as a document of the other side's tail; not at
all, but what stands above the tail of its own side counts as right there.
"""

NOTHING, ONE_LEVEL = "nothing is listed", "one level and no tail"
"""Why an organization has no relation of a kind."""


@dataclass(frozen=True, eq=False)
class Judgement:
    """R of one kind of relation, in parts that add up.

    Attributes
    ----------
    own : the organization judged
    scaled : the weight of one occurrence, by level, over `unit`
    parts : by occurrence, how much of the weight of its relations the other side has, over `unit`
    tail_weight, tail_kept : the weight of the tail, and how much of the weight of its relations the other side has
    lacking : why the judged organization has no relation of this kind, empty where it has some
    """

    own: Arrays
    scaled: Array
    parts: Array
    unit: Any
    tail_weight: Any
    tail_kept: Any
    lacking: str

    @cached_property
    def value(self) -> Any:
        """R, in [0, 1]; 0 without any relation."""
        value = total(self.parts) / self.unit + self.tail_kept
        return min(value, type(value)(1))  # floats may round up

    @cached_property
    def kept(self) -> Array:
        """By occurrence, how much of the weight of its relations the other side has; with `tail_kept` this sums to
        R.
        """
        return over(self.parts, self.unit)

    @cached_property
    def carried(self) -> Array:
        """By occurrence, the weight of its relations; with `tail_carried` this sums to 1, and to 0 without any
        relation.
        """
        return over(self.scaled, self.unit)[self.own.level] * (not self.lacking)

    @property
    def tail_carried(self) -> Any:
        """The weight of the relations of the tail."""
        return self.tail_weight * (not self.lacking)


@dataclass(frozen=True, eq=False)
class Sides:
    """The judged organization and the judging organization, with the counts and the levels of their documents."""

    own: Arrays
    other: Arrays

    @cached_property
    def universe(self) -> int:
        """The number of document codes."""
        return max(self.own.universe, self.other.universe)

    @cached_property
    def held(self) -> Ints:
        """The number of occurrences of each document in the judged organization."""
        return self.own.counts(self.universe)

    @cached_property
    def wanted(self) -> Ints:
        """The number of occurrences of each document in the judging organization."""
        return self.other.counts(self.universe)

    @cached_property
    def best_and_worst(self) -> tuple[Ints, Ints]:
        """The best and the worst level at which the other side lists each document; the level below its last for a
        document that it does not list.
        """
        other = self.other
        best = np.full(self.universe, len(other.sizes))
        if not self.other.repeats:
            best[other.document] = other.level
            return best, best
        worst = np.where(self.wanted > 0, -1, best)
        np.minimum.at(best, other.document, other.level)
        np.maximum.at(worst, other.document, other.level)
        return best, worst

    @cached_property
    def place(self) -> Ints:
        """By occurrence, the best level where the other side lists its document; one below its last where it does
        not.
        """
        return np.asarray(self.best_and_worst[0][self.own.document])

    @cached_property
    def overlapping(self) -> npt.NDArray[np.bool_]:
        """The documents that occur on both sides, on one of them more than once."""
        return (self.held > 0) & (self.wanted > 0) & (self.held + self.wanted > 2)

    @cached_property
    def listed(self) -> npt.NDArray[np.bool_]:
        """By occurrence, whether the other side lists its document."""
        listed = np.zeros(self.universe, dtype=np.bool_)
        listed[self.other.document] = True
        return np.asarray(listed[self.own.document])

    def shared(self, model: Any) -> Array:
        """By occurrence, Pt of its document, min(held, wanted) / held, as numbers of the kind of `model`."""
        if not self.own.repeats and not self.other.repeats:
            return like(self.listed, model)
        return over(like(np.minimum(self.held, self.wanted), model), like(self.held, model))[self.own.document]


def lacking(levels: int, tail: bool, relation: str) -> str:
    """Why an organization with that many levels that are not empty has no priority (clustering) relation, or an empty
    string.

    Priority relates what is listed on different levels, or above the tail. For clustering every document relates to
    itself, and the tail to the tail.

    >>> lacking(1, False, "priority"), lacking(1, False, "clustering"), lacking(0, True, "priority")
    ('one level and no tail', '', 'nothing is listed')
    """
    if not levels:
        return NOTHING if relation == "priority" or not tail else ""
    return ONE_LEVEL if relation == "priority" and levels == 1 and not tail else ""


def checked(reading: str) -> str:
    """The reading, if it is one."""
    if reading not in READINGS:
        raise ParameterError(f"reading={reading!r} is none of {', '.join(READINGS)}")
    return reading
