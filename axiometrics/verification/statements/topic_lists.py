"""Runs that the statements about topics try or compare with: all orders of documents, and those that are sorted.

Documents with the same grades for the same intents are alike: of them, a run that is tried has first the one that the
topic lists first, since a case is the same under other names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import count, groupby, islice, pairwise
from math import factorial, prod

from axiometrics.core.case import Case, Demand
from axiometrics.core.organization import Organization
from axiometrics.core.topic import Topic

Run = list[str]
Kind = frozenset[tuple[str, int]]
"""The grades of a document for intents."""

MOST = 5_040
"""Orders of the relevant documents of a topic that are tried at most, as many as seven documents have."""

RANKS = 4
"""Ranks of the runs with irrelevant documents that are tried."""

OWN = "greatest score(sorted), of the orders in which the documents alone score no higher below, >= score(run)"


def run_of(output: object, cut: int | None) -> Run:
    """The documents of a run in rank order; empty for what is not a run within the cut-off."""
    if not isinstance(output, Organization):
        return []
    levels = [[document for cluster in level for document in cluster] for level in output.levels]
    run = [document for level in levels for document in level]
    is_run = all(len(level) == 1 for level in levels) and len(set(run)) == len(run)
    return run if is_run and (cut is None or len(run) <= cut) else []


def is_of_the_paper(gold: Topic) -> bool:
    """Section 4.1: "P(i_j|q) = 2^(n-j+1) / sum_k 2^k"; n = 2..6, "ten documents of i1 and one of each other intent,
    each of one intent".
    """
    n = len(gold.intents)
    likely = sorted(gold.intents, key=gold.probabilities.__getitem__, reverse=True)
    wanted = [Fraction(2 ** (n - j + 1), sum(2**k for k in range(1, n + 1))) for j in range(1, n + 1)]
    served = Counter(tuple(of.items()) for of in gold.grades.values())
    each = {((intent, 1),): 1 for intent in likely} | {((likely[0], 1),): 10}
    return 2 <= n <= 6 and [gold.probabilities[intent] for intent in likely] == wanted and served == Counter(each)


def _kind(gold: Topic, document: str) -> Kind:
    return frozenset(gold.of(document).items())


def is_too_large(gold: Topic) -> bool:
    """Whether the relevant documents have more orders than are tried, alike ones in one order."""
    alike = Counter(_kind(gold, document) for document in gold.grades)
    return factorial(len(gold.grades)) // prod(map(factorial, alike.values())) > MOST


def _orders(gold: Topic, length: int) -> Iterator[Run]:
    """Every order of so many relevant documents, alike ones as the topic lists them."""

    def longer(run: Run) -> Iterator[Run]:
        if len(run) == length:
            yield run
            return
        kinds = set()
        for document in gold.grades:
            if document not in run and _kind(gold, document) not in kinds:
                kinds.add(_kind(gold, document))
                yield from longer([*run, document])

    yield from longer([])


def _irrelevant(gold: Topic, number: int) -> str:
    """A document that the topic does not list, another one for each number."""
    return next(islice((name for k in count(1) if (name := f"x{k}") not in gold.grades), number, None))


def _with_irrelevant(gold: Topic, length: int) -> Iterator[Run]:
    """Every run of that length, of relevant and irrelevant documents."""
    if not length:
        yield []
        return
    for run in _with_irrelevant(gold, length - 1):
        irrelevant = sum(not gold.of(document) for document in run)
        kinds: dict[Kind, str] = {}
        for document in gold.grades:
            if document not in run:
                kinds.setdefault(_kind(gold, document), document)
        yield from ([*run, document] for document in (*kinds.values(), _irrelevant(gold, irrelevant)))


@cache
def tried(gold: Topic, cut: int | None) -> tuple[Organization, ...]:
    """Within the ranks looked at, every run of up to four ranks of a topic of up to four documents; of a larger one
    every run of relevant documents, and a run of one irrelevant document.
    """
    if len(gold.grades) <= RANKS:
        return tuple(map(Organization.ranking, _of_lengths(_with_irrelevant, gold, min(RANKS, cut or RANKS))))
    relevant = _of_lengths(_orders, gold, min(len(gold.grades), cut or len(gold.grades)))
    return (*map(Organization.ranking, relevant), Organization.ranking([_irrelevant(gold, 0)]))


def _of_lengths(listing: Callable[[Topic, int], Iterator[Run]], gold: Topic, longest: int) -> Iterator[Run]:
    return (run for length in range(1, longest + 1) for run in listing(gold, length))


@cache
def tried_of_the_paper(gold: Topic, cut: int | None) -> tuple[Organization, ...]:
    """Every run of ten relevant documents, or as many as are looked at, the run of all of them where there is no
    cut-off, and that of one irrelevant document.
    """
    likely = sorted(gold.grades, key=lambda document: gold.probabilities[next(iter(gold.of(document)))], reverse=True)
    whole = [] if cut else [Organization.ranking(likely)]
    return (
        *map(Organization.ranking, _orders(gold, min(10, cut or 10))),
        *whole,
        Organization.ranking([_irrelevant(gold, 0)]),
    )


def has_one_list(gold: Topic, cut: int | None) -> bool:
    """Whether "one run equals every intent's ideal gains up to l": for each rank there is a document that has, for each
    intent, the gain that stands there in the intent's gains sorted decreasingly.
    """
    ideal = {i: sorted((of.get(i, 0) for of in gold.grades.values()), reverse=True) for i in gold.intents}
    length = min(len(gold.grades), cut or len(gold.grades))
    wanted = Counter(tuple(ideal[i][rank] for i in gold.intents) for rank in range(length))
    return wanted <= Counter(tuple(of.get(i, 0) for i in gold.intents) for of in gold.grades.values())


def _gain(gold: Topic, document: str) -> Fraction:
    """Eq. 6: "GG(d) = sum_i P(i|q) g_i(d)"."""
    return sum((gold.probabilities[intent] * grade for intent, grade in gold.of(document).items()), Fraction(0))


def sorted_by_gain(gold: Topic, run: Organization, cut: int | None) -> Case:
    """A run, and the documents in every falling order of their global gains."""
    falling = [
        order
        for order in _orders(gold, len(gold.grades))
        if all(_gain(gold, upper) >= _gain(gold, lower) for upper, lower in pairwise(order))
    ]
    best = tuple(map(Organization.ranking, dict.fromkeys(tuple(order[:cut]) for order in falling)))
    return Case(gold, {"sorted": best, "run": run})


def sorted_by_score(gold: Topic, run: Organization, cut: int | None) -> Case:
    """A run, the run of each document alone, and the documents in every order, of which those count in which what a
    document scores alone falls.
    """
    first = {_kind(gold, document): document for document in reversed(list(gold.grades))}
    role = {document: f"{first[_kind(gold, document)]} alone" for document in gold.grades}
    alone = {name: Organization.ranking([name.removesuffix(" alone")]) for name in role.values()}
    orders = list(_orders(gold, len(gold.grades)))
    falling = tuple(tuple(name for name, _ in groupby(role[document] for document in order)) for order in orders)
    best = tuple(Organization.ranking(order[:cut]) for order in orders)
    demand = Demand(("sorted", "run", *alone), (1, -1, *(0 for _ in alone)), OWN, ">=", greatest=True)
    return Case(gold, {"sorted": best, "run": run, **alone}, demand=demand, falling={"sorted": falling})


def is_shown(case: Case, made: Case) -> bool:
    """Whether `case` has no roles but those of `made`, and shows for each role all outputs of `made`, or one of them.
    Irrelevant documents, and documents that are alike, may have each other's names.
    """

    def kinds(output: object) -> list[tuple[Kind, ...]]:
        runs = [run_of(single, None) for single in (output if isinstance(output, tuple) else (output,))]
        return [tuple(_kind(made.gold, document) for document in run) for run in runs]

    def shows(side: object, tried: object) -> bool:
        if isinstance(side, tuple):
            return isinstance(tried, tuple) and kinds(side) == kinds(tried)
        return kinds(side)[0] in kinds(tried)

    return (
        not case.golds
        and case.outputs.keys() <= made.outputs.keys()
        and all(shows(side, made.outputs[role]) for role, side in case.outputs.items())
    )
