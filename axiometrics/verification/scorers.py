"""Scores a saved case again, and says when two scores count as equal: exactly if the metric has a definition, in floats
if it is a target of the caller.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Protocol

from axiometrics import registry
from axiometrics.core.case import Demand
from axiometrics.core.definition import Definition
from axiometrics.core.errors import DeclarationError, FileError, TaskError, UndecidedError
from axiometrics.core.margins import DOUBLE_ROUNDING, OTHER_MACHINE
from axiometrics.core.organization import Organization
from axiometrics.core.rational import rational
from axiometrics.core.reals import Exact, Real
from axiometrics.core.reduction import Reduction
from axiometrics.symbolic.signs import sign
from axiometrics.verification.expressions import read_exact
from axiometrics.verification.fields import shorten
from axiometrics.verification.limits import SECONDS, bounded

ZERO = Fraction(0)


class MismatchError(Exception):
    """A saved cell differs from the recomputed result; the message is the reason."""


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
        """Return a score that a file holds. Raises `FileError` if it is not a score."""
        ...

    def same(self, left: Any, right: Any) -> bool:
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
    """A metric with a second definition. Its scores are exact throughout."""

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
        """Return a fraction or an expression. A float is refused, because it cannot be exact."""
        if isinstance(stored, str):
            return read_exact(stored)
        if isinstance(stored, int) and not isinstance(stored, bool):
            return Fraction(stored)
        raise FileError(f"{stored!r} is not an exact score: expected a string with a fraction or a formula")

    def same(self, left: Any, right: Any) -> bool:
        """Whether the difference is 0."""
        return compare(left, right) == 0

    def sign(self, demand: Demand, scores: Mapping[str, Any], bound: Fraction = ZERO) -> int | None:
        """The sign of the excess, decided."""
        if demand.signs == (1, -1) and not bound:
            return compare(*(scores[role] for role in demand.roles))
        return sign(demand.excess(scores, bound))

    def bound(self, parameters: Mapping[str, Any]) -> Defined:
        """Return the definition with these values of its parameters. Parameters that the definition does not have are
        ignored.
        """
        own = {name: value for name, value in parameters.items() if name in self.definition.values}
        return Defined(self.definition.with_values(**own)) if own else self


@dataclass(frozen=True)
class InFloats:
    """A user's metric, by the callable given for it. `closed` is the attribute `closed` of the callable, if it has one.

    Attributes
    ----------
    target : scores a system output against a gold; with methods `call` and `means` also calls as they were written
    loss : whether saved scores are those of the negative
    undefined : the number that was taken for an undefined value; None where there was none
    """

    target: Callable[[Organization, Organization], Any]
    loss: bool = False
    undefined: Fraction | None = None

    @property
    def closed(self) -> bool:
        """Whether the target says it wants a gold that lists every document."""
        return bool(getattr(self.target, "closed", False))

    def score(self, system: Organization, gold: Organization) -> float | Fraction:
        """The target's score as a float, or as the fraction that it gives; negated if it is a loss."""
        return self._score(lambda: self.target(system, gold), str(system))

    def call(self, arguments: Any) -> float | Fraction:
        """The score of a call as it was written, negated if the target is a loss."""
        return self._score(lambda: self._asked("call")(arguments), f"the arguments {shorten(arguments)}")

    @property
    def calls(self) -> bool:
        """Whether the target scores calls as they were written."""
        return hasattr(self.target, "call")

    def raw(self, arguments: Any) -> float | None:
        """Return the value that the target gives for a call with saved arguments; None if it is undefined."""
        try:
            value = float(self._asked("call")(arguments))
        except MismatchError:
            raise
        except Exception as error:  # a stranger's code may raise anything
            raise MismatchError(f"the target raised {type(error).__name__}: {error}") from error
        return None if math.isnan(value) else value

    def means(self, arguments: Any, order: Sequence[str], system: Any, gold: Any) -> bool:
        """Return whether saved arguments of a call say the same as the system output and the gold."""
        try:
            return bool(self._asked("means")(arguments, order, system, gold))
        except MismatchError:
            raise
        except Exception:  # arguments of no such call
            return False

    def _asked(self, name: str) -> Callable[..., Any]:
        method: Callable[..., Any] | None = getattr(self.target, name, None)
        if method is None:
            raise MismatchError(
                "the file holds the calls as they were written, but this target cannot repeat such calls"
            )
        return method

    def _score(self, call: Callable[[], Any], of: str) -> float | Fraction:
        try:
            result = call()
            value = result if isinstance(result, Fraction) else float(result)
        except MismatchError:
            raise
        except Exception as error:  # a stranger's code may raise anything
            raise MismatchError(f"the target raised {type(error).__name__}: {error}") from error
        if isinstance(value, float) and math.isnan(value) and self.undefined is not None:
            value = float(self.undefined)
        if isinstance(value, float) and not math.isfinite(value):
            raise MismatchError(f"the target gives {value} for {of}")
        return -value if self.loss else value

    def read(self, stored: Any) -> float | Fraction:
        """A finite number, or an exact one where the metric was decided exactly."""
        if isinstance(stored, str):
            exact = read_exact(stored)
            return exact if isinstance(exact, Fraction) else float(exact)
        if isinstance(stored, (int, float)) and not isinstance(stored, bool) and math.isfinite(stored):
            return float(stored)
        raise FileError(f"{stored!r} is not a score: expected a number")

    def same(self, left: Any, right: Any) -> bool:
        """Whether the floats agree within `OTHER_MACHINE`; fractions agree where they are equal."""
        if isinstance(left, Fraction) and isinstance(right, Fraction):
            return left == right
        return math.isclose(left, right, rel_tol=OTHER_MACHINE, abs_tol=OTHER_MACHINE**2)

    def bound(self, parameters: Mapping[str, Any]) -> InFloats:
        """The target itself: it declares no parameters."""
        return self

    def sign(self, demand: Demand, scores: Mapping[str, Any], bound: Fraction = ZERO) -> int | None:
        """The sign of the excess; None for a difference of floats, not 0, that rounding may have made.

        No search calls such a difference a verdict, so no saved relation rests on one.
        """
        excess = demand.excess(scores, bound)
        rounding = getattr(self.target, "error_bound", DOUBLE_ROUNDING)
        if isinstance(excess, float) and excess and abs(excess) <= rounding * max(1.0, *map(abs, scores.values())):
            return None
        return int(excess > 0) - int(excess < 0)


