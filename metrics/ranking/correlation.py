"""Metrics that count ordered pairs in a closed collection, whose documents are all listed by the gold: AUC and
Kendall's tau. Documents that a run does not retrieve are tied at its end.
"""

import numpy as np

from axiometrics.core.aggregates import Gains
from axiometrics.core.arithmetic import Array, like, over, ratio, sqrt
from axiometrics.core.metric import Metric
from axiometrics.core.parameter import Parameter


def auc(r: Gains) -> Array:
    """The area under the ROC curve: of all pairs of a relevant and an irrelevant document, the share with the relevant
    one higher.

    A pair that is tied counts 1/2. The gold must list every document, and have no tail. The range is [0, 1]. It is
    undefined where all documents are relevant, or none is.

    >>> auc(Gains.of([[0, 1]], [[1]], 1, unlimited=False, exact=True)).item()
    Fraction(0, 1)
    """
    passed = (1 - r.relevant) * r.retrieved
    below = (r.relevant * (r.irrelevant[..., None] - np.cumsum(passed, axis=-1))).sum(-1)
    tied = (r.total - r.relevant.sum(-1)) * (r.irrelevant - passed.sum(-1))
    return ratio(below + over(tied, like(2, r.gains)), r.total * r.irrelevant)


def kendall_tau(r: Gains, variant: str) -> Array:
    """Kendall's tau: how many pairs of documents the run orders as the gold does, less those that it orders the
    opposite way.

    The difference is divided by the number of all pairs (`variant=a`), or by sqrt(p q), where p pairs are not tied in
    the gold and q are not tied in the run (`variant=b`). The gold must list every document, and have no tail. The range
    is [-1, 1]. It is undefined for fewer than two documents, and with `variant=b` where the gold or the run ties all
    documents.

    >>> kendall_tau(Gains.of([[1, 0]], [[1]], 1, unlimited=False, exact=True), "a").item()
    Fraction(1, 1)
    """
    documents = r.total + r.irrelevant
    excess = over(0, like(1, r.gains))
    tied_gold = _pairs(r.irrelevant)
    for grade in (0, *r.levels):
        count = r.irrelevant if grade == 0 else r.counts[..., grade - 1]
        below = count[..., None] - np.cumsum(like(r.gains == grade, r.gains) * r.retrieved, axis=-1)
        direction = (like(r.gains > grade, r.gains) - like(r.gains < grade, r.gains)) * r.retrieved
        excess = excess + (direction * below).sum(-1)
        tied_gold = tied_gold + (_pairs(count) if grade else 0 * count)
    every, tied_system = _pairs(documents), _pairs(documents - r.length)
    if variant == "a":
        return ratio(excess, every)
    return ratio(excess, sqrt(np.asarray((every - tied_gold) * (every - tied_system))))


def _pairs(count: Array) -> Array:
    return over(count * (count - 1), like(2, count))


METRICS = (
    Metric(
        "auc",
        "AUC",
        "ranking",
        "ranking",
        "Cormack & Lynam 2005; area under the ROC curve",
        auc,
        traits={"closed"},
        terms="rank",
    ),
    Metric(
        "kendall-tau",
        "Kendall tau",
        "ranking",
        "ranking",
        "Kendall 1938, 1945",
        kendall_tau,
        parameters=(Parameter("variant", "b", "how ties are counted", choices=("b", "a")),),
        traits={"graded", "closed"},
        terms="numbers",
    ),
)
