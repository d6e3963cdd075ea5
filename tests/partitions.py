"""Partitions, as several test files list them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

Item = TypeVar("Item")


def labelings(items: int) -> list[tuple[int, ...]]:
    """Every partition of so many items, as the number of the part of each; parts in order of appearance."""
    every: list[tuple[int, ...]] = [()]
    for _ in range(items):
        every = [(*labels, label) for labels in every for label in range(max(labels, default=-1) + 2)]
    return every


def set_partitions(items: Sequence[Item]) -> Iterator[list[list[Item]]]:
    """Every partition of these items, as its parts."""
    for labels in labelings(len(items)):
        placed = list(zip(items, labels, strict=True))
        yield [[item for item, label in placed if label == part] for part in sorted(set(labels))]
