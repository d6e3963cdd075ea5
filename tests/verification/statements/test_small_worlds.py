"""What the plain statements on topics and scorings admit of small worlds is listed, and searched: nothing is left out.

Cases on topics are the same under other names of documents, and of intents that are equally likely; cases of scorings
under other names of documents, and with two outputs exchanged that have to score the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import pytest

from axiometrics.core.case import Case
from axiometrics.core.organization import Organization
from axiometrics.core.scores import Relevance, Scores
from axiometrics.core.topic import Topic
from axiometrics.generators.topics import topics
from tests.verification.statements.harness import Place, stated_readings

SIZE = 3
"""Relevant documents of binary topics, and one more than those of graded ones, that are listed."""

QUARTERS = [Fraction(k, 4) for k in range(5)]
FINE = [Fraction(text) for text in ("0", ".49", ".5", ".51", "1")]

OF_TWO = ("minor-intents", "novelty", "graded", "intent-probability")
"""Constraints that compare two runs of a topic."""


def places(task: str, *names: str) -> pytest.MarkDecorator:
    """The readings of these constraints, but for those of the paper, whose topics are few."""
    some = [(c, r) for c, r in stated_readings() if c.task == task and c.id in names and r.name != "paper"]
    return pytest.mark.parametrize("place", [Place(c, r) for c, r in some], ids=str)


def kinds(case: Case) -> Any:
    """What a case on a topic is, whatever the names of documents and of equally likely intents."""
    gold, roles = case.gold, sorted(case.outputs)
    groups: dict[Fraction, list[str]] = {}
    for intent in sorted(gold.intents):
        groups.setdefault(gold.probabilities[intent], []).append(intent)
    return tuple(sorted(groups)), min(
        _under(gold, [case.outputs[role] for role in roles], [i for some in order for i in some])
        for order in product(*(permutations(groups[chance]) for chance in sorted(groups)))
    )


def _under(gold: Topic, outputs: list[Organization], intents: list[str]) -> Any:
    """The documents by their grades in that order of intents, those that are alike numbered as they come."""
    grades = {document: tuple(of.get(i, 0) for i in intents) for document, of in gold.grades.items()}
    numbers: Counter[Any] = Counter()
    names: dict[str, Any] = {}
    for run in outputs:
        for _, _, document in run.occurrences():
            if document in grades and document not in names:
                names[document] = grades[document], numbers[grades[document]]
                numbers[grades[document]] += 1
    runs = [tuple(names.get(document, ()) for _, _, document in run.occurrences()) for run in outputs]
    return tuple(sorted(grades.values())), tuple(runs)


def small_topics() -> Iterator[Topic]:
    """Every listed topic of one or two intents, with the names of documents in each order that matters."""
    for intents, documents, grades in ((1, 1, 2), (1, 2, 2), (2, 1, 2), (2, 2, 2), (1, 3, 1), (2, 3, 1)):
        yield from topics(intents, documents, grades)


def runs(gold: Topic, longest: int) -> list[Organization]:
    """Every run of relevant documents and irrelevant ones, which are numbered from the top."""
    names = [*gold.grades, "x1", "x2", "x3"]
    orders = [run for length in range(1, longest + 1) for run in permutations(names, length)]
    return [Organization.ranking(run) for run in orders if sorted(irrelevant(run)) == irrelevant(run) == named(run)]


def irrelevant(run: tuple[str, ...]) -> list[str]:
    return [document for document in run if document.startswith("x")]


def named(run: tuple[str, ...]) -> list[str]:
    return [f"x{k}" for k in range(1, len(irrelevant(run)) + 1)]


def demand_listed(place: Place, worlds: Iterator[Case], listed: set[Any], kind: Any) -> int:
    """Raise where a world is a case and is not listed; otherwise how many are cases."""
    admitted = 0
    for world in worlds:
        for case in place.plain(world):
            admitted += 1
            assert kind(case) in listed, (str(place), case)
    return admitted


@pytest.mark.few(2)
@places("diversity", *OF_TWO)
def test_every_two_runs_of_a_small_topic_that_are_a_case_are_listed(place: Place) -> None:
    def worlds() -> Iterator[Case]:
        for gold in small_topics():
            some = runs(gold, 2 if len(gold.grades) < SIZE else 3)
            yield from (
                Case(gold, {"better": better, "worse": worse})
                for better, worse in product(some, some)
                if better.size == worse.size and better != worse
            )

    listed = {kinds(case) for size in range(1, SIZE + 1) for case in place.family.cases(size)}
    assert demand_listed(place, worlds(), listed, kinds) >= 4


@places("diversity", "no-double-discount")
def test_every_two_documents_that_are_added_are_listed(place: Place) -> None:
    def worlds() -> Iterator[Case]:
        for gold in small_topics():
            for run in runs(gold, 3):
                documents = [document for _, _, document in run.occurrences()]
                left = [document for document in gold.grades if document not in documents]
                for (s, r), (d, e) in product(permutations(range(run.size), 2), permutations(left, 2)):

                    def put(changes: dict[int, str], base: list[str] = documents) -> Organization:
                        return Organization.ranking([changes.get(k, document) for k, document in enumerate(base)])

                    outputs = {"B_with_d": put({s: e, r: d}), "B": put({s: e}), "A_with_d": put({r: d}), "A": run}
                    yield Case(gold, outputs)

    listed = {kinds(case) for size in range(1, SIZE + 1) for case in place.family.cases(size)}
    assert demand_listed(place, worlds(), listed, kinds) >= 4


def numbers(case: Case) -> Any:
    """What a case of scorings is, whatever the names of documents and of two outputs that have to score the same."""
    sides = [case.outputs[role] for role in sorted(case.outputs)]
    orders = permutations(sides) if "one" in case.outputs and not case.bound else [sides]
    rows = (
        tuple(sorted(tuple(side.numbers[d] for side in (case.gold, *order)) for d in case.gold.documents))
        for order in orders
    )
    return min(rows), case.bound, case.demand and case.demand.words


def columns(names: list[str], grid: list[Fraction]) -> list[tuple[tuple[str, Fraction], ...]]:
    return [tuple(zip(names, row, strict=True)) for row in product(grid, repeat=len(names))]


@pytest.mark.few(4)
@places(
    "scoring",
    *("pointwise-dominance", "stability", "big-difference", "non-informative", "rank-invariance", "affine-invariance"),
    *("score-priority", "swets-4", "identity", "bounded"),
)
def test_every_output_on_the_grid_that_is_a_case_is_listed(place: Place) -> None:
    roles = place.family.demand.roles
    grid = FINE if place.constraint.id == "stability" else QUARTERS

    def worlds() -> Iterator[Case]:
        for names in (["d1"], ["d1", "d2"]):
            every = columns(names, grid)
            for gold, *outputs in product(every, repeat=1 + len(roles)):
                yield Case(Relevance(gold), dict(zip(roles, map(Scores, outputs), strict=True)))

    listed = {numbers(case) for size in (1, 2) for case in place.family.cases(size)}
    assert demand_listed(place, worlds(), listed, numbers) >= 100
