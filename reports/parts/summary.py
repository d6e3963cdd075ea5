"""Summarise a matrix in one line."""

from __future__ import annotations

from collections import Counter

from axiometrics.core.matrix import Matrix

_WORDS = {
    "True": "satisfied",
    "False": "violated",
    "descriptive": "described",
    "undetermined": "undetermined",
    "error": "errors",
}
"""The words for the verdicts and kinds of evidence that are counted, in the order of the line. Cells to which the
constraint does not apply are not counted.
"""


def summary(matrix: Matrix, expected: int = 0) -> str:
    """Return how many constraints are satisfied, how many are violated, and how many are undecided. The violations that
    are `expected` are counted apart.

    >>> summary(Matrix(metrics=(), constraints=(), cells=()))
    'nothing evaluated'
    """
    numbers = Counter(cell.evidence.kind if cell.holds is None else str(cell.holds) for cell in matrix)
    numbers["False"] -= expected
    counted = [f"{word} {numbers[outcome]}" for outcome, word in _WORDS.items() if numbers[outcome]]
    apart = [f"violated as expected {expected}"] if expected else []
    missing = [f"missing {len(matrix.missing)}"] if matrix.missing else []
    return ", ".join([*counted, *apart, *missing]) or "nothing evaluated"
