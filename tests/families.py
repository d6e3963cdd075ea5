"""The family of cases of a reading, by its own type."""

from __future__ import annotations

from typing import TypeVar

from axiometrics.core.constraint import Reading

Kind = TypeVar("Kind")


def family_of(reading: Reading, kind: type[Kind]) -> Kind:
    """The family of cases, which has to be of that type."""
    assert isinstance(reading.cases, kind), f"{reading.name}: {reading.cases!r}"
    return reading.cases
