"""The families of cases as Hypothesis strategies, for sizes beyond those that are listed whole. A strategy draws only what the family admits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, singledispatch
from typing import Any

import numpy as np
from hypothesis import assume
from hypothesis import strategies as st

from axiometrics.core.case import Case
from axiometrics.generators.covers import OverlappingPairs
from axiometrics.generators.filterings import MOVES, UnitMoves, both_classes, moved
from axiometrics.generators.organizations import Edits, Shape, tidy
from axiometrics.generators.patterns import Pattern, Placed, Rewrites
from axiometrics.generators.rankings import AdjacentSwaps, Appended, Grades, SwapsAnywhere, TwoSwaps, named_case

LONGEST = 30
"""Ranks of the longest run drawn: beyond, a black box's ties prove nothing."""

LARGEST_PATTERN = 14
"""Documents of the largest pattern drawn where patterns are many."""


@singledispatch
def cases(family: Any, beyond: int) -> st.SearchStrategy[Case]:
    """Cases of a family, mostly larger than `beyond` (in the family's unit). Shrinks towards fewer documents.

    Raises `TypeError` for a family without a strategy.
    """
    raise TypeError(f"no strategy draws {type(family).__name__}")


@cache
def _patterns(family: Rewrites, documents: int) -> tuple[Pattern, ...]:
    return tuple(family.patterns(documents))


@cases.register
def _rewrites(family: Rewrites, beyond: int) -> st.SearchStrategy[Case]:
    sizes = [size for size in range(2, LARGEST_PATTERN + 1) if _patterns(family, size)]

    @st.composite
    def draw_case(draw: Callable[..., Any]) -> Case:
        size = draw(st.sampled_from(sizes))
        pattern = draw(st.sampled_from(_patterns(family, size)))
        if not family.surroundings:
            return Placed(pattern).case()
        marked = len(pattern.elsewhere)
        least = max(0, beyond + 1 - size)
        placed = draw(st.lists(st.tuples(st.integers(0, 3), st.integers(0, marked + 2)), min_size=least, max_size=least + 8))
        columns = [[0] * (marked + 4) for _ in range(4)]
        for cluster, row in placed:
            columns[cluster][row] += 1
        return Placed(pattern, tuple(tuple(column) for column in columns if any(column))).case()

    return draw_case()


@cases.register
def _moves(family: UnitMoves, beyond: int) -> st.SearchStrategy[Case]:
    @st.composite
    def draw_case(draw: Callable[..., Any]) -> Case:
        words, change = draw(st.sampled_from(sorted(MOVES.items())))
        table = [draw(st.integers(0, 2 * beyond)) + max(0, -step) for step in change]
        after = [count + step for count, step in zip(table, change, strict=True)]
        worse, better = np.array(table), np.array(after)
        if not (both_classes(worse) and family.where(worse, better)):
            table, after = [count + 1 for count in table], [count + 1 for count in after]
        return moved(tuple(table), tuple(after), words)

    return draw_case()


def _stretch(draw: Callable[..., Any], top: int, least: int, most: int, relevant: bool = True) -> list[int]:
    return list(draw(st.lists(st.integers(0, top if relevant else 0), min_size=max(0, least), max_size=max(0, most))))


def _counts(draw: Callable[..., Any], grades: int, relevant: int | None, *runs: list[int]) -> Grades:
    """A gold that holds what the runs retrieve, and perhaps more."""
    if relevant is not None:
        return (relevant,)
    return tuple(max(run.count(g) for run in runs) + draw(st.integers(0, 4)) for g in range(1, grades + 1))


@cases.register
def _swaps(family: AdjacentSwaps, beyond: int) -> st.SearchStrategy[Case]:
    many = family.relevant is None

    @st.composite
    def draw_case(draw: Callable[..., Any]) -> Case:
        head = _stretch(draw, family.grades, 0, LONGEST - 2, many)
        tail = _stretch(draw, family.grades, beyond - 1 - len(head), LONGEST - 2 - len(head), many)
        high = draw(st.integers(1, family.grades))
        run = [*head, high, draw(st.integers(0, high - 1)), *tail]
        return named_case(family, {"better": (run, None), "worse": (run, len(head))}, _counts(draw, family.grades, family.relevant, run))

    return draw_case()


