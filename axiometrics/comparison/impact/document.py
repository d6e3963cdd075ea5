"""The impact of constraints on real outputs as a document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta, field

from axiometrics.core.documents import Count, Data, Document, Name, Positive, Rule, when
from axiometrics.core.saved_document import SavedDocument

Share = Annotated[float, Meta(ge=0, le=1)]


class EditCase(Document, frozen=True):
    """The gold and the outputs of an edit by role."""

    gold: Data
    outputs: dict[str, Data]


class WorstEdit(Document, frozen=True):
    """The real case on which a metric goes most wrong.

    Attributes
    ----------
    number : of the edit among those of this output, as a text, since it may be greater than any number of JSON
    documents : of the whole case
    scores : of the whole case, by role
    whole : whether `case` is the whole case, and not an excerpt that shows the edit
    case : null if the case is too large and cannot be cut
    """

    system: Name
    topic: Name | None
    number: Annotated[str, Meta(pattern="^[0-9]+$")]
    edit: str
    relation: Literal["tied", "reversed", "unequal", "exceeded", "unattained"]
    documents: Positive
    scores: dict[str, float]
    whole: bool
    case: EditCase | None


class ImpactEntry(Document, frozen=True):
    """A metric and a constraint.

    Attributes
    ----------
    places : the edits that there are in the outputs, as a text, since there may be more than any number of JSON
    edits : those that were made and decided
    violated : those of them that the metric does not reward as demanded; `tied` of these leave the score as it was
    undefined, undecided : edits made on which the metric has no value, and those whose sign could not be decided
    all : whether every edit was made and decided, so that the share is exact
    share, low, high : the share of the decided edits that is violated, and where that of all edits on which the metric
        has a value lies, those without a decision counted as violated or not; null where no edit was decided, and the
        share alone where more edits could not be decided than could
    """

    RULES: ClassVar[Sequence[Rule]] = (
        when({"edits": 0}, {"share": None, "low": None, "high": None}),
        when({"undecided": 0, "edits": {"minimum": 1}}, {"share": {"type": "number"}}),
        when({"violated": 0}, {"worst": None}, {"worst": {"type": "object"}}),
    )

    metric: Name
    task: Name
    constraint: Name
    reading: Literal["on-data"]
    places: Annotated[str, Meta(pattern="^[0-9]+$")]
    edits: Count
    violated: Count
    tied: Count
    undefined: Count
    undecided: Count
    all: bool
    share: Share | None
    low: Share | None
    high: Share | None
    worst: WorstEdit | None


class ImpactSettings(Document, frozen=True):
    """The greatest number of edits, the seed by which they were drawn, and the confidence of the intervals."""

    max_edits: Positive
    seed: Count
    confidence: Share


class LeftOutEntry(Document, frozen=True):
    """A constraint whose edits cannot be made in the outputs, and why."""

    constraint: Name
    why: Name


class UnusedEntry(Document, frozen=True):
    """A metric that no constraint is about, and why."""

    metric: Name
    why: Name


class ReasonPart(Document, frozen=True):
    """The verdicts of one constraint on the two metrics, by the edits in the outputs of two systems.

    Attributes
    ----------
    edits : the number of edits that both metrics decided
    violated : for each metric, the number of these edits that it does not reward
    one_only : the number of these edits on which exactly one of the two metrics goes wrong
    """

    constraint: Name
    edits: Count
    violated: Annotated[list[Count], Meta(min_length=2, max_length=2)]
    one_only: Count

    @property
    def share(self) -> float:
        """The share of the edits on which exactly one of the two metrics goes wrong."""
        return self.one_only / self.edits if self.edits else 0.0


class ReasonStep(Document, frozen=True):
    """A part of the way from the second system to the first, by edits of one constraint, and its effect on the value of
    each metric.
    """

    words: Name = field(name="step")
    constraint: Name
    worth: Annotated[list[float], Meta(min_length=2, max_length=2)]


class ReasonEntry(Document, frozen=True):
    """Why two metrics order two systems differently.

    Attributes
    ----------
    metrics : the first one scores the first system higher, the other one the second system
    scores : of each metric, for each system
    ordered_differently : how many pairs of systems the metrics order differently, of which this is the one where they
        are least close; `pairs` in Python
    constraints : the greatest share of edits that the metrics judge differently first; `contrasts` in Python
    steps : from the second system to the first
    """

    metrics: Annotated[list[Name], Meta(min_length=2, max_length=2)]
    systems: Annotated[list[Name], Meta(min_length=2, max_length=2)]
    scores: Annotated[list[list[float]], Meta(min_length=2, max_length=2)]
    pairs: Count = field(name="ordered_differently")
    contrasts: list[ReasonPart] = field(name="constraints")
    steps: list[ReasonStep]


class ImpactDocument(SavedDocument, frozen=True):
    """The document that `axiometrics impact --format json` writes.

    Attributes
    ----------
    complete : false where it was interrupted
    missing : the constraints that were not finished then
    why : with --why, null where the two metrics order no two systems differently
    left_out : the constraints whose edits cannot be made in these outputs, if any
    unused : the metrics that no constraint is about, if any
    remarks : in words, what of the outputs is not judged, not looked at or left out, if anything
    read_as : how the files were read, in words; objects of Python have none
    """

    schema: Literal["axiometrics/impact/1"]
    version: Name
    settings: ImpactSettings
    systems: list[Name]
    complete: bool
    rows: list[ImpactEntry]
    missing: list[Name] | msgspec.UnsetType = msgspec.UNSET
    why: ReasonEntry | msgspec.UnsetType | None = msgspec.UNSET
    left_out: list[LeftOutEntry] | msgspec.UnsetType = msgspec.UNSET
    unused: list[UnusedEntry] | msgspec.UnsetType = msgspec.UNSET
    remarks: list[str] | msgspec.UnsetType = msgspec.UNSET
    read_as: str | msgspec.UnsetType = msgspec.UNSET


DOCUMENT = ImpactDocument
