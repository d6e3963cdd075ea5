"""How a metric of diversity is called: with the grades of each intent, the probabilities and a run of numbers, or with
the run and the topic themselves.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from axiometrics.core.organization import Organization
from axiometrics.core.signature import Signature, SmallInputs
from axiometrics.core.topic import Topic
from axiometrics.generators.topics import CHANCES, judged, runs, topic
from axiometrics.tasks.diversity.counts import ranked

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


def _inputs(
    documents: int, traits: frozenset[str], chance: random.Random | None
) -> Iterator[tuple[Organization, Topic]]:
    """Every topic of one or two intents and that many documents with every run of them and an irrelevant one; a random
    one of them; or one run that is long.
    """
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
    if chance is not None:
        gold = chance.choice(listed)
        yield chance.choice(runs(gold, documents + 1, 1)), gold
        return
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
)
TOPIC = Signature("topic", "f(system, topic)", (("system", "topic"),), _data, _read, values=_values)
