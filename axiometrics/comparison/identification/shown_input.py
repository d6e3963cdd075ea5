"""The text of an input: the whole input where it is small, otherwise its counts, since nobody reads hundreds of
names.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from axiometrics.comparison.inputs import Input
from axiometrics.core.organization import Organization

SHOWN = 30
"""The number of documents up to which the whole input is shown."""

NUMBERS = 10
"""The number of entries that are shown of a long list of numbers."""


def is_shown_whole(example: Input) -> bool:
    """Whether an input is small enough to be read, or of a kind for which there are no counts."""
    return example.documents <= SHOWN or not all(
        isinstance(side, Organization) for side in (example.gold, example.output)
    )


def sides(example: Input) -> tuple[str, str]:
    """The gold and the output in words."""
    if is_shown_whole(example):
        return str(example.gold), str(example.output)
    if example.call is not None:
        return _labels(example.call[0]), _labels(example.call[1])
    output: Organization = example.output
    if len(output.levels) > 2 and all(len(level) == 1 and len(level[0]) == 1 for level in output.levels):
        return _grades(example.gold), _ranks(example.gold, output)
    return _clusters(example.gold), _clusters(output)


def _listed(numbers: list[Any]) -> str:
    return ", ".join(map(str, numbers[:NUMBERS])) + (
        f", and {len(numbers) - NUMBERS:,} more" * (len(numbers) > NUMBERS)
    )


def _labels(labels: list[int]) -> str:
    counts = Counter(labels)
    names = sorted(counts)
    return f"{len(labels):,} items; of the labels {_listed(names)}: {_listed([counts[label] for label in names])}"


def _clusters(value: Organization) -> str:
    if len(value.levels) > 1:
        sizes = [sum(map(len, level)) for level in value.levels]
        return f"{value.size:,} items; on the levels from the top: {_listed(sizes)}"
    sizes = sorted((len(cluster) for level in value.levels for cluster in level), reverse=True)
    return f"{value.size:,} items in {len(sizes):,} clusters of {_listed(sizes)}"


def _grades(gold: Organization) -> str:
    counts = Counter(gold.grades().values())
    numbers = [f"{counts[grade]:,} of grade {grade}" for grade in sorted(counts, reverse=True)]
    return f"{gold.size:,} documents: {_listed(numbers)}"


def _ranks(gold: Organization, output: Organization) -> str:
    grades = gold.grades()
    ranks = [rank for rank, document in enumerate(output.listed, 1) if grades.get(document, 0) > 0]
    return f"{output.size:,} documents; relevant ones at the ranks {_listed(ranks)}"
