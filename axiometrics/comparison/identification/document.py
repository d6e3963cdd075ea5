"""Identifications and comparisons as documents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal

from msgspec import field
from msgspec.structs import replace

from axiometrics.candidates.conduct.document import ConductEntry, entries, entry
from axiometrics.comparison.identification.agreement_scale import PLAIN, AffineScale
from axiometrics.comparison.identification.comparison import (
    Agreement,
    ConventionApart,
    MetricComparison,
    ValueDifference,
)
from axiometrics.comparison.identification.identity import AmbiguousTarget, Identification, scale_words
from axiometrics.comparison.identification.ties import TargetValues, TieEntry
from axiometrics.core.documents import Count, Data, Document, Name, written
from axiometrics.core.saved_document import SavedDocument

SCHEMA: Final = "axiometrics/identify/1"
COMPARE_SCHEMA: Final = "axiometrics/compare/1"


class DifferingInput(Document, frozen=True):
    """The smallest input on which the two values differ; `arguments` are those of the call, for a metric that is
    called.
    """

    gold: Data
    output: Data
    values: TargetValues
    arguments: list[Any] | None


class ConventionEntry(Document, frozen=True):
    """The values of a metric and of a definition where a 0/0 decides.

    Attributes
    ----------
    where : the name of a degenerate input, or `0/0`
    target, definition : the values; null where there is none
    inputs : how many inputs are like the one shown, which is the smallest
    """

    where: Name
    target: float | None
    definition: float | None
    inputs: Count
    gold: Data
    output: Data


class ScaleEntry(Document, frozen=True):
    """The target is the definition times `factor` plus `offset`; `words` are the two as people write them."""

    factor: float
    offset: float
    words: Name


class IdentifiedTarget(Document, frozen=True):
    """The definition that a metric computes, as far as it was identified.

    Attributes
    ----------
    equal : the id of the definition that the target equals on all inputs where both are defined
    upto, searched : the documents to which every input was tried: the least, and by world
    inputs, drawn, written : the inputs of worlds that were compared; larger ones that were drawn; other ways to write
        the smallest
    share : of the inputs of worlds, those on which the nearest definition (or the equal one) gives the same value
    exact : whether values were compared exactly up to six documents; else to within 2^-40 of the values
    also : further definitions that the target equals
    nearest, differs : the definition that is equal most often, and the smallest input on which the target differs
    named : the definition that has the name of the target, with the arguments that the target binds
    unread : bound arguments that say nothing of a parameter of `named`, as they are written
    conventions : where a 0/0 decides, and the two do not give the same
    constant : the one value that the target has on all inputs; null where it has several
    ties : what the target makes of documents that share a score; null where no call tells of such
    conduct : how it behaves where definitions say nothing: each fact that its form can show, by its name
    form, order, called, settled_by, loss : of a user's metric, how it is called, and how it is known that it is a loss,
        as in a matrix
    rounded : the decimal digits to which the target rounds; null where it does not
    within : how far values are off those of `equal` by a small number in a divisor; null where they are not
    exchanged : whether the target is a definition with both arguments exchanged: `expected`, or, where that is null,
        `equal`
    expected : the definition that its name promises, where it is that one with both arguments exchanged
    unfinished : what time did not allow, in words; null where everything was tried
    tried : the inputs that were tried, in words
    drift : how it gave two values for one input; null where it did not
    readings : of a metric that can be called in several ways between which nothing decides, what it computes in each;
        `equal` and `nearest` are null then, and no input is counted. Empty for all remaining metrics
    """

    target: Name
    task: Name
    equal: Name | None
    upto: Count
    searched: dict[str, Count]
    inputs: Count
    drawn: Count
    written: Count
    share: float
    exact: bool
    scale: ScaleEntry | None
    also: list[Name]
    nearest: Name | None
    differs: DifferingInput | None
    named: Name | None
    conventions: list[ConventionEntry]
    constant: float | None = None
    ties: TieEntry | None = None
    conduct: dict[Name, ConductEntry] = field(default_factory=dict)
    rounded: Count | None = None
    within: float | None = None
    exchanged: bool = False
    expected: Name | None = None
    unfinished: str | None = None
    drift: str | None = None
    tried: str = ""
    form: str | None = None
    order: str | None = None
    called: str | None = None
    settled_by: str | None = None
    readings: list[IdentifiedTarget] = field(default_factory=list)
    loss: str | None = None
    unread: list[str] = field(default_factory=list)


class IdentifyDocument(SavedDocument, frozen=True):
    """The document that `axiometrics identify --format json` writes."""

    schema: Literal["axiometrics/identify/1"]
    targets: list[IdentifiedTarget]


class TwoValues(Document, frozen=True):
    """The values of two metrics."""

    one: float
    other: float


class DifferingValues(Document, frozen=True):
    """The smallest input on which two metrics differ."""

    gold: Data
    output: Data
    values: TwoValues
    arguments: list[Any] | None


class ConductDifference(Document, frozen=True):
    """A fact that is not the same for two metrics."""

    one: ConductEntry
    other: ConductEntry


class Calling(Document, frozen=True):
    """The fields that say how a user's metric is called; the entry of a metric in a matrix has the same ones."""

    form: str
    order: str | None
    called: str
    settled_by: str
    loss: str | None = None


