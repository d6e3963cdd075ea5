"""The comparison of two matrices as a document: the change of each cell that is not as it was."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Literal, get_args

from msgspec import UNSET, UnsetType, field

from axiometrics.core.cell import Relation
from axiometrics.core.documents import Count, Document, Name, Rule, when
from axiometrics.core.evidence import AnyEvidence, KindName
from axiometrics.core.saved_document import SavedDocument

Change = Literal["changed", "weakened", "strengthened", "restated", "vanished", "appeared"]
"""The ways in which a cell can differ between two matrices: another verdict (changed), the same verdict on weaker or
stronger evidence, the same verdict with other particulars (restated), a cell that vanished, or a new cell.
"""

CHANGES: tuple[Change, ...] = get_args(Change)
"""The changes in the order in which they are shown."""


class CellBrief(Document, frozen=True):
    """A cell: its verdict and the kind of its evidence; of a descriptive cell its word."""

    RULES: ClassVar[Sequence[Rule]] = (
        *(when({"kind": kind.__struct_config__.tag}, {"holds": kind.HOLDS}) for kind in get_args(AnyEvidence)),
        {
            **when({"kind": "descriptive"}, {}),
            "then": {"required": ["profile"]},
            "else": {"properties": {"profile": False}},
        },
        when(
            {"kind": "counterexample"},
            {"relation": {"type": "string"}, "minimal": {"type": "boolean"}},
            {"minimal": None},
        ),
    )

    holds: bool | None
    kind: KindName
    size: Count | None
    exact: bool
    minimal: bool | None
    relation: Relation | None
    profile: Name | UnsetType = UNSET


class CellChange(Document, frozen=True):
    """A change of a cell. It is a regression where a verdict is lost, its evidence is weaker, or the cell vanished."""

    RULES: ClassVar[Sequence[Rule]] = (
        when({"change": "appeared"}, {"old": None}, {"old": {"type": "object"}}),
        when({"change": "vanished"}, {"new": None}, {"new": {"type": "object"}}),
        when({"change": ("vanished", "weakened")}, {"regression": True}),
        when({"change": ("appeared", "strengthened", "restated")}, {"regression": False}),
    )

    change: Change
    regression: bool
    task: Name
    metric: Name
    constraint: Name
    reading: Name
    old: CellBrief | None
    new: CellBrief | None
    says: Name

    @property
    def name(self) -> str:
        """The cell as `--expect` names it."""
        return f"{self.metric}/{self.constraint}@{self.reading}"


class ChangeCounts(Document, frozen=True):
    """The cells by what became of them."""

    same: Count
    changed: Count
    weakened: Count
    strengthened: Count
    restated: Count
    vanished: Count
    appeared: Count


class SettingChange(Document, frozen=True):
    """A setting, or the version, in both matrices."""

    old: Any
    new: Any


class NameChange(Document, frozen=True):
    """The names that one of the matrices does not have; constraints as `task:constraint`."""

    removed: list[Name]
    added: list[Name]


class MissingCells(Document, frozen=True):
    """Of each matrix, how many cells its run did not finish."""

    old: Count
    new: Count


class DiffDocument(SavedDocument, frozen=True):
    """Two matrices compared by axiometrics: the document that `axiometrics diff --format json` writes.

    Attributes
    ----------
    regressions : how many cells are worse than they were; `regression_count` in Python
    settings : the settings that differ, and the version
    cells : the cells that differ, in the order of the new matrix, then those that vanished
    """

    schema: Literal["axiometrics/diff/1"]
    counts: ChangeCounts
    regression_count: Count = field(name="regressions")
    settings: dict[str, SettingChange]
    metrics: NameChange
    constraints: NameChange
    cells: list[CellChange]
    missing: MissingCells

    @property
    def regressions(self) -> tuple[CellChange, ...]:
        """The cells that are worse than before: a verdict that held or was decided is lost, the evidence is weaker, or
        the cell vanished.
        """
        return tuple(change for change in self.cells if change.regression)


def word(value: Any) -> str:
    """The text that people read for a value of a setting or of a detail."""
    return "none" if value is None else str(value)


DOCUMENT = DiffDocument
