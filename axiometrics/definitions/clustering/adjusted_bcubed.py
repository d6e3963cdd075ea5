"""BCubed F, corrected for chance: its mean is that over clusters that are filled at random, one after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import comb, prod
from typing import Any

from axiometrics.core.definition import Definition
from axiometrics.definitions.clustering.bcubed import bcubed_f
from axiometrics.definitions.means import harmonic_mean
from axiometrics.definitions.partitions import counts

LARGEST = 12
"""Documents of the largest clustering that has a value, since the mean has no closed form."""

Sizes = tuple[int, ...]
Sums = dict[tuple[Fraction, Fraction], Fraction]
"""The chance of each pair of sums that documents add to precision and to recall."""


def adjusted_bcubed_f(system: Any, gold: Any) -> Any:
    """(F - E) / (1 - E), F being BCubed F and E its mean over the renamings of the documents of the system. At most 1;
    1 at 0/0; undefined for more than 12 documents. After Hubert & Arabie 1985.

    Of the three ways to pair four documents, one is the gold, and two have F = 1/2: E = 2/3.

    >>> from axiometrics.core.organization import Organization
    >>> gold, system = (Organization.parse(text) for text in ("{a b} {c d}", "{a c} {b d}"))
    >>> adjusted_bcubed_f(system, gold)
    Fraction(-1, 2)
    """
    of = counts(system, gold)
    if of.documents > LARGEST:
        return None
    expected = _expected(tuple(sorted(of.classes.values())), tuple(sorted(of.clusters.values())))
    return (bcubed_f(system, gold) - expected) / (1 - expected) if expected != 1 else Fraction(1)


@lru_cache(maxsize=2**12)
def _expected(classes: Sizes, clusters: Sizes) -> Fraction:
    n = sum(classes)
    chances = _added(classes, classes, clusters)
    means = (chance * harmonic_mean(p / n, r / n) for (p, r), chance in chances.items())
    return sum(means, Fraction(0))


@lru_cache(maxsize=2**16)
def _added(classes: Sizes, left: Sizes, clusters: Sizes) -> Sums:
    """The sums that the remaining documents of the classes can add to precision and to recall if they fill these
    clusters, each with its chance.
    """
    if not clusters:
        return {(Fraction(0), Fraction(0)): Fraction(1)}
    size, *others = clusters
    sums: Counter[tuple[Fraction, Fraction]] = Counter()
    for row in _rows(left, size):
        chance = Fraction(prod(map(comb, left, row)), comb(sum(left), size))
        precision = Fraction(sum(k * k for k in row), size)
        recall = sum((Fraction(k * k, a) for k, a in zip(row, classes, strict=True)), Fraction(0))
        rest = _added(classes, tuple(a - k for a, k in zip(left, row, strict=True)), tuple(others))
        for (p, r), times in rest.items():
            sums[p + precision, r + recall] += chance * times  # type: ignore[assignment]
    return dict(sums)  # type: ignore[arg-type]


def _rows(left: Sizes, size: int) -> Iterator[Sizes]:
    """How many documents of each class a cluster of that size may hold."""
    if len(left) == 1:
        if size <= left[0]:
            yield (size,)
        return
    for k in range(min(left[0], size) + 1):
        for rest in _rows(left[1:], size - k):
            yield (k, *rest)


DEFINITIONS = (Definition("adjusted-bcubed-f", adjusted_bcubed_f),)
