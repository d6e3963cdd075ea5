"""CEM-ORD, in which two classes are the nearer, the fewer items of the gold lie between them."""

import numpy as np

from axiometrics.core.aggregates import Contingency
from axiometrics.core.arithmetic import Array, like, log, ratio, times_log
from axiometrics.core.metric import Metric


def cem_ord(t: Contingency) -> Array:
    """The closeness evaluation measure for ordinal classes: the sum over the items of the proximity of the predicted
    class to the gold class, over the same sum for the gold itself as output.

    The proximity of a predicted class p to a gold class g is -log2((n(p)/2 + m) / n), where n(p) items of the gold have
    the class p, m items of the gold have a class from p, without p, to g, with g, and n is the number of items. So m is
    0 where p is g. The formula is that of the code of PyEvALL, and not read in the paper. The range is [0, 1]. It is
    undefined where there are no items.

    >>> from fractions import Fraction
    >>> cem_ord(Contingency.of([[[1, 1, 0], [0, 0, 0], [0, 0, 2]]], exact=True)).item() == Fraction(7, 8)
    True
    """
    upto, sizes = np.cumsum(t.classes, axis=-1), t.classes
    before = upto - sizes
    places = np.arange(t.table.shape[-1])
    rises, falls = (like(mask, t.table) for mask in (places < places[:, None], places > places[:, None]))
    # a row is a gold class g, a column a predicted class p
    above = rises * (upto[..., :, None] - upto[..., None, :])
    below = falls * (before[..., None, :] - before[..., :, None])
    near = sizes[..., None, :] + 2 * (above + below)
    # the proximity is log(2n) - log(near), in units of log 2, which cancel
    whole = t.documents * log(2 * t.documents)
    return ratio(whole - (t.table * log(near)).sum((-2, -1)), whole - times_log(sizes).sum(-1))


METRICS = (
    Metric(
        "cem-ord",
        "CEM-ORD",
        "ordinal",
        "closeness",
        "after the code of PyEvALL for Amigó, Gonzalo, Mizzaro & Carrillo-de-Albornoz 2020",
        cem_ord,
    ),
)
