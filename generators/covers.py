"""Overlapping clusterings: a big class and pairs that may coincide or share documents with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, groupby, islice, permutations, product

from axiometrics.core.case import GAIN, Case, Demand
from axiometrics.core.organization import Organization
from axiometrics.generators.blocks import Block, Sized
from axiometrics.generators.listed import documents_of, listed_block

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

    def edits(self, gold: Organization) -> Iterator[tuple[Organization, Organization]]:
        """The better and the worse output for each document that is taken out of the class."""
        classes = gold.levels[0]
        n = len(classes) - 1
        for k, big in enumerate(classes):
            pairs = [*classes[:k], *classes[k + 1 :]]
            apart = self.shared or not any(set(pair) & set(big) for pair in pairs)
            if n > 1 and len(big) == n + 1 and all(len(pair) == 2 for pair in pairs) and apart:
                worse = Organization.clustering([big, *([d] for pair in pairs for d in pair)])
                for out in big:
                    yield Organization.clustering([[d for d in big if d != out], [out], *pairs]), worse

    def case(self, n: int, pairs: Pairs, out: int) -> Case:
        """The case of these pairs on documents numbered from 0, the class first, document `out` being taken out of
        it.
        """
        name = [*(f"a{i + 1}" for i in range(n + 1)), *(f"b{i + 1}" for i in range(2 * n))]
        gold = Organization.clustering([name[: n + 1], *([name[a], name[b]] for a, b in pairs)])
        made = next(islice(self.edits(gold), out, None))
        words = f"{n} pairs broken, or one document taken out of the class of {n + 1}"
        return Case(gold, dict(zip(self.demand.roles, made, strict=True)), words)

    def blocks(self, cap: int | None = None) -> Iterator[Block]:
        """All cases up to the cap, by the number of documents."""
        every = (case for n in range(2, self.largest(cap) + 1) for case in self.cases(n))
        for documents, listed in groupby(sorted(every, key=documents_of), documents_of):
            yield listed_block(self.demand, tuple(listed), documents, None)

    def admits(self, case: Case) -> str | None:
        """Why the case is not an instance, or None; looks at the organizations alone."""
        if any(len(o.levels) != 1 or o.tail for o in (case.gold, *case.outputs.values())):
            return "gold and outputs are not clusterings"
        if tuple(case.outputs[role] for role in self.demand.roles) in self.edits(case.gold):
            return None
        return "gold and outputs are not a class of n + 1 and n pairs, broken as the constraint says"
