"""The strength of constraints as a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from axiometrics import __version__
from axiometrics.comparison.strength.document import (
    ConstraintStrength,
    MutantEntry,
    MutantVerdict,
    Rejected,
    StrengthDocument,
    StrengthSettings,
)
from axiometrics.comparison.strength.measurement import ReadingStrength, Strength, share
from axiometrics.comparison.strength.mutant import OPERATORS, Mutant
from axiometrics.core.cell import Cell
from axiometrics.core.documents import written
from axiometrics.core.page import Column, Facts, Page, Part, Section, Table, page_of

SCHEMA: Final = "axiometrics/strength/1"

COLUMNS = (
    Column("constraint"),
    Column("reading"),
    *(
        Column(heading, "right")
        for heading in ("mutants", "rejected", "share", "of metrics that satisfy it", "rejected", "share")
    ),
)


@page_of.register
def page(found: Strength, quiet: bool = False) -> Page:
    """The table, and below it (unless `quiet`) which mutants are not counted, and which no constraint catches."""
    several = len({row.task for row in found.rows}) > 1
    rows = [
        (
            f"{row.task}:{row.constraint}" if several else row.constraint,
            row.reading,
            *_counts(row.rejected, row.tried),
            *_counts(row.caught, row.spoilt),
        )
        for row in found.rows
    ]
    parts: list[Part] = [Table(COLUMNS, rows, keys=2), *([] if quiet else [Facts([note]) for note in _notes(found)])]
    return Page("", [Section("", parts)], SCHEMA, lambda: strength_json(found))


def _counts(part: Sequence[str], whole: Sequence[str]) -> tuple[str, str, str]:
    of = share(part, whole)
    return str(len(whole)), str(len(part)), "-" if of is None else f"{round(100 * of)}%"


def _notes(found: Strength) -> Iterator[str]:
    compared = ", ".join(f"{name} {size}" for name, size in found.compared.items())
    if found.equivalent:
        yield (
            f"not counted, because they had the value of their original on every case compared ({compared} "
            f"documents): {_names(found.equivalent)}"
        )
    missed = [mutant for mutant in found.uncaught if mutant not in found.alike]
    if found.alike:
        yield (
            f"rejected by no constraint that their original satisfies, since they order all outputs as it does "
            f"({compared} documents): {_names(found.alike)}"
        )
    if missed:
        yield (
            f"rejected by no constraint that their original satisfies, although they order outputs differently: "
            f"{_names(missed)}"
        )
    if found.descriptive:
        yield f"these constraints describe metrics, and so reject none: {', '.join(found.descriptive)}"


def _names(mutants: Sequence[Mutant]) -> str:
    return "; ".join(mutant.id for mutant in mutants)


def strength_json(found: Strength) -> dict[str, Any]:
    """The strength of constraints as JSON."""
    return written(
        StrengthDocument(
            SCHEMA,
            __version__,
            StrengthSettings(found.settings.get("max_size"), found.settings["reading"]),
            dict(found.compared),
            OPERATORS,
            [_mutant(found, mutant) for mutant in (*found.mutants, *found.equivalent)],
            list(found.descriptive),
            [_row(row) for row in found.rows],
        )
    )


def _mutant(found: Strength, mutant: Mutant) -> MutantEntry:
    counted = mutant not in found.equivalent
    caught = [f"{row.task}:{row.constraint}@{row.reading}" for row in found.rows if mutant.id in row.caught]
    return MutantEntry(
        mutant.id,
        mutant.task,
        mutant.original,
        mutant.operator,
        mutant.change,
        equivalent=not counted,
        ordered_alike=mutant in found.alike if counted and not caught else None,
        caught=caught if counted else None,
    )


def _row(row: ReadingStrength) -> ConstraintStrength:
    all_tried, spoilt = _rejected(row.rejected, row.tried), _rejected(row.caught, row.spoilt)
    verdicts = [_verdict(name, cell, row.original_holds[name]) for name, cell in row.cells.items()]
    return ConstraintStrength(
        row.task,
        row.constraint,
        row.reading,
        all_tried.tried,
        all_tried.rejected,
        all_tried.share,
        original_satisfies=spoilt,
        mutants=verdicts,
    )


def _rejected(part: Sequence[str], whole: Sequence[str]) -> Rejected:
    of = share(part, whole)
    return Rejected(len(whole), len(part), None if of is None else str(of))


def _verdict(name: str, cell: Cell, original_holds: bool) -> MutantVerdict:
    return MutantVerdict(
        name,
        None if cell.holds is None else not cell.holds,
        original_holds,
        cell.evidence.kind,
        cell.evidence.size,
        cell.relation,
        cell.message,
        cell.counterexample,
    )
