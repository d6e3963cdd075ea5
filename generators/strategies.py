"""The families of cases as Hypothesis strategies, for sizes beyond those that are listed whole. A strategy draws only
what the family admits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache, singledispatch
from typing import Any

import numpy as np
from hypothesis import assume
from hypothesis import strategies as st

from axiometrics.core.case import Case
from axiometrics.core.library import Article, Element, Library
from axiometrics.core.organization import Organization
from axiometrics.core.scores import Relevance, Scores
from axiometrics.core.topic import Topic
from axiometrics.generators.covers import OverlappingPairs
from axiometrics.generators.filterings import MOVES, UnitMoves, both_classes, moved
from axiometrics.generators.libraries import TAGS
from axiometrics.generators.library_cases import DrawnCases
from axiometrics.generators.organization_embedded import TAIL, Embedded, parted, put
from axiometrics.generators.organization_moves import Moves
from axiometrics.generators.organizations import Edits, Shape, organized, tidy
from axiometrics.generators.patterns import Pattern, Placed, Rewrites
from axiometrics.generators.rankings import AdjacentSwaps, Appended, Grades, SwapsAnywhere, TwoSwaps, named_case
from axiometrics.generators.scoring.grids import relevance, scores
from axiometrics.generators.topic_cases import DrawnTopics, OneEach

LONGEST = 30
"""Ranks of the longest run drawn: beyond, a black box's ties prove nothing."""

LONGEST_RUN = 10
"""Ranks of the longest run of a topic drawn."""

LARGEST_PATTERN = 14
"""Documents of the largest pattern drawn where patterns are many."""


@st.composite
def libraries(draw: Callable[..., Any], most: int = 4, elements: int = 6) -> Library:
    """Libraries of up to so many articles of up to so many elements each; shrinks towards fewer and smaller ones."""
    articles = []
    for i in range(1, draw(st.integers(1, most)) + 1):
        root = _element(draw, draw(st.integers(1, elements)), 0)
        article = Article(f"a{i}", root)
        entry = draw(st.none() | st.integers(0, article.characters))
        articles.append(Article(f"a{i}", root, entry))
    return Library(tuple(articles), draw(st.none() | st.fractions(1, 100, max_denominator=2)))


def _element(draw: Callable[..., Any], elements: int, depth: int) -> Element:
    """A random element that consists of a number of elements; every leaf has at least one character."""
    own = draw(st.integers(int(elements == 1), 6))
    highlighted = draw(st.integers(0, own))
    children = []
    left = elements - 1
    while left:
        below = draw(st.integers(1, left))
        children.append(_element(draw, below, depth + 1))
        left -= below
    return Element(TAGS[min(depth, len(TAGS) - 1)], own, highlighted, tuple(children))


@singledispatch
def cases(family: Any, beyond: int) -> st.SearchStrategy[Case]:
    """Cases of a family, mostly larger than `beyond` (in the family's unit). Shrinks towards fewer documents.

    Raises `TypeError` for a family without a strategy.
    """
    raise TypeError(f"no strategy draws {type(family).__name__}")


def drawable(family: object) -> bool:
    """Whether a strategy draws cases of the family. Plain lists of cases have none."""
    return cases.dispatch(type(family)) is not cases.dispatch(object)


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
        placed = draw(
            st.lists(st.tuples(st.integers(0, 3), st.integers(0, marked + 2)), min_size=least, max_size=least + 8)
        )
        columns = [[0] * (marked + 4) for _ in range(4)]
        for cluster, row in placed:
            columns[cluster][row] += 1
        return Placed(pattern, tuple(tuple(column) for column in columns if any(column))).case()

    return draw_case()


@cases.register
def _elements(family: DrawnCases, beyond: int) -> st.SearchStrategy[Case]:
    @st.composite
    def draw_case(draw: Callable[..., Any]) -> Case:
        gold = draw(libraries(most=1, elements=beyond + 3))
        run = draw(st.lists(st.sampled_from(list(gold.elements)), min_size=1, max_size=4, unique=True))
        made = list(family.around(gold, tuple(run)))
        assume(made)
        case: Case = draw(st.sampled_from(made))
        return case

    return draw_case()


