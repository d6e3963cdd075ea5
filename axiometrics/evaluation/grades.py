"""Grades that are not whole numbers, as half stars: they become whole numbers of the largest unit that fits all."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

from axiometrics.core.errors import FileError
from axiometrics.evaluation.files import shown
from axiometrics.evaluation.trec import TOP, Name

DIGITS = 6
"""The greatest number of decimals of a grade."""

STEPS = 10_000
"""The greatest number of units from 0 to the highest grade: counts are kept by unit."""


@dataclass(frozen=True)
class GradesInUnits:
    """Grades by topic and document as whole numbers of a unit."""

    topics: Mapping[str, Mapping[Name, int]]
    unit: Fraction


def grade_of(written: Any) -> Fraction | None:
    """A grade exactly as it is written; None for what is not a decimal of a few digits.

    >>> grade_of("4.5"), grade_of(0.1), grade_of("x")
    (Fraction(9, 2), Fraction(1, 10), None)
    """
    if isinstance(written, Fraction):
        return written
    if isinstance(written, str) and "_" in written:
        return None
    try:
        number = Decimal(str(written).strip())
    except (InvalidOperation, ValueError):
        return None
    if not number.is_finite() or abs(number) > 10 * TOP:
        return None
    found = Fraction(number)
    return found if 10**DIGITS % found.denominator == 0 else None


def in_units(path: str, rows: Iterable[tuple[str, Name, Any]]) -> GradesInUnits:
    """The grades of topics and documents in the largest unit that fits all of them.

    >>> found = in_units("gold", [("u1", "a", "4.5"), ("u1", "b", 2)])
    >>> found.topics, found.unit
    ({'u1': {'a': 9, 'b': 4}}, Fraction(1, 2))

    Raises `FileError` for a grade that is not a decimal, is too high, or needs too small a unit.
    """
    exact: dict[str, dict[Name, Fraction]] = {}
    for topic, document, written in rows:
        grade = grade_of(written)
        if grade is None or grade > TOP:
            raise FileError(
                f"{path}: grade {shown(str(written))} of document {shown(document)} of topic {shown(topic)} is not a "
                f"number up to {TOP} with at most {DIGITS} decimals: write e.g. 1 or 4.5"
            )
        exact.setdefault(topic, {})[document] = grade
    grades = [grade for of in exact.values() for grade in of.values()]
    parts = math.lcm(*(grade.denominator for grade in grades))
    unit = Fraction(1, parts)
    if grades and max(grades) / unit > STEPS:
        raise FileError(
            f"{path}: the grades have steps of {float(unit):g} up to {float(max(grades)):g}, which are more than "
            f"{STEPS:,}: round them to fewer decimals"
        )
    return GradesInUnits(
        {topic: {name: int(grade * parts) for name, grade in of.items()} for topic, of in exact.items()}, unit
    )
