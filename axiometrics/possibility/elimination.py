"""Solve systems of linear equations in fractions, with few unknowns in each equation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from axiometrics.possibility.time_limit import seconds_left

ONE = -1
"""The number of a pretended unknown that is always 1, by which sums hold constants."""

Linear = dict[int, Fraction]
"""A sum of unknowns, as their coefficients; `ONE` stands for the number 1."""


def solved(equations: Iterable[Mapping[int, Fraction]]) -> dict[int, Linear] | None:
    """Solve the equations that set each of these sums to 0. Return some unknowns as sums of the others, which are free;
    None where there is no solution. Raises `TimeUpError`.

    >>> solved([{0: Fraction(1), 1: Fraction(-1)}, {1: Fraction(2), ONE: Fraction(-1)}])
    {0: {-1: Fraction(1, 2)}, 1: {-1: Fraction(1, 2)}}
    """
    bound: dict[int, Linear] = {}
    users: dict[int, set[int]] = {}
    for equation in sorted(equations, key=len):
        seconds_left()
        rest = substituted(equation, bound)
        pivot = min((unknown for unknown in rest if unknown != ONE), key=lambda u: len(users.get(u, ())), default=None)
        if pivot is None:
            if rest:
                return None
            continue
        scale = -rest.pop(pivot)
        own = {unknown: value / scale for unknown, value in rest.items()}
        bound[pivot] = own
        for user in users.pop(pivot, set()):
            share = bound[user].pop(pivot)
            _add(bound[user], own, share)
            for unknown in own:
                if unknown in bound[user]:
                    users.setdefault(unknown, set()).add(user)
                else:
                    users.get(unknown, set()).discard(user)
        for unknown in own:
            users.setdefault(unknown, set()).add(pivot)
    return dict(sorted(bound.items()))


def substituted(equation: Mapping[int, Fraction], bound: Mapping[int, Linear]) -> Linear:
    """The sum, with each solved unknown replaced by its own sum."""
    total: Linear = {}
    for unknown, share in equation.items():
        _add(total, bound.get(unknown, {unknown: Fraction(1)}), share)
    return total


def _add(total: Linear, more: Mapping[int, Fraction], share: Fraction) -> None:
    for unknown, value in more.items():
        new = total.get(unknown, Fraction(0)) + share * value
        if new:
            total[unknown] = new
        else:
            total.pop(unknown, None)
