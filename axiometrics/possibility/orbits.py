"""Pairs of an output and a gold as they are up to renaming of documents, each with a number."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from axiometrics.core.task import Task

Pair = tuple[Any, Any]
"""A system output and its gold."""


class Orbits:
    """The pairs met so far. Pairs of which one is a renaming of the other have one number.

    Attributes
    ----------
    representatives : the pair that stands for all of a number, with the names that the task gives
    """

    def __init__(self, task: Task) -> None:
        self._task = task
        self._numbers: dict[Pair, int] = {}
        self._seen: dict[Pair, int] = {}
        self.representatives: list[Pair] = []

    def __len__(self) -> int:
        return len(self.representatives)

    def number(self, output: Any, gold: Any) -> int:
        """The number of the pair; a new one where none of its renamings was met."""
        pair = output, gold
        if pair not in self._seen:
            own = self.renamed(output, gold)
            if own not in self._numbers:
                self._numbers[own] = len(self.representatives)
                self.representatives.append(own)
            self._seen[pair] = self._numbers[own]
        return self._seen[pair]

    def find(self, output: Any, gold: Any) -> int | None:
        """The number of the pair, or None where none of its renamings was met."""
        return self._numbers.get(self.renamed(output, gold))

    def names(self, output: Any, gold: Any) -> Mapping[str, str]:
        """The names under which the pair is the one that stands for all of its number."""
        return self._task.orbit(output, gold)

    def renamed(self, output: Any, gold: Any) -> Pair:
        """The pair that stands for all renamings of this one."""
        names = self.names(output, gold)
        return (output.renamed(names), gold.renamed(names)) if names else (output, gold)
