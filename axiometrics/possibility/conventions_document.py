"""The conventions of a metric, as a document: the values that may stand at its 0/0 inputs for each constraint."""

from __future__ import annotations

from typing import Literal

from axiometrics.core.documents import Count, Document, Name, Positive
from axiometrics.core.saved_document import SavedDocument


class NumberRange(Document, frozen=True, rename={"from_": "from"}):
    """The numbers between two ends, exact as texts; null where there is no end."""

    from_: str | None
    to: str | None
    from_closed: bool
    to_closed: bool


class KeptConstraint(Document, frozen=True):
    """A constraint, and the numbers that keep it: all numbers in one of the ranges. Without ranges, no number keeps it,
    for the reason given.
    """

    constraint: Name
    reading: Name
    values: list[NumberRange]
    reason: str


class ConventionsDocument(SavedDocument, frozen=True):
    """The document that `axiometrics conventions` writes: the values at the 0/0 inputs of a metric that keep
    constraints, by constraint.

    Attributes
    ----------
    inputs : at how many inputs of this size the metric is 0/0
    keeps : for each constraint the numbers that keep it, taken at all of these inputs
    all : the numbers that keep every constraint that some number keeps
    complete : whether all constraints that were asked for were looked at
    """

    schema: Literal["axiometrics/conventions/1"]
    metric: Name
    task: Name
    size: Positive
    inputs: Count
    keeps: list[KeptConstraint]
    all: list[NumberRange]
    complete: bool = True


DOCUMENT = ConventionsDocument
