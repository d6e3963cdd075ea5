"""Overlapping clusterings: a big class and pairs that may coincide or share documents with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, groupby, permutations, product

import numpy as np

from axiometrics.core.arithmetic import Array
from axiometrics.core.case import GAIN, Case, Demand
from axiometrics.core.organization import Organization
from axiometrics.generators.blocks import Block, Sized
from axiometrics.generators.listed import ListedOutputs

Pairs = tuple[tuple[int, int], ...]
"""Pairs of numbered documents; documents below the size of the big class belong to it."""


@cache
def pair_systems(n: int, shared: bool) -> tuple[Pairs, ...]:
    """The ways to put n pairs, once up to names: on documents outside the big class of n + 1, or (`shared`) on any.

    Outside the class they are the multigraphs with n edges, loopless and without lone vertices: 1, 3, 8, 23, ... (OEIS
    A050535).

    >>> [len(pair_systems(n, False)) for n in (1, 2, 3)]
    [1, 3, 8]
    """
    inside = n + 1 if shared else 0
    grown: set[Pairs] = {()}
    for _ in range(n):
        grown = {_least_name(n + 1, (*system, pair)) for system in grown for pair in _next_pairs(system, n + 1, inside)}
    return tuple(sorted(grown))


def _next_pairs(system: Pairs, big: int, inside: int) -> Iterator[tuple[int, int]]:
    """Pairs to add: on documents of the class (if they may), documents already outside it, and up to two new ones."""
    fresh = max([big - 1, *(d for pair in system for d in pair)]) + 1
    return combinations([*range(inside), *range(big, fresh + 2)], 2)


def _least_name(big: int, system: Pairs) -> Pairs:
    """One name for all systems that differ only by renaming documents inside the class, or outside it."""
    ends = Counter(d for pair in system for d in pair)
    kind = {
        d: (d >= big, ends[d], sorted((a + b - d < big, ends[a + b - d]) for a, b in system if d in (a, b)))
        for d in ends
    }
    groups = [list(group) for _, group in groupby(sorted(ends, key=lambda d: kind[d]), key=lambda d: kind[d])]
    written = []
    for parts in product(*(permutations(group) for group in groups)):
        order = [d for part in parts for d in part]
        inside = [d for d in order if d < big]
        name = {d: i for i, d in enumerate(inside)} | {d: big + i for i, d in enumerate(order[len(inside) :])}
        written.append(tuple(sorted((min(name[a], name[b]), max(name[a], name[b])) for a, b in system)))
    return min(written, default=())


@dataclass(frozen=True)
class OverlappingPairs(Sized):
    """A class of n + 1 documents and n pairs, all whole in the system: the pairs broken (worse) against one document
    out of the class (better).

    Attributes
    ----------
    shared : whether pairs may share documents with the big class
    default, greatest : n searched unless told, and at most
    """

    shared: bool
    default: int = 3
    greatest: int = 4
    demand: Demand = GAIN
    unit = "n"
    overlapping = True

    def complete(self, largest: int) -> int:
        """The documents up to which nothing is left out when the search goes to this size."""
        return largest + (1 if self.shared else 3)  # what n pairs and their class need at least, less one

    def cases(self, n: int) -> Iterator[Case]:
        """Every case with n pairs, two at least, once up to names."""
        big = list(range(n + 1))
        for pairs in pair_systems(n, self.shared) if n > 1 else ():
            seen = set()
            for out in big:
                mark = _least_name(n + 1, (*pairs, (out, out)))
                if mark not in seen:
                    seen.add(mark)
                    yield self.case(n, pairs, out)

    def case(self, n: int, pairs: Pairs, out: int) -> Case:
        """The case of these pairs on documents numbered from 0, the class first, document `out` being taken out of
        it.
        """
        name = [*(f"a{i + 1}" for i in range(n + 1)), *(f"b{i + 1}" for i in range(2 * n))]
        big = name[: n + 1]
        whole = [[name[a], name[b]] for a, b in pairs]
        better = [[d for d in big if d != name[out]], [name[out]], *whole]
        worse = [big, *([d] for pair in whole for d in pair)]
        outputs = {"better": Organization.clustering(better), "worse": Organization.clustering(worse)}
        return Case(
            Organization.clustering([big, *whole]),
            outputs,
            f"{n} pairs broken, or one document taken out of the class of {n + 1}",
        )

    def blocks(self, cap: int | None = None) -> Iterator[Block]:
        """All cases up to the cap, by the number of documents."""
        listed = [case for n in range(2, self.largest(cap) + 1) for case in self.cases(n)]
        for documents in sorted({case.documents for case in listed}):
            yield self._block([case for case in listed if case.documents == documents], documents)

    def _block(self, cases: list[Case], documents: int) -> Block:
        index = np.arange(len(cases))

        def sizes(ks: Array, closed: bool = False) -> Array:
            return np.array([cases[k].size for k in ks])

        places = {
            role: (ListedOutputs(tuple((case.outputs[role], case.gold) for case in cases)), index)
            for role in self.demand.roles
        }
        return Block(self.demand, places, documents, sizes, lambda k, closed: cases[k])

    def admits(self, case: Case) -> str | None:
        """Why the case is not an instance, or None; looks at the organizations alone."""
        gold, better, worse = case.gold, case.outputs["better"], case.outputs["worse"]
        if any(len(o.levels) != 1 or o.tail for o in (gold, better, worse)):
            return "gold and outputs are not clusterings"
        classes = [frozenset(cluster) for cluster in gold.levels[0]]
        n = len(classes) - 1
        for big in {c for c in classes if len(c) == n + 1}:
            pairs = list(classes)
            pairs.remove(big)
            if (
                n < 2
                or any(len(pair) != 2 for pair in pairs)
                or (not self.shared and any(pair & big for pair in pairs))
            ):
                continue
            broken = Organization.clustering([big, *([d] for pair in pairs for d in pair)])
            taken = [Organization.clustering([big - {d}, [d], *pairs]) for d in big]
            if worse == broken and better in taken:
                return None
        return "gold and outputs are not a class of n + 1 and n pairs, broken as the constraint says"
