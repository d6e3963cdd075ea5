"""The conventions of a metric, as a document: what may stand at its 0/0 inputs for each constraint."""

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
    """What keeps a constraint: all numbers in one of the ranges; with none, no number does, for the reason given."""

    constraint: Name
    reading: Name
    values: list[NumberRange]
    reason: str


class ConventionsDocument(SavedDocument, frozen=True):
    """Which values at the 0/0 inputs of a metric keep which constraints: what `axiometrics conventions` writes.

    Attributes
    ----------
    inputs : at how many inputs of this size the metric is 0/0
    keeps : for each constraint the numbers that keep it, taken at all of these inputs
    all : the numbers that keep every constraint that some number keeps
    complete : whether all constraints were looked at that were asked for
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
