"""What a user says of a metric: its task, how it is called, and what it understands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from axiometrics.core.errors import TargetError
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

    @property
    def traits(self) -> frozenset[str]:
        """What it says it understands in a case, by the names of traits."""
        return frozenset(name for name in ("graded", "overlapping") if getattr(self, name))


def metric(
    *,
    task: str | None = None,
    signature: str | None = None,
    exact: bool = False,
    graded: bool = False,
    overlapping: bool = False,
) -> Callable[[F], F]:
    """Say how a metric of yours is to be called and judged; the function stays what it is.

    Parameters
    ----------
    task : the name of a task, where the signature leaves it open
    signature : the name of a signature, such as `labels`, `gains` or `trec`
    exact : it takes and returns exact numbers (`Fraction`), and is then decided exactly
    graded : gains beyond 0/1 mean something to it
    overlapping : it is defined where documents stand in several clusters (signature `organization`)

    >>> @metric(task="clustering", signature="labels")
    ... def mine(labels_true, labels_pred):
    ...     return 1.0
    >>> mine([0], [0])
    1.0
    """
    if signature is not None and signature not in signatures():
        raise TargetError(f"there is no signature {signature!r}: the signatures are {', '.join(signatures())}")

    def mark(function: F) -> F:
        function.__dict__["__axiometrics__"] = Declaration(task, signature, exact, graded, overlapping)
        return function

    return mark
