"""The comparison of two matrices as a page."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import asdict

from axiometrics.comparison.diff_document import CHANGES, DiffDocument, NameChange, word
from axiometrics.core.documents import written
from axiometrics.core.page import Column, Facts, Page, Part, Section, Table, page_of

COLUMNS = tuple(map(Column, ("", "change", "task", "cell", "what")))


@page_of.register
def page(found: DiffDocument, quiet: bool = False) -> Page:
    """A table of the cells that differ, regressions first; then removed and added names, settings, and counts. With
    `quiet`, the page has only regressions and counts.
    """
    shown = sorted(
        (one for one in found.cells if one.regression or not quiet),
        key=lambda one: (not one.regression, CHANGES.index(one.change)),
    )
    rows = [("regression" if one.regression else "", one.change, one.task, one.name, one.says) for one in shown]
    notes = [] if quiet else [*_lists("metrics", found.metrics), *_lists("constraints", found.constraints)]
    notes += [
        f"setting {name}: {word(pair.old)} -> {word(pair.new)}" for name, pair in found.settings.items() if not quiet
    ]
    incomplete = [
        f"incomplete: the run of the {which} matrix was stopped, {count} of its cells are missing"
        for which, count in asdict(found.missing).items()
        if count
    ]
    counts = ", ".join(f"{kind} {count}" for kind, count in asdict(found.counts).items())
    parts: list[Part] = [Table(COLUMNS, rows, keys=4)] if rows else []
    parts += [Facts(notes)] if notes else []
    parts += [*incomplete, f"{counts}; regressions {len(found.regressions)}"]
    return Page("", [Section("", parts)], found.schema, lambda: written(found))


def _lists(what: str, moved: NameChange) -> Iterator[str]:
    yield from (f"{what} {how}: {', '.join(ids)}" for how, ids in asdict(moved).items() if ids)
