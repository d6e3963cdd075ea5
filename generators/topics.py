"""Small topics of diversity and all their runs: topics by the number of intents, of relevant documents and grades, each
once up to renaming documents.

Topics with every intent equally likely are listed once up to renaming intents too (`anonymous`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, count, permutations, product
from random import Random

from axiometrics.core.organization import Organization
from axiometrics.core.topic import Topic

Vector = tuple[int, ...]
"""The grades of a document for the intents."""

Judged = tuple[Vector, ...]
"""The documents of a topic, the best first; several may be alike."""

CHANCES: dict[int, tuple[tuple[Fraction, ...], ...]] = {
    1: ((Fraction(1),),),
    2: (
        (Fraction(1, 2), Fraction(1, 2)),
        (Fraction(2, 3), Fraction(1, 3)),
        (Fraction(9, 10), Fraction(1, 10)),
    ),
    3: ((Fraction(1, 3),) * 3, (Fraction(4, 7), Fraction(2, 7), Fraction(1, 7))),
    4: ((Fraction(1, 4),) * 4,),
}
"""By the number of intents, the probabilities with which topics are listed; the first are equal."""


@cache
def judged(intents: int, documents: int, grades: int = 1, anonymous: bool = False) -> tuple[Judged, ...]:
    """Every topic of so many intents and relevant documents, once up to renaming documents.

    A topic is a multiset of vectors of grades, none of them zero, in which each intent has a document.

    >>> [len(judged(2, d)) for d in (1, 2, 3, 4)], [len(judged(3, d, anonymous=True)) for d in (1, 2, 3, 4)]
    ([1, 4, 8, 13], [1, 5, 17, 42])
    """
    vectors = [v for v in product(range(grades, -1, -1), repeat=intents) if any(v)]
    topics = [
        some for some in combinations_with_replacement(vectors, documents) if all(map(any, zip(*some, strict=True)))
    ]
    if anonymous:
        topics = [some for some in topics if some == _first(some)]
    return tuple(topics)


def _first(some: Judged) -> Judged:
    """The same for all topics that differ by the names of intents and documents."""
    orders = permutations(range(len(some[0])))
    return max(tuple(sorted((tuple(v[i] for i in order) for v in some), reverse=True)) for order in orders)


def topic(some: Judged, chances: tuple[Fraction, ...]) -> Topic:
    """The topic of these documents, named d1, d2 and so on, with intents i1, i2 and so on.

    >>> str(topic(((1, 0), (1, 2)), CHANCES[2][0]))
    'P(i1)=1/2 P(i2)=1/2 | d1: i1 | d2: i1 i2=2'
    """
    grades = {
        f"d{k}": {f"i{i}": grade for i, grade in enumerate(vector, 1) if grade} for k, vector in enumerate(some, 1)
    }
    return Topic({f"i{i}": chance for i, chance in enumerate(chances, 1)}, grades)


@cache
def topics(intents: int, documents: int, grades: int = 1) -> tuple[Topic, ...]:
    """The topics of so many intents and relevant documents with each of the `CHANCES`; those of equal chances are
    `anonymous`.

    >>> len(topics(2, 3)), sum(len(topics(n, d)) for n in (1, 2) for d in (1, 2, 3))
    (21, 38)
    """
    return tuple(
        topic(some, chances)
        for chances in CHANCES[intents]
        for some in judged(intents, documents, grades, anonymous=chances == CHANCES[intents][0])
    )


def alike(gold: Topic) -> dict[str, list[str]]:
    """For each document those before it that serve the same intents with the same grades."""
    listed = list(gold.grades.items())
    return {d: [e for e, grades in listed[:k] if grades == of] for k, (d, of) in enumerate(listed)}


def orders(gold: Topic, length: int | None = None) -> Iterator[tuple[str, ...]]:
    """Every order of the relevant documents, or of so many of them; of documents that are alike the first comes first.

    >>> list(orders(Topic.parse("P(i)=1 | d1: i | d2: i | e: i=2"), 2))
    [('d1', 'd2'), ('d1', 'e'), ('e', 'd1')]
    """
    before = alike(gold)

    def longer(some: tuple[str, ...], left: int) -> Iterator[tuple[str, ...]]:
        if not left:
            yield some
            return
        for document, others in before.items():
            if document not in some and all(earlier in some for earlier in others):
                yield from longer((*some, document), left - 1)

    yield from longer((), len(before) if length is None else length)


@cache
def runs(gold: Topic, longest: int, irrelevant: int | None = None) -> tuple[Organization, ...]:
    """Every order of at least one of the documents, relevant or not, at most so long; of documents that are alike the
    first comes first. Irrelevant documents are named x1, x2 and so on, in rank order.

    >>> [str(run) for run in runs(Topic.parse("P(i)=1 | d1: i | d2: i"), 2)]
    ['d1 > ...', 'x1 > ...', 'd1 > d2 > ...', 'd1 > x1 > ...', 'x1 > d1 > ...', 'x1 > x2 > ...']
    """
    before = gold.grades
    listed: list[Organization] = []
    for length in range(1, longest + 1):
        for kept in range(min(length, len(before)), -1, -1):
            if irrelevant is not None and length - kept > irrelevant:
                continue
            chosen = list(orders(gold, kept))
            for places in combinations(range(length), kept):
                for some in chosen:
                    run = [""] * length
                    for place, document in zip(places, some, strict=True):
                        run[place] = document
                    listed.append(Organization.ranking(named(run, before)))
    return tuple(listed)


def named(run: list[str], relevant: Collection[str] = ()) -> list[str]:
    """A run whose empty places are irrelevant documents, under names that no relevant document has."""
    numbers = (number for number in count(1) if f"x{number}" not in relevant)
    return [document or f"x{next(numbers)}" for document in run]


def drawn_topic(
    chance: Random, intents: int, documents: int, grades: int = 1, even: bool = False, single: bool = False
) -> Topic:
    """A topic of at most so many intents and documents, drawn by chance; `even` makes intents equally likely and grades
    1, `single` gives each document one intent and the same grade.

    >>> gold = drawn_topic(Random(1), 4, 6, 3)
    >>> len(gold.intents) <= 4, len(gold.documents) <= 6
    (True, True)
    """
    number = chance.randint(1, intents)
    same = 1 if even else chance.randint(1, grades)
    grades_of: dict[str, dict[str, int]] = {}
    for k in range(1, chance.randint(1, documents) + 1):
        served = [chance.randint(1, number)]
        if not single:
            share = chance.choice((0.1, 0.3, 0.7))
            served += [i for i in range(1, number + 1) if chance.random() < share]
        of = {f"i{i}": same if even or single else chance.randint(1, grades) for i in sorted(set(served))}
        grades_of[f"d{k:02}"] = of
    left = sorted({intent for of in grades_of.values() for intent in of})
    weights = dict.fromkeys(left, 1) if even else {intent: chance.choice((1, 2, 3, 7, 30, 99)) for intent in left}
    whole = sum(weights.values())
    return Topic({intent: Fraction(weight, whole) for intent, weight in weights.items()}, grades_of)


def renamings(gold: Topic) -> Iterator[Topic]:
    """The topic under every order of the names of its documents, each different topic once: some metrics look at the
    names.
    """
    names = sorted(gold.grades)
    yield from dict.fromkeys(gold.renamed(dict(zip(names, order, strict=True))) for order in permutations(names))


@cache
def paper_topic(intents: int) -> Topic:
    """The topic of section 4.1: P(i_j) = 2^(n-j+1) / sum over k of 2^k, ten documents of i1, one of each other intent.

    >>> [str(p) for p in paper_topic(5).probabilities.values()]
    ['16/31', '8/31', '4/31', '2/31', '1/31']
    """
    whole = sum(2**k for k in range(1, intents + 1))
    chances = {f"i{j}": Fraction(2 ** (intents - j + 1), whole) for j in range(1, intents + 1)}
    grades = {f"d{k}": {"i1": 1} for k in range(1, 11)}
    return Topic(chances, grades | {f"e{j}": {f"i{j}": 1} for j in range(2, intents + 1)})


@cache
def cover_topics(half: int | None = None) -> tuple[Topic, ...]:
    """Topics on which covers are hard: without `half`, all topics of 4 intents with up to 3 documents in every order of
    their names; with it, those of three documents on 2k intents, two disjoint ones of k intents and one of k + 1.

    >>> [str(topic) for topic in cover_topics(1)]
    ['P(i1)=1/2 P(i2)=1/2 | d1: i1 | d2: i2 | d3: i1 i2']
    >>> len(cover_topics(2))
    1
    """
    if half is None:
        return tuple(
            named_anew
            for documents in (1, 2, 3)
            for some in judged(4, documents, anonymous=True)
            for named_anew in renamings(topic(some, CHANCES[4][0]))
        )
    whole = 2 * half
    first = tuple(int(i < half) for i in range(whole))
    second = tuple(1 - grade for grade in first)
    topics = []
    for shared in range(1, half + 1):
        third = tuple(int(i < shared or half <= i < whole + 1 - shared) for i in range(whole))
        if shared >= half + 1 - shared:
            topics.append(topic((first, second, third), (Fraction(1, whole),) * whole))
    return tuple(topics)
