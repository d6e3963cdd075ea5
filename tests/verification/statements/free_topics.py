"""Free golds and outputs of diversity: topics with any probabilities and grades, and runs of any documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, permutations, product
from random import Random

from axiometrics.core.organization import Organization
from axiometrics.core.topic import Topic
from tests.verification.statements.harness import CHANGES, UNLISTED, WORLDS, World

CHANCES = {1: ["1"], 2: ["1/2 1/2", "3/5 2/5"], 3: ["1/3 1/3 1/3", "1/2 1/3 1/6"]}


def small_topics(intents: int, documents: int, grades: int) -> Iterator[Topic]:
    """Every topic of so many intents and relevant documents, up to the names of documents."""
    vectors = [vector for vector in product(range(grades + 1), repeat=intents) if any(vector)]
    for some in combinations_with_replacement(vectors, documents):
        if all(map(any, zip(*some, strict=True))):
            for text in CHANCES[intents]:
                yield Topic(
                    {f"i{i}": Fraction(chance) for i, chance in enumerate(text.split())},
                    {f"d{k}": {f"i{i}": g for i, g in enumerate(vector) if g} for k, vector in enumerate(some)},
                )


def runs(gold: Topic, longest: int) -> list[Organization]:
    """Every run of relevant documents and of two that are not in the topic."""
    names = [*sorted(gold.documents), "x1", "x2"]
    return [Organization.ranking(run) for length in range(1, longest + 1) for run in permutations(names, length)]


def topic_worlds() -> Iterator[World]:
    """Topics of up to three documents with grades up to 2, and runs of up to three ranks."""
    for intents, documents, grades in ((1, 1, 2), (1, 2, 2), (2, 1, 2), (2, 2, 2), (2, 3, 1), (3, 3, 1)):
        for gold in small_topics(intents, documents, grades):
            yield gold, runs(gold, 3)


def changed_topic(of: Topic, documents: Sequence[str], chance: Random) -> Topic:
    """A topic in which a grade, a document, an intent of a document or the probabilities are others."""
    grades = {document: dict(graded) for document, graded in of.grades.items()}
    document, intent = chance.choice(sorted(of.grades)), chance.choice(of.intents)
    what = chance.randrange(6)
    if what == 0:
        grades[document][intent] = chance.randint(1, 3)
    elif what == 1:
        grades = {document: {i: 2 * g for i, g in graded.items()} for document, graded in grades.items()}
    elif what == 2:
        grades[chance.choice([*documents, "new"])] = {intent: chance.randint(1, 2)}
    elif what == 3:
        grades[document].pop(intent, None)
        grades = {document: graded for document, graded in grades.items() if graded}
    elif what == 4:
        return Topic.uniform(grades)
    else:
        weights = [chance.choice((1, 2, 3, 7)) for _ in of.intents]
        return Topic({i: Fraction(w, sum(weights)) for i, w in zip(of.intents, weights, strict=True)}, grades)
    return Topic(of.probabilities, grades)


CHANGES[Topic] = changed_topic
WORLDS["diversity"] = topic_worlds
UNLISTED.add("diversity")
