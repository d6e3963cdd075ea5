"""Grids: multisets of documents, of which each has a relevance and some scores from a few numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement, product

from axiometrics.core.scores import Relevance, Scores

GRID = tuple(Fraction(k, 4) for k in range(5))
"""Quarters. There are 25, 325, 2,925 and 20,475 cases of a relevance and a score for 1 to 4 documents, and 125, 7,875
and 333,375 with two scores for 1 to 3: with c combinations of numbers, C(c + n - 1, n) for n documents.
"""

FINE = (Fraction(0), Fraction(49, 100), Fraction(1, 2), Fraction(51, 100), Fraction(1))
"""Five numbers around the threshold 1/2: two below it, 1/2 itself, and two above it."""

ON_QUARTERS = "relevance and scores are 0, 1/4, 1/2, 3/4 or 1"
ON_FINE = "relevance and scores are 0, .49, .5, .51 or 1"
"""The two grids in words. Every constraint on scorings speaks of all numbers from 0 to 1, and recognises any of them in
a saved case, so that what is searched is a grid; `stability` and `affine-invariance`, whose readings name the numbers,
are no exceptions.
"""

Row = tuple[Fraction, ...]
"""The numbers of one document: its relevance, then its scores."""


def rows(documents: int, columns: int, numbers: Sequence[Fraction] = GRID) -> Iterator[tuple[Row, ...]]:
    """Every multiset of that many rows of so many numbers each, in the order of the numbers.

    >>> [sum(1 for _ in rows(n, 2)) for n in (1, 2, 3)]
    [25, 325, 2925]
    """
    yield from combinations_with_replacement(product(numbers, repeat=columns), documents)


def names(documents: int) -> list[str]:
    """`d1`, `d2` and so on."""
    return [f"d{i}" for i in range(1, documents + 1)]


def relevance(column: Sequence[Fraction]) -> Relevance:
    """A gold in which the document `d1` has the first of these numbers, `d2` the second, and so on."""
    return _relevance(tuple(column))


def scores(column: Sequence[Fraction]) -> Scores:
    """An output in which the document `d1` has the first of these numbers, `d2` the second, and so on."""
    return _scores(tuple(column))


@lru_cache(maxsize=2**14)
def _relevance(column: tuple[Fraction, ...]) -> Relevance:
    """Many cases of a grid share a column, which is checked once."""
    return Relevance(tuple(zip(names(len(column)), column, strict=True)))


@lru_cache(maxsize=2**14)
def _scores(column: tuple[Fraction, ...]) -> Scores:
    return Scores(tuple(zip(names(len(column)), column, strict=True)))
