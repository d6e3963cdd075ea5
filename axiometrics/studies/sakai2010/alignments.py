"""The tables of section 4.3, whose rows lost their alignment: the ways in which intents may belong to ranks, and the
run that each metric prefers in each of these ways.

The text keeps, for each run, the ten documents in rank order and the intents of its relevant documents in rank order,
but not which document an intent belongs to. So each way to give k intents to k of ten ranks, in order, is an alignment;
a document that both runs retrieve has the same intents in both. The other relevant documents are unknown: an intent may
have more relevant documents, which changes ideal lists only. These are bounded. The least ideal has the known
documents, and of each intent that none of them serves one document more, of that intent alone: section 4.1 takes as
intents only the subtopics with at least one relevant document. One document of several such intents would make the
ideal greater, since a gain is worth more further up. The greatest ideal has ten documents (of every intent, for global
gain).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from math import log2

from axiometrics.core.margins import FORMULA_ROUNDING

Labels = Sequence[frozenset[int]]
"""The intents of each rank."""

RANKS = 10
"""The number of documents of each run that the paper prints."""

WORTH = tuple(1 / log2(rank + 1) for rank in range(1, RANKS + 1))
"""The discount of each rank, as in nDCG."""

MOST = sum(WORTH)
"""The greatest discounted gain of ten documents of grade 1."""


@dataclass(frozen=True)
class RunTable:
    """Two runs of one topic: documents in rank order, and the intents of their relevant documents in rank order."""

    intents: int
    left: tuple[str, ...]
    right: tuple[str, ...]
    left_labels: tuple[frozenset[int], ...]
    right_labels: tuple[frozenset[int], ...]

    @property
    def probabilities(self) -> list[Fraction]:
        """P(i_j) = 2^(n-j+1) / sum over k of 2^k (section 4.1)."""
        whole = sum(2**k for k in range(1, self.intents + 1))
        return [Fraction(2 ** (self.intents - j + 1), whole) for j in range(1, self.intents + 1)]

    def alignments(self) -> Iterator[tuple[Labels, Labels]]:
        """Every alignment of both runs under which shared documents have the same intents."""
        shared = [(i, self.right.index(d)) for i, d in enumerate(self.left) if d in self.right]
        for left, right in product(_placed(self.left_labels), _placed(self.right_labels)):
            if all(left[i] == right[j] for i, j in shared):
                yield left, right


def _placed(labels: Sequence[frozenset[int]]) -> list[Labels]:
    placings = list[Labels]()
    for places in combinations(range(RANKS), len(labels)):
        run: list[frozenset[int]] = [frozenset()] * RANKS
        for place, label in zip(places, labels, strict=True):
            run[place] = label
        placings.append(tuple(run))
    return placings


@dataclass(frozen=True)
class Preference:
    """In how many alignments the left run is preferred for certain, and in how many not at all. In the others, the
    preference depends on judgements that are unknown.
    """

    alignments: int
    always: int
    never: int

    @property
    def word(self) -> str:
        """Whether the left run is preferred in every alignment, in some, or in none."""
        if self.always == self.alignments:
            return "holds always"
        return "impossible" if self.never == self.alignments else "possible"


def preference(table: RunTable, metric: str, turned: bool = False) -> Preference:
    """How often a metric prefers the left run (the right one, if `turned`).

    Floats decide the signs, because every difference of the tables is 0 or far larger than the margin; a test checks
    this.
    """
    differences = [DIFFERENCES[metric](table, *alignment) for alignment in table.alignments()]
    bounds = [(-high, -low) for low, high in differences] if turned else differences
    return Preference(
        len(bounds),
        sum(low > FORMULA_ROUNDING for low, _ in bounds),
        sum(high <= FORMULA_ROUNDING for _, high in bounds),
    )


def _gain(run: Labels, gains: Sequence[float]) -> float:
    return sum(sum(gains[i - 1] for i in served) * worth for served, worth in zip(run, WORTH, strict=True))


def _alpha(table: RunTable, left: Labels, right: Labels) -> tuple[float, float]:
    """The difference of the gains of alpha-nDCG at alpha = 1/2: the unknown ideal is the same for both and above 0."""
    difference = _novel(left) - _novel(right)
    return difference, difference


def _novel(run: Labels) -> float:
    seen: dict[int, int] = {}
    total = 0.0
    for served, worth in zip(run, WORTH, strict=True):
        total += sum(0.5 ** seen.get(i, 0) for i in served) * worth
        for i in served:
            seen[i] = seen.get(i, 0) + 1
    return total


def _known(table: RunTable, left: Labels, right: Labels) -> list[frozenset[int]]:
    """For each relevant document that one of the runs retrieves, the intents that it serves; each document once."""
    served = dict(zip(table.left, left, strict=True)) | dict(zip(table.right, right, strict=True))
    return [intents for intents in served.values() if intents]


def _least(gains: Sequence[float]) -> float:
    return sum(gain * worth for gain, worth in zip(sorted(gains, reverse=True), WORTH, strict=False))


def _intent_aware(table: RunTable, left: Labels, right: Labels) -> tuple[float, float]:
    """The bounds of the difference of nDCG-IA: the ideal of each intent lies between that of its known documents and
    that of ten.
    """
    documents = _known(table, left, right)
    low = high = 0.0
    for i, chance in enumerate(table.probabilities, 1):
        gains = [float(j == i) for j in range(1, table.intents + 1)]
        difference = float(chance) * (_gain(left, gains) - _gain(right, gains))
        number = sum(i in served for served in documents)
        ideals = (_least([1.0] * number), MOST) if number else (MOST, MOST)
        ends = sorted(difference / ideal for ideal in ideals)
        low, high = low + ends[0], high + ends[1]
    return low, high


def _idiv(table: RunTable, left: Labels, right: Labels) -> tuple[float, float]:
    """The bounds of the difference of Idiv-nDCG at gamma = 1/2: the ideal lies between that of the known documents
    with one of each further intent, and that of ten documents of every intent.
    """
    chances = list(map(float, table.probabilities))
    documents = _known(table, left, right)
    further = [chance for i, chance in enumerate(chances, 1) if not any(i in served for served in documents)]
    least = _least([*(sum(chances[i - 1] for i in served) for served in documents), *further])
    covered = (len(frozenset().union(*left)) - len(frozenset().union(*right))) / table.intents
    difference = _gain(left, chances) - _gain(right, chances)
    ends = sorted((covered + difference / ideal) / 2 for ideal in (least, MOST))
    return ends[0], ends[1]


DIFFERENCES: Mapping[str, Callable[[RunTable, Labels, Labels], tuple[float, float]]] = {
    "idiv-ndcg": _idiv,
    "ndcg-ia": _intent_aware,
    "alpha-ndcg": _alpha,
}
"""By metric, the bounds of the score of the left run less that of the right one."""


def _labels(text: str) -> tuple[frozenset[int], ...]:
    return tuple(frozenset(map(int, part.split("+"))) for part in text.split())


TABLES = {
    21: RunTable(
        5,
        tuple(f"a{k}" for k in range(1, 11)),
        tuple(f"b{k}" for k in range(1, 11)),
        _labels("1"),
        _labels("5 5"),
    ),
    28: RunTable(
        5,
        ("wp00-88-23480", "0007-19-33611", "a3", "0009-64-18412", *(f"a{k}" for k in range(5, 11))),
        ("b1", "0007-19-33611", "wp00-88-23480", "b4", "0009-64-18412", *(f"b{k}" for k in range(6, 11))),
        _labels("4 4 5 2"),
        _labels("4 4 2 4"),
    ),
    38: RunTable(
        3,
        ("0011-83-04353", *(f"a{k}" for k in range(2, 11))),
        ("b1", "0011-83-04353", *(f"b{k}" for k in range(3, 11))),
        _labels("1 1 1 1 1 1"),
        _labels("1 1+3 1 1"),
    ),
}
"""MSDiv2 (left) and MSRAACSF (right) on three topics; documents that only one run retrieves are a or b and a rank."""
