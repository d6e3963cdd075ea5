"""Which constraints follow from which: what is declared is confirmed, and what is found besides is documented.

`python -m tests.possibility.test_implications` prints the table of docs/theory.md.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

import pytest

from axiometrics.possibility.asking import contraries, implied
from axiometrics.possibility.exact import NotDecided, ValueTable, decided
from axiometrics.possibility.question import Question, question
from axiometrics.possibility.row_lists import unmet
from axiometrics.possibility.rows import place_named
from axiometrics.registry.implications import Link, implications
from tests.possibility.linear import is_linear, linear

PAGE = Path(__file__).parents[2] / "docs" / "theory.md"
SIZES = {"ranking": (2, 3), "clustering": (4,), "classification": (4, 5)}
"""The sizes at which all constraints of a task are compared: those of the table are implied at each of them."""

MARKS = {"clustering": pytest.mark.slow, "classification": pytest.mark.thorough}
"""All pairs of readings of two classes take many minutes."""


def is_asked(link: Link) -> bool:
    """Whether the implication is one of linear readings of one task, which have small cases."""
    places = [*link.stronger, link.weaker]
    tasks = {place.constraint.task for place in places}
    return len(tasks) == 1 and all(is_linear(place) and not place.reading.finite for place in places)


LINKS = list(filter(is_asked, implications()))


@pytest.mark.parametrize(
    "link",
    [
        pytest.param(link, marks=[] if k % 10 == 0 else [pytest.mark.slow], id=str(link)[:90])
        for k, link in enumerate(LINKS)
    ],
)
def test_every_metric_that_satisfies_what_is_declared_stronger_satisfies_the_weaker(link: Link) -> None:
    """At the least size at which the weaker one has a case, up to 6."""
    size = next((size for size in range(1, 7) if any(link.weaker.reading.judged.cases(size))), None)
    if size is not None:
        implication = implied(question(link.stronger, [link.weaker], size))
        assert implication.implies is not None
        assert implication.implies.answer == "yes"


def test_most_implications_are_asked() -> None:
    assert len(LINKS) >= 100


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


def implied_pairs(question: Question) -> list[Implied]:
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


def undeclared(task: str) -> list[tuple[str, str]]:
    """What is implied at all sizes that are looked at, and neither declared nor a consequence of two others."""
    implications = [implied_pairs(question(linear(task), size=size)) for size in SIZES[task]]
    common = [pair for pair in implications[0] if all(pair in more for more in implications)]
    return [pair for pair in reduced(common) if pair not in declared()]


def table(task: str) -> list[str]:
    sizes = " and ".join(map(str, SIZES[task]))
    return [f"| `{first}` | `{second}` | {sizes} |" for first, second in undeclared(task)]


@pytest.mark.parametrize(
    "task", ["ranking", *(pytest.param(task, marks=MARKS[task]) for task in SIZES if task != "ranking")]
)
def test_what_follows_and_is_not_declared_stands_in_the_documentation(task: str) -> None:
    listed = [line for line in PAGE.read_text().splitlines() if line.startswith(f"| `{task}:") and line.count("|") == 4]
    assert listed == table(task)


def test_a_table_takes_away_what_it_refutes_and_nothing_else() -> None:
    names = ["ranking:priority@universal", "ranking:priority@single", "ranking:confidence@universal"]
    of = question([place_named(name) for name in names], size=3)
    pairs = ImpliedPairs(of, {(first, second): None for first in names for second in names if first != second})
    for pair in list(pairs.left):
        pairs.settle(pair)
    assert list(pairs.follows) == [(names[0], names[1])]


def test_what_follows_from_two_others_is_left_out_and_equals_are_kept() -> None:
    assert reduced([("a", "b"), ("b", "c"), ("a", "c")]) == [("a", "b"), ("b", "c")]
    assert reduced([("a", "b"), ("b", "a"), ("b", "c"), ("a", "c")]) == [("a", "b"), ("b", "a"), ("b", "c"), ("a", "c")]


if __name__ == "__main__":
    sys.stdout.write("".join(f"{line}\n" for task in SIZES for line in table(task)))
