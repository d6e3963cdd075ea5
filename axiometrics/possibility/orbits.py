"""Pairs of an output and a gold, with one number for all pairs that are equal up to renaming of documents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from axiometrics.core.task import Task

Pair = tuple[Any, Any]
"""A system output and its gold."""

SEEN = 100_000
"""The number of pairs whose numbers are remembered under their own names. The bound keeps memory small: of seven items
there are 770,000 pairs, in 910 orbits.
"""


class Orbits:
    """The pairs seen so far. Pairs that are renamings of each other have one number.

    Attributes
    ----------
    representatives : by number, the pair that represents all pairs of this number, with the names that the task gives
    """

    def __init__(self, task: Task) -> None:
        self._task = task
        self._numbers: dict[Pair, int] = {}
        self._counted: dict[Hashable, int] = {}
        self._seen: dict[Pair, int] = {}
        self._means: dict[tuple[int, Any], tuple[Any, Counter[int]]] = {}
        self.representatives: list[Pair] = []

    def __len__(self) -> int:
        return len(self.representatives)

    def number(self, output: Any, gold: Any) -> int:
        """The number of the pair; a new number where none of its renamings was seen."""
        pair = output, gold
        number = self._seen.get(pair)
        if number is None:
            if len(self._seen) >= SEEN:
                self._seen.clear()
            number = self._seen[pair] = self._by_counts(output, gold)
        return number

    def numbers(self, outputs: Sequence[Any], gold: Any) -> Counter[int]:
        """The numbers of the pairs of these outputs and the gold, each with how often it occurs. The result is kept,
        since the cases of a mean have the same outputs again and again, as the same objects: of seven items there are
        14,196 cases, and 169 means.
        """
        key = id(outputs), gold
        if key not in self._means:
            self._means[key] = outputs, Counter(self.number(output, gold) for output in outputs)
        return self._means[key][1]

    def _by_counts(self, output: Any, gold: Any) -> int:
        """The number of a pair. Where the counts of a pair determine it, they are used as a key, since they are
        computed faster than canonical names.
        """
        counts = self._task.same_counts
        if counts is None or not self._task.countable(output, gold):
            return self._by_names(output, gold)
        key = counts(output, gold)
        if key not in self._counted:
            self._counted[key] = self._by_names(output, gold)
        return self._counted[key]

    def _by_names(self, output: Any, gold: Any) -> int:
        own = self.renamed(output, gold)
        if own not in self._numbers:
            self._numbers[own] = len(self.representatives)
            self.representatives.append(own)
        return self._numbers[own]

    def find(self, output: Any, gold: Any) -> int | None:
        """The number of the pair; None where none of its renamings was seen."""
        return self._numbers.get(self.renamed(output, gold))

    def names(self, output: Any, gold: Any) -> Mapping[str, str]:
        """The names that turn the pair into the representative of its number."""
        return self._task.orbit(output, gold)

    def renamed(self, output: Any, gold: Any) -> Pair:
        """The pair that represents all renamings of this one."""
        names = self.names(output, gold)
        return (output.renamed(names), gold.renamed(names)) if names else (output, gold)