@cases.register
def _of_topics(family: DrawnTopics, beyond: int) -> st.SearchStrategy[Case]:
    of, most = family.of_runs, min(family.cut or LONGEST_RUN, LONGEST_RUN)

    @st.composite
    def draw_case(draw: Callable[..., Any]) -> Case:
        if isinstance(of, OneEach):
            gold, run = draw(one_each(min(beyond + 3, most), of.pool))
            runs = [run]
        else:
            gold = draw(redundant_topics(beyond + 4, of.grades, of.even))
            order = draw(st.permutations([*gold.grades, "x1", "x2"]))
            runs = [order[:length] for length in range(1, min(most, len(order)) + 1)]
        made = [case for run in runs for case in of.around(gold, Organization.ranking(run))]
        assume(made)
        case: Case = draw(st.sampled_from(made))
        assume(family.admits(case) is None)
        return case

    return draw_case()


@st.composite
def one_each(draw: Callable[..., Any], intents: int, pool: bool) -> tuple[Topic, list[str]]:
    """Topics of at most so many intents, no two equally likely, and a run of one document for each; with `pool`, more
    documents that each serve one of them.
    """
    weights = draw(st.lists(st.integers(1, 99), min_size=2, max_size=intents, unique=True))
    names = [f"i{k}" for k in range(1, len(weights) + 1)]
    more = draw(st.lists(st.sampled_from(names), max_size=4)) if pool else []
    grade = draw(st.integers(1, 3))
    chances = {name: Fraction(weight, sum(weights)) for name, weight in zip(names, weights, strict=True)}
    grades = {f"d{k}": {name: grade} for k, name in enumerate([*names, *more], 1)}
    return Topic(chances, grades), draw(st.permutations([f"d{k}" for k in range(1, len(names) + 1)]))


@st.composite
def redundant_topics(draw: Callable[..., Any], documents: int, grades: int, even: bool) -> Topic:
    """Topics of at most so many documents, many of which serve the same intents; `even` makes intents equally likely
    and grades 1.
    """
    number = draw(st.integers(2, 5))
    grade = st.integers(1, 1 if even else grades)
    kinds = st.sets(st.integers(1, number), min_size=1, max_size=draw(st.sampled_from((1, 1, number))))
    some = draw(st.lists(kinds, min_size=2, max_size=4))
    rows = draw(st.lists(st.sampled_from(some), min_size=4, max_size=documents))
    served = sorted({i for row in rows for i in row})
    weights = {i: 1 if even else draw(st.integers(1, 99)) for i in served}
    chances = {f"i{i}": Fraction(weight, sum(weights.values())) for i, weight in weights.items()}
    return Topic(chances, {f"d{k}": {f"i{i}": draw(grade) for i in row} for k, row in enumerate(rows, 1)})


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
        return named_case(
            family,
            {"better": (run, None), "worse": (run, len(head))},
            _counts(draw, family.grades, family.relevant, run),
        )

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
        runs = dict(
            zip(
                family.demand.roles,
                ((shallow, None), (shallow, len(above)), (deep, None), (deep, len(below))),
                strict=True,
            )
        )
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
        case = family.case(
            gold,
            {"better": gold, "worse": draw(_shapes(listed, family.extra if listed else 0))},
            "the gold against another organization",
        )
        assume(family.admits(case) is None)
        return case

    return draw_case()


@st.composite
def _shapes(draw: Callable[..., Any], listed: Sequence[int], extra: int) -> Shape:
    """An organization of these documents, with some occurrences more: up to four levels of four clusters."""
    place = st.tuples(st.integers(0, 3), st.integers(0, 3))
    more = draw(st.lists(st.sampled_from(listed), max_size=extra)) if extra else []
    return _grouped([(d, draw(place)) for d in [*listed, *more]])


def _grouped(placed: Iterable[tuple[int, tuple[int, int]]]) -> Shape:
    """The organization of documents that are told their level and a number for their cluster on it."""
    clusters: dict[int, dict[int, set[int]]] = {}
    for d, (level, cluster) in placed:
        clusters.setdefault(level, {}).setdefault(cluster, set()).add(d)
    return tidy([[tuple(cluster) for cluster in clusters[level].values()] for level in sorted(clusters)])


@cases.register
def _embedded(family: Embedded, beyond: int) -> st.SearchStrategy[Case]:
    @st.composite
    def draw_case(draw: Callable[..., Any]) -> Case:
        classes, old, new, around = parted(draw(cases(family.clustering, beyond)))
        rewritten = {d for cluster in old for d in cluster}
        lowest = TAIL if family.tail else 0
        together = draw(st.integers(0, 3))
        places = [
            together if family.together and rewritten & set(c) else draw(st.integers(lowest if len(c) == 1 else 0, 3))
            for c in classes
        ]
        hidden = {c[0] for c, place in zip(classes, places, strict=True) if place == TAIL}
        if rewritten <= hidden:
            places = [max(place, 0) for place in places]
            hidden = set()
        rest = [draw(st.integers(lowest if len(c) == 1 and c[0] not in hidden else 0, 3)) for c in around]
        here = draw(st.integers(0, 3))
        better, worse = (put([*side, *around], [here] * len(side) + rest) for side in (new, old))
        return organized(
            put(classes, places), {"better": better, "worse": worse}, "within a larger organization", family.tail
        )

    return draw_case()


