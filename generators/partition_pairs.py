"""Small partitions of the same items, several in a case, up to renaming of items: what the constraints on the
similarity of clusterings are made of.

A partition gives each item the number of its part. A case has golds and outputs, each of them one of a few partitions,
and those are listed once up to renaming of items. They are read in every role that a constraint gives them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import combinations, permutations, product
from math import comb
from typing import Any

from axiometrics.core.case import Case, Demand
from axiometrics.core.constraint import Reading
from axiometrics.core.implication import implies
from axiometrics.core.organization import Organization
from axiometrics.generators.listed import PlainCases
from axiometrics.generators.patterns import Pattern, Rewrites
from axiometrics.generators.tables import clusters_of, multiset_partitions, partitions, tables

Parts = tuple[int, ...]
"""For each item, the number of its part; parts are numbered in the order of their first items."""


def numbered(labels: Sequence[Any]) -> Parts:
    """The partition of these labels.

    >>> numbered("bab")
    (0, 1, 0)
    """
    first: dict[Any, int] = {}
    return tuple([first.setdefault(label, len(first)) for label in labels])


def is_trivial(parts: Parts) -> bool:
    """Whether all items are together, or all apart."""
    return len(set(parts)) in {1, len(parts)}


@cache
def clustering(parts: Parts) -> Organization:
    """The items d1, d2 and so on in their parts.

    >>> clustering((0, 1, 0))
    Organization.parse('{d1 d3} d2')
    """
    inside: dict[int, list[str]] = {}
    for i, part in enumerate(parts, 1):
        inside.setdefault(part, []).append(f"d{i}")
    return Organization.clustering(inside.values())


@cache
def pairs(items: int) -> tuple[tuple[Parts, Parts], ...]:
    """Every two partitions, the first and the second told apart, once up to renaming of items.

    >>> [len(pairs(n)) for n in range(1, 7)]
    [1, 4, 10, 33, 91, 298]
    """
    result = []
    for columns in tables(items):
        rows = [(c, j) for j, column in enumerate(clusters_of(columns)) for c, k in column.items() for _ in range(k)]
        first, second = zip(*sorted(rows), strict=True)
        result.append((numbered(first), numbered(second)))
    return tuple(result)


def is_first(first: Parts, second: Parts) -> bool:
    """Whether two partitions, either of which may be the first, stand in the order in which they are listed: by the
    sizes of their parts and of the intersections of these, they do not come after the same two exchanged.

    >>> is_first((0, 0, 1), (0, 1, 2)), is_first((0, 1, 2), (0, 0, 1))
    (False, True)
    """
    sizes = [(first.count(a), second.count(b)) for a, b in zip(first, second, strict=True)]
    shared = [sum(row == pair for pair in zip(first, second, strict=True)) for row in zip(first, second, strict=True)]
    order = [sorted((a, b, k) for (a, b), k in zip(sides, shared, strict=True)) for sides in (sizes, _exchanged(sizes))]
    return order[0] <= order[1]


def _exchanged(sizes: list[tuple[int, int]]) -> list[tuple[int, int]]:
    return [(b, a) for a, b in sizes]


@cache
def thirds(first: Parts, second: Parts) -> tuple[Parts, ...]:
    """Every third partition, once up to renamings of items that leave the first two as they are.

    >>> len(thirds((0, 0, 1), (0, 1, 1))), thirds((0, 0, 0), (0, 0, 0))
    (5, ((0, 0, 0), (0, 0, 1), (0, 1, 2)))
    """
    rows: list[tuple[int, int]] = list(zip(first, second, strict=True))
    kinds = sorted(set(rows))
    content = tuple(rows.count(kind) for kind in kinds)
    orders = _renamings(kinds, content)
    partitions = []
    for blocks in multiset_partitions(content):
        listed = list(blocks)
        if all(sorted((tuple(b[i] for i in order) for b in blocks), reverse=True) <= listed for order in orders):
            labels = {
                kind: iter([j for j, block in enumerate(blocks) for _ in range(block[i])])
                for i, kind in enumerate(kinds)
            }
            partitions.append(numbered([next(labels[row]) for row in rows]))
    return tuple(partitions)


def _renamings(kinds: Sequence[tuple[int, int]], content: Sequence[int]) -> list[tuple[int, ...]]:
    """The orders of the kinds of items, by their parts in two partitions, that leave both as they are."""

    together = {
        (i, k): tuple(kinds[i][side] == kinds[k][side] for side in (0, 1))
        for i, k in product(range(len(kinds)), repeat=2)
    }

    def kept(order: tuple[int, ...]) -> bool:
        if any(content[i] != content[j] for i, j in enumerate(order)):
            return False
        return all(together[i, k] == together[order[i], order[k]] for i, k in combinations(range(len(order)), 2))

    return [order for order in permutations(range(len(kinds))) if kept(order)]


@cache
def with_sizes(sizes: tuple[int, ...]) -> tuple[Parts, ...]:
    """Every partition with parts of these sizes.

    >>> with_sizes((2, 1))
    ((0, 0, 1), (0, 1, 0), (0, 1, 1))
    """
    items = sum(sizes)
    every = (parts for parts in _every(items) if tuple(sorted(map(parts.count, set(parts)), reverse=True)) == sizes)
    return tuple(every)


def _every(items: int) -> Iterator[Parts]:
    if items == 0:
        yield ()
        return
    for parts in _every(items - 1):
        for label in range(max(parts, default=-1) + 2):
            yield (*parts, label)


def of_sizes(sizes: Sequence[int]) -> Parts:
    """One partition with parts of these sizes."""
    return tuple(i for i, size in enumerate(sizes) for _ in range(size))


def types(items: int) -> tuple[Parts, ...]:
    """One partition of each kind: those with parts of the same sizes are the same up to renaming of items."""
    return tuple(map(of_sizes, partitions(items)))


def pair_counts(gold: Parts, output: Parts) -> tuple[int, int, int, int]:
    """Pairs of items together in both, in the gold alone, in the output alone, and in neither.

    >>> pair_counts((0, 0, 1), (0, 1, 1))
    (0, 1, 1, 1)
    """
    sides: tuple[Sequence[Any], ...] = (list(zip(gold, output, strict=True)), gold, output)
    both, together, claimed = (sum(comb(side.count(label), 2) for label in set(side)) for side in sides)
    return both, together - both, claimed - both, comb(len(gold), 2) - together - claimed + both


Calls = Mapping[str, tuple[Parts, Parts | tuple[Parts, ...]]]
"""By role, the gold and the output, or several outputs, whose scores a constraint compares."""

DOMAINS: Mapping[str, tuple[Callable[[Parts], bool], str, str]] = {
    "non-trivial": (
        lambda parts: not is_trivial(parts),
        "every gold and output has several parts, and some part has several items",
        "those whose golds and outputs are neither one single part nor all single items",
    ),
    "any": (lambda parts: True, "any golds and outputs", "those whose golds or outputs may be trivial"),
}
"""By the name of a reading, which partitions it allows, the same in words, and who reads so."""

BOTH = tuple(DOMAINS)
FEWER = implies("any", "non-trivial")
"""The reading of any partitions has all cases of the other one."""


@dataclass(frozen=True)
class PartitionCases:
    """The cases of a constraint in one reading: those of its calls all of whose partitions the reading allows.

    `meets` says of any golds and outputs whether they are such a case, whatever the items are called.
    """

    calls: Callable[[int], Iterator[Calls]]
    meets: Callable[[Calls], bool]
    allowed: Callable[[Parts], bool]
    demands: tuple[Demand, ...]

    def __call__(self, items: int) -> Iterator[Case]:
        """The cases of that many items. The gold of the first role is the gold of the case."""
        for calls in self.calls(items):
            if self._allows(calls):
                demand = next(demand for demand in self.demands if demand.roles == tuple(calls))
                yield _case(calls, demand if len(self.demands) > 1 else None)

    def recognise(self, case: Case) -> str | Case | None:
        """Why a saved case is not one of these, or None; or the case with its own demand."""
        calls = calls_of(case)
        if calls is None:
            return "golds and outputs are not partitions of the same items"
        if not self._allows(calls) or not self.meets(calls):
            return "the constraint has no such case"
        demand = next((demand for demand in self.demands if demand.roles == tuple(case.outputs)), None)
        if demand is None:
            return "the constraint has no case with these roles"
        return Case(case.gold, case.outputs, case.edit, demand, golds=case.golds) if len(self.demands) > 1 else None

    def _allows(self, calls: Calls) -> bool:
        return all(self.allowed(parts) for gold, outputs in calls.values() for parts in (gold, *each(outputs)))


def each(outputs: Parts | tuple[Parts, ...]) -> tuple[Parts, ...]:
    """The outputs of a role, of which there may be one."""
    return outputs if isinstance(outputs[0], tuple) else (outputs,)


def _case(calls: Calls, demand: Demand | None) -> Case:
    first = next(gold for gold, _ in calls.values())
    outputs = {role: _outputs(made) for role, (_, made) in calls.items()}
    golds = {role: clustering(gold) for role, (gold, _) in calls.items() if gold != first}
    return Case(clustering(first), outputs, demand=demand, golds=golds)


@cache
def _outputs(made: Parts | tuple[Parts, ...]) -> Organization | tuple[Organization, ...]:
    """The outputs of these partitions. Equal partitions give the same objects, under which a search remembers their
    mean.
    """
    several = tuple(map(clustering, each(made)))
    return several if isinstance(made[0], tuple) else several[0]


Patterns = Callable[[int], Iterator[Pattern]]
"""Documents -> the patterns of exactly that many."""


def non_trivial(patterns: Patterns, keeps: str, breaks: str) -> Reading:
    """The reading `non-trivial` of a constraint whose cases are these patterns in any surroundings."""
    return Reading(
        "non-trivial",
        "as universal, the gold and both outputs being neither one single part nor all single documents",
        PlainCases(partial(_without_trivial, patterns), 7, 7, recognise=partial(_is_not_trivial, patterns)),
        whom="those whose golds and outputs are neither one single part nor all single documents",
        keeps=keeps,
        breaks=breaks,
    )


def _without_trivial(patterns: Patterns, documents: int) -> Iterator[Case]:
    family = Rewrites(patterns, documents, documents)
    return (case for case in family.cases(documents) if not any(map(_is_trivial, case.values)))


def _is_not_trivial(patterns: Patterns, case: Case) -> str | None:
    """Why a saved case is not one of these, or None."""
    if any(map(_is_trivial, case.values)):
        return "the gold or an output is a single part, or has no part of several documents"
    return Rewrites(patterns, case.documents, case.documents).admits(case)


def _is_trivial(of: Organization) -> bool:
    return len(of.levels[0]) in {1, of.size}


def calls_of(case: Case) -> Calls | None:
    """Golds and outputs of a case as numbered parts of its items; None where some are not partitions, where a gold and
    its output do not have the same items, or where a role has several golds.
    """
    if case.parameters or not all(map(_is_partition, case.values)):
        return None
    calls: dict[str, tuple[Parts, Parts | tuple[Parts, ...]]] = {}
    for role, output in case.outputs.items():
        gold = case.golds.get(role, case.gold)
        outputs = output if type(output) is tuple else (output,)
        if type(gold) is tuple or any(side.documents != gold.documents for side in outputs):
            return None
        made = tuple(map(_parts, outputs))
        calls[role] = _parts(gold), made if type(output) is tuple else made[0]
    return calls


def _is_partition(of: Organization) -> bool:
    return len(of.levels) == 1 and not of.tail and of.size == len(of.documents) > 0


def _parts(of: Organization) -> Parts:
    """The parts of the items, in the order of their names."""
    part = {document: j for j, cluster in enumerate(of.levels[0]) for document in cluster}
    return numbered([part[document] for document in sorted(part)])


def readings(
    calls: Callable[[int], Iterator[Calls]],
    meets: Callable[[Calls], bool],
    demands: tuple[Demand, ...],
    statement: str,
    greatest: int,
    controls: Mapping[str, tuple[str, str]],
    suffix: str = "",
    needs: str = "",
) -> tuple[Reading, ...]:
    """The readings of a constraint, by the metrics that satisfy and violate each of them."""
    return tuple(
        Reading(
            name + suffix,
            f"{statement}; {words}",
            PlainCases(
                listed,
                greatest,
                greatest,
                demands[0],
                listed.recognise,
                demands=demands if len(demands) > 1 else (),
            ),
            strength=4,
            keeps=keeps,
            breaks=breaks,
            whom=whom,
            needs=needs,
        )
        for name, (keeps, breaks) in controls.items()
        for allowed, words, whom in (DOMAINS[name],)
        for listed in (PartitionCases(calls, meets, allowed, demands),)
    )
