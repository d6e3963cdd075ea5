"""Metrics of what a run retrieves, whatever the order: precision, recall and F of the set of its documents."""

from fractions import Fraction

import numpy as np

from axiometrics.core.aggregates import Gains
from axiometrics.core.arithmetic import Array, parameter, ratio
from axiometrics.core.metric import Metric
from axiometrics.core.parameter import Parameter
from axiometrics.metrics.ranking.average_precision import REL


def set_precision(r: Gains, rel: Fraction | None = None) -> Array:
    """Set precision: of the documents that are retrieved, the share that is relevant.

    The range is [0, 1]. It is undefined where nothing is retrieved.

    >>> set_precision(Gains.of([[1, 0, 1]], [[4]], exact=True)).item()
    Fraction(2, 3)
    """
    seen = r.at_least(rel)
    return ratio(seen.relevant.sum(-1), seen.length)


def set_recall(r: Gains, rel: Fraction | None = None) -> Array:
    """Set recall: of the relevant documents, the share that is retrieved.

    The range is [0, 1]. It is undefined where nothing is relevant.

    >>> set_recall(Gains.of([[1, 0, 1]], [[4]], exact=True)).item()
    Fraction(1, 2)
    """
    seen = r.at_least(rel)
    return ratio(seen.relevant.sum(-1), seen.total)


def set_f(r: Gains, beta: Fraction = Fraction(1), rel: Fraction | None = None) -> Array:
    """Set F: the harmonic mean of set precision and set recall; with `beta` above 1, recall counts more.

    It is (1 + beta^2) h / (beta^2 N + L), where h relevant documents are retrieved, N are relevant, and L are
    retrieved. The range is [0, 1]. It is undefined where nothing is relevant and nothing is retrieved.

    >>> set_f(Gains.of([[1, 0, 1]], [[4]], exact=True)).item()
    Fraction(4, 7)
    """
    seen, weight = r.at_least(rel), parameter(beta**2, r.gains)
    return ratio((1 + weight) * seen.relevant.sum(-1), np.asarray(weight * seen.total + seen.length))


_FAMILY = ("ranking", "ranking")

METRICS = (
    Metric("set-precision", "Set precision", *_FAMILY, "trec_eval set_P", set_precision, parameters=(REL,)),
    Metric("set-recall", "Set recall", *_FAMILY, "trec_eval set_recall", set_recall, parameters=(REL,), terms="rank"),
    Metric(
        "set-f",
        "Set F",
        *_FAMILY,
        "trec_eval set_F; van Rijsbergen 1979",
        set_f,
        parameters=(
            Parameter("beta", Fraction(1), "weight of recall", low=Fraction(0), low_open=True, usual=(Fraction(2),)),
            REL,
        ),
    ),
)