@cases.register
def _moves_between_levels(family: Moves, beyond: int) -> st.SearchStrategy[Case]:
    @st.composite
    def draw_case(draw: Callable[..., Any]) -> Case:
        seats = 2 * family.pairs
        number = max(draw(st.integers(beyond + 1, beyond + 4)) - family.fresh, seats)
        same = family.same or not family.tail
        output = _grouped(_seated(draw, family, number))
        tail = family.sets or family.grades or 4
        high = draw(st.integers(0, tail - 1 - same))
        low = draw(st.integers(high + 1, tail - same))
        stands = [(high, low)[d % 2] if d < seats else draw(st.integers(0, tail - same)) for d in range(number)]
        stands += [] if same else draw(st.lists(st.integers(0, tail - 1), max_size=2))
        gold = _grouped((d, (level, _cluster(draw, family, d))) for d, level in enumerate(stands) if level < tail)
        made = list(family.moves(gold, output)) if gold else []
        assume(made)
        outputs, words = draw(st.sampled_from(made))
        return organized(gold, outputs, words, family.tail)

    return draw_case()


def _cluster(draw: Callable[..., Any], family: Moves, d: int) -> int:
    return draw(st.integers(0, 2)) if family.kind == "clustered" and draw(st.booleans()) else 3 + d


def _seated(draw: Callable[..., Any], family: Moves, number: int) -> Iterator[tuple[int, tuple[int, int]]]:
    """Level and cluster of each document of the output; the first ones stand, alone in their clusters, two by two on
    neighbouring levels.
    """
    top = number if family.kind == "plain" else max(family.sets or 4, 2 * family.pairs + 1)
    spare = top - 2 * family.pairs
    taken: list[int] = []
    for _ in range(family.pairs):
        gap = draw(st.integers(0, spare))
        spare -= gap
        start = (taken[-1] + 1 if taken else 0) + gap
        taken += [start, start + 1]
    yield from ((d, (level, 3 + d)) for d, level in enumerate(taken))
    free = [level for level in range(top) if family.kind != "plain" or level not in taken]
    for i, d in enumerate(range(len(taken), number)):
        yield d, (free[i] if family.kind == "plain" else draw(st.sampled_from(free)), _cluster(draw, family, d))


@st.composite
def topics(draw: Callable[..., Any], intents: int = 4, documents: int = 6, grades: int = 3) -> Topic:
    """Topics of diversity up to these sizes, with any probabilities of small denominators."""
    number = draw(st.integers(1, intents))
    weights = draw(st.lists(st.integers(1, 9), min_size=number, max_size=number))
    rows = [
        draw(st.dictionaries(st.integers(1, number), st.integers(1, grades), min_size=1))
        for _ in range(draw(st.integers(1, documents)))
    ]
    served = sorted({i for row in rows for i in row})
    whole = sum(weights[i - 1] for i in served)
    return Topic(
        {f"i{i}": Fraction(weights[i - 1], whole) for i in served},
        {f"d{k}": {f"i{i}": grade for i, grade in row.items()} for k, row in enumerate(rows, 1)},
    )


@st.composite
def runs_of(draw: Callable[..., Any], topic: Topic, irrelevant: int = 3) -> Organization:
    """Runs of any of the documents of a topic and some irrelevant ones, in any order."""
    names = [*topic.grades, *(f"x{k}" for k in range(1, irrelevant + 1))]
    return Organization.ranking(draw(st.lists(st.sampled_from(names), min_size=1, unique=True)))


@st.composite
def scorings(draw: Callable[..., Any], most: int = 6) -> tuple[Scores, Relevance]:
    """An output and a gold of the task `scoring`, with numbers that are simple fractions; all documents have both."""
    numbers = st.fractions(min_value=0, max_value=1, max_denominator=20)
    pairs = draw(st.lists(st.tuples(numbers, numbers), min_size=1, max_size=most))
    given, wanted = zip(*pairs, strict=True)
    return scores(given), relevance(wanted)
