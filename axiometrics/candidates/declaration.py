"""The declarations of users about a metric: its task, how it is called, and which cases it understands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from axiometrics.candidates.arguments import demand
from axiometrics.core.errors import ParameterError, TargetError
from axiometrics.core.rational import rational
from axiometrics.core.signature import GOLD_FIRST, OUTPUT_FIRST
from axiometrics.registry.tasks import signature as signature_of
from axiometrics.registry.tasks import signatures

WHERE_DEFINED, AS_ERROR = "where-defined", "error"
"""The policies for a metric without a value on a case: `where-defined` passes the case over, `error` makes the cell an
error. A number as policy is taken in place of the value.
"""

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Declaration:
    """All that is known of a user's metric beyond its code: from `@metric(...)`, from the options of a command, or
    inferred.
    """

    task: str | None = None
    signature: str | None = None
    exact: bool = False
    graded: bool = False
    overlapping: bool = False
    inferred: str = ""
    lower_is_better: bool | None = None
    undefined: str = WHERE_DEFINED
    form: str = ""
    """The form of the arguments, as `Signature.called` takes it."""
    order: str | None = None
    """Whether the gold or the output is the first argument: `gold-first` or `output-first`."""
    called: str = ""
    """A call of the metric, as people write it."""
    drift: str = ""
    """In words, how the metric gave another value for the same input; empty where it did not."""
    range: tuple[float, float] | None = None
    """The least and the greatest value that the metric is meant to have."""
    settled_by: str = "declared"
    """The source from which it is known how the metric is called: `declared`, `name`, `values` or `library`."""

    parameters: tuple[str, ...] = ()
    """The names of the metric's parameters, as far as they are known."""
    pair_counts: bool = False
    """Whether the metric compares clusterings and depends only on the four numbers of pairs of documents."""
    losses: tuple[str, ...] | None = None
    """The tasks in which the metric's values show that it is a loss; None where this was not tested."""

    @property
    def public(self) -> str:
        """The name of the form for people; empty where the signature is not known."""
        return "" if self.signature not in signatures() else signature_of(str(self.signature)).named(self.form)

    @property
    def traits(self) -> frozenset[str]:
        """The names of the traits of cases that the metric is declared to understand."""
        named = {"graded": self.graded, "overlapping": self.overlapping, "pair-counts": self.pair_counts}
        return frozenset(name for name, has in named.items() if has)

    @property
    def loss(self) -> str:
        """The source from which it is known that lower is better in one of the metric's tasks: `told` or `inferred`;
        empty where the metric is not known to be a loss.
        """
        return "told" if self.lower_is_better else "inferred" if self.lower_is_better is None and self.losses else ""


@dataclass(frozen=True)
class Policy:
    """The statements of a caller about a user's metric beyond its task and form. A field that is None states nothing.
    Where a field states something about the values of the metric, it has priority over the declaration of the metric.

    Attributes
    ----------
    lower_is_better : whether the metric is a loss, whose negative is judged
    undefined : what is done where the metric has no value: `where-defined`, `error`, or a number
    range : the least and the greatest value that the metric is meant to have
    evident_task : the task of the constraints on which the metric is judged; ways to call that are of this task are
        preferred
    """

    lower_is_better: bool | None = None
    undefined: str | float | None = None
    range: tuple[float, float] | None = None
    evident_task: str | None = None

    def over(self, declared: Declaration) -> Declaration:
        """The declaration, changed by this policy. Raises `ParameterError` for an impossible policy or range."""
        lower = declared.lower_is_better if self.lower_is_better is None else self.lower_is_better
        policy = declared.undefined if self.undefined is None else undefined_policy(self.undefined)
        limits = declared.range if self.range is None else limits_of(self.range)
        return replace(declared, lower_is_better=lower, undefined=policy, range=limits)


NO_POLICY = Policy()
"""A policy that says nothing, so that the declaration of the metric counts."""


OLDER = {"trec": "qrel-run", "classification": "decisions"}
"""Older names of forms, which users may still write, each with the present name. An older name is the name of the
form's signature.
"""


