"""Filtering Priority, embedded: a document goes from one level of the output to the other, where the gold has it.

The reading `interior` alone is spoken of: gold and outputs have two levels of the same documents, without tail.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from axiometrics.core.case import Case
from axiometrics.core.organization import Organization
from axiometrics.core.vocabulary import Fact, Quantity, Sketch, Vocabulary
from axiometrics.definitions.sides import BothSides, JudgedSide, LevelPlace, OccurrenceRelations, Related
from axiometrics.symbolic.symbols import Group, Things, number


def _levels(organization: Organization) -> list[set[str]]:
    return [held for level in organization.levels if (held := {d for cluster in level for d in cluster})]


@dataclass(frozen=True)
class Moved:
    """The documents of four levels: the worse output's level to which the document goes, its level from which the
    document goes, the gold's level that has the document, and the gold's other level.
    """

    to: set[str]
    origin: set[str]
    alike: set[str]
    others: set[str]

    @classmethod
    def of(cls, case: Case) -> Moved:
        """The levels of a case. Where a side has fewer than two levels, the missing ones are empty."""
        before, after, gold = (
            [*_levels(side), set[str](), set[str]()][:2]
            for side in (case.outputs["worse"], case.outputs["better"], case.gold)
        )
        up = len(after[0]) > len(before[0])
        to, origin = before if up else before[::-1]
        alike, others = gold if up else gold[::-1]
        return cls(to, origin, alike, others)


_READING = ("interior",)


def _sketches(reading: str) -> Iterator[Sketch]:
    """Each side has two levels, and the document goes to one of them. A relation is found where both documents are in
    their place.
    """
    if reading not in _READING:
        return
    k, j, stray, missing = number("k", 1), number("j", 1), number("stray"), number("missing", 1)
    listed = k + j + stray + missing

    def level(name: str, size: Any, right: Any, others: Any, right_of_others: Any) -> list[Group]:
        """The documents of a level that are in their place, and those that are not."""

        def related(shares: Mapping[int, Any]) -> Things:
            some = shares.items()
            return Things(
                (), [Group(f"{name} to {share}", Related(LevelPlace(), share, share), number=of) for share, of in some]
            )

        to_right, to_none = related({1: right_of_others, 0: others - right_of_others}), related({0: others})
        return [
            Group(f"{name} right", OccurrenceRelations(LevelPlace(size=size), to_right, 0), number=right),
            Group(f"{name} wrong", OccurrenceRelations(LevelPlace(size=size), to_none, 0), number=size - right),
        ]

    def levels(first: tuple[Any, Any], second: tuple[Any, Any]) -> JudgedSide:
        """A side, by the size of its two levels and the number of documents in their place on each."""
        return JudgedSide(listed, False, Things((), [*level("one", *first, *second), *level("other", *second, *first)]))

    def sides(moved: int) -> BothSides:
        """Both sides after this many documents have been moved. On the level to which documents go, the gold has
        `stray` of them on the other level.
        """
        right, left = k + moved, missing - moved
        return BothSides(
            levels((right + stray, right), (j + left, j)),
            levels((k + missing, right), (j + stray, j)),
        )

    yield Sketch(
        {"worse": sides(0), "better": sides(1)},
        {"k": k, "j": j, "D": k + stray, "O": j + missing, "y": k + missing, "z": j + stray},
    )


VOCABULARY = Vocabulary(
    see=Moved.of,
    quantities={
        "D": Quantity("documents of the level to which the document goes", lambda c: len(c.to), whole=True),
        "O": Quantity("documents of the level from which it goes", lambda c: len(c.origin), whole=True),
        "y": Quantity("documents on its level of the gold", lambda c: len(c.alike), whole=True),
        "z": Quantity("documents on the other level of the gold", lambda c: len(c.others), whole=True),
        "k": Quantity(
            "documents on its level of the gold that stand where it goes to", lambda c: len(c.to & c.alike), whole=True
        ),
        "j": Quantity(
            "documents on the other level of the gold that stand where it comes from",
            lambda c: len(c.origin & c.others),
            whole=True,
        ),
    },
    facts=(
        Fact("k - 1 >= 0", readings=_READING),
        Fact("j - 1 >= 0", readings=_READING),
        Fact("D - k >= 0", readings=_READING),
        Fact("O - j - 1 >= 0", readings=_READING),
        Fact("y - k - 1 >= 0", readings=_READING),
        Fact("z - j >= 0", readings=_READING),
    ),
    sketches=_sketches,
)
