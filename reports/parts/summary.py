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


def summary(matrix: Matrix, expected: int = 0) -> str:
    """How many constraints are satisfied and how many are violated; what could not be decided is counted too, and the
    violations that are `expected` are counted apart.

    >>> summary(Matrix(metrics=(), constraints=(), cells=()))
    'nothing evaluated'
    """
    numbers = Counter(cell.evidence.kind if cell.holds is None else str(cell.holds) for cell in matrix)
    numbers["False"] -= expected
    counted = [f"{word} {numbers[outcome]}" for outcome, word in _WORDS.items() if numbers[outcome]]
    apart = [f"violated as expected {expected}"] if expected else []
    missing = [f"missing {len(matrix.missing)}"] if matrix.missing else []
    return ", ".join([*counted, *apart, *missing]) or "nothing evaluated"
