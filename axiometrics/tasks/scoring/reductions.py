"""Filterings and rankings as scorings, so that the constraints on them judge the metrics of scorings too."""

from __future__ import annotations

from fractions import Fraction

from axiometrics.core.errors import TaskError
from axiometrics.core.organization import Organization
from axiometrics.core.reduction import Reduction
from axiometrics.core.scores import Relevance, Scores

LENGTH = 1000
"""Ranks of a run in the paper (section 5.2): the document at rank r has the score 1 - (r - 1)/1000."""


def _decided(organization: Organization) -> tuple[tuple[str, Fraction], ...]:
    return tuple((document, Fraction(level == 0)) for level, _, document in organization.occurrences())


def decided_relevance(gold: Organization) -> Relevance:
    """The gold of a filtering: 1 for relevant documents, 0 for others.

    >>> str(decided_relevance(Organization.parse("a > b c")))
    'a:1 b:0 c:0'
    """
    return Relevance(_decided(gold))


def decided_scores(system: Organization) -> Scores:
    """The output of a filtering: 1 for documents of the positive set, 0 for others."""
    return Scores(_decided(system))


def binary_relevance(gold: Organization) -> Relevance:
    """The gold of a ranking: 1 for relevant documents of any grade, 0 for the others that are listed.

    >>> str(binary_relevance(Organization.parse("a > b > c")))
    'a:1 b:1 c:0'

    Raises `TaskError` for a gold with a tail, of which nobody knows how many documents the mean is over.
    """
    if gold.tail:
        raise TaskError(f"list every document in the gold {gold}, the irrelevant ones last, instead of its tail")
    return Relevance(tuple((document, Fraction(grade > 0)) for document, grade in gold.grades().items()))


def rank_scores(system: Organization) -> Scores:
    """The output of a ranking: 1 - (r - 1)/L for the document at rank r, with L = 1000, or the length of a longer run.

    A document that is not retrieved has no score: with `scores=rank`, or `sample=pool`, that counts as 0.

    >>> str(rank_scores(Organization.parse("a > b > ...")))
    'a:1 b:999/1000'
    """
    documents = [document for _, _, document in system.occurrences()]
    length = max(LENGTH, len(documents))
    return Scores(tuple((document, 1 - Fraction(above, length)) for above, document in enumerate(documents)))


DECISIONS = Reduction("scores 0 and 1", "filtering", decided_relevance, decided_scores)
"""Relevance and scores of 0 and 1 only: a document is in the positive set, or is relevant, or not."""

RANKS = Reduction("ranks as scores", "ranking", binary_relevance, rank_scores, traits=frozenset({"closed"}))
"""A run by its ranks, in a collection that is listed, since the mean is over its documents."""
