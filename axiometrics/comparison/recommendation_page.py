"""A recommendation as a page and as a document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from msgspec import UNSET, UnsetType

from axiometrics.comparison.differences import state
from axiometrics.comparison.recommendation import Recommendation, Recommended, Wish
from axiometrics.core.cell import Cell
from axiometrics.core.documents import Document, Name, written
from axiometrics.core.page import Column, Facts, Page, Part, Section, Table, page_of
from axiometrics.core.saved_document import SavedDocument
from axiometrics.possibility.document import PossibleDocument
from axiometrics.possibility.possible_page import argued, in_words

SCHEMA: Final = "axiometrics/recommend/1"

NEAREST = 5
"""The number of metrics that are shown where none meets all wishes."""


class CellEntry(Document, frozen=True):
    """A wish that a metric meets, and the kind of the evidence."""

    constraint: Name
    reading: Name
    kind: Name


class RecommendedMetric(Document, frozen=True):
    """A metric that meets all wishes. Where answers about a task were given, `violates` holds the constraints that the
    answers leave open and that the metric violates.
    """

    id: Name
    cells: list[CellEntry]
    violates: list[Name] | UnsetType = UNSET


class NearMetric(Document, frozen=True):
    """A metric that misses as few wishes as any other metric; a forbidden constraint begins with `not`."""

    id: Name
    missing: list[Name]


class WishLeftOut(Document, frozen=True):
    """A wish of which `possible` could not be asked, and why."""

    wish: Name
    reason: Name


class RecommendDocument(SavedDocument, frozen=True):
    """The document that `axiometrics recommend --format json` writes.

    Attributes
    ----------
    conflicts : where no metric meets all wishes, the smallest sets of wishes that leave a metric once they are given up
    nearest : the metrics that miss the fewest
    possible : where no metric meets all wishes, whether any metric could, as `axiometrics possible` says it
    not_asked : the wishes that `possible` does not speak of, where there are some
    answers : the answers about the task, by question, from which wishes were made
    """

    schema: Literal["axiometrics/recommend/1"]
    metrics: list[RecommendedMetric]
    conflicts: list[list[Name]]
    nearest: list[NearMetric]
    possible: PossibleDocument | None = None
    not_asked: list[WishLeftOut] | UnsetType = UNSET
    answers: dict[str, Name] | UnsetType = UNSET


DOCUMENT = RecommendDocument


@page_of.register
def page(recommendation: Recommendation) -> Page:
    """The metrics that meet all wishes, with the evidence for each. Where there is none: the wishes to give up, and the
    nearest metrics.
    """
    return Page(
        title="",
        sections=[Section("", list(_parts(recommendation)))],
        schema=SCHEMA,
        data=lambda: written(_document(recommendation)),
        records=lambda: Table.records(
            ("metric", "constraint", "reading", "wished", "holds", "kind", "size"),
            [
                (metric.id, cell.constraint, cell.reading, wish.words, str(cell.holds), cell.evidence.kind, _size(cell))
                for metric in recommendation.tried
                for wish, cell in zip(recommendation.wishes, metric.cells, strict=True)
            ],
        ),
    )


def _document(recommendation: Recommendation) -> RecommendDocument:
    return RecommendDocument(
        SCHEMA,
        [
            RecommendedMetric(
                metric.id, [_entry(cell) for cell in metric.cells], _violated(recommendation, metric) or UNSET
            )
            for metric in recommendation.metrics
        ],
        [[wish.words for wish in conflict] for conflict in recommendation.conflicts],
        [NearMetric(metric.id, [wish.words for wish in metric.missing]) for metric in recommendation.nearest],
        recommendation.possible,
        [WishLeftOut(left_out.wish.words, left_out.why) for left_out in recommendation.not_asked] or UNSET,
        dict(recommendation.answers) or UNSET,
    )


def _violated(recommendation: Recommendation, metric: Recommended) -> list[str]:
    """The constraints that the answers leave open and that the metric violates."""
    return [f"{cell.constraint}@{cell.reading}" for cell in recommendation.prices.get(metric.id, ())]


def _entry(cell: Cell) -> CellEntry:
    return CellEntry(cell.constraint, cell.reading, cell.evidence.kind)


def _size(cell: Cell) -> str:
    return "" if cell.evidence.size is None else str(cell.evidence.size)


def _parts(recommendation: Recommendation) -> Iterator[Part]:
    many = f"{len(recommendation.tried)} metrics of {recommendation.task}"
    if recommendation.metrics:
        verb = "meets" if len(recommendation.metrics) == 1 else "meet"
        yield f"{len(recommendation.metrics)} of {many} {verb} what is asked; the strongest evidence comes first."
        yield _table(recommendation.metrics, recommendation.wishes)
        yield from _price(recommendation)
        return
    yield f"None of {many} meets what is asked."
    ways = [" and ".join(wish.words for wish in conflict) for conflict in recommendation.conflicts]
    yield Facts(ways, "Give up one of these, and a metric is left:")
    if recommendation.possible is not None:
        able = _known_to(recommendation) if recommendation.possible.answer == "possible" else ""
        yield f"{in_words(recommendation.possible)}{able}"
        if recommendation.possible.without_cases:
            yield f"No case of this size: {', '.join(recommendation.possible.without_cases)}."
        yield from argued(recommendation.possible)
    for left_out in recommendation.not_asked:
        yield f"`axiometrics possible` cannot be asked about {left_out.wish.words}: {left_out.why}."
    nearest = recommendation.nearest[:NEAREST]
    left = len(recommendation.nearest) - len(nearest)
    yield f"Nearest{f' ({left} more miss as few)' if left else ''}:"
    yield _table(nearest, recommendation.wishes)


def _known_to(recommendation: Recommendation) -> str:
    """The number of tried metrics, in words, that meet the wishes about which `possible` was asked."""
    left = {left_out.wish for left_out in recommendation.not_asked}
    able = sum(left.issuperset(metric.missing) for metric in recommendation.tried)
    return (
        f" {able} of those that were tried {'does' if able == 1 else 'do'}."
        if able
        else (" None of those that were tried is known to.")
    )


def _price(recommendation: Recommendation) -> Iterator[Part]:
    """For the metrics with the strongest evidence, the constraints that the answers leave open and that they
    violate.
    """
    if not recommendation.answers:
        return
    shown = [metric for metric in recommendation.metrics if metric.strength == recommendation.metrics[0].strength][
        :NEAREST
    ]
    facts = [(metric.display, ", ".join(_violated(recommendation, metric)) or "none of them") for metric in shown]
    yield Facts(facts, "The price: of the constraints that your answers leave open, these metrics violate")


def _table(chosen: Sequence[Recommended], wishes: Sequence[Wish]) -> Table:
    columns = (Column("metric"), *(Column(wish.words) for wish in wishes))
    rows = [
        (
            metric.display,
            *(_verdict(cell, wish in metric.missing) for wish, cell in zip(wishes, metric.cells, strict=True)),
        )
        for metric in chosen
    ]
    return Table(columns, rows, across="metric")


def _verdict(cell: Cell, missed: bool) -> str:
    """The verdict of a cell, marked as not met where it is not the wished one (a forbidden constraint that is
    satisfied, too).
    """
    return f"not met: {state(cell)}" if missed else state(cell)