def scorer(
    metric: str,
    targets: Mapping[str, Callable[..., Any]],
    seconds: float = SECONDS,
    task: str | None = None,
    detail: Mapping[str, Any] = MappingProxyType({}),
) -> Scorer | None:
    """Return the scorer of the metric of that name on cases of a task, or None. It is the definition, through a
    reduction if the definition is of another task; or else the target that is given for the metric, judged as the
    `detail` of a cell says. A definition of another package has so many seconds for each score.

    Raises `ParameterError` or `UnknownNameError` where the name binds a definition wrongly, `MismatchError` where the
    detail says what cannot be.
    """
    definition = registry.definition(metric, task or "")
    if definition is not None:
        by = None if task is None else registry.reduction(metric, task)
        return Defined(_reduced(bounded(definition, seconds), by))
    if metric not in targets:
        return None
    policy, loss = detail.get("undefined_as"), detail.get("loss")
    if loss not in (None, "inferred", "told"):
        raise MismatchError(f"the file says of the loss {shorten(loss)}: expected 'inferred' or 'told'")
    if loss == "inferred" and not getattr(targets[metric], "looks_like_a_loss", True):
        raise MismatchError(
            "the file says that the metric looks like a loss, but perfect outputs do not get the lowest score"
        )
    try:
        undefined = None if policy in (None, "error") else rational(str(policy))
    except ValueError:
        raise MismatchError(
            f"the file says that an undefined value counts as {shorten(policy)}: expected a number"
        ) from None
    return InFloats(targets[metric], loss is not None, undefined)


def _reduced(definition: Definition, by: Reduction | None) -> Definition:
    """Return the definition made to score cases of a task that is reduced to the task of the definition; unchanged if
    there is no such reduction.
    """
    if by is None:
        return definition
    function = definition.function

    def score(system: Any, gold: Any, **values: Any) -> Any:
        return function(by.output(system), by.gold(gold), **values)

    return replace(definition, function=score, closed="closed" in by.traits)


def compare(left: Exact, right: Exact) -> int:
    """Return the sign of left - right. If no common form of two roots is seen, the squares are compared.

    Raises `UndecidedError` where neither decides.
    """
    try:
        return sign(left - right)
    except UndecidedError:
        if sign(left) <= 0 or sign(right) <= 0:
            raise
        return sign(left * left - right * right)


def show(score: Any) -> str:
    """A score for a message: exactly where that is short, else to 17 digits."""
    if isinstance(score, Fraction) and max(abs(score.numerator), score.denominator) < 10**20:
        return str(score)
    if isinstance(score, Real) and len(text := str(score)) <= 60:
        return text
    return f"{float(score):.17g}"
