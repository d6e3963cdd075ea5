"""Controls: metrics that were built for tests. Each satisfies or violates a reading that no published metric of two
classes satisfies or violates. They are not for use.
"""

import numpy as np

from axiometrics.core.aggregates import Confusion, Contingency
from axiometrics.core.arithmetic import Array
from axiometrics.core.metric import Metric
from axiometrics.metrics.filtering.counts import SEVERAL


def positives(t: Confusion | Contingency) -> Array:
    """The number of items that the gold puts into the first class, which is the positive one of two. The range is from
    0 on.

    >>> positives(Confusion.of([[2, 1, 1, 0]], exact=True)).item()
    Fraction(3, 1)
    """
    return t.relevant if isinstance(t, Confusion) else t.classes[..., 0]


def covariance(t: Confusion) -> Array:
    """How much more often gold and prediction call the same item positive than by chance: tp tn - fp fn.

    The value is any whole number.

    >>> covariance(Confusion.of([[2, 1, 0, 1]], exact=True)).item()
    Fraction(2, 1)
    """
    return np.asarray(t.tp * t.tn - t.fp * t.fn)


_BUILT = ("classification", "control", "built for tests")

METRICS = (
    Metric("control-positives", "Positives", *_BUILT, positives, traits=SEVERAL),
    Metric("control-covariance", "Covariance", *_BUILT, covariance),
)
