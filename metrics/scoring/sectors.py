"""Measures on sectors of the plane of relevance and score: precision, recall and related measures by two thresholds,
and P* and R* by the distance of score and relevance.
"""

from __future__ import annotations

from fractions import Fraction
from math import nan
from typing import Any

from axiometrics.core.metric import Metric
from axiometrics.core.parameter import Parameter
from axiometrics.core.scores import Relevance, Scores

SOURCE = "Della Mea, Di Gaspero & Mizzaro, NTCIR"
HALF = Fraction(1, 2)
THRESHOLDS = (
    Parameter("theta_u", HALF, "least relevance of a relevant document", low=Fraction(0), high=Fraction(1)),
    Parameter("theta_s", HALF, "least score of a retrieved document", low=Fraction(0), high=Fraction(1)),
)
NEAR = (
    Parameter(
        "t", Fraction(1, 4), "distance below which a score is right", low=Fraction(0), high=Fraction(1), low_open=True
    ),
)


def sectors(system: Scores, gold: Relevance, theta_u: Any, theta_s: Any) -> dict[tuple[bool, bool], int]:
    """How many documents are (retrieved, relevant). A document without a score is not retrieved."""
    counts = dict.fromkeys([(True, True), (True, False), (False, True), (False, False)], 0)
    for document, relevance in gold.pairs:
        score = system.numbers.get(document)
        counts[score is not None and score >= theta_s, relevance >= theta_u] += 1
    return counts


def _share(some: int, others: int) -> Fraction | float:
    return Fraction(some, some + others) if some + others else nan


def sector_precision(system: Scores, gold: Relevance, **p: Any) -> Fraction | float:
    """Of the retrieved documents, the share that is relevant.

    A document is retrieved if its score is at least theta_s, and relevant if its relevance is at least theta_u. The
    range is [0, 1]. It is undefined where nothing is retrieved.

    >>> sector_precision(Scores.parse("d1:0.9 d2:0.5"), Relevance.parse("d1:0.8 d2:0.4"), theta_u=HALF, theta_s=HALF)
    Fraction(1, 2)
    """
    counts = sectors(system, gold, **p)
    return _share(counts[True, True], counts[True, False])


def sector_recall(system: Scores, gold: Relevance, **p: Any) -> Fraction | float:
    """Of the relevant documents, the share that is retrieved.

    A document is retrieved if its score is at least theta_s, and relevant if its relevance is at least theta_u. The
    range is [0, 1]. It is undefined where nothing is relevant.

    >>> sector_recall(Scores.parse("d1:0.9 d2:0.4"), Relevance.parse("d1:0.8 d2:0.6"), theta_u=HALF, theta_s=HALF)
    Fraction(1, 2)
    """
    counts = sectors(system, gold, **p)
    return _share(counts[True, True], counts[False, True])


def sector_specificity(system: Scores, gold: Relevance, **p: Any) -> Fraction | float:
    """One minus fallout: of the documents that are not relevant, the share that is not retrieved.

    A document is retrieved if its score is at least theta_s, and relevant if its relevance is at least theta_u. The
    range is [0, 1]. It is undefined where all documents are relevant.

    >>> sector_specificity(Scores.parse("d1:0.9 d2:0.4"), Relevance.parse("d1:0.2 d2:0.1"), theta_u=HALF, theta_s=HALF)
    Fraction(1, 2)
    """
    counts = sectors(system, gold, **p)
    return _share(counts[False, False], counts[True, False])


def sector_e(system: Scores, gold: Relevance, **p: Any) -> Fraction | float:
    """The mean of precision and recall, which the paper calls E.

    It is different from the E of van Rijsbergen and from the E of Swets, whom the paper names. The range is [0, 1]. It
    is undefined where precision or recall is.

    >>> sector_e(Scores.parse("d1:0.9 d2:0.4"), Relevance.parse("d1:0.8 d2:0.6"), theta_u=HALF, theta_s=HALF)
    Fraction(3, 4)
    """
    precision, recall = sector_precision(system, gold, **p), sector_recall(system, gold, **p)
    if isinstance(precision, float) or isinstance(recall, float):
        return nan
    return (precision + recall) / 2


def _judged(system: Scores, gold: Relevance, t: Fraction) -> tuple[int, int, int]:
    """How many scores are right, how many are too high by at least t, and how many too low by at least t. A document
    without a score counts as 0.
    """
    off = [system.numbers.get(document, Fraction(0)) - relevance for document, relevance in gold.pairs]
    return sum(abs(x) < t for x in off), sum(x >= t for x in off), sum(-x >= t for x in off)


def p_star(system: Scores, gold: Relevance, t: Fraction) -> Fraction | float:
    """Of the documents whose score is right or too high, the share whose score is right.

    A score is right if it differs from the relevance by less than t. The range is [0, 1]. It is undefined where all
    scores are too low.

    >>> p_star(Scores.parse("d1:1 d2:1/2"), Relevance.parse("d1:1/2 d2:1/2"), t=Fraction(1, 4))
    Fraction(1, 2)
    """
    right, over, _ = _judged(system, gold, t)
    return _share(right, over)


def r_star(system: Scores, gold: Relevance, t: Fraction) -> Fraction | float:
    """Of the documents whose score is right or too low, the share whose score is right.

    A score is right if it differs from the relevance by less than t. The range is [0, 1]. It is undefined where all
    scores are too high.

    >>> r_star(Scores.parse("d1:0 d2:1/2"), Relevance.parse("d1:1/2 d2:1/2"), t=Fraction(1, 4))
    Fraction(1, 2)
    """
    right, _, under = _judged(system, gold, t)
    return _share(right, under)


METRICS = (
    Metric("p-star", "P*", "scoring", "near", f"{SOURCE}, section 4.1", direct=p_star, parameters=NEAR),
    Metric("r-star", "R*", "scoring", "near", f"{SOURCE}, section 4.1", direct=r_star, parameters=NEAR),
    Metric(
        "sector-precision", "P", "scoring", "sectors", f"{SOURCE}, 2.2", direct=sector_precision, parameters=THRESHOLDS
    ),
    Metric("sector-recall", "R", "scoring", "sectors", f"{SOURCE}, 2.2", direct=sector_recall, parameters=THRESHOLDS),
    Metric("sector-e", "E", "scoring", "sectors", f"{SOURCE}, section 3", direct=sector_e, parameters=THRESHOLDS),
    Metric(
        "sector-specificity",
        "1 - fallout",
        "scoring",
        "sectors",
        f"{SOURCE}, 2.2",
        direct=sector_specificity,
        parameters=THRESHOLDS,
    ),
)