class CompareDocument(SavedDocument, frozen=True):
    """The document that `axiometrics compare --format json` writes: whether two metrics are equal on every input up to
    some size, and where they are not, the smallest input on which they differ. The fields are those of an
    identification; in conventions, the first metric is the `target`. `conduct` holds the facts of their behaviour that
    were observed of both metrics and differ; `calling` says for each metric how it is called, and is null for a
    built-in metric.
    """

    schema: Literal["axiometrics/compare/1"]
    targets: list[Name]
    task: Name
    equal: bool
    upto: Count
    searched: dict[str, Count]
    inputs: Count
    drawn: Count
    share: float
    exact: bool
    differs: DifferingValues | None
    conventions: list[ConventionEntry]
    conduct: dict[Name, ConductDifference] = field(default_factory=dict)
    calling: list[Calling | None] = field(default_factory=list)
    tried: str = ""


def identifications(results: Sequence[Identification | AmbiguousTarget]) -> dict[str, Any]:
    """Several identifications as JSON."""
    return written(IdentifyDocument(SCHEMA, [_entry(result) for result in results]))


def _entry(result: Identification | AmbiguousTarget) -> IdentifiedTarget:
    if isinstance(result, Identification):
        return _identified(result)
    nothing = Identification(
        result.target, result.readings[0].task, None, False, (), PLAIN, Agreement(), {}, {}, exact=False
    )
    return replace(_identified(nothing), readings=[_identified(reading) for reading in result.readings])


def _identified(answer: Identification) -> IdentifiedTarget:
    agreement, definition = answer.agreement, answer.definition or None
    return IdentifiedTarget(
        answer.target,
        answer.task,
        definition if answer.equal else None,
        answer.upto,
        answer.searched,
        agreement.compared,
        agreement.drawn,
        agreement.written,
        agreement.share,
        answer.exact,
        None
        if not answer.scale.affine
        else ScaleEntry(answer.scale.factor, answer.scale.offset, scaled("x", answer.scale)),
        list(answer.also),
        None if answer.equal else definition,
        _differing(agreement.difference),
        answer.named or None,
        [_convention(convention) for convention in agreement.conventions],
        answer.constant,
        answer.ties,
        entries(answer.conduct),
        answer.scale.digits,
        answer.scale.within or None,
        answer.exchanged,
        answer.expected or None,
        answer.unfinished or None,
        answer.drift or None,
        answer.tried if answer.searched else "",
        unread=[] if answer.claim is None else list(answer.claim.unread),
        **answer.calling,
    )


def scaled(name: str, scale: AffineScale) -> str:
    """The text of a definition with a scale. A name that begins with a minus, such as `-VI` of a loss, changes the
    sign.
    """
    sign, bare = (-1, name[1:]) if name.startswith("-") else (1, name)
    factor, offset = sign * scale.factor, scale.offset
    times = bare if abs(factor) == 1 else f"{scale_words(abs(factor))} * {bare}"
    if not offset:
        return f"-{times}" if factor < 0 else times
    if factor < 0:
        return f"{scale_words(offset)} - {times}"
    return f"{times} {'-' if offset < 0 else '+'} {scale_words(abs(offset))}"


def _differing(difference: ValueDifference | None) -> DifferingInput | None:
    if difference is None:
        return None
    example = difference.input
    return DifferingInput(
        example.gold.to_json(), example.output.to_json(), TargetValues(*difference.values), difference.arguments
    )


def _convention(convention: ConventionApart) -> ConventionEntry:
    return ConventionEntry(
        convention.where,
        *convention.values,
        convention.inputs,
        convention.input.gold.to_json(),
        convention.input.output.to_json(),
    )


def comparison(compared: MetricComparison) -> dict[str, Any]:
    """A comparison as JSON."""
    agreement: Agreement = compared.agreement
    difference = agreement.difference
    return written(
        CompareDocument(
            COMPARE_SCHEMA,
            list(compared.names),
            compared.task,
            compared.equal,
            min(compared.searched.values(), default=0),
            compared.searched,
            agreement.compared,
            agreement.drawn,
            agreement.share,
            compared.exact,
            None
            if difference is None
            else DifferingValues(
                difference.input.gold.to_json(),
                difference.input.output.to_json(),
                TwoValues(*difference.values),
                difference.arguments,
            ),
            [_convention(convention) for convention in agreement.conventions],
            {name: ConductDifference(entry(first), entry(second)) for name, first, second in compared.conduct},
            [Calling(**calling) if calling else None for calling in compared.calling],
            compared.tried,
        )
    )


DOCUMENT = IdentifyDocument
