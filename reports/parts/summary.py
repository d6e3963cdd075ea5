"""A matrix in a line."""

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
"""What is counted, in this order, each by its verdict or by its kind of evidence; what does not apply is left out."""


def summary(matrix: Matrix) -> str:
    """How many constraints hold and how many are violated; what could not be decided is counted too.

    >>> summary(Matrix(metrics=(), constraints=(), cells=()))
    'nothing evaluated'
    """
    found = Counter(cell.evidence.kind if cell.holds is None else str(cell.holds) for cell in matrix)
    counted = [f"{word} {found[what]}" for what, word in _WORDS.items() if found[what]]
    missing = [f"missing {len(matrix.missing)}"] if matrix.missing else []
    return ", ".join([*counted, *missing]) or "nothing evaluated"
