"""Find the constraints that follow from others at one size. Every pair of constraints is asked, and the implications
that constraints declare can be separated from the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from axiometrics.core.progress import Progress, silent
from axiometrics.possibility.asking import contraries
from axiometrics.possibility.exact import NotDecided, ValueTable, decided
from axiometrics.possibility.question import Question
from axiometrics.possibility.row_lists import unmet
from axiometrics.registry.implications import implications

Implied = tuple[str, str]
"""The name of a constraint, and of another that follows from it."""


@dataclass
class ImpliedPairs:
    """The knowledge of every two constraints at one size.

    Attributes
    ----------
    left : the pairs that are not decided yet
    follows : the pairs in which the second constraint follows from the first
    """

    question: Question
    left: dict[Implied, None] = field(default_factory=dict)
    follows: dict[Implied, None] = field(default_factory=dict)

    def take(self, values: Mapping[int, Fraction]) -> None:
        """Remove all pairs that a table of values refutes: the table meets the first constraint and not the second."""
        rows = self.question.by_name
        held = {name: not unmet(rows[name], values) for name in self.question.names}
        self.left = {pair: None for pair in self.left if not held[pair[0]] or held[pair[1]]}

    def settle(self, pair: Implied) -> None:
        """Decide one pair. A table that refutes it may refute other pairs, too."""
        first, second = pair
        if any((between, second) in self.follows for between in self._after(first)):
            self.follows[pair] = None
            return
        own = self.question.rows([first])
        stated = {row.comparison for row in own}
        undecided = False
        for row in self.question.by_name[second]:
            if row.comparison in stated:
                continue
            for contrary in contraries(row):
                answer = decided(own.with_rows([contrary]), len(self.question.orbits))
                if isinstance(answer, ValueTable):
                    self.take(answer.of)
                    return
                undecided = undecided or isinstance(answer, NotDecided)
        if not undecided:
            self.follows[pair] = None

    def _after(self, name: str) -> Iterator[str]:
        return (second for first, second in self.follows if first == name)


def implied_pairs(question: Question, progress: Progress = silent) -> list[Implied]:
    """All pairs of the constraints that are asked for, of which the second follows from the first at this size.

    Constraints without cases of this size are left out, and so are those that no metric satisfies.
    """
    rows = question.by_name
    tables = {name: decided(rows[name], len(question.orbits)) for name in question.names if rows[name]}
    names = [name for name, answer in tables.items() if isinstance(answer, ValueTable)]
    pairs = ImpliedPairs(question, {(first, second): None for first in names for second in names if first != second})
    for answer in tables.values():
        if isinstance(answer, ValueTable):
            pairs.take(answer.of)
    while pairs.left:
        pair = next(iter(pairs.left))
        progress(len(pairs.follows), len(pairs.follows) + len(pairs.left), " => ".join(pair))
        pairs.settle(pair)
        pairs.left.pop(pair, None)
    return list(pairs.follows)


def reduced(pairs: Iterable[Implied]) -> list[Implied]:
    """The pairs without those that follow from two others. Of constraints that imply each other, all pairs are kept."""
    every = dict.fromkeys(pairs)

    def is_between(first: str, name: str, second: str) -> bool:
        there = (first, name) in every and (name, second) in every
        return there and (name, first) not in every and (second, name) not in every

    names = dict.fromkeys(name for pair in every for name in pair)
    return [pair for pair in every if not any(is_between(pair[0], name, pair[1]) for name in names)]


def declared() -> frozenset[Implied]:
    """The pairs that constraints declare, together with those that follow from two declared pairs."""
    pairs = {(link.stronger[0].name, link.weaker.name) for link in implications() if len(link.stronger) == 1}
    while more := {(a, d) for a, b in pairs for c, d in pairs if b == c and a != d} - pairs:
        pairs |= more
    return frozenset(pairs)
