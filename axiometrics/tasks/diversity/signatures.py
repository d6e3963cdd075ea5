"""How a metric of diversity is called: with the grades of each intent, the probabilities and a run of numbers, or with
the run and the topic themselves.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations, product
from typing import Any

from axiometrics.core.organization import Organization
from axiometrics.core.signature import Signature, SmallInputs, Variation
from axiometrics.core.topic import Topic
from axiometrics.generators.topics import CHANCES, judged, runs, topic
from axiometrics.tasks.diversity.counts import ranked
from axiometrics.tasks.variations import arrangements, entries

LONG = 12
"""Ranks of a long run, beyond the cuts in use; the last one alone is relevant to the second intent."""


def _lists(system: Organization, gold: Topic) -> list[Any]:
    """Grades of the relevant documents for each intent, the probabilities as texts, and the run as numbers of these
    documents, None for an irrelevant one.
    """
    documents = list(gold.grades)
    number = {document: k for k, document in enumerate(documents)}
    grades = [[gold.grades[document].get(intent, 0) for document in documents] for intent in gold.intents]
    return [
        grades,
        [str(p) for p in gold.probabilities.values()],
        [number.get(document) for document in ranked(system)],
    ]


def _arguments(plain: Any, number: type) -> tuple[Any, ...]:
    grades, probabilities, run = plain
    chance = float if number is int else Fraction
    return (
        [[number(grade) for grade in row] for row in grades],
        [chance(Fraction(p)) for p in probabilities],
        list(run),
    )


def _data(system: Organization, gold: Topic) -> list[Any]:
    return [system.to_json(), gold.to_json()]


def _read(plain: Any, number: type) -> tuple[Any, ...]:
    return Organization.from_json(plain[0]), Topic.from_json(plain[1])


def _values(arguments: tuple[Any, ...]) -> tuple[Organization, Topic]:
    system, gold = arguments
    return system, gold


def _drawn(documents: int, chance: random.Random) -> tuple[Organization, Topic]:
    intents = chance.choice((1, 2, 2, 3))
    vectors = [tuple(chance.randint(0, 2) for _ in range(intents)) for _ in range(documents)]
    served = [v if any(v) else (1,) * intents for v in vectors[1:]]
    gold = topic(((2, *(1,) * (intents - 1)), *served), chance.choice(CHANCES[intents]))
    pool = [*gold.grades, "x1"]
    return Organization.ranking(chance.sample(pool, chance.randint(1, len(pool)))), gold


def _places(sides: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
    """Every order of the documents, where documents with the same grades and the same place in every run count as the
    same.
    """
    (grades, _), *runs, documents = sides

    def kind(k: int) -> tuple[Any, ...]:
        return tuple(row[k] for row in grades), tuple(run.index(k) if k in run else None for run in runs)

    for order in arrangements(range(len(documents)), kind):
        yield _placed(sides, order)


def _placed(sides: Sequence[Any], order: Sequence[int]) -> tuple[Any, ...]:
    (grades, chances), *runs, documents = sides
    number = {old: new for new, old in enumerate(order)}
    return (
        [[[row[k] for k in order] for row in grades], chances],
        *([None if k is None else number[k] for k in run] for run in runs),
        [documents[k] for k in order],
    )


def _rows(gold: Any) -> Iterator[list[Any]]:
    for order in arrangements(list(zip(*gold, strict=True)), repr):
        yield list(map(list, zip(*order, strict=True)))


def _some_rows(gold: Any, chance: random.Random) -> list[Any]:
    rows = list(zip(*gold, strict=True))
    return list(map(list, zip(*chance.sample(rows, len(rows)), strict=True)))


def _stated(plain: Any, documents: Sequence[str]) -> Any:
    """The intents in any order, each with its probability and its grades by document, and the run."""
    grades, chances, run = plain
    name: dict[int | None, str | None] = {None: None, **dict(enumerate(documents))}
    intents = [(chance, sorted(zip(documents, row, strict=True))) for row, chance in zip(grades, chances, strict=True)]
    return sorted(intents), [name[k] for k in run]


def _inner_orders(gold: Any) -> Iterator[dict[str, Any]]:
    for orders in product(*(permutations(of.items()) for of in gold["grades"].values())):
        yield {**gold, "grades": dict(zip(gold["grades"], map(dict, orders), strict=True))}


def _some_inner_order(gold: Any, chance: random.Random) -> dict[str, Any]:
    grades = {document: dict(chance.sample(list(of.items()), len(of))) for document, of in gold["grades"].items()}
    return {**gold, "grades": grades}


def _called(gold: Any, names: Sequence[str]) -> dict[str, Any]:
    name = dict(zip(gold["intents"], names, strict=True))
    grades = {document: {name[i]: grade for i, grade in of.items()} for document, of in gold["grades"].items()}
    return {"intents": {name[i]: chance for i, chance in gold["intents"].items()}, "grades": grades}


def _some_names(gold: Any, chance: random.Random) -> dict[str, Any]:
    number = len(gold["intents"])
    names = chance.choice(
        (
            list(gold["intents"]),
            [f"i{k}" for k in range(3 * number)],
            [str(k) for k in range(9, 9 + 2 * number)],
            [f"{letter}{k}" for k in range(number) for letter in "aBzZ"],
        )
    )
    return _called(gold, chance.sample(names, number))


def _meant(plain: Any, documents: Sequence[str]) -> Any:
    """The run, and the intents in any order and under any names, each with its probability and the grades of the
    documents.
    """
    system, gold = _read(plain, int)
    intents = [
        (chance, sorted((d, of[i]) for d, of in gold.grades.items() if i in of))
        for i, chance in gold.probabilities.items()
    ]
    return system, sorted(intents)


def _inputs(
    documents: int, traits: frozenset[str], chance: random.Random | None
) -> Iterator[tuple[Organization, Topic]]:
    """Yield inputs of one size: every topic with one or two intents and this number of documents, with every run of
    these documents and an irrelevant one; or, with `chance`, a random topic with a run. For the size `LONG` there is
    one topic, with one long run.
    """
    if chance is not None:
        yield _drawn(documents, chance)
        return
    if documents == LONG:
        gold = Topic.parse("P(i1)=2/3 P(i2)=1/3 | d01: i1 | d12: i2")
        yield Organization.ranking(f"d{k:02}" for k in range(1, LONG + 1)), gold
        return
    listed = [
        topic(some, chances)
        for intents in (1, 2)
        for chances in CHANCES[intents][:2]
        for some in judged(intents, documents, 2)
    ]
    for gold in listed if documents < 3 else listed[::7]:
        for run in runs(gold, documents + 1, 1):
            yield run, gold


INPUTS = SmallInputs(_inputs, size=2, long=(LONG,))
INTENTS = Signature(
    "intents",
    "f(intents, probabilities, run), grades of the documents for each intent, and numbers of documents or None",
    (("intents", "probabilities"),),
    _lists,
    _arguments,
    variations=(
        Variation(
            "document-order",
            "all",
            _places,
            lambda sides, chance: _placed(sides, chance.sample(range(len(sides[-1])), len(sides[-1]))),
        ),
        Variation("intent-order", "gold", _rows, _some_rows),
    ),
    gold=(0, 1),
    listed=lambda gold: list(gold.grades),
    meaning=_stated,
)
TOPIC = Signature(
    "topic",
    "f(system, topic)",
    (("system", "topic"),),
    _data,
    _read,
    values=_values,
    variations=(
        entries("document-order", "gold", "grades"),
        entries("intent-order", "gold", "intents"),
        Variation("intent-order", "gold", _inner_orders, _some_inner_order),
        Variation(
            "intent-names",
            "gold",
            lambda gold: (_called(gold, names) for names in permutations(gold["intents"])),
            _some_names,
        ),
    ),
    names=True,
    gold=1,
    meaning=_meant,
)
