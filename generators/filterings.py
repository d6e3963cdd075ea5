"""Filterings: every table of true and false positives and negatives, the two moves between them, and non-informative
outputs.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb

import numpy as np

from axiometrics.core.aggregates import Confusion
from axiometrics.core.arithmetic import Array
from axiometrics.core.case import GAIN, Case, Demand
from axiometrics.core.organization import Organization
from axiometrics.generators.blocks import Block, BySize, Sized
from axiometrics.generators.tables import compositions

Table = tuple[int, int, int, int]
"""tp, fp, fn, tn."""

MOVES = {
    "a relevant document into the positive set": (1, 0, -1, 0),
    "an irrelevant document out of the positive set": (0, -1, 0, 1),
}
"""What moves one document the right way, as changes of tp, fp, fn, tn."""


def organize(table: Table) -> tuple[dict[str, list[str]], Organization]:
    """Documents for a table: `r1 ...` relevant, `n1 ...` not; positive and negative set, and the gold."""
    tp, fp, fn, tn = table
    relevant, irrelevant = ([f"{letter}{i}" for i in range(1, k + 1)] for letter, k in (("r", tp + fn), ("n", fp + tn)))
    output = {"positive": relevant[:tp] + irrelevant[:fp], "negative": relevant[tp:] + irrelevant[fp:]}
    return output, Organization.filtering(relevant, irrelevant)


Filtered = tuple[Organization, Organization]
"""An output and its gold."""


@lru_cache(maxsize=2**12)
def filtered(table: Table) -> Filtered:
    """Output and gold of a table. They are kept, since every metric is described by the same tables."""
    sets, gold = organize(table)
    return Organization.filtering(sets["positive"], sets["negative"]), gold


@dataclass(frozen=True, eq=False)
class ConfusionTables:
    """The universe of all tables of that many documents; C(n + 3, 3) of them."""

    documents: int

    def key(self, closed: bool) -> Hashable:
        return self.documents

    def __len__(self) -> int:
        return comb(self.documents + 3, 3)

    @property
    def tables(self) -> Array:
        """The tables in lexicographic order, shape (tables, 4)."""
        return np.array(list(compositions(self.documents, 4)))

    def chunks(self) -> Iterator[tuple[Confusion, tuple[int, ...]]]:
        yield Confusion.of(self.tables), (len(self),)

    def outputs(self, k: int, closed: bool) -> tuple[Organization, Organization]:
        tp, fp, fn, tn = (int(count) for count in self.tables[k])
        sets, gold = organize((tp, fp, fn, tn))
        return Organization.filtering(sets["positive"], sets["negative"]), gold

    def signature(self, k: int, closed: bool) -> Hashable:
        return self.documents, k


@dataclass(frozen=True)
class UnitMoves(BySize):
    """Every table with both classes, and each move of one document the right way.

    Attributes
    ----------
    where : worse and better table, of shape (..., 4) -> whether the reading speaks of them; written so that it serves
        one table and many
    default, greatest : documents searched unless told, and at most
    """

    where: Callable[[Array, Array], Array]
    default: int = 24
    greatest: int = 24
    demand: Demand = GAIN

    def blocks(self, cap: int | None = None) -> Iterator[Block]:
        """For each number of documents and each move, every table it applies to."""
        for documents in range(2, self.largest(cap) + 1):
            universe = ConfusionTables(documents)
            tables = universe.tables
            number = {tuple(table): i for i, table in enumerate(tables.tolist())}
            for words, change in MOVES.items():
                after = tables + np.array(change)
                valid = np.flatnonzero((after >= 0).all(-1) & both_classes(tables) & self.where(tables, after))
                if len(valid):
                    yield self._block(
                        universe, valid, np.array([number[tuple(table)] for table in after[valid].tolist()]), words
                    )

    def _block(self, universe: ConfusionTables, worse: Array, better: Array, words: str) -> Block:
        def case(k: int, closed: bool) -> Case:
            return moved(_table(universe.tables[worse[k]]), _table(universe.tables[better[k]]), words)

        def sizes(ks: Array, closed: bool = False) -> Array:
            return np.full((len(ks), 2), (universe.documents, 3 * universe.documents))

        return Block(
            self.demand, {"better": (universe, better), "worse": (universe, worse)}, universe.documents, sizes, case
        )

    def cases(self, documents: int) -> Iterator[Case]:
        """The cases of that many documents one by one, from the definition."""
        for table in compositions(documents, 4):
            for words, change in MOVES.items():
                after = tuple(map(int.__add__, table, change))
                if min(after) >= 0 and both_classes(np.array(table)) and self.where(np.array(table), np.array(after)):
                    yield moved(_table(np.array(table)), _table(np.array(after)), words)

    def admits(self, case: Case) -> str | None:
        """Why the case is not an instance, or None; looks at the organizations alone."""
        sides = [case.gold, case.outputs["worse"], case.outputs["better"]]
        if any(
            len(o.levels) != 2 or o.tail or o.size != len(o.documents) or o.documents != case.gold.documents
            for o in sides
        ):
            return "gold and outputs are not filterings of the same documents"
        relevant, before, after = ({d for cluster in o.levels[0] for d in cluster} for o in sides)
        moved_in, moved_out = after - before, before - after
        if not (len(moved_in) + len(moved_out) == 1 and moved_in <= relevant and not moved_out & relevant):
            return "better is not worse with one document moved the right way"
        tables = [_confusion(relevant, positive, len(case.gold.documents)) for positive in (before, after)]
        if not both_classes(tables[0]):
            return "the gold has only one class"
        return None if self.where(*tables) else "the reading does not speak of these tables"


def both_classes(table: Array) -> Array:
    """Whether the gold has relevant and irrelevant documents."""
    return np.asarray((table[..., 0] + table[..., 2] > 0) & (table[..., 1] + table[..., 3] > 0))


def _table(row: Array) -> Table:
    tp, fp, fn, tn = (int(count) for count in row)
    return tp, fp, fn, tn


def _confusion(relevant: set[str], positive: set[str], documents: int) -> Array:
    tp = len(relevant & positive)
    return np.array([tp, len(positive) - tp, len(relevant) - tp, documents - len(relevant | positive)])


def moved(worse: Table, better: Table, words: str) -> Case:
    """The organizations of a move: the document that moves has its name in both outputs."""
    sets, gold = organize(worse)
    positive, negative = list(sets["positive"]), list(sets["negative"])
    if better[0] > worse[0]:
        mover = next(d for d in negative if d.startswith("r"))
        after = ([*positive, mover], [d for d in negative if d != mover])
    else:
        mover = [d for d in positive if d.startswith("n")][-1]
        after = ([d for d in positive if d != mover], [*negative, mover])
    outputs = {"better": Organization.filtering(*after), "worse": Organization.filtering(positive, negative)}
    return Case(gold, outputs, words)


@dataclass(frozen=True)
class ExpectedTables:
    """The expected tables of random outputs: positive rate x and prevalence pi on a grid, 144 documents, whole numbers
    all.

    One series for each prevalence: the tables as x grows.
    """

    steps: int = 12
    unit = "documents"

    def largest(self, cap: int | None) -> int:
        """The documents of each table; no cap changes the grid."""
        return self.steps**2

    def series(self, cap: int | None) -> Iterator[tuple[str, list[list[tuple[Fraction, Filtered]]]]]:
        """For each prevalence its name, and for each x the outputs with their probabilities (here one, for sure)."""
        for i in range(1, self.steps):
            rows = [
                (k * i, k * (self.steps - i), (self.steps - k) * i, (self.steps - k) * (self.steps - i))
                for k in range(1, self.steps)
            ]
            yield f"prevalence {Fraction(i, self.steps)}", [[(Fraction(1), filtered(row))] for row in rows]


@dataclass(frozen=True)
class RandomSubsets(Sized):
    """All subsets of each size s as positive set, for every gold with both classes: one series for each gold, as s
    grows from 1 to n - 1.
    """

    default: int = 10
    greatest: int = 16
    unit = "documents"

    def series(self, cap: int | None) -> Iterator[tuple[str, list[list[tuple[Fraction, Filtered]]]]]:
        """For each gold its name, and for each size the outputs, with their probabilities."""
        for n in range(4, self.largest(cap) + 1):
            for relevant in range(1, n):
                yield f"{relevant} of {n} relevant", [_drawn(n, relevant, s) for s in range(1, n)]


def _drawn(n: int, relevant: int, s: int) -> list[tuple[Fraction, Filtered]]:
    """The outputs, with their gold, of a random positive set of size s, with their hypergeometric probabilities."""
    drawn = []
    for tp in range(max(0, s - (n - relevant)), min(relevant, s) + 1):
        chance = Fraction(comb(relevant, tp) * comb(n - relevant, s - tp), comb(n, s))
        drawn.append((chance, filtered((tp, s - tp, relevant - tp, n - relevant - (s - tp)))))
    return drawn
