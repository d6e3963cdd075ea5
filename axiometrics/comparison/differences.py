"""Compare two saved matrices: changes of verdicts and of their evidence, cells that vanished, and new cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import UNSET

from axiometrics.comparison.diff_document import (
    CHANGES,
    CellBrief,
    CellChange,
    Change,
    ChangeCounts,
    DiffDocument,
    MissingCells,
    NameChange,
    SettingChange,
    word,
)
from axiometrics.core.cell import SIZED, Cell
from axiometrics.core.errors import FileError
from axiometrics.core.evidence import Descriptive
from axiometrics.core.matrix import Matrix
from axiometrics.core.task import task
from axiometrics.core.verdicts import WORDS
from axiometrics.reports.parts.words import verdict

STRENGTH: dict[bool | None, tuple[str, ...]] = {
    True: ("proof", "exhaustive", "grid", "sampled", "region"),
    False: ("region", "counterexample", "proof", "exhaustive"),
    None: ("descriptive", "not-applicable", "undetermined", "error"),
}
"""The kinds of evidence for each verdict, strongest first."""

Key = tuple[str, str, str, str]
"""Task, metric, constraint and reading of a cell."""


def compare(old: Matrix, new: Matrix) -> DiffDocument:
    """Compare two matrices cell by cell.

    The evidence of equal verdicts is compared by kind (`STRENGTH`), then by whether exact arithmetic decided, and among
    equal kinds by the size of an exhaustive search or of a grid, the tries of a sample, and whether a counterexample is
    minimal.
    Seconds and the number of cases are not looked at.

    Raises `FileError` where a matrix has two cells of one metric and reading.
    """
    before, after = (_by_key(matrix) for matrix in (old, new))
    outcomes = [
        _change(key, before.get(key), after.get(key)) for key in (*after, *(key for key in before if key not in after))
    ]
    changes = [change for change in outcomes if change is not None]
    named = [[str(entry["id"]) for entry in matrix.metrics] for matrix in (old, new)]
    constrained = [[f"{entry['task']}:{entry['id']}" for entry in matrix.constraints] for matrix in (old, new)]
    counts = Counter(change.change for change in changes)
    return DiffDocument(
        "axiometrics/diff/1",
        ChangeCounts(len(outcomes) - len(changes), **{change: counts[change] for change in CHANGES}),
        sum(change.regression for change in changes),
        _settings(old, new),
        _moved(*named),
        _moved(*constrained),
        changes,
        MissingCells(len(old.missing), len(new.missing)),
    )


def _by_key(matrix: Matrix) -> dict[Key, Cell]:
    cells: dict[Key, Cell] = {}
    for cell in matrix:
        key = (cell.task, cell.metric, cell.constraint, cell.reading)
        if key in cells:
            raise FileError(
                f"a damaged matrix: two cells {cell.metric}/{cell.constraint}@{cell.reading}; save it "
                f"again with --format json"
            )
        cells[key] = cell
    return cells


def _moved(old: Sequence[str], new: Sequence[str]) -> NameChange:
    return NameChange([name for name in old if name not in new], [name for name in new if name not in old])


def _settings(old: Matrix, new: Matrix) -> dict[str, SettingChange]:
    before, after = ({"version": matrix.version, **matrix.settings} for matrix in (old, new))
    names = list(dict.fromkeys([*before, *after]))
    pairs = {name: SettingChange(before.get(name), after.get(name)) for name in names}
    return {name: pair for name, pair in pairs.items() if pair.old != pair.new}


def _change(key: Key, old: Cell | None, new: Cell | None) -> CellChange | None:
    """The change of a cell; None where the cell is the same."""
    became = _became(old, new)
    return None if became is None else CellChange(*became[:2], *key, _brief(old), _brief(new), became[2])


def _became(old: Cell | None, new: Cell | None) -> tuple[Change, bool, str] | None:
    """The kind of change of a cell, whether it is a regression, and the difference in words; None where the cell is the
    same.
    """
    if old is None or new is None:
        there = old or new
        assert there is not None
        return "appeared" if old is None else "vanished", new is None, state(there)
    says = f"{state(old)} -> {state(new)}"
    if old.verdict != new.verdict or old.holds is not new.holds:
        lost = old.holds is True or (_decided(old) and not _decided(new) and not _only_scanned(old, new))
        return "changed", lost, says
    step = _step(old, new)
    if step:
        return "strengthened" if step > 0 else "weakened", step < 0, says
    particulars = "; ".join(_particulars(old, new))
    return ("restated", False, particulars) if particulars else None


def _decided(cell: Cell) -> bool:
    return cell.holds is not None or cell.evidence.kind == "descriptive"


def _only_scanned(old: Cell, new: Cell) -> bool:
    """Whether only a scan said that a threshold is violated, and the new cell no longer says so. A scan refutes
    nothing, so this change is not a regression.
    """
    return old.scan is not None and old.evidence.kind == "exhaustive" and new.unwitnessed


def _step(old: Cell, new: Cell) -> int:
    """1 where the evidence for the same verdict is stronger, -1 where it is weaker, else 0."""
    places = [STRENGTH[old.holds].index(cell.evidence.kind) for cell in (old, new)]
    if places[0] != places[1]:
        return 1 if places[1] < places[0] else -1
    before, after = (_reach(cell) for cell in (old, new))
    return (after > before) - (after < before)


def _reach(cell: Cell) -> tuple[bool, int]:
    """The numbers by which evidence of one kind is compared: whether it is exact, then its size or its number of
    cases.
    """
    evidence = cell.evidence
    size = evidence.size or 0
    further = {
        **dict.fromkeys(SIZED, size),
        "sampled": evidence.cases,
        "counterexample": int(bool(evidence.minimal)),
    }
    return evidence.exact, size if cell.unwitnessed else further.get(evidence.kind, 0)


def _particulars(old: Cell, new: Cell) -> Iterator[str]:
    """The other differences between two cells of the same verdict and evidence, each in words."""
    if old.relation != new.relation:
        yield f"{old.relation} -> {new.relation}"
    sizes = [cell.counterexample["documents"] if cell.counterexample else None for cell in (old, new)]
    if sizes[0] != sizes[1]:
        yield f"a counterexample of {sizes[0]} {task(new.task).item}s -> of {sizes[1]}"
    details = [cell.evidence.to_json()["detail"] for cell in (old, new)]
    for name in ("n0", "n", "convention", "undefined", "within_bound"):
        before, after = (detail.get(name) for detail in details)
        if before != after:
            yield (
                f"{name} differs"
                if isinstance(before, list) or isinstance(after, list)
                else f"{name}: {word(before)} -> {word(after)}"
            )


def state(cell: Cell) -> str:
    """A verdict and its evidence in a few words.

    >>> from axiometrics.core.evidence import Exhaustive
    >>> state(Cell("ranking", "ap", "priority", "universal", True, Exhaustive(True, 9, 16)))
    'satisfies (exhaustive, size 16)'
    """
    evidence = cell.evidence
    if cell.holds is None:
        return f"{evidence.kind} ({evidence.profile})" if isinstance(evidence, Descriptive) else verdict(cell)
    further = {
        **dict.fromkeys(SIZED, f", size {evidence.size}"),
        "sampled": f", {evidence.cases} tries",
        "counterexample": "" if evidence.minimal else ", not known to be least",
    }
    how = f"{evidence.kind}{further.get(evidence.kind, '')}"
    return f"{WORDS[cell.holds]} ({how}{'' if evidence.exact else ', in floats'})"


def _brief(cell: Cell | None) -> CellBrief | None:
    if cell is None:
        return None
    evidence = cell.evidence
    profile = cell.verdict if isinstance(evidence, Descriptive) else UNSET
    return CellBrief(cell.holds, evidence.kind, evidence.size, evidence.exact, evidence.minimal, cell.relation, profile)
