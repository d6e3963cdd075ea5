"""A separation as a document: the smallest case on which two metrics prefer different outputs, or the smallest set of
such cases.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from axiometrics.core.documents import Count, Data, Distinct, Document, Name, Positive, Rule, Score, when
from axiometrics.core.matrix import MetricEntry
from axiometrics.core.saved_document import SavedDocument

Searched = Annotated[dict[str, Count], Meta(min_length=1)]
Two = Annotated[list[Name], Meta(min_length=2, max_length=2), Distinct]
OfBoth = Meta(min_length=2, max_length=2)


class OutputPair(Document, frozen=True):
    """Two outputs for one gold."""

    x: Data
    y: Data


class ScorePair(Document, frozen=True):
    """The scores of two outputs."""

    x: Score
    y: Score


class SeparatingCase(Document, frozen=True):
    """A case, by metric with the scores and the output that it scores higher (null where it ties them)."""

    gold: Data
    outputs: OutputPair
    documents: Positive
    occurrences: Positive
    scores: Annotated[dict[str, ScorePair], OfBoth]
    prefers: Annotated[dict[str, Literal["x", "y"] | None], OfBoth]
    conventions: list[Name]


class PairDocument(SavedDocument, frozen=True):
    """Two metrics.

    Attributes
    ----------
    ties : whether a tie against a preference separates too
    searched : for each kind of cases, up to how many documents all were searched
    cases, undefined, undecided : the pairs of outputs that were compared, on which a metric has no value, or which were
        too close to decide
    minimal : whether every smaller case was searched and decided
    failures : by metric, how it failed first
    """

    RULES: ClassVar[Sequence[Rule]] = (
        when(
            {"separated": True},
            {"case": {"type": "object"}, "minimal": {"type": "boolean"}},
            {"case": None, "minimal": None},
        ),
    )

    schema: Literal["axiometrics/separation/1"]
    version: Name
    task: Name
    metrics: Annotated[list[MetricEntry], OfBoth]
    ties: bool
    searched: Searched
    separated: bool
    cases: Positive
    undefined: Count
    undecided: Count
    minimal: bool | None
    exact: bool
    failures: dict[str, Name]
    case: SeparatingCase | None


class AlikeAlone(Document, frozen=True):
    """Two metrics that were searched alone as well."""

    metrics: Two
    searched: Searched


class AlikeReason(Document, frozen=True):
    """Two metrics that order the outputs of a gold alike in cases of any size, and why."""

    metrics: Two
    reason: Name


class CoveringCase(Document, frozen=True):
    """A case of the set; for each metric, the output that the metric prefers (null where it has no value); and the
    pairs of metrics that the case separates.
    """

    gold: Data
    outputs: OutputPair
    documents: Positive
    prefers: dict[str, Literal["x", "y", "tie"] | None]
    separates: Annotated[list[Two], Meta(min_length=1)]


class CoverDocument(SavedDocument, frozen=True):
    """A set of metrics.

    Attributes
    ----------
    candidates, further : the cases that the integer program chose among, and those of them found for two metrics alone
    minimal : whether no smaller set is proved to do
    least, floor : a size below which no set does; and one below which no set does whatever its cases
    undecided : by metric, the outputs that were too close to another to decide
    alike, alone, reasons : the pairs that no case searched separates; which of them were searched two by two; and which
        are alike in cases of any size
    """

    RULES: ClassVar[Sequence[Rule]] = (
        when({"set": {"minItems": 1}}, {"minimal": {"type": "boolean"}}, {"minimal": None}),
    )

    schema: Literal["axiometrics/separation/1"]
    version: Name
    task: Name
    metrics: Annotated[list[MetricEntry], Meta(min_length=2)]
    ties: bool
    searched: Searched
    cases: Positive
    candidates: Count
    minimal: bool | None
    least: Count
    floor: Count
    further: Count
    undecided: dict[str, Positive]
    alike: list[Two]
    alone: list[AlikeAlone]
    reasons: list[AlikeReason]
    set: list[CoveringCase]


DOCUMENT = (PairDocument, CoverDocument)
