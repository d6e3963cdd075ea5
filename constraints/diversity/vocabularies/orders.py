"""Orders of the relevant documents of a topic, and the runs of a case that begin like them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cmp_to_key
from itertools import combinations
from typing import Any

from axiometrics.constraints.diversity.vocabularies import topics as of
from axiometrics.core.case import Case
from axiometrics.core.organization import Organization
from axiometrics.core.reals import Exact
from axiometrics.core.topic import Topic
from axiometrics.definitions.diversity.novelty import novelty_gains
from axiometrics.definitions.topics import discounted, ideal_of
from axiometrics.symbolic.signs import sign, vanishes

Order = list[str]
"""The relevant documents of a topic. Of documents that are alike, the first one in the topic comes first."""

Ordering = Callable[[Case, of.Parameters], Order]


def by(gold: Topic, worth: Callable[[of.Of], Any]) -> Order:
    """The documents with the greatest worth first."""
    values = {document: worth(served) for document, served in gold.grades.items()}

    def later(first: str, second: str) -> int:
        return sign(values[second] - values[first])

    return sorted(gold.grades, key=cmp_to_key(later))


def by_gain(case: Case, p: of.Parameters) -> Order:
    """Sorted by global gain."""
    return by(case.gold, lambda document: of.gain(case.gold, document))


def by_chance(case: Case, p: of.Parameters) -> Order:
    """Sorted by the probability of their intents."""
    return by(case.gold, lambda document: of.chance(case.gold, document))


def alone(gold: Topic, document: of.Of, p: of.Parameters) -> Exact:
    """nDCG-IA of a run of one document."""
    worth: Exact = of.mean(gold, lambda intent: Fraction(document.get(intent, 0)) / of.ideal(gold, intent, p))
    return worth


def by_ndcg_alone(case: Case, p: of.Parameters) -> Order:
    """Sorted by the nDCG-IA of the run of that document alone."""
    return by(case.gold, lambda document: alone(case.gold, document, p))


def cover(case: Case, p: of.Parameters) -> Order:
    """For each intent that no chosen document serves yet, the first document that serves it; then all other
    documents.
    """
    gold, chosen = case.gold, Order()
    for intent in gold.intents:
        if all(intent not in gold.grades[document] for document in chosen):
            chosen.append(next(document for document, served in gold.grades.items() if intent in served))
    return [*chosen, *(document for document in gold.grades if document not in chosen)]


def least_cover(case: Case, p: of.Parameters) -> Order:
    """The fewest documents that together serve the share rho of the intents; then all others, beginning with those that
    serve this share alone.
    """
    gold, wanted = case.gold, p.get("rho", of.ONE) * len(case.gold.intents)

    def serve(some: Iterable[str]) -> bool:
        return bool(len({intent for document in some for intent in gold.grades[document]}) >= wanted)

    first: dict[tuple[tuple[str, int], ...], str] = {}
    for document, served in gold.grades.items():
        first.setdefault(tuple(sorted(served.items())), document)
    sets = (some for number in range(1, len(first) + 1) for some in combinations(first.values(), number))
    chosen = next(list(some) for some in sets if serve(some))
    others = [document for document in gold.grades if document not in chosen]
    return [*chosen, *sorted(others, key=lambda document: not serve([document]))]


def beginning(role: str, ordering: Ordering) -> Callable[[Case, of.Parameters], Organization]:
    """The longest run of a role that begins like an order."""

    def run(case: Case, p: of.Parameters) -> Organization:
        order = ordering(case, p)
        listed = (output for output in case.outputs[role] if documents(output) == order[: len(output.levels)])
        longest: Organization = max(listed, key=lambda output: len(output.levels))
        return longest

    return run


def documents(run: Organization) -> Order:
    """The documents of a run in rank order."""
    return [document for _, _, document in run.occurrences()]


def irrelevant(case: Case, p: of.Parameters) -> Organization:
    """The run of one irrelevant document."""
    return Organization.ranking(["x1"])


def novelty(gold: Topic, run: Sequence[str], p: of.Parameters) -> Exact:
    """The discounted sum of the novelty gains of a run."""
    return discounted(novelty_gains([gold.grades.get(d, {}) for d in run[: of.cut(p)]], p["alpha"]))


def as_ideal(case: Case, p: of.Parameters) -> Organization:
    """The first run with the discounted novelty gains of the ideal list."""
    ideal, seen = of.ideal_novelty(case, p), dict[tuple[Any, ...], bool]()
    for output in case.outputs["run"]:
        run = documents(output)
        key = tuple(tuple(case.gold.grades.get(document, ())) for document in run[: of.cut(p)])
        if key not in seen:
            seen[key] = vanishes(novelty(case.gold, run, p) - ideal)
        if seen[key]:
            ideal_run: Organization = output
            return ideal_run
    raise ValueError("the ideal list is no run of relevant documents")


def ideal_for_all(case: Case, p: of.Parameters) -> Organization:
    """A run with the ideal gains of every intent up to the cut-off."""
    gold, k = case.gold, of.cut(p)
    length = min(k or len(gold.grades), len(gold.grades))
    ideals = {intent: [*ideal_of(gold, intent), *[0] * len(gold.grades)][:length] for intent in gold.intents}
    listed = (output for output in case.outputs["run"] if len(output.levels) >= length)
    ideal_run: Organization = next(
        output
        for output in listed
        if all(
            [gold.grades.get(document, {}).get(intent, 0) for document in documents(output)[:length]] == gains
            for intent, gains in ideals.items()
        )
    )
    return ideal_run
