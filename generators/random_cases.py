"""A random case of each family, for sizes beyond those that are listed whole: only what the family admits is drawn.

Each family says this once, for whatever its numbers are taken from (`axiometrics.generators.draws`).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache, singledispatch
from typing import Any

import numpy as np

from axiometrics.core.case import Case
from axiometrics.core.organization import Organization
from axiometrics.core.scores import Relevance
from axiometrics.core.topic import Topic
from axiometrics.generators.covers import OverlappingPairs
from axiometrics.generators.draws import Draws, RefusedError
from axiometrics.generators.filterings import MOVES, UnitMoves, both_classes, moved
from axiometrics.generators.larger_libraries import LibrarySizes, larger_run, recognised_run
from axiometrics.generators.larger_scorings import larger_scoring
from axiometrics.generators.library_cases import RunCases
from axiometrics.generators.listed import PlainCases
from axiometrics.generators.organization_embedded import TAIL, Embedded, parted, put
from axiometrics.generators.organizations import Edits, organized
from axiometrics.generators.patterns import Pattern, Placed, Rewrites
from axiometrics.generators.rankings import AdjacentSwaps, Appended, SwapsAnywhere, TwoSwaps, named_case, two_swaps
from axiometrics.generators.runs import Grades
from axiometrics.generators.topic_cases import AnyTopic, DrawnTopics, Listing, OneEach

LONGEST = 30
"""Ranks of the longest run drawn: beyond, a black box's ties prove nothing."""

LONGEST_RUN = 10
"""Ranks of the longest run of a topic drawn."""

FEW_ORDERS = 2
"""Documents of the largest topic that is drawn where every run has to be tried: each of them is scored exactly."""

LONGEST_LISTED, MOST_INTENTS = 4, 6
"""Relevant documents of the largest topic drawn all runs of which make one case, and intents of the largest topic."""

SCORED = 30
"""Documents of the largest scoring drawn."""

LIBRARY, SMALL_LIBRARY = LibrarySizes(7, 1000, 8), LibrarySizes(5, 8, 1)
"""The largest library drawn, and the largest one all runs of which make one case."""

LARGEST_PATTERN = 14
"""Documents of the largest pattern drawn where patterns are many."""


@singledispatch
def random_case(family: Any, draw: Draws, beyond: int) -> Case:
    """A case of a family, in most draws larger than `beyond` (in the family's unit). Smaller numbers and shorter lists
    give fewer documents.

    Raises `RefusedError` where what was drawn is not a case, and `TypeError` for a family of which none is drawn.
    """
    raise TypeError(f"no random case is drawn of {type(family).__name__}")


def drawable(family: object) -> bool:
    """Whether random cases of the family are drawn. Of plain lists of cases they are only where these lie on a grid of
    numbers, and not where one output of infinitely many has to be as demanded, since no sample refutes that.
    """
    draws = random_case.dispatch(type(family))
    if draws is not random_case.dispatch(PlainCases):
        return draws is not random_case.dispatch(object)
    assert isinstance(family, PlainCases)
    return bool(family.grid) and not (family.demand.some and isinstance(_models(family)[0].gold, Relevance))


@cache
def _patterns(family: Rewrites, documents: int) -> tuple[Pattern, ...]:
    return tuple(family.patterns(documents))


@cache
def _sizes(family: Rewrites) -> list[int]:
    return [size for size in range(2, LARGEST_PATTERN + 1) if _patterns(family, size)]


@random_case.register
def _rewritten(family: Rewrites, draw: Draws, beyond: int) -> Case:
    size = draw.choice(_sizes(family))
    pattern = draw.choice(_patterns(family, size))
    if not family.surroundings:
        return Placed(pattern).case()
    marked = len(pattern.elsewhere)
    least = max(0, beyond + 1 - size)
    columns = [[0] * (marked + 4) for _ in range(4)]
    placed = draw.several(lambda: (draw.integer(0, 3), draw.integer(0, marked + 2)), least, least + 8)
    for cluster, row in placed:
        columns[cluster][row] += 1
    return Placed(pattern, tuple(tuple(column) for column in columns if any(column))).case()


@cache
def _models(family: PlainCases) -> tuple[Case, ...]:
    """The first listed case of each size."""
    firsts = (next(family.cases(size), None) for size in range(1, family.largest(None) + 1))
    return tuple(case for case in firsts if case is not None)


