"""A view: how the cases of a constraint are seen by a proof, as quantities with facts about them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from axiometrics.core.case import Case
from axiometrics.core.exact import Exact
from axiometrics.kernel.signs import sign
from axiometrics.verification.proofs.evaluating import evaluated
from axiometrics.verification.proofs.reading import Claim


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
        return Instance(case, self).measure(names, parameters)


@dataclass(frozen=True, eq=False)
class Instance:
    """A case as a view sees it, for any number of proofs: a quantity is measured once, and a fact about such quantities
    tried once.
    """

    case: Case
    view: View
    quantities: dict[str, Exact] = field(default_factory=dict, repr=False)
    facts: dict[str, bool] = field(default_factory=dict, repr=False)

    @cached_property
    def closed(self) -> Case:
        """The case in a closed collection."""
        return self.case.closed()

    @cached_property
    def seen(self) -> Any:
        """What quantities are taken from."""
        return self.view.see(self.case)

    def measure(self, names: Iterable[str], parameters: Mapping[str, Any]) -> dict[str, Exact]:
        """The values of these quantities for a metric with these parameters."""
        return {name: self._quantity(name, parameters) for name in names}

    def _quantity(self, name: str, parameters: Mapping[str, Any]) -> Exact:
        if name in self.quantities:
            return self.quantities[name]
        quantity = self.view.quantities[name]
        value = (
            quantity.of(self.seen)
            if quantity.of is not None
            else quantity.given(self.case, parameters)
            if quantity.given is not None
            else None
        )
        if value is None:
            raise ValueError(f"{self.view.constraint}: {name} is declared without a way to take it from a case")
        exact = Fraction(value) if isinstance(value, int) else value
        if quantity.of is not None:
            self.quantities[name] = exact
        return exact

    def bears_out(self, text: str, fact: Claim) -> bool:
        """Whether a claim about quantities that were measured holds; none of them depends on a metric's parameters."""
        if text not in self.facts:
            self.facts[text] = holds_of(fact, self.quantities)
        return self.facts[text]


def holds_of(claim: Claim, values: Mapping[str, Exact]) -> bool:
    """Whether a claim holds where symbols have these values."""
    found = sign(evaluated(claim.term, values))
    return found == 0 if claim.relation == "=" else found > 0 or (found == 0 and not claim.strict)
