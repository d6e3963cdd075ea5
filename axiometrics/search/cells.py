"""The common parts of all searches: how far a search goes, how it is stopped, and how it makes a cell."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from axiometrics.core.cell import Cell
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.evidence import AnyEvidence
from axiometrics.search.judge import Judge

Tick = Callable[[str], bool]
"""A function that is called now and then with what is under way; it returns False to ask for a stop."""

Proved = Callable[[str], bool]
"""A function that says whether a proof shows that the metric of an id satisfies the searched reading at every size."""


OUT_OF_TIME = "out of time before a verdict"
"""The message of a cell whose search was stopped."""


def no_proofs(metric: str) -> bool:
    """Return False: no proof is taken into account."""
    return False


@dataclass(frozen=True)
class Effort:
    """How far to search: the largest size (None: the family's own), and the number of random cases beyond it (None: the
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
