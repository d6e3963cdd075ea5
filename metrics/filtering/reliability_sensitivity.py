"""R*S over priority relations of two levels (Amigo et al. 2013, section 4.3): products of precisions and of recalls."""

from fractions import Fraction

from axiometrics.core.aggregates import Confusion
from axiometrics.core.arithmetic import Array, ratio
from axiometrics.core.metric import Metric
from axiometrics.metrics.organization.reliability import PARAMETERS


def rs_filtering(t: Confusion, n: Fraction, wn: Fraction, reading: str) -> Array:
    """The harmonic mean of Reliability R and Sensitivity S, the precision and the recall of relations between accepted
    and rejected documents.

    R is the share of the accepted documents that is relevant, times the share of the rejected ones that is irrelevant.
    S is the share of the relevant documents that is accepted, times the share of the irrelevant ones that is rejected.
    The parameters n, wn and reading change nothing, because every document of such a collection is listed.

    The range is [0, 1]. It is 0 by convention where nothing is accepted, or nothing rejected, and where all documents
    are relevant, or none is.

    >>> rs_filtering(Confusion.of([[1, 0, 0, 1]], exact=True), Fraction(30), Fraction(4, 5), "listed").item()
    Fraction(1, 1)
    """
    right = t.tp * t.tn
    r = ratio(right, t.positive * t.negative, 0, "R is 0 where the positive or the negative set is empty")
    s = ratio(right, t.relevant * t.irrelevant, 0, "S is 0 where the gold has one class only")
    return ratio(2 * r * s, r + s, 0, "R*S is 0 where R = S = 0")


METRICS = (
    Metric(
        "rs-filtering",
        "R*S",
        "filtering",
        "reliability-sensitivity",
        "Amigo, Gonzalo & Verdejo 2013, section 4.3",
        rs_filtering,
        parameters=PARAMETERS,
        shown=lambda values: "R*S",
    ),
)
