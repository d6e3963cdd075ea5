"""Metrics that count ordered pairs in a closed collection: AUC and Kendall's tau. The unretrieved documents are tied at
the bottom.
"""

import numpy as np

from axiometrics.core.aggregates import Gains
from axiometrics.core.arithmetic import Array, like, over, ratio, sqrt
from axiometrics.core.metric import Metric
from axiometrics.core.parameter import Parameter


def auc(r: Gains) -> Array:
    """Share of (relevant, irrelevant) pairs in the right order, ties counting 1/2. Range [0, 1]; undefined without such
    a pair.

    Needs a closed collection: a gold without tail that lists every document.

    >>> auc(Gains.of([[0, 1]], [[1]], 1, unlimited=False, exact=True)).item()
    Fraction(0, 1)
    """
    passed = (1 - r.relevant) * r.retrieved
    below = (r.relevant * (r.irrelevant[..., None] - np.cumsum(passed, axis=-1))).sum(-1)
    tied = (r.total - r.relevant.sum(-1)) * (r.irrelevant - passed.sum(-1))
    return ratio(below + over(tied, like(2, r.gains)), r.total * r.irrelevant)


def kendall_tau(r: Gains, variant: str) -> Array:
    """(concordant - discordant) pairs over all pairs (`a`), or over the geometric mean of the pairs not tied on each
    side (`b`). Range [-1, 1].

    Needs a closed collection. Undefined with fewer than two documents, and for `b` where one side ties all of them.

    >>> kendall_tau(Gains.of([[1, 0]], [[1]], 1, unlimited=False, exact=True), "a").item()
    Fraction(1, 1)
    """
    documents = r.total + r.irrelevant
    excess = over(0, like(1, r.gains))
    tied_gold = _pairs(r.irrelevant)
    for grade in range(r.top + 1):
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