def forms() -> list[str]:
    """The names of all forms for people, each once."""
    every = signatures().values()
    public = (
        name
        for signature in every
        for name in (signature.public or signature.name, *(form.public for form in signature.forms))
    )
    return list(dict.fromkeys(filter(None, public)))


def demand_form(form: str | None, order: str | None = None) -> None:
    """Raise `TargetError` for a form or an order that does not exist."""
    if form is not None and form not in (*forms(), *signatures()):
        raise TargetError(f"there is no form {form!r}: the forms are {', '.join(forms())}")
    if order not in (None, GOLD_FIRST, OUTPUT_FIRST):
        raise TargetError(f"there is no order {order!r}: say {GOLD_FIRST} or {OUTPUT_FIRST}")


def undefined_policy(policy: str | float) -> str:
    """The policy for undefined values as a text: `where-defined`, `error`, or an exact number.

    Raises `ParameterError` for anything else.

    >>> undefined_policy("0.5"), undefined_policy(0), undefined_policy("error")
    ('1/2', '0', 'error')
    """
    if policy in (WHERE_DEFINED, AS_ERROR):
        return str(policy)
    try:
        return str(rational(str(policy)))
    except ValueError:
        raise ParameterError(
            f"undefined is {policy!r}: say {WHERE_DEFINED}, {AS_ERROR}, or the number that is taken in place of a value"
        ) from None


def limits_of(ends: Sequence[float]) -> tuple[float, float]:
    """A range as its two ends. Raises `ParameterError` unless two numbers in ascending order are given.

    >>> limits_of([0, 1])
    (0.0, 1.0)
    """
    numbers = [float(end) for end in ends if isinstance(end, int | float) and not isinstance(end, bool)]
    if len(numbers) != 2 or len(ends) != 2 or not numbers[0] < numbers[1]:
        raise ParameterError(f"range is {ends!r}: give the least and the greatest value, e.g. (0, 1)")
    return numbers[0], numbers[1]


def metric(
    *,
    task: str | None = None,
    form: str | None = None,
    order: str | None = None,
    signature: str | None = None,
    exact: bool = False,
    graded: bool = False,
    overlapping: bool = False,
    pair_counts: bool = False,
    lower_is_better: bool | None = None,
    undefined: str | float = WHERE_DEFINED,
    range: tuple[float, float] | None = None,
) -> Callable[[F], F]:
    """Declare how your metric is called and judged. The function itself is not changed.

    Parameters
    ----------
    task : the name of a task, where the form leaves it open
    form : the name of a form, such as `labels`, `gains` or `id-lists` (`axiometrics list forms`); `signature` is the
        older spelling
    order : `gold-first` or `output-first`; by default, the order of the form
    exact : the metric takes and returns exact numbers (`Fraction`), and is then decided exactly
    graded : the metric makes a difference between gains above 0
    overlapping : the metric is defined where documents stand in several clusters (form `organization`)
    pair_counts : the metric compares clusterings, and depends only on the four numbers of pairs of documents: together
        in gold and output, in the gold alone, in the output alone, in neither
    lower_is_better : whether the metric is a loss, whose negative is judged; with None, this is found out from its
        values
    undefined : what is done where the metric returns nan or divides by 0: `where-defined` passes the case over, `error`
        makes the cell an error, and a number is taken in place of the value
    range : the least and the greatest value that the metric is meant to have; a value outside gives a warning

    >>> @metric(task="clustering", form="labels")
    ... def mine(labels_true, labels_pred):
    ...     return 1.0
    >>> mine([0], [0])
    1.0
    """
    demand("task", "str | None", task)
    demand_form(form or signature, order)

    def mark(function: F) -> F:
        function.__dict__["__axiometrics__"] = Declaration(
            task,
            form or signature,
            exact,
            graded,
            overlapping,
            "",
            lower_is_better,
            undefined_policy(undefined),
            order=order,
            range=None if range is None else limits_of(range),
            pair_counts=pair_counts,
        )
        return function

    return mark
