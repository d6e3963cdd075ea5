"""Metrics that look at the first k ranks only, in duels. From n = k on (in the reading `printed` from n = k + 1 on),
none of the n lower documents is among the first k, and the document on top has a value above 0.

Only the value of the document on top depends on the metric. This value is a term in n and in the cut-off, so that the
regions by k use it with the cut-off as a symbol.
"""

from __future__ import annotations

from fractions import Fraction

from axiometrics.core.metric import Metric
from axiometrics.core.parameter import cut_off
from axiometrics.proving.theorem import Proof, Theorem

LAST_START = 2000
"""The greatest n from which a proof is made."""

CUT = frozenset({"k", "per"})
"""Parameters that make a metric a different one from the one in other theorems, and of which these speak."""

BOTH = ("prose", "printed")
WORDS = "Nothing below rank k counts."


def worth(p: Proof, cut: str) -> tuple[str, str]:
    """The value of the relevant document on top, as dividend and divisor, if the first k ranks are full and the gold
    has k relevant documents or more.
    """
    metric = p.metric
    if metric.base in {"r", "ap"} and metric.values["per"] == "relevant":
        return "1", "n" if p.reading.name == "prose" else "(n + 1)"
    if metric.base in {"p", "judged", "r", "ap", "q-measure"}:
        return "1", cut
    if metric.base == "ndcg" and metric.values["ideal"] == "gold":
        return "1", _ideal(metric, int(cut))
    if metric.base == "rbp":
        return f"(1 - {p.value('p')})", "1"
    return "1", "2" if metric.base == "err" else "1"


def _ideal(metric: Metric, cut: int) -> str:
    """The DCG of an ideal run, whose first ranks down to the cut-off all hold relevant documents."""
    if metric.values["discount"] == "log2":
        return f"sum(r, 1, {cut}, log(2)/log(r + 1))"
    if metric.values["discount"] == "power":
        return f"sum(r, 1, {cut}, 1/power(r, {metric.values['a']}))"
    base = Fraction(str(metric.values["b"]))
    top = min(int(base), cut)
    return f"({top} + sum(r, {top + 1}, {cut}, log({base})/log(r)))" if top < cut else str(top)


def none_before_cut(p: Proof, cut: str) -> None:
    """The first k ranks of the second run are irrelevant, and the value of the document on top is above 0."""
    above, below = worth(p, cut)
    p.excess = f"{above}/{below}"
    if "n" in below.split("sum")[0]:
        p.positive(p.goal, using=["n - 2 >= 0"])
        return
    if "sum" in below:
        p.evaluate(f"{below} > 0")
    p.evaluate(p.goal)


def none_from_cut_on(p: Proof) -> None:
    """Show the claim of `none_before_cut` from n = k on; in the reading `printed` from n = k + 1 on."""
    cut = cut_off(p.metric.parameters, p.metric.values) or 0
    p.about("n", start=max(2, cut + (p.reading.name == "printed")))
    none_before_cut(p, str(cut))


def is_cut(metric: Metric) -> bool:
    """Whether the metric looks at the first k ranks only, and is of a form that these arguments speak of."""
    values = metric.values
    return (
        cut_off(metric.parameters, values) is not None
        and values.get("rel") is None
        and values.get("per") != "found"  # of the second run it is 0/0
        and (metric.base != "ndcg" or _has_plain_ideal(metric))
    )


def _has_plain_ideal(metric: Metric) -> bool:
    """Whether nDCG divides by a number that is told apart from the metric's own without a long computation, and is
    defined where nothing is found.
    """
    a = metric.values["a"]
    steep = metric.values["discount"] != "power" or (isinstance(a, Fraction) and a.denominator == 1)
    return metric.values["ideal"] in {"gold", "run"} and steep


def _early(metric: Metric) -> bool:
    return is_cut(metric) and (cut_off(metric.parameters, metric.values) or 0) < LAST_START


METRICS = ("p", "r", "success", "judged", "ap", "rr", "q-measure", "rbp", "err", "dcg", "ndcg")

ENTRIES = tuple(
    Theorem(
        METRICS,
        f"ranking:{side}-threshold",
        BOTH,
        WORDS,
        none_from_cut_on,
        holds=side == "deepness",
        when=_early,
        narrowing=CUT,
    )
    for side in ("deepness", "closeness")
)
