"""Tables up to isomorphism: counted against the encyclopedia of integer sequences, and against brute force over
names.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product
from math import comb, factorial, prod

import pytest

from axiometrics.generators.tables import (
    Columns,
    Symmetries,
    clusters_of,
    compositions,
    multiset_partitions,
    partitions,
    tables,
)
from tests.partitions import labelings

A000041 = [1, 1, 2, 3, 5, 7, 11, 15, 22, 30, 42, 56, 77]
"""Partitions of n."""
A007716 = [1, 1, 4, 10, 33, 91, 298, 910, 3017]
"""Matrices of whole numbers with sum n and no empty row or column, up to the order of rows and columns."""
A035310 = [1, 1, 4, 12, 47, 170, 750, 3255]
"""Ways to part multisets of n elements, each multiset once: the sum over the partitions of n."""
A000110 = [1, 1, 2, 5, 15, 52, 203]
"""Partitions of a set of n."""


def test_partitions() -> None:
    assert [sum(1 for _ in partitions(n)) for n in range(len(A000041))] == A000041
    for n in range(10):
        listed = list(partitions(n))
        assert len(set(listed)) == len(listed)
        assert all(sum(parts) == n and list(parts) == sorted(parts, reverse=True) and all(parts) for parts in listed)
        assert list(partitions(n, 3)) == [parts for parts in listed if max(parts, default=0) <= 3]


@pytest.mark.parametrize("parts", range(5))
def test_compositions(parts: int) -> None:
    for n in range(7):
        listed = list(compositions(n, parts))
        assert len(listed) == (comb(n + parts - 1, parts - 1) if parts else int(n == 0))
        assert listed == sorted(set(listed))
        assert all(sum(numbers) == n and len(numbers) == parts and min(numbers, default=0) >= 0 for numbers in listed)


def test_multiset_partitions_are_as_many_as_listed() -> None:
    assert [
        sum(sum(1 for _ in multiset_partitions(content)) for content in partitions(n)) for n in range(1, 8)
    ] == A035310[1:]
    # all items different: a set
    assert [sum(1 for _ in multiset_partitions((1,) * n)) for n in range(1, 7)] == A000110[1:]
    assert [sum(1 for _ in multiset_partitions((n,))) for n in range(1, 13)] == A000041[1:]  # all items alike: a number
    assert list(multiset_partitions(())) == list(multiset_partitions((0, 0))) == [()]


@pytest.mark.parametrize("content", [(2, 1), (2, 2), (3, 2, 1), (0, 2, 0, 1), (1, 1, 1, 1)])
def test_multiset_partitions_are_the_set_partitions_with_names_forgotten(content: tuple[int, ...]) -> None:
    items = [i for i, count in enumerate(content) for _ in range(count)]
    expected = set()
    for labels in labelings(len(items)):
        blocks = Counter(dict.fromkeys(labels, 0))
        columns = [
            tuple(
                sum(1 for item, of in zip(items, labels, strict=True) if of == label and item == i)
                for i in range(len(content))
            )
            for label in blocks
        ]
        expected.add(tuple(sorted(columns, reverse=True)))
    listed = list(multiset_partitions(content))
    assert len(listed) == len(set(listed))
    assert set(listed) == expected


# --- tables


def test_tables_are_as_many_as_listed() -> None:
    assert [len(tables(n)) for n in range(len(A007716))] == A007716


def rows_of(columns: Columns) -> list[list[int]]:
    """The whole table, a row for each class: those of one document apart."""
    alone = sum(column[-1] for column in columns)
    rows = [[column[i] for column in columns] for i in range(len(columns[0]) - 1)]
    for j, column in enumerate(columns):
        rows += [[int(k == j) for k in range(len(columns))] for _ in range(column[-1])]
    assert len(rows) == len(columns[0]) - 1 + alone
    return rows


def least_name(rows: list[list[int]], marked: int, symmetries: Symmetries) -> tuple[tuple[int, ...], ...]:
    """One name for all tables that differ by the order of columns and of unmarked rows, or by one of the symmetries:
    the least of them all.
    """
    names = []
    heads = {tuple(range(marked)), *symmetries}
    for head, order in product(heads, permutations(range(len(rows[0])))):
        top = [tuple(rows[i][j] for j in order) for i in head]
        rest = sorted(tuple(row[j] for j in order) for row in rows[marked:])
        names.append((*top, *rest))
    return min(names)


def marked_tables(documents: int, marked: int, symmetries: Symmetries) -> Iterator[tuple[tuple[int, ...], ...]]:
    """The name of every labelled table: each document is given a row (a marked one or not) and a column."""
    for columns in labelings(documents):
        for rows in product(range(marked + documents), repeat=documents):
            used = sorted({row for row in rows if row >= marked})
            if used != list(range(marked, marked + len(used))):
                continue
            table = [[0] * (max(columns, default=-1) + 1) for _ in range(marked + len(used))]
            for row, column in zip(rows, columns, strict=True):
                table[row][column] += 1
            yield least_name(table, marked, symmetries)


@pytest.mark.few(5)
@pytest.mark.parametrize(
    ("documents", "marked", "symmetries"),
    [
        (1, 0, ()),
        (2, 0, ()),
        (3, 0, ()),
        (4, 0, ()),
        pytest.param(5, 0, (), marks=pytest.mark.slow),
        (4, 1, ()),
        (4, 2, ((1, 0),)),
        (1, 2, ()),
        (2, 1, ()),
        (3, 1, ()),
        (3, 2, ()),
        (3, 2, ((1, 0),)),
        (2, 3, ((1, 0, 2),)),
        (3, 3, ((1, 2, 0), (2, 0, 1))),
    ],
)
def test_tables_are_every_labelled_table_once(documents: int, marked: int, symmetries: Symmetries) -> None:
    expected = set(marked_tables(documents, marked, symmetries))
    names = [least_name(rows_of(columns), marked, symmetries) for columns in tables(documents, marked, symmetries)]
    assert len(set(names)) == len(names), "a table twice"
    assert set(names) == expected


@pytest.mark.parametrize("documents", range(1, 7))
def test_tables_stand_for_all_pairs_of_partitions(documents: int) -> None:
    """Each table times the pairs of partitions it stands for gives Bell(n)^2."""
    pairs = 0
    for columns in tables(documents):
        rows = rows_of(columns)
        cells = [count for row in rows for count in row]
        same = renamings(rows)
        pairs += factorial(documents) // (prod(map(factorial, cells)) * same)
    assert pairs == A000110[documents] ** 2


def renamings(rows: list[list[int]]) -> int:
    """The ways to reorder rows and columns that leave the table as it is."""
    columns = list(zip(*rows, strict=True))
    wanted = Counter(map(tuple, rows))
    count = 0
    for order in permutations(range(len(columns))):
        reordered = Counter(tuple(row[j] for j in order) for row in rows)
        if reordered == wanted:
            count += prod(factorial(times) for times in wanted.values())
    return count


def test_every_table_has_its_documents() -> None:
    for documents, marked in ((5, 0), (4, 1), (3, 2)):
        for columns in tables(documents, marked):
            assert sum(map(sum, columns)) == documents
            assert len({len(column) for column in columns}) == 1
            assert all(any(column) for column in columns)
            assert list(columns) == sorted(columns, reverse=True)
            assert all(sum(column[i] for column in columns) > 1 for i in range(marked, len(columns[0]) - 1))


@pytest.mark.parametrize(("marked", "first"), [(0, None), (2, None), (0, 5), (2, 7)])
def test_the_clusters_of_a_table_are_its_columns(marked: int, first: int | None) -> None:
    """Put back into rows, the clusters are the table, its last row taken apart into one row a document."""
    for columns in (table for n in range(6) for table in tables(n, marked)):
        clusters = clusters_of(columns, marked, first)
        alone = [j for j, column in enumerate(columns) for _ in range(column[-1])]
        begin = marked if first is None else first
        further = range(begin, begin + max((len(column) - 1 - marked for column in columns), default=0) + len(alone))
        rows = [tuple(cluster.get(name, 0) for cluster in clusters) for name in (*range(marked), *further)]
        assert rows[: len(rows) - len(alone)] == list(zip(*columns, strict=True))[:-1] or not columns
        assert rows[len(rows) - len(alone) :] == [tuple(int(i == j) for i in range(len(columns))) for j in alone]
        assert set().union(*clusters) <= {*range(marked), *further}
