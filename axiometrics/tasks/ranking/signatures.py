"""How a metric of rankings is called: with gains in rank order, with judgements and a run of one topic, or with the
relevance and the score of each judged document.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product, repeat
from typing import Any

import numpy as np

from axiometrics.core.organization import Organization
from axiometrics.core.signature import Signature, SmallInputs
from axiometrics.tasks import forms, variations
from axiometrics.tasks.organizations import arrays
from axiometrics.tasks.ranking.ties import judged_gold, tied_run

LONG = (11, 101)
"""Documents of the long rankings: one more than the cuts in use, beyond which a metric with a cut sees nothing.

One document alone is relevant, or irrelevant, and stands at either end. So whatever a metric makes of its first 10 or
100 ranks, a law under which documents change places is tried on a ranking that crosses the cut.
"""


def _ranked_gains(system: Organization, gold: Organization) -> list[Any]:
    grades = gold.grades()
    return [
        [*map(grades.get, system.listed, repeat(0))],
        [grade for grade in sorted(grades.values(), reverse=True) if grade > 0],
    ]


def _judged_run(system: Organization, gold: Organization) -> list[Any]:
    ranked = system.listed
    return [gold.grades(), {d: float(len(ranked) - i) for i, d in enumerate(ranked)}]


def _judged_scores(system: Organization, gold: Organization) -> list[Any]:
    grades, run = _judged_run(system, gold)
    return [list(grades.values()), [run.get(d, 0.0) for d in grades]]


def _lists(plain: Any, number: type) -> tuple[Any, ...]:
    """Lists of numbers of this type. Where it is `int`, grades that are not whole stay as they are."""
    return tuple(
        [value if number is int and isinstance(value, float) else number(value) for value in side] for side in plain
    )


def _dictionaries(plain: Any, number: type) -> tuple[Any, ...]:
    """Copies of judgements and runs, also of those of several topics."""
    return tuple({key: dict(of) if isinstance(of, dict) else of for key, of in side.items()} for side in plain)


def weak_orders(n: int) -> Iterator[tuple[int, ...]]:
    """Every weak order of n documents, as scores 1..m with every score in use; the higher is the better."""
    for scores in product(range(1, n + 1), repeat=n):
        if set(scores) == set(range(1, max(scores, default=0) + 1)):
            yield scores


def _ranked(
    n: int, traits: frozenset[str], chance: random.Random | None
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]]:
    """Grades of n documents, which of them are retrieved, and the scores of these: all there are, a random one, or
    those of a `LONG` ranking.
    """
    grades = (0, 1, 2) if "graded" in traits else (0, 1)
    if chance is not None:
        kept = tuple(sorted(chance.sample(range(n), chance.randint(1, n))))
        scores = (
            tuple(chance.randint(1, len(kept)) for _ in kept)
            if chance.random() < 0.5
            else tuple(chance.sample(range(1, len(kept) + 1), len(kept)))
        )
        yield tuple(chance.choice(grades) for _ in range(n)), kept, scores
        return
    if n in LONG:
        for alone, others in ((grades[-1], 0), (0, grades[-1])):
            for at in (0, n - 1):
                for scores in ((1,) * n, tuple(range(n, 0, -1))):
                    yield tuple(alone if i == at else others for i in range(n)), tuple(range(n)), scores
        return
    for judged in product(grades, repeat=n):
        for retrieved in range(1, n + 1):
            for kept in combinations(range(n), retrieved):
                for scores in weak_orders(retrieved):
                    yield judged, kept, scores


def _runs(n: int, traits: frozenset[str], chance: random.Random | None) -> Iterator[tuple[Any, ...]]:
    names = [f"d{i:0{len(str(n - 1))}}" for i in range(n)]
    for judged, kept, scores in _ranked(n, traits, chance):
        yield (
            dict(zip(names, judged, strict=True)),
            {names[i]: float(score) for i, score in zip(kept, scores, strict=True)},
        )


def _scored(n: int, traits: frozenset[str], chance: random.Random | None) -> Iterator[tuple[Any, ...]]:
    for judged, kept, scores in _ranked(n, traits, chance):
        if len(kept) == n:
            yield np.array(judged), np.array(scores, dtype=float)


def _gains(n: int, traits: frozenset[str], chance: random.Random | None) -> Iterator[tuple[Any, ...]]:
    for judged, kept, scores in _ranked(n, traits, chance):
        if len(set(scores)) == len(scores):
            ranked = sorted(zip(scores, kept, strict=True), reverse=True)
            yield [judged[i] for _, i in ranked], sorted((grade for grade in judged if grade), reverse=True)


def _rankings(n: int, traits: frozenset[str], chance: random.Random | None) -> Iterator[tuple[Any, ...]]:
    for qrel, run in _runs(n, traits, chance):
        if len(set(run.values())) == len(run) and any(qrel.values()):
            yield Organization.ranking(sorted(run, key=run.__getitem__, reverse=True)), Organization.graded(qrel)


def _found_at(rank: int) -> tuple[Organization, Organization]:
    """A run whose one relevant document stands at this rank, the last one."""
    run = [f"d{i}" for i in range(1, rank + 1)]
    return Organization.ranking(run), Organization.graded({d: int(d == run[-1]) for d in run})


def _values_of_run(arguments: tuple[Any, ...]) -> tuple[Organization, Organization] | None:
    judged, scores = arguments
    if len(set(scores.values())) < len(scores):
        return None
    return Organization.ranking(sorted(scores, key=scores.__getitem__, reverse=True), tail=False), judged_gold(judged)


def _named(arguments: tuple[Any, ...]) -> list[dict[str, Any]]:
    """Lists that are parallel, as judgements and a run whose documents are named by their places."""
    return [{f"d{i}": value for i, value in enumerate(np.asarray(side).tolist())} for side in arguments]


def _values_of_scores(arguments: tuple[Any, ...]) -> tuple[Organization, Organization] | None:
    judged, scores = _named(arguments)
    return _values_of_run((judged, scores))


def _scored_meaning(plain: Any, documents: Sequence[str]) -> Any:
    judged, scores = (dict(zip(documents, side, strict=True)) for side in plain)
    return judged, variations.ranked(scores)


_RENAMED = {0: 3, 1: 7, 2: 9}
"""Numbers that stand for gains where it is tried whether a metric takes them for more than names."""


def _reversed(grades: Iterable[int]) -> list[int]:
    """The grades where relevant and irrelevant documents change places."""
    return [int(grade <= 0) for grade in grades]


GAINS = Signature(
    "gains",
    "f(gains, ideal), gains in rank order",
    (("gains", "ideal"),),
    _ranked_gains,
    _lists,
    inputs=SmallInputs(_gains, long=LONG),
    meaning=lambda plain, documents: plain,
    forms=(forms.ALONE, forms.ARRAYS, forms.ARRAY_ALONE, forms.HITS_AND_COUNT, forms.RANKS),
    gold=1,
    tried=True,
    public="gains",
    meant={"other numbers stand for the gains": lambda call: [[_RENAMED.get(g, g) for g in side] for side in call]},
    ideal=True,
)
TREC = Signature(
    "trec",
    "f(qrel, run), {doc: grade} and {doc: score}",
    (("qrel", "run"), ("qrels", "run")),
    _judged_run,
    _dictionaries,
    closed=True,
    inputs=SmallInputs(_runs, long=LONG),
    values=_values_of_run,
    tied=lambda arguments: tied_run(*arguments),
    variations=(*variations.FILLED, variations.SCALE),
    names=True,
    meaning=lambda plain, documents: (plain[0], variations.ranked(plain[1])),
    forms=(
        forms.TOPICS,
        forms.ITEMS,
        forms.ITEM_SETS,
        forms.ITEM_ARRAYS,
        forms.BOTH_SETS,
        forms.GRADED_ITEMS,
        forms.USERS,
        forms.TOPIC_ITEMS,
        forms.TOPIC_GRADED_ITEMS,
        *forms.TABLES,
    ),
    public="qrel-run",
    meant={
        "relevant and irrelevant documents change places": lambda call: [
            dict(zip(call[0], _reversed(call[0].values()), strict=True)),
            call[1],
        ]
    },
    tried=True,
)
SCORES = Signature(
    "scores",
    "f(y_true, y_score), per judged document",
    (("y_true", "y_score"),),
    _judged_scores,
    arrays,
    closed=True,
    inputs=SmallInputs(_scored, long=LONG),
    values=_values_of_scores,
    tied=lambda arguments: tied_run(*_named(arguments)),
    variations=(variations.ORDER, variations.SCALE),
    listed=lambda gold: list(gold.grades()),
    meaning=_scored_meaning,
    forms=(
        forms.ROWS,
        forms.LISTS,
        forms.GROUPS,
        forms.QUERY_IDS,
        forms.BY_CLASS,
        forms.TENSORS,
        forms.QUERIES,
        forms.DECIDES,
    ),
    public="scores",
    meant={
        "relevant and irrelevant documents change places": lambda call: [_reversed(call[0]), call[1]],
        "the scores change places": lambda call: [call[0], call[1][::-1]],
    },
    tried=True,
)
INPUTS = SmallInputs(_rankings, long=LONG, late=_found_at)
