"""Metrics of filterings, from the documents that are relevant and those that are in the positive set."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from axiometrics.core.counted import GREATEST, Quadrants
from axiometrics.core.definition import Definition, Score
from axiometrics.core.errors import TaskError
from axiometrics.core.organization import Organization
from axiometrics.core.parameter import Parameter
from axiometrics.core.reals import sqrt

ZERO, ONE = Fraction(0), Fraction(1)


def _positive(organization: Organization, role: str) -> set[str]:
    if len(organization.levels) != 2 or organization.tail or organization.size != len(organization.documents):
        raise TaskError(
            f"the {role} is not a filtering: two levels without tail are wanted, each document once, found "
            f"{organization}"
        )
    return {document for cluster in organization.levels[0] for document in cluster}


def table_of(system: Any, gold: Any) -> Quadrants:
    """The counts, document by document, or as they are given."""
    if isinstance(system, Quadrants):
        return system
    positive, relevant = _positive(system, "system"), _positive(gold, "gold")
    if system.documents != gold.documents:
        only = sorted(system.documents ^ gold.documents)
        raise TaskError(f"system and gold hold different documents: {', '.join(only)} on one side only")
    judged = [(d in positive, d in relevant) for d in gold.documents]
    return Quadrants(
        judged.count((True, True)),
        judged.count((True, False)),
        judged.count((False, True)),
        judged.count((False, False)),
    )


def precision(system: Organization, gold: Organization) -> Fraction:
    """tp / (tp + fp). Range [0, 1]; 0 where nothing is positive. van Rijsbergen 1979."""
    t = table_of(system, gold)
    return ONE * t.tp / (t.tp + t.fp) if t.tp + t.fp else ZERO


def recall(system: Organization, gold: Organization) -> Fraction:
    """tp / (tp + fn). Range [0, 1]; 0 where nothing is relevant. van Rijsbergen 1979."""
    t = table_of(system, gold)
    return ONE * t.tp / (t.tp + t.fn) if t.tp + t.fn else ZERO


def f(system: Organization, gold: Organization, beta: Fraction) -> Fraction:
    """(1 + beta^2) tp / ((1 + beta^2) tp + beta^2 fn + fp). Range [0, 1]; 0 at 0/0. van Rijsbergen 1979, 1 - E."""
    t = table_of(system, gold)
    right = (1 + beta**2) * t.tp
    whole = right + beta**2 * t.fn + t.fp
    return right / whole if whole else ZERO


def accuracy(system: Organization, gold: Organization) -> Fraction | None:
    """(tp + tn) / documents. Range [0, 1]; undefined without documents. Amigo et al. 2013, section 2.2."""
    t = table_of(system, gold)
    return ONE * (t.tp + t.tn) / sum(t) if sum(t) else None


def macro_accuracy(system: Organization, gold: Organization) -> Fraction | None:
    """The mean of the accuracies on relevant and irrelevant documents. Range [0, 1]; undefined where the gold lacks one
    of the two. Mitchell 1997.
    """
    t = table_of(system, gold)
    if not t.tp + t.fn or not t.fp + t.tn:
        return None
    return (ONE * t.tp / (t.tp + t.fn) + ONE * t.tn / (t.fp + t.tn)) / 2


def kappa(system: Organization, gold: Organization) -> Fraction | None:
    """(observed - expected agreement) / (1 - expected agreement). Range [-1, 1]; undefined at 0/0. Cohen 1960."""
    t = table_of(system, gold)
    n = sum(t)
    if not n:
        return None
    expected = ONE * ((t.tp + t.fp) * (t.tp + t.fn) + (t.fn + t.tn) * (t.fp + t.tn)) / (n * n)
    return (ONE * (t.tp + t.tn) / n - expected) / (1 - expected) if expected != 1 else None


def mcc(system: Organization, gold: Organization) -> Score:
    """Matthews' correlation, (tp tn - fp fn) / sqrt((tp+fp)(tp+fn)(tn+fp)(tn+fn)). Range [-1, 1]; 0 at 0/0. Matthews
    1975.
    """
    t = table_of(system, gold)
    product = (t.tp + t.fp) * (t.tp + t.fn) * (t.tn + t.fp) * (t.tn + t.fn)
    root = product.root() if hasattr(product, "root") else sqrt(Fraction(product))
    return ONE * (t.tp * t.tn - t.fp * t.fn) / root if product else ZERO


def utility(
    system: Organization,
    gold: Organization,
    tp: Fraction,
    fp: Fraction,
    fn: Fraction,
    tn: Fraction,
) -> Fraction:
    """The sum of the documents' weights, signed: tp, fp, fn or tn by what each document is. Unbounded. TREC filtering
    track, linear utility.
    """
    t = table_of(system, gold)
    return tp * t.tp + fp * t.fp + fn * t.fn + tn * t.tn


def lam(system: Organization, gold: Organization, smoothing: Fraction) -> Score:
    """1 - logit^-1((logit hm + logit sm) / 2), hm = (fn + s) / (tp + fn + 2s), sm = (fp + s) / (fp + tn + 2s). Range
    [0, 1].

    Undefined where one of hm, sm is 0 and the other 1, or 0/0. Cormack & Lynam 2005.
    """
    t = table_of(system, gold)
    if not t.tp + t.fn + smoothing or not t.fp + t.tn + smoothing:
        return None
    hm = (t.fn + smoothing) / (t.tp + t.fn + 2 * smoothing)
    sm = (t.fp + smoothing) / (t.fp + t.tn + 2 * smoothing)
    if {hm, sm} == {ZERO, ONE}:
        return None
    if ONE in (hm, sm):
        return ZERO
    odds = sqrt(hm / (1 - hm) * (sm / (1 - sm)))  # the mean of two logits is the logarithm of this
    return 1 / (1 + odds)


DEFINITIONS = (
    Definition("precision", precision, counted=GREATEST),
    Definition("recall", recall, counted=GREATEST),
    Definition("f", f, (Parameter("beta", ONE, "weight of recall", low=ZERO),), counted=GREATEST),
    Definition("accuracy", accuracy, counted=GREATEST),
    Definition("macro-accuracy", macro_accuracy, counted=GREATEST),
    Definition("kappa", kappa, counted=GREATEST),
    Definition("mcc", mcc, counted=GREATEST),
    Definition(
        "utility",
        utility,
        (
            Parameter("tp", Fraction(2), "weight of a relevant document that is positive"),
            Parameter("fp", Fraction(-1), "weight of an irrelevant document that is positive"),
            Parameter("fn", ZERO, "weight of a relevant document that is not"),
            Parameter("tn", ZERO, "weight of an irrelevant document that is not"),
        ),
        counted=GREATEST,
    ),
    Definition("lam", lam, (Parameter("smoothing", ZERO, "added to each count", low=ZERO),), counted=GREATEST),
)