@cases.register
def _two_swaps(family: TwoSwaps, beyond: int) -> st.SearchStrategy[Case]:
    many = family.relevant is None

    @st.composite
    def draw_case(draw: Callable[..., Any]) -> Case:
        head = _stretch(draw, 1, 0, LONGEST // 2, many)
        between = _stretch(draw, 1, 0, LONGEST // 2 - 4, many)
        tail = _stretch(draw, 1, beyond - 3 - len(head) - len(between), LONGEST - 4 - len(head) - len(between), many)
        i, j = len(head), len(head) + 2 + len(between)
        if many:
            shallow = deep = [*head, 1, 0, *between, 1, 0, *tail]
        else:
            length = len(head) + len(between) + len(tail) + 4
            shallow, deep = ([int(rank == at) for rank in range(length)] for at in (i, j))
        runs = dict(zip(family.demand.roles, ((shallow, None), (shallow, i), (deep, None), (deep, j)), strict=True))
        return named_case(family, runs, _counts(draw, 1, family.relevant, shallow, deep))

    return draw_case()


@cases.register
def _anywhere(family: SwapsAnywhere, beyond: int) -> st.SearchStrategy[Case]:
    @st.composite
    def draw_case(draw: Callable[..., Any]) -> Case:
        above = _stretch(draw, 1, 0, LONGEST // 2)
        below = _stretch(draw, 1, len(above) + 1, LONGEST - 2)
        shallow = [*above, 1, 0, *_stretch(draw, 1, beyond - 1 - len(above), LONGEST - 2 - len(above))]
        deep = [*below, 1, 0, *_stretch(draw, 1, 0, LONGEST - 2 - len(below))]
        runs = dict(zip(family.demand.roles, ((shallow, None), (shallow, len(above)), (deep, None), (deep, len(below))), strict=True))
        return named_case(family, runs, _counts(draw, 1, None, shallow, deep))

    return draw_case()


@cases.register
def _appended(family: Appended, beyond: int) -> st.SearchStrategy[Case]:
    @st.composite
    def draw_case(draw: Callable[..., Any]) -> Case:
        head = _stretch(draw, 1, 0, LONGEST - 2)
        run = [*head, 1, *_stretch(draw, 1, beyond - 1 - len(head), LONGEST - 2 - len(head))]
        return named_case(family, {"better": (run, None), "worse": ([*run, 0], None)}, _counts(draw, 1, None, run))

    return draw_case()


@cases.register
def _pairs(family: OverlappingPairs, beyond: int) -> st.SearchStrategy[Case]:
    @st.composite
    def draw_case(draw: Callable[..., Any]) -> Case:
        n = draw(st.integers(beyond + 1, beyond + 4))
        first = 0 if family.shared else n + 1
        ends = st.lists(st.integers(first, 3 * n), min_size=2, max_size=2, unique=True)
        pairs = tuple((min(pair), max(pair)) for pair in draw(st.lists(ends, min_size=n, max_size=n)))
        return family.case(n, pairs, draw(st.integers(0, n)))

    return draw_case()


@cases.register
def _edits(family: Edits, beyond: int) -> st.SearchStrategy[Case]:
    @st.composite
    def draw_case(draw: Callable[..., Any]) -> Case:
        number = draw(st.integers(beyond + 1, beyond + 4))
        gold = draw(_shapes(range(number), family.extra))
        if not family.free:
            made = list(family.edit(gold, number + family.fresh))
            assume(made)
            return family.case(gold, *draw(st.sampled_from(made)))
        listed = draw(st.lists(st.integers(0, number + 1), unique=True, max_size=number + 1))
        case = family.case(gold, {"better": gold, "worse": draw(_shapes(listed, 0))}, "the gold against another organization")
        assume(family.admits(case) is None)
        return case

    return draw_case()


@st.composite
def _shapes(draw: Callable[..., Any], listed: Sequence[int], extra: int) -> Shape:
    """An organization of these documents, with some occurrences more: up to four levels of four clusters."""
    place = st.tuples(st.integers(0, 3), st.integers(0, 3))
    more = draw(st.lists(st.sampled_from(listed), max_size=extra)) if extra else []
    clusters: dict[tuple[int, int], set[int]] = {}
    for d in [*listed, *more]:
        clusters.setdefault(draw(place), set()).add(d)
    return tidy([[tuple(clusters[i, j]) for j in range(4) if (i, j) in clusters] for i in range(4)])
