"""Puts the outputs of one gold into the exact order of a metric. Floats tell apart what is far apart, and exact numbers
tell apart what is near.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key, lru_cache
from typing import Any

import numpy as np

from axiometrics.core.arithmetic import Array
from axiometrics.core.errors import UndecidedError
from axiometrics.core.exact import Exact, sign
from axiometrics.core.margins import FORMULA_ROUNDING
from axiometrics.core.metric import Metric
from axiometrics.core.task import Outputs
from axiometrics.judging.outputs import exact, floats, is_stacked

UNDEFINED = -1


@dataclass(frozen=True, eq=False)
class Order:
    """The place of each output, 0 the lowest: equal places are exact ties.

    Attributes
    ----------
    places : whole numbers, `UNDEFINED` where the metric is
    unsure : outputs of which an exact comparison could not be decided; their places mean nothing
    """

    places: Array
    unsure: Array


def order(metric: Metric, outputs: Outputs) -> Order:
    """Return the order of the outputs of a gold by the exact values of a built-in metric. A metric that scores outputs
    one by one scores all of them exactly: floats would take nearly as long, and most values are near to another one.
    """
    if not is_stacked(metric, outputs):
        values = exact(metric, outputs, range(len(outputs)))
        return ordered(np.array(list(map(float, values))), lambda some: [values[k] for k in some])
    return ordered(floats(metric, outputs), lambda some: exact(metric, outputs, some))


def ordered(floats: Array, exact: Callable[[Sequence[int]], Sequence[Any]]) -> Order:
    """Return the order of numbers whose floats are right to within `FORMULA_ROUNDING`. `exact` gives some of them
    exactly; it is called at most once, for the numbers that are near another one.

    >>> numbers = [Fraction(1, 3), Fraction(2, 6), Fraction(1), Fraction(1, 3) + Fraction(1, 10**20)]
    >>> ordered(np.array(list(map(float, numbers))), lambda some: [numbers[k] for k in some]).places.tolist()
    [0, 0, 2, 1]
    """
    places, unsure = np.full(len(floats), UNDEFINED), np.zeros(len(floats), dtype=bool)
    rising = np.argsort(floats, kind="stable")
    rising = rising[~np.isnan(floats[rising])]
    values = floats[rising]
    far = np.diff(values) > FORMULA_ROUNDING * np.maximum(1.0, np.abs(values[1:]))
    groups = np.split(rising, np.flatnonzero(far) + 1)
    doubtful = [k for near in groups if len(near) > 1 for k in near.tolist()]
    numbers = dict(zip(doubtful, exact(doubtful), strict=True)) if doubtful else {}
    place = 0
    for near in groups:
        levels = [near.tolist()] if len(near) < 2 else _levels({k: numbers[k] for k in near.tolist()})
        if levels is None:
            unsure[near] = True
        else:
            for level in levels:
                places[level] = place
                place += 1
    return Order(places, unsure)


def _levels(numbers: Mapping[int, Any]) -> list[list[int]] | None:
    """The keys of numbers, equal ones together, rising; None where a comparison cannot be decided."""
    alike: dict[Hashable, list[int]] = {}
    plain = set(map(type, numbers.values())) == {Fraction}
    for k, number in numbers.items():
        alike.setdefault(number if plain else written(number), []).append(k)

    def compare(left: list[int], right: list[int]) -> int:
        return sign(numbers[left[0]] - numbers[right[0]])

    try:
        rising = sorted(alike.values(), key=cmp_to_key(compare))
        levels = [rising[0]]
        for group in rising[1:]:
            if compare(group, levels[-1]) == 0:
                levels[-1] += group
            else:
                levels.append(group)
    except UndecidedError:
        return None
    return levels


Sum = dict[Hashable, Fraction]
"""A sum of products: from the factors of a product with their powers to its coefficient."""


def written(number: Exact) -> Hashable:
    """Return a form of a number that only equal numbers share: sums and products are multiplied out, and logarithms are
    split into those of primes.

    Equal numbers may still differ in it; then their difference has to be decided.

    >>> from axiometrics.core.exact import log
    >>> written(log(Fraction(12)) - log(Fraction(3))) == written(2 * log(Fraction(2)))
    True
    """
    return frozenset(_expanded(number).items())


def _expanded(number: Exact) -> Sum:
    if isinstance(number, Fraction):
        return {frozenset(): number} if number else {}
    if number.op == "+":
        return _sum(*map(_expanded, number.args))
    if number.op == "*":
        return _product(*map(_expanded, number.args))
    if number.op == "log" and isinstance(number.args[0], Fraction):
        return _logarithms(number.args[0])
    if number.op == "/":
        above, below = map(_expanded, number.args)
        return _product(above, {frozenset([(("/", frozenset(below.items())), 1)]): Fraction(1)})
    return {frozenset([((number.op, written(number.args[0])), 1)]): Fraction(1)}


def _sum(*sums: Sum) -> Sum:
    total: Sum = {}
    for summand in sums:
        for factors, coefficient in summand.items():
            total[factors] = total.get(factors, Fraction(0)) + coefficient
    return {factors: coefficient for factors, coefficient in total.items() if coefficient}


def _product(left: Sum, right: Sum) -> Sum:
    return _sum(*({_joined(a, b): x * y for b, y in right.items()} for a, x in left.items()))


def _joined(left: Any, right: Any) -> Hashable:
    return frozenset((Counter(dict(left)) + Counter(dict(right))).items())


@lru_cache(maxsize=2**12)
def _logarithms(number: Fraction) -> Sum:
    powers: Sum = {}
    for whole, side in ((number.numerator, 1), (number.denominator, -1)):
        prime = 2
        while whole > 1:
            if prime * prime > whole:
                prime = whole
            while whole % prime == 0:
                whole //= prime
                key = frozenset([(("log", prime), 1)])
                powers[key] = powers.get(key, Fraction(0)) + side
            prime += 1
    return {key: power for key, power in powers.items() if power}
