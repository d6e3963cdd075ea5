"""Grades that are not whole numbers, such as half stars. They are kept as whole numbers of a unit: the largest unit in
which all grades of a gold are whole.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

from axiometrics.core.errors import FileError
from axiometrics.evaluation.files import shown

TOP = 1000
"""The highest grade: a grade is a gain, and the gold counts documents by grade."""

DIGITS = 6
"""The greatest number of decimals of a grade."""

STEPS = 10_000
"""The greatest number of units from 0 to the highest grade: counts are kept by unit."""


@dataclass(frozen=True)
class GradesInUnits:
    """Grades by topic and document as whole numbers of a unit."""

    topics: Mapping[str, dict[Any, int]]
    unit: Fraction


def grade_of(written: Any) -> Fraction | None:
    """A grade exactly as it is written, of a number in floats as Python writes it; None for what is not a decimal of a
    few digits.

    >>> grade_of("4.5"), grade_of(b"4.5"), grade_of(0.1), grade_of("x")
    (Fraction(9, 2), Fraction(9, 2), Fraction(1, 10), None)
    """
    if isinstance(written, Fraction):
        return written
    word = written.decode(errors="replace") if isinstance(written, bytes) else str(written)
    if "_" in word:
        return None
    try:
        number = Decimal(word.strip())
    except (InvalidOperation, ValueError):
        return None
    if not number.is_finite() or number.copy_abs() > 10 * TOP:
        return None
    if not number:
        return Fraction(0)
    if number.copy_abs() < Decimal(1).scaleb(-DIGITS):  # of 1e-999999999 no fraction can be made
        return None
    found = Fraction(number)
    return found if 10**DIGITS % found.denominator == 0 else None


def in_units(path: str, rows: Iterable[tuple[str, Any, Any]]) -> GradesInUnits:
    """The grades of topics and documents in the largest unit that fits all of them.

    >>> found = in_units("gold", [("u1", "a", "4.5"), ("u1", "b", 2)])
    >>> found.topics, found.unit
    ({'u1': {'a': 9, 'b': 4}}, Fraction(1, 2))

    Raises `FileError` for a grade that is not a decimal, is too high, or needs too small a unit.
    """
    exact: dict[str, dict[Any, Fraction]] = {}
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
