"""A case: one gold, the outputs that are compared on it, and what is demanded of their scores."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any


@dataclass(frozen=True)
class Demand:
    """What a constraint asks of the scores of its outputs: that the signed sum over `roles` be greater than 0, or (not
    `strict`) at least 0.

    >>> GAIN.excess({"better": 3, "worse": 1})
    2
    """

    roles: tuple[str, ...]
    signs: tuple[int, ...]
    words: str
    strict: bool = True

    def excess(self, scores: Mapping[str, Any]) -> Any:
        """The required difference: above 0 the demand is met, at 0 the case is tied, below it is reversed; `met` has
        the verdict.
        """
        first, *rest = zip(self.roles, self.signs, strict=True)
        total = scores[first[0]]
        for role, signed in rest:
            total = total + scores[role] if signed > 0 else total - scores[role]
        return total

    def met(self, sign: int) -> bool:
        """Whether a required difference of that sign is as demanded.

        >>> GAIN.met(0), NO_LOSS.met(0), NO_LOSS.met(-1)
        (False, True, False)
        """
        return sign > 0 or (sign == 0 and not self.strict)


GAIN = Demand(("better", "worse"), (1, -1), "score(better) > score(worse)")
NO_LOSS = Demand(("better", "worse"), (1, -1), "score(better) >= score(worse)", strict=False)
LARGER_LOSS = Demand(
    ("shallow_better", "shallow_worse", "deep_better", "deep_worse"),
    (1, -1, -1, 1),
    "score(shallow_better) - score(shallow_worse) > score(deep_better) - score(deep_worse)",
)


@dataclass(frozen=True)
class Case:
    """One instance of a constraint: `outputs` by role, judged against `gold`; `edit` says in words how they differ.

    Gold and outputs are `Data` of the constraint's task.
    """

    gold: Any
    outputs: Mapping[str, Any]
    edit: str = ""

    @cached_property
    def documents(self) -> int:
        """The distinct documents named by gold and outputs together."""
        return len(frozenset(self.gold.documents).union(*(output.documents for output in self.outputs.values())))

    @cached_property
    def occurrences(self) -> int:
        """The occurrences in gold and outputs together."""
        return sum(int(value.size) for value in (self.gold, *self.outputs.values()))

    @property
    def size(self) -> tuple[int, int]:
        """What cases are ordered by: the documents, then the occurrences."""
        return self.documents, self.occurrences

    def closed(self) -> Case:
        """The same case in a closed collection, where the gold lists every document of the outputs.

        Only tasks with the trait `closed` have such cases; their golds have a method `closed(documents)`.
        """
        gold = self.gold.closed({d for output in self.outputs.values() for d in output.documents})
        return self if gold is self.gold else Case(gold, self.outputs, self.edit)

    def to_json(self) -> dict[str, Any]:
        """Gold, outputs and the number of documents, as the JSON of a counterexample has them."""
        return {
            "gold": self.gold.to_json(),
            "outputs": {role: output.to_json() for role, output in self.outputs.items()},
            "documents": self.documents,
        }
