"""Larger cases than anybody enumerates, drawn by chance, for the comparison of proofs with their metrics.

Sizes are drawn evenly on the scale of their logarithms, so that every order of magnitude is tried: clusterings and
filterings to tables with entries of a million, runs to 2000 ranks, thresholds to n = 2000. Cases are given by counts
(`core/counted.py`), or spelled out in documents where a metric needs these. The draws are a plain function of
`random.Random`: `verify` uses them, and shares no code with the sampling of the search.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, singledispatch
from itertools import islice
from random import Random
from typing import Any

import numpy as np

from axiometrics.core.case import Case
from axiometrics.core.counted import GREATEST, Columns, GradedRun, Quadrants
from axiometrics.core.organization import Organization
from axiometrics.core.scores import Relevance
from axiometrics.core.topic import Topic
from axiometrics.generators.covers import OverlappingPairs
from axiometrics.generators.draws import Seeded
from axiometrics.generators.duels import FIRST, SECOND, Duels
from axiometrics.generators.filterings import MOVES, UnitMoves, both_classes, moved
from axiometrics.generators.larger_libraries import LibrarySizes, larger_run
from axiometrics.generators.larger_scorings import larger_scoring
from axiometrics.generators.library_cases import RunCases
from axiometrics.generators.listed import PlainCases
from axiometrics.generators.patterns import Rewrites, amount, case_of
from axiometrics.generators.rankings import (
    AdjacentSwaps,
    Appended,
    SwappedRun,
    SwapsAnywhere,
    TwoSwaps,
    named_case,
    swapped,
    two_swaps,
)
from axiometrics.generators.topic_cases import AnyTopic, DrawnTopics, Listing, OneEach
from axiometrics.generators.topics import drawn_topic
from axiometrics.generators.topics import named as named_run

LONGEST = 2000
"""The longest run."""

NAMED = 240
"""The approximate number of documents of the largest case that is spelled out."""

NAMES = 20
"""The greatest amount in a case that is spelled out is `NAMED` divided by this number."""

LONG, DOCUMENTS = 12, 6
"""Ranks of the longest run of a topic, and relevant documents of the largest one: all their orders may be scored."""

INTENTS, FEW = 5, 5
"""Intents of the largest topic, and relevant documents where every order and every run of them is scored."""

TRIES = 10
"""How many golds are drawn at most, until a case can be made of one."""

SCORED = 40
"""Documents of the largest scoring."""

LIBRARY = LibrarySizes(20, 30, 14)
"""The largest library of which articles, or their elements, are retrieved."""

LISTED = 0.2
"""The share of cases that are listed ones, where larger ones are drawn too."""


def larger_cases(family: Any, chance: Random, number: int, named: bool = False, reach: int = GREATEST) -> list[Case]:
    """That many cases of a family with amounts up to `reach`, in documents (`named`, and small) or in counts.

    There are none where nothing draws the family.
    """
    draw = drawn(family)
    if draw is None:
        return []
    tries = (draw(chance, named, min(reach, NAMED // NAMES) if named else reach) for _ in range(20 * number))
    return list(islice((case for case in tries if case is not None), number))


Draw = Callable[[Random, bool, int], Case | None]
"""A case drawn by chance, in documents or in counts, with amounts up to a number; None where the draw came to none."""


@singledispatch
def drawn(family: Any) -> Draw | None:
    """The function that draws cases of a family; None where there is none."""
    return None


@drawn.register
def _plain(family: PlainCases) -> Draw:
    """Cases that are listed, of any size that is searched: without this the smallest ones alone would be compared. Of
    scorings, and of runs of libraries, larger cases like a listed one too.
    """

    def draw(chance: Random, named: bool, reach: int) -> Case | None:
        sizes = _sizes(family)
        listed = chance.choice(_listed(family, chance.choice(sizes))) if sizes else None
        if listed is None or chance.random() < LISTED:
            return listed
        draw_from = Seeded(chance)
        for _ in range(TRIES):
            larger = (
                larger_scoring(family, listed, draw_from, *[round(SCORED ** chance.random())] * 2)
                if isinstance(listed.gold, Relevance)
                else larger_run(family, listed, draw_from, LIBRARY)
                if isinstance(family, RunCases)
                else listed
            )
            if larger is not None and family.admits(larger) is None:
                return larger
        return listed

    return draw


@drawn.register
def _of_any_topic(family: AnyTopic) -> Draw:
    """Cases that are listed, and cases that the listing makes on larger topics."""
    listed, of = _plain(family), family.listing
    assert isinstance(of, Listing)

    def draw(chance: Random, named: bool, reach: int) -> Case | None:
        if chance.random() < LISTED:
            return listed(chance, named, reach)
        gold = drawn_topic(chance, INTENTS, FEW, grades=2)
        cases = list(of.lists(gold, of.cut))
        return chance.choice(cases) if cases else None

    return draw


@cache
def _sizes(family: PlainCases) -> list[int]:
    """The sizes that have a case. They are found when a case is drawn: to find them, every case is listed."""
    return [size for size in range(1, family.largest(None) + 1) if next(family.cases(size), None)]


@cache
def _listed(family: PlainCases, size: int) -> tuple[Case, ...]:
    return tuple(family.cases(size))


@drawn.register
def _of_topics(family: DrawnTopics) -> Draw:
    """Cases made of a run of a topic: listed ones, and those of topics and runs that are larger."""
    listed, of = _plain(replace(family, default=2)), family.of_runs

    def draw(chance: Random, named: bool, reach: int) -> Case | None:
        if chance.random() < LISTED:
            return listed(chance, named, reach)
        single = isinstance(of, OneEach)
        intents = min(INTENTS, family.cut or INTENTS) if single else INTENTS
        for _ in range(TRIES):
            gold = drawn_topic(chance, intents, DOCUMENTS, of.grades, of.even, single)
            made = list(of.around(gold, drawn_run(chance, family, gold)))
            if made:
                return chance.choice(made)
        return None

    return draw


def drawn_run(chance: Random, family: DrawnTopics, gold: Topic) -> Organization:
    """A run of a topic as the cases of the family are made of, within their cut-off."""
    documents = sorted(gold.grades)
    if isinstance(family.of_runs, OneEach):
        chance.shuffle(documents)
        first = {next(iter(gold.of(document))): document for document in documents}
        run = list(first.values())
        chance.shuffle(run)
        return Organization.ranking(run)
    length = chance.randint(1, min(family.cut or LONG, LONG))
    some = documents + [""] * chance.choice((0, 1, length, length + 9))
    return Organization.ranking(named_run(chance.sample(some, min(length, len(some)))))


@drawn.register
def _rewrites(family: Rewrites) -> Draw | None:
    if family.larger is None:
        return None
    larger = family.larger

    def draw(chance: Random, named: bool, reach: int) -> Case:
        pattern = larger(chance, reach)
        row = {letter: i for i, letter in enumerate(pattern.letters)}
        worse, better = (
            [{row[c]: k for c, k in cluster.items()} for cluster in side] for side in (pattern.worse, pattern.better)
        )
        classes = [*range(len(pattern.elsewhere)), *range(len(row), len(row) + chance.randint(0, 4))]
        number = chance.randint(0, 5) if family.surroundings and classes else 0
        around = [
            {c: amount(chance, reach) for c in chance.sample(classes, chance.randint(1, min(4, len(classes))))}
            for _ in range(number)
        ]
        if named:
            return case_of(worse, better, around, "drawn")
        return Case(None, {"better": Columns((*better, *around)), "worse": Columns((*worse, *around))}, "drawn")

    return draw


@drawn.register
def _pairs(family: OverlappingPairs) -> Draw | None:
    if family.shared:
        return None

    def draw(chance: Random, named: bool, reach: int) -> Case:
        n = amount(chance, 12, 4)
        documents = range(2 * n)
        pairs: set[tuple[int, int]] = set()
        while len(pairs) < n:
            d, e = sorted(chance.sample(documents, 2))
            pairs.add((d, e))
        used = {d: i for i, d in enumerate(sorted({d for pair in pairs for d in pair}), n + 1)}
        listed = tuple(sorted((used[d], used[e]) for d, e in pairs))
        return family.case(n, listed, chance.randint(0, n))

    return draw


@drawn.register
def _unit_moves(family: UnitMoves) -> Draw:
    def draw(chance: Random, named: bool, reach: int) -> Case | None:
        table = np.array([0 if chance.random() < 0.1 else amount(chance, reach) for _ in range(4)])
        words = chance.choice(list(MOVES))
        after = table + np.array(MOVES[words])
        if (after < 0).any() or not both_classes(table) or not family.where(table, after):
            return None
        worse, better = (Quadrants(*(int(k) for k in side)) for side in (table, after))
        return moved(worse, better, words) if named else Case(None, {"better": better, "worse": worse}, words)

    return draw


@drawn.register
def _adjacent(family: AdjacentSwaps) -> Draw:
    def draw(chance: Random, named: bool, reach: int) -> Case | None:
        run = _run(chance, family, _length(chance, reach, named, 2))
        low = chance.randrange(family.grades)
        i = chance.randrange(len(run) - 1)
        if family.relevant is not None:
            run = [0] * len(run)
            low = 0
        run[i : i + 2] = [chance.randint(low + 1, family.grades), low]
        return _case(family, {"better": (run, None), "worse": (run, i)}, chance, named)

    return draw


@drawn.register
def _two_swaps(family: TwoSwaps) -> Draw:
    def draw(chance: Random, named: bool, reach: int) -> Case | None:
        length = _length(chance, reach, named, 4)
        i, j = sorted((chance.randrange(length - 1), amount(chance, length - 1) - 1))
        if family.relevant == 1:
            first, second = ([int(rank == at) for rank in range(length)] for at in (i, j))
            return _case(family, two_swaps(first, i, second, j), chance, named) if i < j else None
        run = _run(chance, family, length)
        run[i : i + 2] = [1, 0]
        run[j : j + 2] = [1, 0]
        if j < i + 2 or i < 0:
            return None
        return _case(family, two_swaps(run, i, run, j), chance, named)

    return draw


@drawn.register
def _anywhere(family: SwapsAnywhere) -> Draw:
    def draw(chance: Random, named: bool, reach: int) -> Case | None:
        shallow, deep = (_run(chance, family, _length(chance, reach, named, 2)) for _ in range(2))
        i = amount(chance, len(shallow) - 1) - 1
        if i + 1 > len(deep) - 2:
            return None
        j = chance.randint(i + 1, len(deep) - 2)
        shallow[i : i + 2] = [1, 0]
        deep[j : j + 2] = [1, 0]
        return _case(family, two_swaps(shallow, i, deep, j), chance, named)

    return draw


@drawn.register
def _appended(family: Appended) -> Draw:
    def draw(chance: Random, named: bool, reach: int) -> Case | None:
        run = _run(chance, family, _length(chance, reach, named, 1))
        run[chance.randrange(len(run))] = 1
        return _case(family, {"better": (run, None), "worse": ([*run, 0], None)}, chance, named)

    return draw


@drawn.register
def _duels(family: Duels) -> Draw:
    def draw(chance: Random, named: bool, reach: int) -> Case:
        n = amount(chance, NAMED if named else min(reach, LONGEST), family.first_n)
        return family.case(n) if named else counted_duel(family, n)

    return draw


def counted_duel(family: Duels, n: int) -> Case:
    """The duel of an n, in grades."""
    counts = (family.relevant(n),)
    first, second = (GradedRun(run, counts) for run in family.runs(n))
    return Case(None, {FIRST: first, SECOND: second}, f"n = {n}")


def _length(chance: Random, reach: int, named: bool, least: int) -> int:
    return amount(chance, NAMED if named else min(reach, LONGEST), least)


def _run(chance: Random, family: Any, length: int) -> list[int]:
    """Grades by chance, rare or frequent."""
    share = chance.choice((0.02, 0.2, 0.5, 0.9))
    return [chance.randint(1, family.grades) if chance.random() < share else 0 for _ in range(length)]


def _case(family: Any, runs: Mapping[str, SwappedRun], chance: Random, named: bool) -> Case:
    """The case of runs, each with the rank (from 0) at which it is swapped, if any; some relevant documents are not
    retrieved.
    """
    grades = range(1, family.grades + 1)
    retrieved = [max(list(run).count(g) for run, _ in runs.values()) for g in grades]
    further = 0 if family.relevant is not None or chance.random() < 0.3 else amount(chance, 5 if named else 300)
    counts = tuple(k + (chance.randint(0, further) if further else 0) for k in retrieved)
    if named:
        return named_case(family, runs, counts)
    outputs = {role: GradedRun(tuple(run if i is None else swapped(run, i)), counts) for role, (run, i) in runs.items()}
    return Case(None, outputs, "drawn")
