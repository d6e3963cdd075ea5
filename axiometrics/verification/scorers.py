"""How a cell's scores are had again, and when two count as the same: exactly from a definition, or in floats from a
target of the caller.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Protocol

from axiometrics import registry
from axiometrics.core.case import Demand
from axiometrics.core.definition import Definition
from axiometrics.core.errors import DeclarationError, FileError, TaskError, UndecidedError
from axiometrics.core.organization import Organization
from axiometrics.core.reals import Exact, Real
from axiometrics.kernel.signs import sign
from axiometrics.verification.expressions import read_exact
from axiometrics.verification.limits import SECONDS, bounded

ZERO = Fraction(0)

TOLERANCE = 1e-9
"""Within this share of the greatest score two floats of a target count as the same."""


class MismatchError(Exception):
    """What a saved cell says is not what comes out now; the message is the reason."""


class Scorer(Protocol):
    """Scores outputs, and compares scores."""

    @property
    def closed(self) -> bool:
        """Whether the gold must list every document."""
        ...

    def score(self, system: Organization, gold: Organization) -> Any:
        """The score, None where undefined. Raises `MismatchError` where a target fails."""
        ...

    def read(self, stored: Any) -> Any:
        """A score as the file has it. Raises `FileError` where it is none."""
        ...

    def same(self, one: Any, other: Any) -> bool:
        """Whether a recomputed and a stored score are the same."""
        ...

    def sign(self, demand: Demand, scores: Mapping[str, Any], bound: Fraction = ZERO) -> int | None:
        """The sign of the demand's excess; None where floats cannot tell it from 0."""
        ...

    def bound(self, parameters: Mapping[str, Any]) -> Scorer:
        """The same metric with these values of parameters, as far as it has them."""
        ...


@dataclass(frozen=True)
class Defined:
    """A metric with a second definition: exact throughout."""

    definition: Definition

    @property
    def closed(self) -> bool:
        """Whether the definition compares all documents of the collection."""
        return self.definition.closed

    def score(self, system: Any, gold: Any) -> Exact | None:
        """The score by the definition.

        Raises `MismatchError` where the definition fails, `TaskError` where it refuses the data.
        """
        try:
            return self.definition(system, gold)
        except (TaskError, UndecidedError):
            raise
        except DeclarationError as error:
            raise MismatchError(str(error)) from None
        except (Exception, SystemExit) as error:  # it may be code of another package
            raise MismatchError(
                f"the definition of {self.definition.base} raised {type(error).__name__}: {error}"
            ) from error

    def read(self, stored: Any) -> Exact:
        """A fraction or an expression; floats are refused, they cannot be exact."""
        if isinstance(stored, str):
            return read_exact(stored)
        if isinstance(stored, int) and not isinstance(stored, bool):
            return Fraction(stored)
        raise FileError(f"{stored!r} is no exact score: a string with a fraction or a formula is wanted")

    def same(self, one: Any, other: Any) -> bool:
        """Whether the difference is 0."""
        return compare(one, other) == 0

    def sign(self, demand: Demand, scores: Mapping[str, Any], bound: Fraction = ZERO) -> int | None:
        """The sign of the excess, decided."""
        if demand.signs == (1, -1) and not bound:
            return compare(*(scores[role] for role in demand.roles))
        return sign(demand.excess(scores, bound))

    def bound(self, parameters: Mapping[str, Any]) -> Defined:
        """The definition with these values of its parameters; those that it does not have say nothing to it."""
        own = {name: value for name, value in parameters.items() if name in self.definition.values}
        return Defined(self.definition.with_values(**own)) if own else self


@dataclass(frozen=True)
class InFloats:
    """A user's metric, by the callable given for it; `closed` is its attribute of that name, if it has one."""

    target: Callable[[Organization, Organization], Any]

    @property
    def closed(self) -> bool:
        """Whether the target says it wants a gold that lists every document."""
        return bool(getattr(self.target, "closed", False))

    def score(self, system: Organization, gold: Organization) -> float:
        """The target's score as a float."""
        try:
            value = float(self.target(system, gold))
        except Exception as error:  # a stranger's code may raise anything
            raise MismatchError(f"the target raised {type(error).__name__}: {error}") from error
        if not math.isfinite(value):
            raise MismatchError(f"the target gives {value} for {system}")
        return value

    def read(self, stored: Any) -> float:
        """A finite number, or an exact one where the metric was decided exactly."""
        if isinstance(stored, str):
            return float(read_exact(stored))
        if isinstance(stored, (int, float)) and not isinstance(stored, bool) and math.isfinite(stored):
            return float(stored)
        raise FileError(f"{stored!r} is no score: a number is wanted")

    def same(self, one: Any, other: Any) -> bool:
        """Whether the floats agree within `TOLERANCE`."""
        return math.isclose(one, other, rel_tol=TOLERANCE, abs_tol=TOLERANCE**2)

    def bound(self, parameters: Mapping[str, Any]) -> InFloats:
        """The target itself: it declares no parameters."""
        return self

    def sign(self, demand: Demand, scores: Mapping[str, Any], bound: Fraction = ZERO) -> int | None:
        """The sign of the excess; None for a difference, not 0, that is within `TOLERANCE`."""
        excess = demand.excess(scores, bound)
        if excess and abs(excess) <= TOLERANCE * max(map(abs, scores.values())):
            return None
        return int(excess > 0) - int(excess < 0)


def scorer(
    metric: str, targets: Mapping[str, Callable[..., Any]], seconds: float = SECONDS, task: str | None = None
) -> Scorer | None:
    """What scores a metric of that name on cases of a task: its definition, through a reduction where it is of another
    task, or else the target given for it, or None; a definition of another package has so many seconds for each score.

    Raises `ParameterError` or `UnknownNameError` where the name binds a definition wrongly.
    """
    definition = registry.definition(metric)
    if definition is not None:
        return Defined(_reduced(bounded(definition, seconds), task))
    return InFloats(targets[metric]) if metric in targets else None


def _reduced(definition: Definition, task: str | None) -> Definition:
    """The definition on cases of a task to which its own is reduced; as it is where there is no such reduction."""
    found = None if task is None else registry.reduction(definition.base, task)
    if found is None:
        return definition
    by, function = found, definition.function

    def score(system: Any, gold: Any, **values: Any) -> Any:
        return function(by.output(system), by.gold(gold), **values)

    return replace(definition, function=score)


def compare(one: Exact, other: Exact) -> int:
    """The sign of one - other; where no common form of two roots is seen, that of their squares.

    Raises `UndecidedError` where neither decides.
    """
    try:
        return sign(one - other)
    except UndecidedError:
        if sign(one) <= 0 or sign(other) <= 0:
            raise
        return sign(one * one - other * other)


def show(score: Any) -> str:
    """A score for a message: exactly where that is short, else to 17 digits."""
    if isinstance(score, Fraction) and max(abs(score.numerator), score.denominator) < 10**20:
        return str(score)
    if isinstance(score, Real) and len(text := str(score)) <= 60:
        return text
    return f"{float(score):.17g}"
