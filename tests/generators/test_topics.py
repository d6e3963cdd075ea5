"""Topics and their runs: counted against the numbers of the specification, and against plain enumeration."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import factorial, prod

import pytest

from axiometrics.core.topic import Topic
from axiometrics.generators.topic_cases import better_graded
from axiometrics.generators.topics import (
    CHANCES,
    cover_topics,
    judged,
    orders,
    paper_topic,
    renamings,
    runs,
    topic,
    topics,
)
from axiometrics.metrics.diversity.novelty import ideal_gains


@pytest.mark.parametrize(
    ("intents", "grades", "anonymous", "counts"),
    [
        (1, 1, False, (1, 1, 1, 1)),
        (2, 1, False, (1, 4, 8, 13)),
        (3, 1, False, (1, 13, 57, 168)),
        (4, 1, False, (1, 40, 400)),
        (2, 1, True, (1, 3, 5, 8)),
        (3, 1, True, (1, 5, 17, 42)),
        (1, 2, False, (2, 3, 4, 5)),
        (2, 2, False, (4, 30, 112, 320)),
        (3, 2, False, (8, 252, 2928)),
        pytest.param(3, 2, False, (8, 252, 2928, 22776), marks=pytest.mark.slow),
    ],
)
def test_topics_are_as_many_as_the_specification_says(
    intents: int, grades: int, anonymous: bool, counts: tuple[int, ...]
) -> None:
    topics = [judged(intents, documents, grades, anonymous) for documents in range(1, len(counts) + 1)]
    assert tuple(map(len, topics)) == counts
    assert all(len(set(some)) == len(some) for some in topics)


def test_topics_of_unequal_probabilities_keep_their_intents_apart() -> None:
    for documents, labelled, anonymous in ((1, 1, 1), (2, 4, 3), (3, 8, 5)):
        assert len(topics(2, documents)) == anonymous + 2 * labelled
        assert len(set(topics(2, documents))) == anonymous + 2 * labelled
    assert all(sum(chances) == 1 and len(chances) == n for n, some in CHANCES.items() for chances in some)


def plain_runs(gold: Topic, longest: int) -> set[tuple[str, ...]]:
    """Runs by what each rank serves: what is left of them when documents lose their names."""
    names = [*gold.grades, *(f"x{k}" for k in range(longest))]
    runs = set()
    for length in range(1, longest + 1):
        for run in permutations(names, length):
            runs.add(tuple(str(sorted(gold.of(document).items())) for document in run))
    return runs


@pytest.mark.parametrize("documents", [1, 2, 3])
def test_every_run_is_listed_once_up_to_names(documents: int) -> None:
    for gold in topics(2, documents):
        listed = [tuple(d for _, _, d in run.occurrences()) for run in runs(gold, 3)]
        served = [tuple(str(sorted(gold.of(d).items())) for d in run) for run in listed]
        assert len(set(served)) == len(served)
        assert set(served) == plain_runs(gold, 3)
        assert all(d in gold.grades or d.startswith("x") for run in listed for d in run)


@pytest.mark.parametrize(
    "text", ["d1: i | d2: j | d3: i j", "d1: i | d2: i | d3: j | d4: i", "d1: i | d2: i=2 | d3: i"]
)
def test_orders_are_as_many_as_the_multinomial_says(text: str) -> None:
    gold = Topic.parse(f"P(i)=1/2 P(j)=1/2 | {text}" if "j" in text else f"P(i)=1 | {text}")
    alike = Counter(str(of) for of in gold.grades.values()).values()
    arrangements = [tuple(str(gold.of(document)) for document in some) for some in orders(gold)]
    assert len(arrangements) == len(set(arrangements)) == factorial(len(gold.grades)) // prod(map(factorial, alike))
    assert set(arrangements) == {
        tuple(str(gold.of(document)) for document in some) for some in permutations(gold.grades)
    }


def test_runs_may_be_bounded_in_irrelevant_documents() -> None:
    (gold,) = topics(1, 2)
    assert [str(run) for run in runs(gold, 2, 0)] == ["d1 > ...", "d1 > d2 > ..."]


def test_the_topics_of_the_paper_have_the_probabilities_that_it_prints() -> None:
    """Topic 21 has n = 5 and P = 32/62, 16/62, ..., 2/62; topic 38 has n = 3 and P = 8/14, 4/14, 2/14 (section 4.3)."""
    for intents, printed, whole in ((5, (32, 16, 8, 4, 2), 62), (3, (8, 4, 2), 14)):
        gold = paper_topic(intents)
        assert list(gold.probabilities.values()) == [Fraction(share, whole) for share in printed]
        assert len(gold.documents) == 10 + intents - 1
        assert all(len(of) == 1 for of in gold.grades.values())


def test_covers_have_two_disjoint_documents_and_one_that_serves_one_intent_more() -> None:
    assert len(set(cover_topics())) == len(cover_topics())
    # each topic of 4 intents in each order of its names that makes another topic
    assert len(cover_topics()) == sum(len(list(renamings(gold))) for d in (1, 2, 3) for gold in of_four_intents(d))
    for half in range(1, 9):
        for gold in cover_topics(half):
            first, second, third = (frozenset(of) for of in gold.grades.values())
            assert (len(first), len(second), len(third)) == (half, half, half + 1)
            assert not first & second
            assert len(gold.intents) == 2 * half


def of_four_intents(documents: int) -> list[Topic]:
    return [topic(some, CHANCES[4][0]) for some in judged(4, documents, anonymous=True)]


@pytest.mark.parametrize("alpha", [Fraction(1, 4), Fraction(1, 2), Fraction(1)])
def test_up_to_three_intents_no_ideal_of_alpha_ndcg_hangs_on_names(alpha: Fraction) -> None:
    """So topics of up to 3 intents are listed under one order of names only, those of 4 intents under each."""

    def hangs(intents: int, documents: int, most: int) -> bool:
        for some in judged(intents, documents, anonymous=True):
            sets = tuple(tuple(i for i, grade in enumerate(vector) if grade) for vector in some)
            if len({ideal_gains(sets, most, alpha, "greedy", ties) for ties in ("best", "worst")}) > 1:
                return True
        return False

    for documents in (2, 3, 4):
        for most in range(1, documents + 1):
            assert not any(hangs(intents, documents, most) for intents in (1, 2, 3))
    assert hangs(4, 3, 2)


def test_of_two_documents_with_the_same_grades_none_is_graded_better() -> None:
    gold = Topic.parse("P(i)=1/2 P(j)=1/2 | a: i j | b: i j | c: i=2 j")
    assert better_graded(gold, "c", "a")
    assert not better_graded(gold, "a", "b")
    assert not better_graded(gold, "a", "c")
