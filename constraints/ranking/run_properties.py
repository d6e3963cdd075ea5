"""Properties of metrics of runs: what one more document, another place, or a larger collection does to the score.

A run is a sequence of relevant and irrelevant documents, and N relevant ones exist. The statements are from memory of
two papers, so that the constraints are ours after these papers. They say when a metric is a sum over ranks, looks
beyond the run, or normalises by the collection; `axiometrics possible` shows which of these exclude each other.
"""

from collections.abc import Callable, Iterator
from itertools import combinations

from axiometrics.core.case import EQUAL, GAIN, NO_LOSS, Case, Demand
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.generators.listed import PlainCases
from axiometrics.generators.run_properties import (
    GREATEST,
    Bits,
    cases_of,
    extended,
    recognised,
    runs,
    with_collections,
)

MOFFAT = "after Moffat 2013, Seven Numeric Properties of Effectiveness Metrics"
FERRANTE = "after Ferrante, Ferro & Maistrello 2015, Towards a Formal Framework for Utility-oriented Measurements"

SUM = Demand(
    ("one", "other", "both", "none"),
    (1, 1, -1, -1),
    "score(one) + score(other) = score(both) + score(none)",
    "=",
)


def _pair(relevant: int, better: Bits, worse: Bits, roles: tuple[str, str] = ("better", "worse")) -> Case:
    return cases_of(dict.fromkeys(roles, relevant), dict(zip(roles, (better, worse), strict=True)))


def replaced(size: int) -> Iterator[Case]:
    """A run, and the same with a relevant document in place of an irrelevant one."""
    for relevant, bits in with_collections(size):
        for rank, bit in enumerate(bits):
            if not bit and sum(bits) < relevant:
                yield _pair(relevant, (*bits[:rank], 1, *bits[rank + 1 :]), bits)


def relevant_appended(size: int) -> Iterator[Case]:
    """A run with a relevant document at its end, and without it."""
    yield from (_pair(relevant, longer, shorter) for relevant, longer, shorter in extended(size, 1))


def irrelevant_appended(size: int) -> Iterator[Case]:
    """A run with an irrelevant document at its end, and without it."""
    yield from (_pair(relevant, longer, shorter) for relevant, longer, shorter in extended(size, 0))


def tails(size: int) -> Iterator[Case]:
    """A run with an irrelevant document at its end, and without it, in the roles of a demand for equal scores."""
    roles = ("one", "other")
    yield from (_pair(relevant, longer, shorter, roles) for relevant, longer, shorter in extended(size, 0))


def collections(size: int) -> Iterator[Case]:
    """A run with two collections. Both hold all relevant documents of the run, and the second holds more relevant
    documents than the first.
    """
    for length in range(size + 1):
        for bits in runs(length):
            for fewer, more in combinations(range(max(1, sum(bits)), size + 1), 2):
                if max(length, more) == size:
                    yield cases_of({"one": fewer, "other": more}, {"one": bits, "other": bits})


def _of_equal_scores(size: int, listed: Callable[[int], Iterator[tuple[int, Bits]]]) -> Iterator[Case]:
    """Every pair of runs that `listed` gives up to a size, where at least one run has this size. Each pair comes once,
    with the smaller run first.
    """
    smaller = [run for less in range(1, size) for run in listed(less)]
    own = list(listed(size))
    for first, second in [*((first, second) for first in smaller for second in own), *combinations(own, 2)]:
        yield cases_of({"one": first[0], "other": second[0]}, {"one": first[1], "other": second[1]})


def _ideals(size: int) -> Iterator[tuple[int, Bits]]:
    for relevant in range(1, size + 1):
        for length in range(1, size + 1):
            if max(relevant, length) == size:
                hits = min(relevant, length)
                yield relevant, (1,) * hits + (0,) * (length - hits)


def ideals(size: int) -> Iterator[Case]:
    """Two ideal runs. An ideal run has as many relevant documents as the collection has, or as the run has ranks, above
    all its irrelevant documents.
    """
    yield from _of_equal_scores(size, _ideals)


def full_ideals(size: int) -> Iterator[Case]:
    """Two runs of exactly the relevant documents."""
    yield from _of_equal_scores(size, lambda relevant: iter([(relevant, (1,) * relevant)]))


def nothing_found(size: int) -> Iterator[Case]:
    """Two runs without a relevant document."""
    yield from _of_equal_scores(size, lambda at: (run for run in with_collections(at) if not any(run[1])))


