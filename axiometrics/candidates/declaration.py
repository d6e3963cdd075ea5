"""What a user says of a metric: its task, how it is called, and what it understands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from axiometrics.candidates.arguments import demand
from axiometrics.core.errors import ParameterError, TargetError
from axiometrics.core.rational import rational
from axiometrics.registry.tasks import signatures

WHERE_DEFINED, AS_ERROR = "where-defined", "error"
"""What is done where a metric has no value: the case is passed over, or the cell is an error. A number stands for the
value that is taken there.
"""

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Declaration:
    """What is known of a user's metric beyond its code: by `@metric(...)`, by the options of a command, or inferred."""

    task: str | None = None
    signature: str | None = None
    exact: bool = False
    graded: bool = False
    overlapping: bool = False
    inferred: str = ""
    lower_is_better: bool | None = None
    undefined: str = WHERE_DEFINED
    form: str = ""
    """The form of the arguments, as `Signature.called` has it."""

    @property
    def traits(self) -> frozenset[str]:
        """What it says it understands in a case, by the names of traits."""
        return frozenset(name for name in ("graded", "overlapping") if getattr(self, name))


@dataclass(frozen=True)
class Policy:
    """What a caller says of a user's metric that counts before its declaration; None says nothing.

    Attributes
    ----------
    lower_is_better : whether it is a loss, whose negative is judged
    undefined : what is done where it has no value: `where-defined`, `error`, or a number
    """

    lower_is_better: bool | None = None
    undefined: str | float | None = None

    def over(self, declared: Declaration) -> Declaration:
        """The declaration with what is said here. Raises `ParameterError` where it cannot be."""
        lower = declared.lower_is_better if self.lower_is_better is None else self.lower_is_better
        policy = declared.undefined if self.undefined is None else undefined_policy(self.undefined)
        return replace(declared, lower_is_better=lower, undefined=policy)


NO_POLICY = Policy()
"""No direction is given: the declaration of the metric counts."""


def undefined_policy(asked: str | float) -> str:
    """The policy for undefined values as a text: `where-defined`, `error`, or an exact number.

    >>> undefined_policy("0.5"), undefined_policy(0), undefined_policy("error")
    ('1/2', '0', 'error')
    """
    if asked in (WHERE_DEFINED, AS_ERROR):
        return str(asked)
    try:
        return str(rational(str(asked)))
    except ValueError:
        raise ParameterError(
            f"undefined is {asked!r}: say {WHERE_DEFINED}, {AS_ERROR}, or the number that is taken in place of a value"
        ) from None


def metric(
    *,
    task: str | None = None,
    signature: str | None = None,
    exact: bool = False,
    graded: bool = False,
    overlapping: bool = False,
    lower_is_better: bool | None = None,
    undefined: str | float = WHERE_DEFINED,
) -> Callable[[F], F]:
    """Say how a metric of yours is to be called and judged; the function stays what it is.

    Parameters
    ----------
    task : the name of a task, where the signature leaves it open
    signature : the name of a signature, such as `labels`, `gains` or `trec`
    exact : it takes and returns exact numbers (`Fraction`), and is then decided exactly
    graded : gains beyond 0/1 mean something to it
    overlapping : it is defined where documents stand in several clusters (signature `organization`)
    lower_is_better : whether it is a loss, whose negative is judged; None has that told from its values
    undefined : what is done where it returns nan or divides by 0: `where-defined` passes the case over, `error` makes
        the cell an error, and a number is taken in place of the value

    >>> @metric(task="clustering", signature="labels")
    ... def mine(labels_true, labels_pred):
    ...     return 1.0
    >>> mine([0], [0])
    1.0
    """
    demand("task", "str | None", task)
    if signature is not None and signature not in signatures():
        raise TargetError(f"there is no signature {signature!r}: the signatures are {', '.join(signatures())}")

    def mark(function: F) -> F:
        function.__dict__["__axiometrics__"] = Declaration(
            task, signature, exact, graded, overlapping, "", lower_is_better, undefined_policy(undefined)
        )
        return function

    return mark
