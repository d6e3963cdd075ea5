"""Metrics by the distance of the predicted class from the gold class, as a number of steps in the order of classes."""

import numpy as np

from axiometrics.core.aggregates import Contingency
from axiometrics.core.arithmetic import Array, like, over, ratio
from axiometrics.core.metric import Metric


def mae(t: Contingency) -> Array:
    """Minus the mean absolute error, which is a loss: the mean over the items of the distance between the predicted
    class and the gold class.

    It is -(sum over items of |p - g|) / n, where p is the number of the predicted class in the order, g that of the
    gold class, and n the number of items. The range is [1 - c, 0] for c classes. It is undefined where there are no
    items.

    >>> mae(Contingency.of([[[1, 0, 1], [0, 1, 0], [0, 1, 0]]], exact=True)).item()
    Fraction(-3, 4)
    """
    return ratio(-_errors(t).sum(-1), t.documents)


def macro_mae(t: Contingency) -> Array:
    """Minus the macro-averaged mean absolute error, which is a loss: the mean, over the classes that occur in the gold,
    of the mean distance between the predicted class and the gold class.

    The range is [1 - c, 0] for c classes. It is undefined where there are no items.

    >>> macro_mae(Contingency.of([[[1, 0, 1], [0, 1, 0], [0, 1, 0]]], exact=True)).item()
    Fraction(-2, 3)
    """
    return ratio(-over(_errors(t), t.classes).sum(-1), t.n_classes)


def _errors(t: Contingency) -> Array:
    """The sum of the distances of the items of each gold class."""
    places = np.arange(t.table.shape[-1])
    return np.asarray((like(np.abs(places[:, None] - places), t.table) * t.table).sum(-1))


_FAMILY = ("ordinal", "ordinal distance")

METRICS = (
    Metric("mae", "MAE", *_FAMILY, "Amigó, Gonzalo, Mizzaro & Carrillo-de-Albornoz 2020", mae),
    Metric("macro-mae", "Macro MAE", *_FAMILY, "Baccianella, Esuli & Sebastiani 2009", macro_mae),
)