def added(size: int) -> Iterator[Case]:
    """Two runs of one length without a common rank of relevant documents, the run that has the relevant documents of
    both, and the run that has none.
    """
    for relevant, both in with_collections(size):
        ranks = [rank for rank, bit in enumerate(both) if bit]
        for chosen in (set(part) for count in range(1, len(ranks) // 2 + 1) for part in combinations(ranks, count)):
            first = tuple(int(rank in chosen) for rank in range(len(both)))
            second = tuple(bit - in_first for bit, in_first in zip(both, first, strict=True))
            if sum(first) < sum(second) or first > second:
                named = {"one": first, "other": second, "both": both, "none": (0,) * len(both)}
                yield cases_of(dict.fromkeys(named, relevant), named)


def _ranks(case: Case) -> int:
    """The size of a case: its longest run, or the most relevant documents of its collections."""
    golds = [case.gold, *case.golds.values()]
    return max(*(int(output.size) for output in case.outputs.values()), *(int(gold.size) for gold in golds))


def _property(
    name: str,
    title: str,
    statement: str,
    question: str,
    source: str,
    cases: Callable[[int], Iterator[Case]],
    demand: Demand,
    keeps: str,
    breaks: str,
) -> Constraint:
    family = PlainCases(cases, 5, GREATEST, demand, recognised(cases), closable=True, unit="ranks", measure=_ranks)
    reading = Reading(
        "any", f"any run, and any number of relevant documents: {statement}", family, keeps, breaks, strength=4
    )
    return Constraint(name, "ranking", title, statement, source, (reading,), unedited=UNEDITED, question=question)


UNEDITED = "the runs of a file are compared by the constraints of Amigó et al. 2013"

CONSTRAINTS = (
    _property(
        "replacement",
        "Replacement",
        "an irrelevant document of the run is replaced by a relevant one that it lacks: the score rises",
        "Does it help to replace an irrelevant document with a relevant one?",
        MOFFAT,
        replaced,
        GAIN,
        "dcg",
        "rr",
    ),
    _property(
        "append-relevant",
        "Append a relevant document",
        "a relevant document is appended to the run: the score rises",
        "Does it help to add a relevant document at the end?",
        MOFFAT,
        relevant_appended,
        GAIN,
        "dcg",
        "rr",
    ),
    _property(
        "extension",
        "Extension",
        "an irrelevant document is appended to the run: the score does not fall",
        "Is it harmless to return further irrelevant documents at the end?",
        MOFFAT,
        irrelevant_appended,
        NO_LOSS,
        "dcg",
        "rs-ranking",
    ),
    _property(
        "tail-neutral",
        "Neutral tail",
        "an irrelevant document is appended to the run: the score stays the same",
        "Do further irrelevant documents at the end change nothing?",
        FERRANTE,
        tails,
        EQUAL,
        "dcg",
        "rs-ranking",
    ),
    _property(
        "localization",
        "Localization",
        "the score of a run does not depend on the number of relevant documents in the collection",
        "Can the score be computed from the run alone, without the number of relevant documents?",
        MOFFAT,
        collections,
        EQUAL,
        "dcg",
        "ap",
    ),
    _property(
        "realizable",
        "Realizability",
        "the ideal run of every length has one score, whatever the number of relevant documents",
        "Does the best run of each length have the same score?",
        MOFFAT,
        ideals,
        EQUAL,
        "rr",
        "ap",
    ),
    _property(
        "realizable-full",
        "Full realizability",
        "the run of exactly the relevant documents has one score, whatever their number",
        "Does the run of exactly the relevant documents always have the same score?",
        MOFFAT,
        full_ideals,
        EQUAL,
        "ndcg",
        "dcg",
    ),
    _property(
        "zero",
        "Zero",
        "every run without a relevant document has one score",
        "Does every run without a relevant document have the same score?",
        FERRANTE,
        nothing_found,
        EQUAL,
        "ap",
        "auc",
    ),
    _property(
        "additive",
        "Additivity",
        "two runs of one length without a common rank of relevant documents, and the run that has those of both: the "
        "scores of the two add up to its score and that of the run that has none",
        "Does each relevant document add a part of its own to the score?",
        FERRANTE,
        added,
        SUM,
        "dcg",
        "rr",
    ),
)
