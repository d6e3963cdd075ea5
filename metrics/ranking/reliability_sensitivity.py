"""R*S over the priority relations of a run (Amigo et al. 2013, section 4.4), against a gold with its unlimited tail."""

from fractions import Fraction

import numpy as np

from axiometrics.core.aggregates import Gains
from axiometrics.core.arithmetic import Array, like, over, parameter, ratio, total
from axiometrics.core.metric import Metric, decimal
from axiometrics.core.parameter import Value
from axiometrics.metrics.organization.reliability import PARAMETERS, steepness


def reliability(r: Gains, n: Fraction, wn: Fraction, reading: str) -> Array:
    """Reliability of a run with one document on each level: the sums of section 3.3, computed by prefix sums over the
    grades.

    The range is [0, 1]. It is 0 for an empty run.
    """
    c = parameter(steepness(n, wn), r.gains)
    w = over(c, (c + r.ranks - 1) * (c + r.ranks))
    share = over(w, 1 - w)
    tail = over(c, c + r.length)
    reached, relevant = r.ranks <= r.length[..., None], r.gains > 0
    ordered = over(0, like(1, r.gains))
    for high in r.levels if reading == "tail-lookup" else r.levels[1:]:
        at_grade = r.gains == high
        above = np.cumsum(_kept(w, at_grade), axis=-1), np.cumsum(_kept(share, at_grade), axis=-1)
        below = (r.gains < high) & (reached if reading == "tail-lookup" else relevant)
        ordered = ordered + total(_kept(share * above[0] + w * above[1], below))
    certain = reached if reading == "tail-certain" else relevant
    above_tail = total(_kept(share, certain)) * tail + total(_kept(w, relevant)) * over(tail, 1 - tail)
    return np.asarray(ordered + above_tail)


def _kept(values: Array, where: Array) -> Array:
    """The values where the condition holds, and 0 elsewhere."""
    return np.where(where, values, like(0, values))


def sensitivity(r: Gains, n: Fraction, wn: Fraction, reading: str) -> Array:
    """Sensitivity of a run: Reliability with the levels, the weights and the tail of the gold, judged by the order of
    the run.

    The range is [0, 1]. It is 0 where nothing is relevant.
    """
    c = parameter(steepness(n, wn), r.gains)
    tail = over(c, c + r.total)
    at = {grade: r.gains == grade for grade in r.levels}
    retrieved = {grade: like(at[grade].sum(-1), r.gains) for grade in at}
    count = {grade: r.counts[..., grade - 1] for grade in at}
    above = {grade: r.counts[..., grade:].sum(-1) for grade in at}
    w = {grade: over(c, (c + above[grade]) * (c + above[grade] + count[grade])) for grade in at}
    related = {grade: 1 - w[grade] * count[grade] for grade in at}
    score = over(0, like(1, r.gains))
    for place, high in enumerate(r.levels):
        seen = np.cumsum(at[high], axis=-1)
        for low in r.levels[:place]:
            pairs = like((at[low] * seen).sum(-1), r.gains)
            if reading == "tail-lookup":
                pairs = pairs + retrieved[high] * (count[low] - retrieved[low])
            score = score + pairs * w[high] * w[low] * (over(1, related[high]) + over(1, related[low]))
    for grade in at:
        certain = count[grade] if reading == "tail-certain" else retrieved[grade]
        score = score + w[grade] * (certain * over(tail, related[grade]) + retrieved[grade] * over(tail, 1 - tail))
    return ratio(score * r.total, r.total, 0, "S is 0 where nothing is relevant")


def rs_ranking(r: Gains, n: Fraction, wn: Fraction, reading: str) -> Array:
    """The harmonic mean of Reliability R and Sensitivity S, the precision and the recall of the relations "this
    document is above that one".

    R asks how much of the weight of the order of the run is order in the gold, too, and S the reverse. Relations at the
    top weigh more; the parameters n and wn say how much. The parameter `reading` says what a document counts for that
    the gold does not list.

    The gold has one or more grades, and its irrelevant documents are in its tail. Every document of the run has its own
    rank, so there are no ties. The range is [0, 1]. It is 0 where R and S are both 0; where nothing is relevant, S is 0
    by convention.

    >>> rs_ranking(Gains.of([[1]], [[1]], exact=True), Fraction(30), Fraction(4, 5), "listed").item()
    Fraction(1, 1)
    """
    r_value, s_value = reliability(r, n, wn, reading), sensitivity(r, n, wn, reading)
    return ratio(2 * r_value * s_value, r_value + s_value, 0, "R*S is 0 where R = S = 0")


def _shown(values: dict[str, Value]) -> str:
    n, wn, reading = values["n"], values["wn"], values["reading"]
    assert isinstance(n, Fraction)
    assert isinstance(wn, Fraction)
    return f"R*S(W{decimal(n)}={decimal(wn)}{'' if reading == 'listed' else f', {reading}'})"


METRICS = (
    Metric(
        "rs-ranking",
        "R*S",
        "ranking",
        "reliability-sensitivity",
        "Amigo, Gonzalo & Verdejo 2013, sections 3 and 4.4",
        rs_ranking,
        parameters=PARAMETERS,
        traits={"graded"},
        shown=_shown,  # type: ignore[arg-type]
    ),
)
