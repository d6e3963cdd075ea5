"""The strength of constraints as a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from axiometrics.comparison.strength.document import MutantEntry, StrengthDocument
from axiometrics.core.documents import written
from axiometrics.core.page import Column, Facts, Page, Part, Section, Table, page_of

COLUMNS = (
    Column("constraint"),
    Column("reading"),
    *(
        Column(heading, "right")
        for heading in ("mutants", "rejected", "share", "of metrics that satisfy it", "rejected", "share")
    ),
)


@page_of.register
def page(document: StrengthDocument, quiet: bool = False) -> Page:
    """The table of strengths. Unless `quiet`, notes below it say which mutants are not counted, and which mutants no
    constraint catches.
    """
    several = len({row.task for row in document.rows}) > 1
    rows = [
        (
            f"{row.task}:{row.constraint}" if several else row.constraint,
            row.reading,
            *_counts(row.tried, row.rejected, row.share),
            *_counts(row.original_satisfies.tried, row.original_satisfies.rejected, row.original_satisfies.share),
        )
        for row in document.rows
    ]
    parts: list[Part] = [Table(COLUMNS, rows, keys=2), *([] if quiet else [Facts([note]) for note in _notes(document)])]
    return Page("", [Section("", parts)], document.schema, lambda: written(document))


def _counts(tried: int, rejected: int, share: str | None) -> tuple[str, str, str]:
    return str(tried), str(rejected), "-" if share is None else f"{round(100 * Fraction(share))}%"


def _notes(document: StrengthDocument) -> Iterator[str]:
    compared = ", ".join(f"{name} to size {size}" for name, size in document.compared.items())
    equivalent = [mutant for mutant in document.mutants if mutant.equivalent]
    alike = [mutant for mutant in document.mutants if mutant.ordered_alike]
    missed = [mutant for mutant in document.mutants if mutant.ordered_alike is False]
    if equivalent:
        yield (
            f"not counted, because they had the value of their original on every case compared ({compared}): "
            f"{_names(equivalent)}"
        )
    if alike:
        yield (
            f"rejected by no constraint that their original satisfies, since they order all outputs as it does "
            f"({compared}): {_names(alike)}"
        )
    if missed:
        yield (
            f"rejected by no constraint that their original satisfies, although they order outputs differently: "
            f"{_names(missed)}"
        )
    if document.descriptive:
        yield f"these constraints describe metrics, and so reject none: {', '.join(document.descriptive)}"


def _names(mutants: Sequence[MutantEntry]) -> str:
    return "; ".join(mutant.id for mutant in mutants)
