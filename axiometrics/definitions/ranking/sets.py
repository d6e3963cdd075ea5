"""Precision, recall and F of the set of documents that a run retrieves."""

from __future__ import annotations

from fractions import Fraction

from axiometrics.core.counted import GREATEST
from axiometrics.core.definition import Definition, Score
from axiometrics.core.organization import Organization
from axiometrics.core.parameter import Parameter
from axiometrics.definitions.ranking.average_precision import REL
from axiometrics.definitions.runs import hits


def _numbers(system: Organization, gold: Organization, rel: Fraction | None) -> tuple[int, int, int]:
    """How many documents are relevant and retrieved, relevant, and retrieved."""
    run = hits(system, gold, rel)
    return len(run.retrieved), run.relevant, len(run.ranks)


def set_precision(system: Organization, gold: Organization, rel: Fraction | None = None) -> Score:
    """The relevant documents retrieved, over all that are retrieved. Binary. Range [0, 1]; undefined for an empty run.
    trec_eval set_P.
    """
    right, _, retrieved = _numbers(system, gold, rel)
    return Fraction(right, retrieved) if retrieved else None


def set_recall(system: Organization, gold: Organization, rel: Fraction | None = None) -> Score:
    """The relevant documents retrieved, over all that are relevant. Binary. Range [0, 1]; undefined where none are.
    trec_eval set_recall.
    """
    right, relevant, _ = _numbers(system, gold, rel)
    return Fraction(right, relevant) if relevant else None


def set_f(system: Organization, gold: Organization, beta: Fraction, rel: Fraction | None = None) -> Score:
    """With P and R as above, (1 + beta^2) P R / (beta^2 P + R). Binary. Range [0, 1]; undefined where nothing is
    relevant and nothing retrieved; else 0 where nothing relevant is retrieved. van Rijsbergen 1979; trec_eval set_F.
    """
    right, relevant, retrieved = _numbers(system, gold, rel)
    if not right:
        return Fraction(0) if relevant or retrieved else None
    precision, recall = Fraction(right, retrieved), Fraction(right, relevant)
    return (1 + beta**2) * precision * recall / (beta**2 * precision + recall)


DEFINITIONS = (
    Definition("set-precision", set_precision, (REL,), counted=GREATEST),
    Definition("set-recall", set_recall, (REL,), counted=GREATEST),
    Definition(
        "set-f",
        set_f,
        (Parameter("beta", Fraction(1), "weight of recall", low=Fraction(0), low_open=True), REL),
        counted=GREATEST,
    ),
)
