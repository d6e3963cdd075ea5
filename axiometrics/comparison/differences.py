"""What changed between two saved matrices: verdicts, the evidence for them, and what is no longer or newly there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, get_args

from msgspec import UNSET

from axiometrics.comparison.diff_document import (
    CellBrief,
    CellChange,
    Change,
    ChangeCounts,
    DiffDocument,
    MissingCells,
    NameChange,
    SettingChange,
)
from axiometrics.core.cell import SIZED, Cell
from axiometrics.core.documents import written
from axiometrics.core.errors import FileError
from axiometrics.core.evidence import Descriptive
from axiometrics.core.matrix import Matrix
from axiometrics.core.page import Column, Facts, Page, Part, Presentable, Section, Table, page_of
from axiometrics.reports.parts.words import verdict

SCHEMA: Final = "axiometrics/diff/1"

STRENGTH: dict[bool | None, tuple[str, ...]] = {
    True: ("proof", "exhaustive", "grid", "sampled", "region"),
    False: ("region", "counterexample", "proof", "exhaustive"),
    None: ("descriptive", "not-applicable", "undetermined", "error"),
}
"""The kinds of evidence for each verdict, strongest first."""

KINDS: tuple[Change, ...] = get_args(Change)

Key = tuple[str, str, str, str]
"""Task, metric, constraint and reading of a cell."""


@dataclass(frozen=True)
class Difference:
    """What became of one cell.

    Attributes
    ----------
    kind : one of `KINDS`
    key : task, metric, constraint and reading
    old, new : the cell in each matrix, None where it has none
    regression : whether it is worse: a verdict that held or was decided and is so no longer, weaker evidence, or a cell
        that vanished
    says : what differs, in words
    """

    kind: Change
    key: Key
    old: Cell | None
    new: Cell | None
    regression: bool
    says: str

    @property
    def name(self) -> str:
        """The cell as `--expect` names it."""
        _, metric, constraint, reading = self.key
        return f"{metric}/{constraint}@{reading}"

    def described(self) -> CellChange:
        """The difference as its document has it."""
        return CellChange(self.kind, self.regression, *self.key, _brief(self.old), _brief(self.new), self.says)


@dataclass(frozen=True, repr=False)
class MatrixComparison(Presentable):
    """Two matrices compared.

    Attributes
    ----------
    cells : the cells that differ, in the order of the new matrix, then those that vanished
    metrics, constraints : the ids that were `removed` and `added`; constraints as `task:id`
    settings : the settings that differ, and the version: name -> (old, new)
    same : how many cells are as they were
    missing : of the old and of the new matrix, how many cells its run did not finish
    """

    cells: tuple[Difference, ...]
    metrics: dict[str, list[str]]
    constraints: dict[str, list[str]]
    settings: Mapping[str, tuple[Any, Any]]
    same: int
    missing: tuple[int, int] = (0, 0)

    @property
    def regressions(self) -> tuple[Difference, ...]:
        """The cells that are worse than they were."""
        return tuple(difference for difference in self.cells if difference.regression)

    @property
    def counts(self) -> dict[str, int]:
        """How many cells of each kind."""
        return {"same": self.same, **{kind: sum(d.kind == kind for d in self.cells) for kind in KINDS}}


def compare(old: Matrix, new: Matrix) -> MatrixComparison:
    """What differs between two matrices, cell by cell.

    The evidence of equal verdicts is compared by kind (`STRENGTH`), then by whether exact arithmetic decided, and among
    equal kinds by the size of an exhaustive search or of a grid, the tries of a sample, and whether a counterexample is
    minimal.
    Seconds and the number of cases are not looked at.

    Raises `FileError` where a matrix has two cells of one metric and reading.
    """
    before, after = (_by_key(matrix) for matrix in (old, new))
    found = [
        _difference(key, before.get(key), after.get(key))
        for key in (*after, *(key for key in before if key not in after))
    ]
    differences = tuple(difference for difference in found if difference is not None)
    named = [[str(entry["id"]) for entry in matrix.metrics] for matrix in (old, new)]
    constrained = [[f"{entry['task']}:{entry['id']}" for entry in matrix.constraints] for matrix in (old, new)]
    return MatrixComparison(
        differences,
        _moved(*named),
        _moved(*constrained),
        _settings(old, new),
        len(found) - len(differences),
        (len(old.missing), len(new.missing)),
    )


def _by_key(matrix: Matrix) -> dict[Key, Cell]:
    found: dict[Key, Cell] = {}
    for cell in matrix:
        key = (cell.task, cell.metric, cell.constraint, cell.reading)
        if key in found:
            raise FileError(
                f"a damaged matrix: two cells {cell.metric}/{cell.constraint}@{cell.reading}; save it "
                f"again with --format json"
            )
        found[key] = cell
    return found


def _moved(old: Sequence[str], new: Sequence[str]) -> dict[str, list[str]]:
    return {"removed": [name for name in old if name not in new], "added": [name for name in new if name not in old]}


def _settings(old: Matrix, new: Matrix) -> dict[str, tuple[Any, Any]]:
    before, after = ({"version": matrix.version, **matrix.settings} for matrix in (old, new))
    names = list(dict.fromkeys([*before, *after]))
    return {name: (before.get(name), after.get(name)) for name in names if before.get(name) != after.get(name)}


def _difference(key: Key, old: Cell | None, new: Cell | None) -> Difference | None:
    """What became of a cell; None where nothing did."""
    if old is None or new is None:
        there = old or new
        assert there is not None
        return Difference("appeared" if old is None else "vanished", key, old, new, new is None, state(there))
    says = f"{state(old)} -> {state(new)}"
    if old.verdict != new.verdict or old.holds is not new.holds:
        lost = old.holds is True or (_decided(old) and not _decided(new) and not _only_scanned(old, new))
        return Difference("changed", key, old, new, lost, says)
    step = _step(old, new)
    if step:
        return Difference("strengthened" if step > 0 else "weakened", key, old, new, step < 0, says)
    particulars = "; ".join(_particulars(old, new))
    return Difference("restated", key, old, new, False, particulars) if particulars else None


def _decided(cell: Cell) -> bool:
    return cell.holds is not None or cell.evidence.kind == "descriptive"


def _only_scanned(old: Cell, new: Cell) -> bool:
    """Whether a threshold was said to be violated by a scan alone, which refutes nothing, and is said so no longer."""
    return old.scan is not None and old.evidence.kind == "exhaustive" and new.unwitnessed


def _step(old: Cell, new: Cell) -> int:
    """1 where the evidence for the same verdict is stronger, -1 where it is weaker, else 0."""
    places = [STRENGTH[old.holds].index(cell.evidence.kind) for cell in (old, new)]
    if places[0] != places[1]:
        return 1 if places[1] < places[0] else -1
    before, after = (_reach(cell) for cell in (old, new))
    return (after > before) - (after < before)


def _reach(cell: Cell) -> tuple[bool, int]:
    """How far evidence of one kind goes."""
    found = cell.evidence
    size = found.size or 0
    further = {
        **dict.fromkeys(SIZED, size),
        "sampled": found.cases,
        "counterexample": int(bool(found.minimal)),
    }
    return found.exact, size if cell.unwitnessed else further.get(found.kind, 0)


def _particulars(old: Cell, new: Cell) -> Iterator[str]:
    """What else a cell says that is not the same."""
    if old.relation != new.relation:
        yield f"{old.relation} -> {new.relation}"
    sizes = [cell.counterexample["documents"] if cell.counterexample else None for cell in (old, new)]
    if sizes[0] != sizes[1]:
        yield f"a counterexample of {sizes[0]} documents -> of {sizes[1]}"
    details = [cell.evidence.to_json()["detail"] for cell in (old, new)]
    for name in ("n0", "n", "convention", "undefined", "within_bound"):
        before, after = (detail.get(name) for detail in details)
        if before != after:
            yield (
                f"{name} differs"
                if isinstance(before, list) or isinstance(after, list)
                else f"{name}: {_word(before)} -> {_word(after)}"
            )


def _word(value: Any) -> str:
    return "none" if value is None else str(value)


def state(cell: Cell) -> str:
    """A verdict and its evidence in a few words.

    >>> from axiometrics.core.evidence import Exhaustive
    >>> state(Cell("ranking", "ap", "priority", "universal", True, Exhaustive(True, 9, 16)))
    'holds (exhaustive, size 16)'
    """
    found = cell.evidence
    if cell.holds is None:
        return f"{found.kind} ({found.profile})" if isinstance(found, Descriptive) else verdict(cell)
    further = {
        **dict.fromkeys(SIZED, f", size {found.size}"),
        "sampled": f", {found.cases} tries",
        "counterexample": "" if found.minimal else ", not known to be least",
    }
    return (
        f"{'holds' if cell.holds else 'violated'} "
        f"({found.kind}{further.get(found.kind, '')}{'' if found.exact else ', in floats'})"
    )


def _brief(cell: Cell | None) -> CellBrief | None:
    if cell is None:
        return None
    found = cell.evidence
    profile = cell.verdict if isinstance(found, Descriptive) else UNSET
    return CellBrief(cell.holds, found.kind, found.size, found.exact, found.minimal, cell.relation, profile)


# --- in words


COLUMNS = tuple(map(Column, ("", "change", "task", "cell", "what")))


@page_of.register
def page(found: MatrixComparison, quiet: bool = False) -> Page:
    """A table of the cells that differ, regressions first; what was removed and added; settings; counts. `quiet`: only
    regressions and counts.
    """
    shown = sorted(
        (d for d in found.cells if d.regression or not quiet), key=lambda d: (not d.regression, KINDS.index(d.kind))
    )
    rows = [("regression" if d.regression else "", d.kind, d.key[0], d.name, d.says) for d in shown]
    notes = [] if quiet else [*_lists("metrics", found.metrics), *_lists("constraints", found.constraints)]
    notes += [
        f"setting {name}: {_word(old)} -> {_word(new)}" for name, (old, new) in found.settings.items() if not quiet
    ]
    incomplete = [
        f"incomplete: the run of the {which} matrix was stopped, {count} of its cells are missing"
        for which, count in zip(("old", "new"), found.missing, strict=True)
        if count
    ]
    counts = ", ".join(f"{kind} {count}" for kind, count in found.counts.items())
    parts: list[Part] = [Table(COLUMNS, rows, keys=4)] if rows else []
    parts += [Facts(notes)] if notes else []
    parts += [*incomplete, f"{counts}; regressions {len(found.regressions)}"]
    return Page("", [Section("", parts)], SCHEMA, lambda: written(_document(found)))


def _document(found: MatrixComparison) -> DiffDocument:
    return DiffDocument(
        SCHEMA,
        ChangeCounts(**found.counts),
        len(found.regressions),
        {name: SettingChange(old, new) for name, (old, new) in found.settings.items()},
        NameChange(**found.metrics),
        NameChange(**found.constraints),
        [difference.described() for difference in found.cells],
        MissingCells(*found.missing),
    )


def _lists(what: str, moved: Mapping[str, Sequence[str]]) -> Iterator[str]:
    yield from (f"{what} {how}: {', '.join(ids)}" for how, ids in moved.items() if ids)
