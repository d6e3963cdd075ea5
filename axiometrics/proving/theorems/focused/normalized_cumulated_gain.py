"""nxCG in the readings of Eq. 8: what a run, an element or one more element gains, over the ideal gains."""

from fractions import Fraction

from axiometrics.core.metric import Metric
from axiometrics.proving.theorem import Larger, Proof, Theorem


def looks(metric: Metric) -> bool:
    """Whether no type of elements is ignored, and a rank is looked at."""
    k = metric.values["k"]
    return metric.values["ignore"] == "none" and (k is None or (isinstance(k, Fraction) and k >= 1))


def _never_below(metric: Metric) -> bool:
    return looks(metric) and metric.values["gain"] in {"clamped", "credited"}


def _to_ideal(metric: Metric) -> bool:
    return looks(metric) and metric.values["ideal"] == "ideal"


def _tiles(metric: Metric) -> bool:
    k, base = metric.values["k"], metric.values["base"]
    few = isinstance(k, Fraction) and k <= (2 if base == "best" else 1)
    return _to_ideal(metric) and (_never_below(metric) or few)


def _subtracts(metric: Metric) -> bool:
    k = metric.values["k"]
    return (
        _to_ideal(metric) and metric.values["gain"] in {"printed", "inner"} and (not isinstance(k, Fraction) or k >= 4)
    )


def _subtracts_early(metric: Metric) -> bool:
    values = metric.values
    printed = values["gain"] == "printed" and values["base"] == "shortest"
    return _to_ideal(metric) and printed and values["k"] in {2, 3}


def _has_ideal_on_each_path(metric: Metric) -> bool:
    return looks(metric) and (metric.values["ideal"] == "full" or metric.values["base"] == "shortest")


def _itself_ideal(metric: Metric) -> bool:
    return looks(metric) and metric.values["ideal"] == "full"


def _over_ideal(p: Proof, gain: str, relation: str) -> None:
    p.about(gain, "T")
    below = p.reading.demand.by == "<="
    p.excess = f"{'-' * below}{gain}/T"
    p.quotient(p.goal, {"gain": f"{gain} {relation} 0", "all": "T > 0"}, "gain", "all")


def bounded(p: Proof) -> None:
    """The difference between the gains and the bound is not negative."""
    _over_ideal(p, "G", ">=")


def bounded_alone(p: Proof) -> None:
    """Each element gains its specificity."""
    _over_ideal(p, "S", ">=")


def descends(p: Proof) -> None:
    """The descendants gain no more than the element."""
    _over_ideal(p, "W", ">=")


def appended(p: Proof) -> None:
    """The last element gains no less than 0."""
    _over_ideal(p, "g", ">=")


def appended_alone(p: Proof) -> None:
    """The last element is ideal, and nothing overlaps it: it gains its specificity."""
    _over_ideal(p, "s", ">=")


def tiled(p: Proof) -> None:
    """The children gain what the element does."""
    p.about()
    p.excess = "0"
    p.evaluate(p.goal)


def near_miss(p: Proof) -> None:
    """An ideal element on the path gives something."""
    _over_ideal(p, "g", ">")


def gains_all(p: Proof) -> None:
    """Each ideal element gains its specificity."""
    p.about("G", "T", outputs={"output": "ideal run"} if p.demand.some else None)
    p.excess = "G/T - 1"
    p.identity(p.goal, zero={"G - T = 0": "1/T"})


_ATTRIBUTED = "Each gain is of one ideal element, and all gains of one are its specificity at most."
_DESCENDS = "What the descendants of an ideal element gain together is at most its specificity."
_GAINS_ALL = "Ideal elements do not overlap, so each gains its specificity."
_LAST = "The gains above stay, and that of the last element is not below 0."
_ALONE = "Where every relevant element is ideal and nothing overlaps, each element gains its specificity."
_TILES = (
    "The element has the mean specificity I of its children. With no gain below 0 they gain what is left of I until "
    "nothing is left, since the most specific one has at least I. Where gains may be below 0, one rank is looked at, "
    "and an only child has I; or two by base=best, and no child is more specific than the element, so that each one "
    "that has text has I: the first of them gains I, and the other 0."
)
_PATH = "On the path of a relevant element an ideal one is kept, which gives the lesser of the two specificities."

ENTRIES = (
    Theorem(("nxcg",), "focused:ideal-scores-1", ("plain",), _GAINS_ALL, gains_all, when=_to_ideal),
    Theorem(("nxcg",), "focused:full-base-reachable", ("plain",), _GAINS_ALL, gains_all, when=_to_ideal),
    Theorem(("nxcg",), "focused:bounded", ("plain", "any-run"), _ATTRIBUTED, bounded, when=_never_below),
    Theorem(("nxcg",), "focused:bounded", ("plain",), _ALONE, bounded_alone, when=_itself_ideal),
    Larger(
        ("nxcg",),
        "focused:bounded",
        ("plain", "any-run"),
        "a1: article(0+0 sec(1+1) sec(1+1) sec(1+1) sec(1+1))",
        (("output", "a1/sec[1] > a1/sec[2] > a1/sec[3] > a1/sec[4] > ..."),),
        "From the third of four equal sections what was retrieved before is subtracted, and is more than the section.",
        when=_subtracts,
    ),
    Larger(
        ("nxcg",),
        "focused:bounded",
        ("plain", "any-run"),
        "a1: article(0+0 sec(1+1) p(2+2) link(100+34))",
        (("output", "a1/sec[1] > a1/link[1] > ..."),),
        "A short section is subtracted from the gain of a long element below it, and is more than that gain.",
        when=_subtracts_early,
    ),
    Theorem(("nxcg",), "focused:descendants", ("focused", "any-run"), _DESCENDS, descends, when=_to_ideal),
    Theorem(("nxcg",), "focused:non-negative-gain", ("focused", "any-run"), _LAST, appended, when=_never_below),
    Theorem(("nxcg",), "focused:non-negative-gain", ("focused",), _ALONE, appended_alone, when=_itself_ideal),
    Theorem(("nxcg",), "focused:tiling", ("plain",), _TILES, tiled, when=_tiles),
    Theorem(("nxcg",), "focused:near-miss", ("plain",), _PATH, near_miss, when=_has_ideal_on_each_path),
)
