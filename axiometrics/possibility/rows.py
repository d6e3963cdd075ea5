"""The demands of a constraint at one size as linear comparisons of the values of a metric."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Protocol

from axiometrics import registry
from axiometrics.core.case import Case, Demand
from axiometrics.core.constraint import Quantifier
from axiometrics.core.errors import AxiometricsError
from axiometrics.core.family import demands_of, parameters_of
from axiometrics.possibility.orbits import Orbits
from axiometrics.registry.implications import Place

Coefficients = Mapping[int, Fraction]
"""By the number of an orbit, the coefficient of the value of a metric there; never 0."""

UNITS = {sign: Fraction(sign) for sign in (-1, 0, 1)}
"""The share of a role with one output, by its sign. The fractions are made once, since most numbers of a program are
these.
"""

WHOLLY = {
    Quantifier.FOR_ALL_EXISTS: "for every gold some output has to attain a value, which is a choice and no sum",
    Quantifier.EXISTS: "it asks for an n at which a metric prefers one output, and so looks at all sizes",
    Quantifier.EVENTUALLY: "it asks what a metric prefers from some n on, and so looks at all sizes",
    Quantifier.DESCRIBES: "it describes a metric, and demands nothing",
}
"""By quantifier, the reason why a reading that is not asked for all cases is not a linear comparison."""

FIRST = 4
"""The size up to which a case of a reading is looked for, to see of which kind its cases are."""

PARAMETERS = "its roles are scored with several values of a parameter"
"""The reason why such a reading is not linear: a value with another parameter is that of another metric."""


class NotLinearError(AxiometricsError, ValueError):
    """A constraint whose demand is not a linear comparison of values.

    Attributes
    ----------
    why : the reason alone, as a part of a sentence
    """

    def __init__(self, message: str, why: str = "") -> None:
        super().__init__(message)
        self.why = why


class CaseSource(Protocol):
    """An object that gives a case on demand: few of hundreds of thousands of rows show theirs."""

    @property
    def case(self) -> Case:
        """The case."""
        ...


@dataclass(frozen=True)
class Row:
    """A linear comparison that a case makes: the sum of values times coefficients, compared `by` with the bound.

    Attributes
    ----------
    of : the case, or an object that gives it
    by : `>`, `>=` or `=`; a demand that a sum be at most a bound is written with all signs changed
    turned : whether the row negates a demand by stating that the sum is below the bound
    """

    place: Place
    of: Case | CaseSource
    coefficients: Coefficients
    by: str
    bound: Fraction
    turned: bool = False

    @property
    def strict(self) -> bool:
        """Whether equality does not meet the comparison."""
        return self.by == ">"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the constraint by its name, since another process has it under this name."""
        return _named_row, (self.place.name, self.case, self.coefficients, self.by, self.bound, self.turned)

    @property
    def case(self) -> Case:
        """The case that makes the comparison."""
        return self.of if isinstance(self.of, Case) else self.of.case

    @property
    def demand(self) -> Demand:
        """The demand of the constraint on this case."""
        return self.case.asked(self.place.demand)

    @property
    def comparison(self) -> Hashable:
        """The comparison of values alone, without the case that makes it. Equal comparisons have equal keys."""
        return frozenset(self.coefficients.items()), self.by, self.bound

    @cached_property
    def floats(self) -> tuple[Sequence[int], Sequence[float]]:
        """The numbers of the orbits, and their coefficients as floats. They are kept, since a program asks for them
        many times.
        """
        return tuple(self.coefficients), tuple(map(float, self.coefficients.values()))

    def excess(self, values: Callable[[int], Fraction]) -> Fraction:
        """The sum for these values minus the bound."""
        return sum((c * values(k) for k, c in self.coefficients.items()), Fraction(0)) - self.bound

    def met(self, excess: Fraction) -> bool:
        """Whether a sum that exceeds the bound by this amount meets the comparison."""
        return excess > 0 if self.by == ">" else excess >= 0 if self.by == ">=" else excess == 0


def _named_row(name: str, *more: Any) -> Row:
    return Row(place_named(name), *more)


def place_named(name: str) -> Place:
    """The reading of a constraint, given by the full name `task:id@reading`."""
    constraint, _, reading = name.partition("@")
    own = registry.constraint(constraint)
    return Place(own, own.reading(reading))


def row_of(place: Place, case: Case, orbits: Orbits) -> Row:
    """The comparison of one case. Where an orbit occurs several times, its coefficients are added.

    Raises `NotLinearError` where the demand is not a linear comparison.
    """
    demand = case.asked(place.demand)
    why = _not_linear(demand) or (PARAMETERS if any(case.parameters.values()) else "")
    if why:
        raise NotLinearError(_refusal(place, why), why)
    sign = -1 if demand.by == "<=" else 1
    total: dict[int, Fraction] = {}
    for role, own in zip(demand.roles, demand.signs, strict=True):
        numbers = _numbers(case, role, orbits) if own else {}
        outputs = sum(numbers.values())
        for number, times in numbers.items():
            share = UNITS[sign * own] if outputs == 1 else Fraction(sign * own * times, outputs)
            total[number] = total[number] + share if number in total else share
    coefficients = {number: total[number] for number in sorted(total) if total[number]}
    by = ">=" if demand.by == "<=" else demand.by
    return Row(place, case, coefficients, by, sign * case.bound)


def _numbers(case: Case, role: str, orbits: Orbits) -> Mapping[int, int]:
    """The numbers of the scores whose mean a role uses, each with how often it occurs."""
    outputs, gold = case.outputs[role], case.golds.get(role, case.gold)
    if type(outputs) is tuple and type(gold) is not tuple:
        return orbits.numbers(outputs, gold)
    return Counter(orbits.number(call.output, call.gold) for call in case.calls(role))


def demand_linear(place: Place) -> None:
    """Raise `NotLinearError` for a reading whose demands are not linear comparisons, as far as its declaration and its
    first case show.
    """
    why = WHOLLY.get(place.constraint.quantifier, "")
    if not why:
        first = next((case for size in range(1, FIRST + 1) for case in place.reading.judged.cases(size)), None)
        if parameters_of(place.reading.cases) or (first is not None and any(first.parameters.values())):
            why = PARAMETERS
        else:
            why = next(filter(None, map(_not_linear, demands_of(place.reading.judged))), "")
    if why:
        raise NotLinearError(_refusal(place, why), why)


def _not_linear(demand: Demand) -> str:
    """The reason why a demand is not a linear comparison; empty if it is one."""
    if demand.some:
        return "some output has to attain a value, which is a choice and no sum"
    if demand.greatest:
        return "it compares the greatest of several scores, which is no sum"
    if demand.below is not None:
        return "it is only made where a score is below a number"
    return "it asks whether there is a score at all" if demand.by == "defined" else ""


def _refusal(place: Place, why: str) -> str:
    return (
        f"{place} is no linear demand on the values of a metric: {why}. Leave it out, or name another reading: "
        f"{', '.join(reading.name for reading in place.constraint.readings)}"
    )
