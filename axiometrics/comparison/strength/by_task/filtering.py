"""Mutants of metrics of filtering."""

from __future__ import annotations

import numpy as np

from axiometrics.comparison.strength.mutant import Mutant
from axiometrics.core.aggregates import Confusion
from axiometrics.core.arithmetic import Array, like, over, ratio, sqrt
from axiometrics.metrics.filtering.counts import accuracy, precision, recall


def _f_without_false_positives(t: Confusion) -> Array:
    return ratio(2 * t.tp, 2 * t.tp + t.fn, 0)


def _f_without_false_negatives(t: Confusion) -> Array:
    return ratio(2 * t.tp, 2 * t.tp + t.fp, 0)


def _f_with_errors_exchanged(t: Confusion) -> Array:
    return ratio(2 * t.tp, 2 * t.tp + t.fp + t.fn, 0)


def _f_as_arithmetic_mean(t: Confusion) -> Array:
    return over(precision(t) + recall(t), like(2, t.tp))


def _f_as_least(t: Confusion) -> Array:
    return np.minimum(precision(t), recall(t))


def _f_of_true_positives_once(t: Confusion) -> Array:
    return ratio(t.tp, t.tp + t.fp + t.fn, 0)


def _f_1_without_positives(t: Confusion) -> Array:
    return ratio(2 * t.tp, 2 * t.tp + t.fp + t.fn, 1)


def _precision_1_without_positives(t: Confusion) -> Array:
    return ratio(t.tp, t.positive, 1)


def _accuracy_of_the_positive(t: Confusion) -> Array:
    return ratio(t.tp, t.documents)


def _accuracy_in_documents(t: Confusion) -> Array:
    return np.asarray(t.tp + t.tn)


def _utility_that_rewards_false_positives(t: Confusion) -> Array:
    return np.asarray(2 * t.tp + t.fp)


def _utility_without_false_positives(t: Confusion) -> Array:
    return np.asarray(2 * t.tp)


def _utility_of_false_positives_alone(t: Confusion) -> Array:
    return -t.fp


def _squared_mcc(t: Confusion) -> Array:
    difference = t.tp * t.tn - t.fp * t.fn
    return ratio(difference * difference, t.positive * t.relevant * t.negative * t.irrelevant, 0)


def _mcc_without_root(t: Confusion) -> Array:
    return ratio(t.tp * t.tn - t.fp * t.fn, t.positive * t.relevant * t.negative * t.irrelevant, 0)


def _mcc_without_errors(t: Confusion) -> Array:
    return ratio(t.tp * t.tn, sqrt(np.asarray(t.positive * t.relevant * t.negative * t.irrelevant)), 0)


def _kappa_with_margins_mixed_up(t: Confusion) -> Array:
    by_chance = t.positive * t.irrelevant + t.negative * t.relevant
    return ratio((t.tp + t.tn) * t.documents - by_chance, t.documents * t.documents - by_chance)


def _kappa_without_normalisation(t: Confusion) -> Array:
    return ratio(
        (t.tp + t.tn) * t.documents - t.positive * t.relevant - t.negative * t.irrelevant, t.documents * t.documents
    )


def _lam_of_one_class(t: Confusion) -> Array:
    return ratio(sqrt(t.tp + 1), sqrt(t.tp + 1) + sqrt(t.fn + 1))


def _lam_without_root(t: Confusion) -> Array:
    right, wrong = (t.tp + 1) * (t.tn + 1), (t.fn + 1) * (t.fp + 1)
    return ratio(right, right + wrong)


def _macro_accuracy_with_the_margins_mixed_up(t: Confusion) -> Array:
    return ratio(t.tp, t.positive, 0) + ratio(t.tn, t.irrelevant, 0)


def _macro_accuracy_as_product(t: Confusion) -> Array:
    return ratio(t.tp, t.relevant) * ratio(t.tn, t.irrelevant)


def _reliability(t: Confusion) -> Array:
    return ratio(t.tp * t.tn, t.positive * t.negative, 0)


def _sensitivity(t: Confusion) -> Array:
    return ratio(t.tp * t.tn, t.relevant * t.irrelevant, 0)


def _rs_as_arithmetic_mean(t: Confusion) -> Array:
    return over(_reliability(t) + _sensitivity(t), like(2, t.tp))


def _rs_of_sums(t: Confusion) -> Array:
    """R and S as a sum of precisions and a sum of recalls, where products belong."""
    r = ratio(t.tp, t.positive, 0) + ratio(t.tn, t.negative, 0)
    s = ratio(t.tp, t.relevant, 0) + ratio(t.tn, t.irrelevant, 0)
    return ratio(2 * r * s, r + s, 0)


MUTANTS = (
    Mutant("f", "term dropped", "fp is forgotten", _f_without_false_positives),
    Mutant("f", "term dropped", "fn is forgotten", _f_without_false_negatives),
    Mutant("f", "sides exchanged", "fp for fn", _f_with_errors_exchanged),
    Mutant("f", "other mean", "arithmetic mean", _f_as_arithmetic_mean),
    Mutant("f", "other mean", "minimum", _f_as_least),
    Mutant("f", "other power", "true positives count once", _f_of_true_positives_once),
    Mutant("f", "convention", "1 at 0/0", _f_1_without_positives),
    Mutant("precision", "sides exchanged", "relevant for positive", recall),
    Mutant("precision", "convention", "1 where nothing is positive", _precision_1_without_positives),
    Mutant("recall", "sides exchanged", "positive for relevant", precision),
    Mutant("accuracy", "term dropped", "tn is forgotten", _accuracy_of_the_positive),
    Mutant("accuracy", "normalisation", "normalisation left out", _accuracy_in_documents),
    Mutant("utility", "sign", "sign of fp", _utility_that_rewards_false_positives),
    Mutant("utility", "term dropped", "fp is forgotten", _utility_without_false_positives),
    Mutant("utility", "term dropped", "tp is forgotten", _utility_of_false_positives_alone),
    Mutant("mcc", "sign", "the sign is lost", _squared_mcc),
    Mutant("mcc", "other power", "no root", _mcc_without_root),
    Mutant("mcc", "term dropped", "errors are forgotten", _mcc_without_errors),
    Mutant("kappa", "term dropped", "no correction for chance", accuracy),
    Mutant("kappa", "sides exchanged", "margins of chance mixed up", _kappa_with_margins_mixed_up),
    Mutant("kappa", "normalisation", "divided by the documents alone", _kappa_without_normalisation),
    Mutant("lam(smoothing=1)", "term dropped", "one class only", _lam_of_one_class),
    Mutant("lam(smoothing=1)", "other power", "no root", _lam_without_root),
    Mutant("macro-accuracy", "sides exchanged", "precision for recall", _macro_accuracy_with_the_margins_mixed_up),
    Mutant("macro-accuracy", "other mean", "product", _macro_accuracy_as_product),
    Mutant("rs-filtering", "term dropped", "no sensitivity", _reliability),
    Mutant("rs-filtering", "term dropped", "no reliability", _sensitivity),
    Mutant("rs-filtering", "other mean", "arithmetic mean", _rs_as_arithmetic_mean),
    Mutant("rs-filtering", "other aggregate", "sums for products", _rs_of_sums),
)
