"""The strength of constraints as a document: how many mutated metrics each rejects, and the counterexample for each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal

from msgspec import Meta, field

from axiometrics.core.cell import Counterexample, Relation
from axiometrics.core.documents import Count, Document, Name, Positive, Rule, when
from axiometrics.core.evidence import KindName
from axiometrics.core.saved_document import SavedDocument

Share = Annotated[str, Meta(pattern="^[0-9]+(/[0-9]+)?$")]


class MutantEntry(Document, frozen=True):
    """A mutated metric.

    Attributes
    ----------
    equivalent : whether it is equal in value to its original on every case compared; it does not count then
    ordered_alike : of one that nothing caught, whether it orders all outputs as its original does
    caught : the constraints that its original satisfies and it does not, as `task:constraint@reading`; null where it
        does not count
    """

    RULES: ClassVar[Sequence[Rule]] = (
        when({"equivalent": True}, {"caught": None, "ordered_alike": None}, {"caught": {"type": "array"}}),
        when({"caught": {"type": "array", "minItems": 1}}, {"ordered_alike": None}),
        when({"caught": {"type": "array", "maxItems": 0}}, {"ordered_alike": {"type": "boolean"}}),
    )

    id: Name
    task: Name
    original: Name
    operator: Name
    change: Name
    equivalent: bool
    ordered_alike: bool | None
    caught: list[Name] | None


class Rejected(Document, frozen=True):
    """How many of the mutants tried were rejected; the share is null where none was tried."""

    tried: Count
    rejected: Count
    share: Share | None


class MutantVerdict(Document, frozen=True):
    """The verdict of a constraint on a mutant; `rejected` is null where there is no verdict."""

    RULES: ClassVar[Sequence[Rule]] = (
        when(
            {"rejected": True},
            {"kind": ("proof", "exhaustive", "region", "counterexample")},
            {"counterexample": None, "relation": None},
        ),
        when({"rejected": False}, {"kind": ("proof", "exhaustive", "grid", "sampled", "region")}),
        when({"rejected": None}, {"kind": ("descriptive", "not-applicable", "undetermined", "error")}),
        when({"kind": "counterexample"}, {"counterexample": {"type": "object"}, "relation": {"type": "string"}}),
    )

    id: Name
    rejected: bool | None
    original_satisfies: bool
    kind: KindName
    size: Count | None
    relation: Relation | None
    message: str
    counterexample: Counterexample | None


class ConstraintStrength(Document, frozen=True):
    """A constraint in one reading; `original_satisfies` counts the mutants whose original satisfies it."""

    task: Name
    constraint: Name
    reading: Name
    tried: Count
    rejected: Count
    share: Share | None
    original_satisfies: Rejected
    mutants: list[MutantVerdict]

    @property
    def name(self) -> str:
        """The reading, as `task:constraint@reading`."""
        return f"{self.task}:{self.constraint}@{self.reading}"

    @property
    def caught(self) -> list[str]:
        """The mutants that violate the constraint and whose original satisfies it: for these, only the mistake can
        cause the violation.
        """
        return [mutant.id for mutant in self.mutants if mutant.original_satisfies and mutant.rejected]


class StrengthSettings(Document, frozen=True):
    """The settings of a measurement: one size for all, or sizes by constraint and task beside a general size; and the
    reading.
    """

    max_size: Positive | dict[str, Positive | None] | None
    reading: Name


class StrengthDocument(SavedDocument, frozen=True):
    """The strength of constraints by axiometrics: the document that `axiometrics strength --format json` writes.

    Attributes
    ----------
    compared : by task, up to how many documents mutants were compared in value with their originals
    operators : the kinds of mistakes
    mutants : those that count, then those that are equal in value to their original
    descriptive : the constraints that describe and reject nothing
    constraints : one for each reading of a constraint; `rows` in Python
    """

    schema: Literal["axiometrics/strength/1"]
    version: Name
    settings: StrengthSettings
    compared: dict[str, Positive]
    operators: dict[str, Name]
    mutants: Annotated[list[MutantEntry], Meta(min_length=1)]
    descriptive: list[Name]
    rows: Annotated[list[ConstraintStrength], Meta(min_length=1)] = field(name="constraints")


DOCUMENT = StrengthDocument
