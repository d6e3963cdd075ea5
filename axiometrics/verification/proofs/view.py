"""A view: how the cases of a constraint are seen by a proof, as quantities with facts about them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from axiometrics.core.case import Case
from axiometrics.core.exact import Exact


@dataclass(frozen=True)
class Quantity:
    """A number that every case has.

    Attributes
    ----------
    means : in words
    of : how it is taken from a case as the view sees it
    whole : whether it is a whole number
    given : instead of `of`, how it is taken from a case where it depends on the metric's parameters
    """

    means: str
    of: Callable[[Any], Exact | int] | None = None
    whole: bool = False
    given: Callable[[Case, Mapping[str, Any]], Exact | int] | None = None


@dataclass(frozen=True)
class Fact:
    """What holds of quantities in every case (of these readings; all unless given), and why."""

    text: str
    why: str
    readings: tuple[str, ...] = ()


@dataclass(frozen=True)
class View:
    """The quantities and facts of a constraint.

    Attributes
    ----------
    constraint : its name, `task:id`
    see : a case -> what quantities are taken from
    quantities : by name, as proofs write it
    facts : what proofs may take for granted; tests hold them to every small case
    """

    constraint: str
    see: Callable[[Case], Any]
    quantities: Mapping[str, Quantity]
    facts: tuple[Fact, ...]

    def facts_of(self, reading: str) -> list[str]:
        """The texts of the facts of a reading."""
        return [fact.text for fact in self.facts if not fact.readings or reading in fact.readings]

    def measure(self, case: Case, names: Iterable[str], parameters: Mapping[str, Any]) -> dict[str, Exact]:
        """The values of these quantities for a metric with these parameters."""
        seen = self.see(case)
        values = {}
        for name in names:
            quantity = self.quantities[name]
            value = quantity.of(seen) if quantity.of is not None else quantity.given(case, parameters) if quantity.given is not None else None
            if value is None:
                raise ValueError(f"{self.constraint}: {name} is declared without a way to take it from a case")
            values[name] = Fraction(value) if isinstance(value, int) else value
        return values