@random_case.register
def _off_the_grid(family: PlainCases, draw: Draws, beyond: int) -> Case:
    model = draw.choice(_models(family))
    if isinstance(model.gold, Relevance):
        case = larger_scoring(family, model, draw, 1, SCORED)
    elif isinstance(family, RunCases):
        case = larger_run(family, model, draw, LIBRARY)
    else:
        case = recognised_run(family, model, draw, SMALL_LIBRARY)
    if case is None:
        raise RefusedError
    return case


@random_case.register
def _on_any_topic(family: AnyTopic, draw: Draws, beyond: int) -> Case:
    of, most = family.listing, FEW_ORDERS if family.demand.some else LONGEST_LISTED
    assert isinstance(of, Listing)
    return draw.choice(list(of.lists(_topic(draw, most, 2, False), of.cut)))


@random_case.register
def _of_topics(family: DrawnTopics, draw: Draws, beyond: int) -> Case:
    of, most = family.of_runs, min(family.cut or LONGEST_RUN, LONGEST_RUN)
    if isinstance(of, OneEach):
        gold, run = _one_each(draw, min(beyond + 3, most), of.pool)
        runs = [run]
    else:
        gold = (
            _redundant(draw, beyond + 4, of.grades, of.even)
            if draw.integer(0, 1)
            else _topic(draw, beyond + 4, of.grades, of.even)
        )
        order = draw.order([*gold.grades, "x1", "x2"])
        runs = [order[:length] for length in range(1, min(most, len(order)) + 1)]
    return draw.choice([case for run in runs for case in of.around(gold, Organization.ranking(run))])


def _one_each(draw: Draws, intents: int, pool: bool) -> tuple[Topic, list[str]]:
    """A topic of at most so many intents, no two equally likely, and a run of one document for each; with `pool`, more
    documents that each serve one of them.
    """
    weights = draw.distinct(range(1, 100), 2, intents)
    names = [f"i{k}" for k in range(1, len(weights) + 1)]
    more = draw.several(lambda: draw.choice(names), 0, 4) if pool else []
    grade = draw.integer(1, 3)
    chances = {name: Fraction(weight, sum(weights)) for name, weight in zip(names, weights, strict=True)}
    grades = {f"d{k}": {name: grade} for k, name in enumerate([*names, *more], 1)}
    return Topic(chances, grades), draw.order([f"d{k}" for k in range(1, len(names) + 1)])


def _topic(draw: Draws, documents: int, grades: int, even: bool) -> Topic:
    """A topic of at most so many documents with any intents; `even` makes intents equally likely and grades 1."""
    number = draw.integer(1, MOST_INTENTS)
    rows = draw.several(lambda: sorted(draw.distinct(range(1, number + 1), 1, number)), 1, documents)
    return _graded(draw, rows, grades, even)


def _redundant(draw: Draws, documents: int, grades: int, even: bool) -> Topic:
    """A topic of at most so many documents, many of which serve the same intents; `even` makes intents equally likely
    and grades 1.
    """
    number = draw.integer(2, 5)
    most = draw.choice((1, 1, number))
    some = draw.several(lambda: sorted(draw.distinct(range(1, number + 1), 1, most)), 2, 4)
    return _graded(draw, draw.several(lambda: draw.choice(some), 4, documents), grades, even)


def _graded(draw: Draws, rows: Sequence[Sequence[int]], grades: int, even: bool) -> Topic:
    """The topic whose documents serve these intents."""
    served = sorted({i for row in rows for i in row})
    weights = {i: 1 if even else draw.integer(1, 99) for i in served}
    chances = {f"i{i}": Fraction(weight, sum(weights.values())) for i, weight in weights.items()}
    top = 1 if even else grades
    return Topic(chances, {f"d{k}": {f"i{i}": draw.integer(1, top) for i in row} for k, row in enumerate(rows, 1)})


@random_case.register
def _unit_moves(family: UnitMoves, draw: Draws, beyond: int) -> Case:
    words, change = draw.choice(sorted(MOVES.items()))
    worse = np.array([draw.integer(0, 2 * beyond) + max(0, -step) for step in change])
    better = worse + change
    if not (both_classes(worse) and family.where(worse, better)):
        worse, better = worse + 1, better + 1
    return moved(worse.tolist(), better.tolist(), words)


def _stretch(draw: Draws, top: int, least: int, most: int, relevant: bool = True) -> list[int]:
    return draw.integers(0, top if relevant else 0, max(0, least), max(0, most))


