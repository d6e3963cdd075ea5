"""Contingency tables up to isomorphism: documents anonymous, classes (rows) and clusters (columns) unordered.

A table is kept as its columns. A column counts the documents of each marked row (a class that means something to the
caller), of each anonymous class of two or more documents, and last, as one number, the documents that are alone in
their class: those need no row each.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import groupby, permutations, product

Column = tuple[int, ...]
Columns = tuple[Column, ...]
Symmetries = tuple[tuple[int, ...], ...]


def partitions(n: int, largest: int | None = None) -> Iterator[tuple[int, ...]]:
    """The partitions of n into parts of at most `largest`, parts decreasing; as many as OEIS A000041 says.

    >>> list(partitions(4))
    [(4,), (3, 1), (2, 2), (2, 1, 1), (1, 1, 1, 1)]
    """
    if n == 0:
        yield ()
    for part in range(min(n, n if largest is None else largest), 0, -1):
        for rest in partitions(n - part, part):
            yield (part, *rest)


def compositions(n: int, parts: int) -> Iterator[tuple[int, ...]]:
    """The ways to write n as an ordered sum of `parts` numbers from 0; C(n + parts - 1, parts - 1) of them.

    >>> list(compositions(2, 2))
    [(0, 2), (1, 1), (2, 0)]
    """
    if parts == 0:
        if n == 0:
            yield ()
        return
    if parts == 1:
        yield (n,)
        return
    for first in range(n + 1):
        for rest in compositions(n - first, parts - 1):
            yield (first, *rest)


def multiset_partitions(content: tuple[int, ...], largest: Column | None = None) -> Iterator[Columns]:
    """The ways to part a multiset with `content[i]` copies of item i into blocks, each block a vector of counts, blocks
    decreasing.

    >>> list(multiset_partitions((2, 1)))
    [((2, 1),), ((2, 0), (0, 1)), ((1, 1), (1, 0)), ((1, 0), (1, 0), (0, 1))]
    """
    if not any(content):
        yield ()
        return
    for block in _blocks(content, content if largest is None else largest):
        rest = tuple(map(int.__sub__, content, block))
        for others in multiset_partitions(rest, block):
            yield (block, *others)


def _blocks(content: tuple[int, ...], largest: Column) -> Iterator[Column]:
    """Vectors up to `content`, lexicographically at most `largest`, decreasing, that hold the first item left (so that
    each set of blocks comes once).
    """
    lead = next(i for i, count in enumerate(content) if count)

    def extend(i: int, tight: bool) -> Iterator[Column]:
        if i == len(content):
            yield ()
            return
        high = min(content[i], largest[i]) if tight else content[i]
        for value in range(high, -1 if i != lead else 0, -1):
            for rest in extend(i + 1, tight and value == largest[i]):
                yield (value, *rest)

    return extend(0, True)


def clusters_of(columns: Columns, marked: int = 0, first: int | None = None) -> list[dict[int, int]]:
    """The clusters of a table: how many documents of each class, by number, every column holds.

    The `marked` rows are the classes from 0; the others are numbered from `first` (by default next to the marked ones),
    anonymous classes in the order of their rows, then every document that is alone in its class.

    >>> clusters_of(((2, 1, 0), (0, 1, 2)), marked=1)
    [{0: 2, 1: 1}, {1: 1, 2: 1, 3: 1}]
    """
    first = marked if first is None else first
    fresh = first + max((len(column) - 1 - marked for column in columns), default=0)
    clusters = []
    for column in columns:
        cluster = {i if i < marked else i - marked + first: k for i, k in enumerate(column[:-1]) if k}
        clusters.append(cluster | dict.fromkeys(range(fresh, fresh + column[-1]), 1))
        fresh += column[-1]
    return clusters


@cache
def tables(documents: int, marked: int = 0, symmetries: Symmetries = ()) -> tuple[Columns, ...]:
    """Every table of that many documents, once up to isomorphism.

    The first `marked` rows are distinguishable (and may be empty), save for the permutations in `symmetries`, each a
    tuple of row numbers. Without marked rows there are as many as OEIS A007716 says: 1, 1, 4, 10, 33, 91, 298, 910,
    3017, ...

    >>> [len(tables(n)) for n in range(6)]
    [1, 1, 4, 10, 33, 91]
    """
    listed: list[Columns] = []
    for in_marked in range(documents + 1):
        for totals in compositions(in_marked, marked):
            if any(tuple(totals[i] for i in symmetry) > totals for symmetry in symmetries):
                continue
            fixing = [s for s in symmetries if tuple(totals[i] for i in s) == totals]
            for classes in partitions(documents - in_marked):
                rows = tuple(size for size in classes if size > 1)
                content = (*totals, *rows, len(classes) - len(rows))
                orders = list(_orders(rows, marked, fixing))
                listed.extend(columns for columns in multiset_partitions(content) if _is_least(columns, orders))
    return tuple(listed)


def _orders(rows: tuple[int, ...], marked: int, symmetries: list[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
    """The permutations of a column's entries that change nothing but names, the identity left out."""
    identity = tuple(range(marked))
    groups = [list(group) for _, group in groupby(range(marked, marked + len(rows)), key=lambda i: rows[i - marked])]
    last = marked + len(rows)
    for head in {identity, *symmetries}:
        for parts in product(*(permutations(group) for group in groups)):
            order = (*head, *(i for part in parts for i in part), last)
            if order != tuple(range(last + 1)):
                yield order


def _is_least(columns: Columns, orders: list[tuple[int, ...]]) -> bool:
    """Whether no renaming gives a greater list of columns: then this one stands for its class of tables."""
    listed = list(columns)
    return all(
        sorted((tuple(column[i] for i in order) for column in columns), reverse=True) <= listed for order in orders
    )
