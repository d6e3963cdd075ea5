"""The answer to the question whether constraints can hold together, as a document: the table of a metric, or a
contradiction.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta, field

from axiometrics.core.documents import Count, Data, Document, Name, Positive, Rule, when
from axiometrics.core.errors import ParameterError
from axiometrics.core.saved_document import SavedDocument
from axiometrics.core.task import task as task_of
from axiometrics.possibility.orbits import Orbits

Exact = Annotated[str, Meta(pattern="^-?[0-9]+(/[0-9]+)?$")]
"""A whole number or a fraction, as a text."""

Outcome = Literal["possible", "impossible", "undetermined"]
"""The answers to the question whether constraints can hold together."""

Implied = Literal["yes", "no", "undetermined"]
"""The answers to the question whether a constraint follows."""

Grows = Literal["nested", "embedded", "this size only"]
"""The further sizes for which an answer holds (`growth`)."""


class TableEntry(Document, frozen=True):
    """The value of a metric for a gold and an output, and for all renamings of both."""

    gold: Data
    output: Data
    value: Exact


class CertificateLine(Document, frozen=True):
    """A case with the weight of its demand; a demand that a sum be at most a bound counts with all signs changed.

    Attributes
    ----------
    case : as a counterexample has it, with its demand
    renamings : by role, the new names of documents under which output and gold are those of a value in the sum; a list
        for a role with several outputs
    """

    weight: Exact
    constraint: Name
    reading: Name
    case: dict[str, Any]
    renamings: dict[str, Any]


class ImpliedConstraint(Document, frozen=True):
    """Whether every metric that satisfies the constraints satisfies this one, at this size."""

    name: Name
    answer: Implied


class DistanceFrom(Document, frozen=True):
    """How far a metric is from a metric that satisfies a constraint where equal scores are allowed.

    Attributes
    ----------
    distance, value : the greatest change of a value that is needed, as a share of the metric's range: exact, and as a
        float
    cases : how many demands of the constraint the metric does not meet; `of` all
    worst : of the demands that it does not meet, the case of the one that lacks most
    """

    metric: Name
    constraint: Name
    reading: Name
    distance: Name
    value: float
    cases: Count
    of: Count
    worst: dict[str, Any] | None = None


class PossibleDocument(SavedDocument, frozen=True):
    """The document that `axiometrics possible --format json` writes: whether constraints can hold together.

    Attributes
    ----------
    constraints : what has to hold, as `task:id@reading`
    negated : of which some case must not be met, in the same form
    answer : `possible`, with the table of a metric; `impossible`, with a certificate; or `undetermined`
    grows : for which sizes the answer holds besides: `nested` (an impossibility for all larger sizes, a table for all
        smaller ones), `embedded` (the lines of the certificate are cases with further documents, too), or only
        this size
    certificate : cases whose demands, with these weights, add up to a comparison of 0 with itself that is false
    conflicts, together : all smallest sets of constraints that cannot hold together, and all greatest sets that can
    certificates : of each conflict its certificate; or where a constraint is implied, or cannot be violated, one for
        each of its cases, in which a weight below 0 means that the demand of the case is not met
    open : sets of which neither was shown
    complete : whether all sets were decided, so that there are no further conflicts
    without_cases : the constraints that have no case of this size
    reason : why nothing was decided
    """

    RULES: ClassVar[Sequence[Rule]] = (
        when({"answer": "possible"}, {"certificate": None}),
        when({"answer": "impossible"}, {"table": None}),
        when({"answer": "undetermined"}, {"table": None, "certificate": None, "grows": None}),
    )

    schema: Literal["axiometrics/possible/1"]
    task: Name
    size: Positive
    constraints: list[Name]
    answer: Outcome
    grows: Grows | None = None
    table: list[TableEntry] | None = None
    certificate: list[CertificateLine] | None = None
    conflicts: list[list[Name]] = field(default_factory=list)
    together: list[list[Name]] = field(default_factory=list)
    implies: ImpliedConstraint | None = None
    near: DistanceFrom | None = None
    negated: list[Name] = field(default_factory=list)
    certificates: list[list[CertificateLine]] = field(default_factory=list)
    open: list[list[Name]] = field(default_factory=list)
    complete: bool = True
    without_cases: list[Name] = field(default_factory=list)
    reason: str = ""

    def metric(self) -> Callable[[Any, Any], float]:
        """The table as a function `f(system, gold)`, which `check`, `explain`, `separate` and `compare` take. It has no
        value (nan) where the table has none: for other sizes.

        Raises `ParameterError` where there is no table.

        >>> import axiometrics as ax
        >>> found = ax.possible(["clustering:homogeneity", "clustering:completeness"], size=3)
        >>> gold = ax.Organization.clustering([["a", "b"], ["c"]])
        >>> found.metric()(gold, gold) > found.metric()(ax.Organization.clustering([["a", "b", "c"]]), gold)
        True
        """
        if self.table is None:
            raise ParameterError(f"the answer is {self.answer!r}, so that there is no table of a metric")
        task = task_of(self.task)
        orbits = Orbits(task)
        values = {
            orbits.number(task.output.from_json(e.output), task.gold.from_json(e.gold)): float(Fraction(e.value))
            for e in self.table
        }

        def possible_metric(system: Any, gold: Any) -> float:
            number = orbits.find(system, gold)
            return float("nan") if number is None else values[number]

        return possible_metric


DOCUMENT = PossibleDocument