def _counts(draw: Draws, grades: int, relevant: int | None, *runs: list[int]) -> Grades:
    """A gold that holds what the runs retrieve, and perhaps more."""
    if relevant is not None:
        return (relevant,)
    return tuple(max(run.count(g) for run in runs) + draw.integer(0, 4) for g in range(1, grades + 1))


@random_case.register
def _swapped(family: AdjacentSwaps, draw: Draws, beyond: int) -> Case:
    many = family.relevant is None
    head = _stretch(draw, family.grades, 0, LONGEST - 2, many)
    tail = _stretch(draw, family.grades, beyond - 1 - len(head), LONGEST - 2 - len(head), many)
    high = draw.integer(1, family.grades)
    run = [*head, high, draw.integer(0, high - 1), *tail]
    return named_case(
        family, {"better": (run, None), "worse": (run, len(head))}, _counts(draw, family.grades, family.relevant, run)
    )


@random_case.register
def _swapped_twice(family: TwoSwaps, draw: Draws, beyond: int) -> Case:
    many = family.relevant is None
    head = _stretch(draw, 1, 0, LONGEST // 2, many)
    between = _stretch(draw, 1, 0, LONGEST // 2 - 4, many)
    tail = _stretch(draw, 1, beyond - 3 - len(head) - len(between), LONGEST - 4 - len(head) - len(between), many)
    i, j = len(head), len(head) + 2 + len(between)
    if many:
        shallow = deep = [*head, 1, 0, *between, 1, 0, *tail]
    else:
        length = len(head) + len(between) + len(tail) + 4
        shallow, deep = ([int(rank == at) for rank in range(length)] for at in (i, j))
    return named_case(family, two_swaps(shallow, i, deep, j), _counts(draw, 1, family.relevant, shallow, deep))


@random_case.register
def _swapped_anywhere(family: SwapsAnywhere, draw: Draws, beyond: int) -> Case:
    above = _stretch(draw, 1, 0, LONGEST // 2)
    below = _stretch(draw, 1, len(above) + 1, LONGEST - 2)
    shallow = [*above, 1, 0, *_stretch(draw, 1, beyond - 1 - len(above), LONGEST - 2 - len(above))]
    deep = [*below, 1, 0, *_stretch(draw, 1, 0, LONGEST - 2 - len(below))]
    return named_case(family, two_swaps(shallow, len(above), deep, len(below)), _counts(draw, 1, None, shallow, deep))


@random_case.register
def _with_one_more(family: Appended, draw: Draws, beyond: int) -> Case:
    head = _stretch(draw, 1, 0, LONGEST - 2)
    run = [*head, 1, *_stretch(draw, 1, beyond - 1 - len(head), LONGEST - 2 - len(head))]
    return named_case(family, {"better": (run, None), "worse": ([*run, 0], None)}, _counts(draw, 1, None, run))


@random_case.register
def _paired(family: OverlappingPairs, draw: Draws, beyond: int) -> Case:
    n = draw.integer(beyond + 1, beyond + 4)
    ends = range(0 if family.shared else n + 1, 3 * n + 1)
    pairs = (draw.distinct(ends, 2, 2) for _ in range(n))
    return family.case(n, tuple((min(pair), max(pair)) for pair in pairs), draw.integer(0, n))


@random_case.register
def _edited(family: Edits, draw: Draws, beyond: int) -> Case:
    return family.drawn(draw, draw.integer(beyond + 1, beyond + 4))


@random_case.register
def _within_an_organization(family: Embedded, draw: Draws, beyond: int) -> Case:
    classes, old, new, around = parted(random_case(family.clustering, draw, beyond))
    rewritten = {d for cluster in old for d in cluster}
    lowest = TAIL if family.tail else 0
    together = draw.integer(0, 3)
    places = [
        together if family.together and rewritten & set(c) else draw.integer(lowest if len(c) == 1 else 0, 3)
        for c in classes
    ]
    hidden = {c[0] for c, place in zip(classes, places, strict=True) if place == TAIL}
    if rewritten <= hidden:
        places = [max(place, 0) for place in places]
        hidden = set()
    rest = [draw.integer(lowest if len(c) == 1 and c[0] not in hidden else 0, 3) for c in around]
    level = draw.integer(0, 3)
    better, worse = (put([*side, *around], [level] * len(side) + rest) for side in (new, old))
    return organized(
        put(classes, places), {"better": better, "worse": worse}, "within a larger organization", family.tail
    )
