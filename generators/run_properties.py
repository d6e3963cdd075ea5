"""Cases of runs of relevant and irrelevant documents, one by one: runs that are extended, changed or added up."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import cache
from itertools import product

from axiometrics.core.case import Case
from axiometrics.core.organization import Organization

Bits = tuple[int, ...]
"""A run: 1 for a relevant document, 0 for an irrelevant one, by rank."""


def runs(length: int) -> Iterator[Bits]:
    """The runs of a length."""
    yield from product((0, 1), repeat=length)


def cases_of(collections: Mapping[str, int], named: Mapping[str, Bits]) -> Case:
    """The case of some runs, each against a collection of so many relevant documents.

    >>> case = cases_of({"better": 2, "worse": 2}, {"better": (0, 1), "worse": (0,)})
    >>> str(case.gold), str(case.outputs["better"])
    ('r1 r2 > ...', 'n1 > r1 > ...')
    """
    golds = {role: gold_of(relevant) for role, relevant in collections.items()}
    first = next(iter(golds.values()))
    outputs = {role: Organization.ranking(_names(bits)) for role, bits in named.items()}
    return Case(first, outputs, golds={role: gold for role, gold in golds.items() if gold != first})


def gold_of(relevant: int) -> Organization:
    """The gold of a collection with so many relevant documents."""
    return Organization([[[f"r{i}"] for i in range(1, relevant + 1)]], tail=True)


def _names(bits: Bits) -> list[str]:
    counts, named = [0, 0], []
    for bit in bits:
        counts[bit] += 1
        named.append(f"{'nr'[bit]}{counts[bit]}")
    return named


def with_collections(size: int) -> Iterator[tuple[int, Bits]]:
    """Runs with the number of relevant documents in the collection, of which the greater one of ranks and relevant
    documents is the size, and the run retrieves no more than there are.
    """
    for relevant in range(1, size + 1):
        for length in range(size + 1):
            if max(relevant, length) == size:
                yield from ((relevant, bits) for bits in runs(length) if sum(bits) <= relevant)


def extended(size: int, bit: int) -> Iterator[tuple[int, Bits, Bits]]:
    """Runs with a last document that is relevant or not, each with the same run without it, and the number of relevant
    documents.
    """
    for relevant, bits in with_collections(size):
        if bits and bits[-1] == bit:
            yield relevant, bits, bits[:-1]


GREATEST = 8
"""Ranks, and relevant documents, up to which cases are listed."""

Listed = Callable[[int], Iterator[Case]]


def recognised(listed: Listed) -> Callable[[Case], str | None]:
    """The function that says why a saved case is not listed, up to names of documents; it returns None where the case
    is listed.
    """

    def why(case: Case) -> str | None:
        seen = judged_runs(case)
        if seen is None:
            return "golds and outputs are not runs against relevant documents of one grade"
        size = max(max(relevant, len(bits)) for _, relevant, bits in seen)
        if size > GREATEST:
            return f"the case has size {size}, and cases are listed up to {GREATEST} ranks"
        return None if seen in _known(listed, size) else "the constraint has no such case"

    return why


@cache
def _known(listed: Listed, size: int) -> frozenset[Hashable]:
    return frozenset(judged_runs(case) for case in listed(size))


def judged_runs(case: Case) -> tuple[tuple[str, int, Bits], ...] | None:
    """Of each role, the number of relevant documents and the run. None where an output is not a run with tail against
    relevant documents of one grade, or where a gold without tail does not list all of its documents.
    """
    runs = []
    for role, output in sorted(case.outputs.items()):
        gold = case.golds.get(role, case.gold)
        if not isinstance(output, Organization) or not isinstance(gold, Organization) or gold.top_grade != 1:
            return None
        singles = all(len(cluster) == 1 for value in (gold, output) for level in value.levels for cluster in level)
        once = gold.is_partition and output.is_partition and all(len(level) == 1 for level in output.levels)
        if not (singles and once and output.tail and (gold.tail or output.documents <= gold.documents)):
            return None
        grades = gold.grades()
        relevant = sum(grades.values())
        if not relevant:
            return None
        runs.append((role, relevant, tuple(grades.get(document, 0) for document in output.listed)))
    return tuple(runs)
