"""Read grades that are not whole numbers, such as half stars. They are kept as whole numbers of a unit: the largest
unit in which all grades of a gold are whole.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

from axiometrics.core.errors import FileError
from axiometrics.evaluation.files import shown

TOP = 1000
"""The highest grade. A grade counts as gain, and the gold has a count of documents for each grade, so that higher
grades would take too much memory.
"""

DIGITS = 6
"""The greatest number of decimals of a grade."""

STEPS = 10_000
"""The greatest number of units from 0 to the highest grade. The gold has a count of documents for each unit, so that
more units would take too much memory.
"""


Grade = int | Fraction


def whole(value: Any) -> int | None:
    """The whole number that a value stands for, in any way to write it: 1, 1.0, "1", "1.0". None if the value is not a
    whole number.

    >>> whole("2.0"), whole(1.5), whole(True), whole("1_0")
    (2, None, 1, None)
    """
    number = finite(value)
    return int(number) if number is not None and number == int(number) and abs(number) < 2**53 else None


def finite(value: Any) -> float | None:
    """The finite number that a value stands for, in any way to write it. None if the value is not a finite number."""
    if isinstance(value, str) and "_" in value:
        return None
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def grade_of(written: Any) -> Grade | None:
    """The exact grade that is written. A float counts as the decimal that Python prints for it. None if it is not a
    decimal of a few digits.

    >>> grade_of("4.5"), grade_of(b"4.5"), grade_of(0.1), grade_of("2.0"), grade_of("x")
    (Fraction(9, 2), Fraction(9, 2), Fraction(1, 10), 2, None)
    """
    word = written.decode(errors="replace") if isinstance(written, bytes) else written
    if isinstance(word, Fraction):
        return word
    if (not isinstance(word, str) or word.isdecimal()) and (number := whole(word)) is not None:
        return number
    if "_" in str(word):
        return None
    try:
        exact = Decimal(str(word).strip())
    except (InvalidOperation, ValueError):
        return None
    if not exact.is_finite() or exact.copy_abs() > 10 * TOP:
        return None
    if exact and exact.copy_abs() < Decimal(1).scaleb(-DIGITS):  # no fraction can hold 1e-999999999
        return None
    grade = Fraction(exact) if exact else Fraction(0)
    if grade.denominator == 1:
        return int(grade)
    return grade if 10**DIGITS % grade.denominator == 0 else None


def wrong_grade(written: Any, of: str = "") -> str:
    """The reason why a grade is wrong, for an error message; empty if it is right. `of` names the document of the
    grade.

    >>> wrong_grade("1001"), wrong_grade("4.5")
    ('grade 1001 is above 1000: a grade counts as gain; scale the grades down', '')
    """
    grade = grade_of(written)
    if grade is None:
        word = written if isinstance(written, bytes) else str(written)
        return f"grade {shown(word)}{of} is not a number with at most {DIGITS} decimals: write e.g. 1 or 4.5"
    if grade > TOP:
        return f"grade {float(grade):g}{of} is above {TOP}: a grade counts as gain; scale the grades down"
    return ""


def in_units(path: str, topics: Mapping[str, Mapping[Any, Grade]]) -> tuple[Mapping[str, Mapping[Any, int]], Fraction]:
    """The grades of topics and documents as whole numbers of the largest unit that fits all of them, and this unit.

    >>> in_units("gold", {"u1": {"a": Fraction(9, 2), "b": 2}})
    ({'u1': {'a': 9, 'b': 4}}, Fraction(1, 2))

    Raises `FileError` for grades that need too small a unit.
    """
    if not any(Fraction in set(map(type, of.values())) for of in topics.values()):
        return topics, Fraction(1)  # type: ignore[return-value]
    grades = [grade for of in topics.values() for grade in of.values()]
    parts = math.lcm(*(grade.denominator for grade in grades))
    if max(grades) * parts > STEPS:
        raise FileError(
            f"{path}: the grades have steps of {1 / parts:g} up to {float(max(grades)):g}, which are more than "
            f"{STEPS:,}: round them to fewer decimals"
        )
    scaled = {topic: {name: int(grade * parts) for name, grade in of.items()} for topic, of in topics.items()}
    return scaled, Fraction(1, parts)
