"""The comparison of two matrices as a page."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import asdict

from axiometrics.comparison.diff_document import CHANGES, DiffDocument, NameChange, word
from axiometrics.core.documents import written
from axiometrics.core.page import Column, Facts, Page, Part, Section, Table, page_of

COLUMNS = tuple(map(Column, ("", "change", "task", "cell", "what")))


@page_of.register
def page(document: DiffDocument, quiet: bool = False) -> Page:
    """A table of the cells that differ, regressions first; then removed and added names, settings, and counts. With
    `quiet`, the page has only regressions and counts.
    """
    shown = sorted(
        (change for change in document.cells if change.regression or not quiet),
        key=lambda change: (not change.regression, CHANGES.index(change.change)),
    )
    rows = [
        ("regression" if change.regression else "", change.change, change.task, change.name, change.says)
        for change in shown
    ]
    notes = [] if quiet else [*_lists("metrics", document.metrics), *_lists("constraints", document.constraints)]
    notes += [
        f"setting {name}: {word(pair.old)} -> {word(pair.new)}" for name, pair in document.settings.items() if not quiet
    ]
    incomplete = [
        f"incomplete: the run of the {which} matrix was stopped, {count} of its cells are missing"
        for which, count in asdict(document.missing).items()
        if count
    ]
    counts = ", ".join(f"{kind} {count}" for kind, count in asdict(document.counts).items())
    parts: list[Part] = [Table(COLUMNS, rows, keys=4)] if rows else []
    parts += [Facts(notes)] if notes else []
    parts += [*incomplete, f"{counts}; regressions {len(document.regressions)}"]
    return Page("", [Section("", parts)], document.schema, lambda: written(document))


def _lists(kind: str, moved: NameChange) -> Iterator[str]:
    yield from (f"{kind} {how}: {', '.join(ids)}" for how, ids in asdict(moved).items() if ids)
