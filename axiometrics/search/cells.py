"""What every kind of search shares: how far it goes, how it is stopped, and how a cell is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from axiometrics.core.cell import Cell
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.evidence import AnyEvidence
from axiometrics.search.judge import Judge

Tick = Callable[[str], bool]
"""Called now and then with what is under way; False asks to stop."""

Proved = Callable[[str], bool]
"""Whether a proof says that the metric of that id satisfies what is searched, whatever the size."""


OUT_OF_TIME = "out of time before a verdict"
"""The message of a cell whose search was stopped."""


def no_proofs(metric: str) -> bool:
    """Where proofs are not asked for."""
    return False


@dataclass(frozen=True)
class Effort:
    """How far to search: the size asked for (None: the family's own), and how many random cases beyond it (None: the
    judge's own number).
    """

    size: int | None = None
    examples: int | None = None
    seed: int = 0


def make_cell(
    constraint: Constraint, reading: Reading, judge: Judge, holds: bool | None, evidence: AnyEvidence, **more: Any
) -> Cell:
    """The cell of a judge's metric under a reading."""
    return Cell(constraint.task, judge.id, constraint.id, reading.name, holds, evidence, **more)
