"""BEPD and EPRUM (Lalmas et al. 2007, section 7.2). EPRUM goes through all that a user may see: every set of items
whose best entry points are found, with its chance. Up to `ENUMERATED` items; a longer run has its sets counted by how
many are found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import prod

from axiometrics.core.definition import Definition
from axiometrics.core.errors import TaskError
from axiometrics.core.library import Library
from axiometrics.core.organization import Organization
from axiometrics.core.parameter import Parameter
from axiometrics.definitions.element_runs import MOST, limit, size

ENUMERATED = 8
"""The most items of which every set is gone through: n items have 2^n sets."""


def _beps(gold: Library) -> dict[str, int]:
    """By article, its best entry point. An article without a best entry point is left out."""
    return {article.name: article.entry for article in gold.articles if article.entry is not None}


def closeness(system: Organization, gold: Library, a: Fraction) -> list[Fraction]:
    """Eq. 14 for each item: A L / (A L + d(x, b)); 0 in an article without best entry point.

    Raises `TaskError` for what is not an entry point, and for an article that comes twice.
    """
    lengths = {article.name: size(article.root) for article in gold.articles}
    mean = gold.length or Fraction(sum(lengths.values()), len(lengths))
    points = _beps(gold)
    seen: list[str] = []
    values = []
    for level in system.levels:
        if len(level) > 1 or any(len(cluster) > 1 for cluster in level):
            raise TaskError(f"the system is not a run of entry points: one a level is wanted, found {system}")
        for (item,) in level:
            name, at, x = item.partition("@")
            if not at or not re.fullmatch("[0-9]{1,15}", x) or int(x) > lengths.get(name, int(x)):
                raise TaskError(f"{item!r} is not an entry point: an article@character is wanted")
            if name in seen:
                raise TaskError(f"the article {name!r} comes twice in {system}")
            seen.append(name)
            if mean == 0:
                raise TaskError("the articles have no text, and the collection no mean length")
            d = abs(int(x) - points.get(name, 0))
            values.append(a * mean / (a * mean + d) if name in points else Fraction(0))
    return values[:MOST]


def bepd(system: Organization, gold: Library, a: Fraction) -> Fraction | None:
    """The sum of s over the items, over the number of best entry points. Range [0, 1]; undefined without any."""
    beps = len(_beps(gold))
    return sum(closeness(system, gold, a), Fraction(0)) / beps if beps else None


def _seen(chances: list[Fraction]) -> Iterator[tuple[tuple[bool, ...], Fraction]]:
    """Yield each possible set of seen best entry points, with its chance: a set says for each item whether its best
    entry point is seen.
    """
    for seen in product((True, False), repeat=len(chances)):
        chance = prod((s if is_seen else 1 - s for is_seen, s in zip(seen, chances, strict=True)), start=Fraction(1))
        if chance:
            yield seen, chance


def _exactly(chances: list[Fraction], number: int) -> Fraction:
    """The chance that exactly so many are seen: the coefficient of x^number in the product of (1 - s) + s x."""
    polynomial = [Fraction(1)]
    for s in chances:
        shifted = [Fraction(0), *(s * c for c in polynomial)]
        polynomial = [c * (1 - s) + up for c, up in zip([*polynomial, Fraction(0)], shifted, strict=True)]
    return polynomial[number] if number < len(polynomial) else Fraction(0)


def level_precision(chances: list[Fraction], wanted: int) -> Fraction:
    """Eq. 15: the expectation of wanted / M, with M the first rank at which so many have been seen; 0 where they are
    not.
    """
    if len(chances) > ENUMERATED:
        return sum(
            (_exactly(chances[:r], wanted - 1) * chances[r] * Fraction(wanted, r + 1) for r in range(len(chances))),
            Fraction(0),
        )
    expected = Fraction(0)
    for seen, chance in _seen(chances):
        reached = [rank for rank in range(1, len(seen) + 1) if sum(seen[:rank]) >= wanted]
        if reached:
            expected += chance * Fraction(wanted, reached[0])
    return expected


def eprum_level(system: Organization, gold: Library, recall: Fraction, a: Fraction) -> Fraction | None:
    """Eq. 15 at a recall level: R is the least whole number not below level times T. Range [0, 1]; undefined where
    there is no best entry point.
    """
    total, chances = len(_beps(gold)), closeness(system, gold, a)
    wanted = next((r for r in range(1, total + 1) if r >= recall * total), 0)
    return level_precision(chances, wanted) if total else None


def eprum(system: Organization, gold: Library, a: Fraction) -> Fraction | None:
    """The mean of Eq. 15 over the recall values 1..T. Range [0, 1]; undefined where there is no best entry point."""
    total, chances = len(_beps(gold)), closeness(system, gold, a)
    return sum((level_precision(chances, r) for r in range(1, total + 1)), Fraction(0)) / total if total else None


def eprum_rank(system: Organization, gold: Library, k: Fraction | None, a: Fraction) -> Fraction | None:
    """Eq. 16: the best list needs as many items as entry points were seen in the first k, so this is the expectation of
    that number, over k. Range [0, 1]; undefined at k = 0.
    """
    rank = min(limit(k), MOST)
    chances = closeness(system, gold, a)[:rank]
    if not rank:
        return None
    if len(chances) > ENUMERATED:
        return sum(chances, Fraction(0)) / rank
    return sum((chance * sum(seen) for seen, chance in _seen(chances)), Fraction(0)) / rank


_A = Parameter("a", Fraction(1, 10), "controls how fast closeness falls", low=Fraction(0), low_open=True)

DEFINITIONS = (
    Definition("bepd", bepd, (_A,)),
    Definition("eprum", eprum, (_A,)),
    Definition(
        "eprum-level",
        eprum_level,
        (
            Parameter("recall", Fraction(1), "level", low=Fraction(0), low_open=True, high=Fraction(1)),
            _A,
        ),
    ),
    Definition("eprum-rank", eprum_rank, (Parameter("k", Fraction(10), "last rank", low=Fraction(0), cut=True), _A)),
)
