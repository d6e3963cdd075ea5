"""Measures that are a share of some documents: precision, recall and their kin by sectors, P* and R*."""

from __future__ import annotations

from axiometrics.core.metric import Metric
from axiometrics.proving.theorem import Proof, Theorem

HALF = "1/2"

_SHARES = {
    "sector-precision": ("b", "a"),
    "sector-recall": ("b", "d"),
    "sector-specificity": ("g", "a"),
    "p-star": ("r", "h"),
    "r-star": ("r", "l"),
}
"""For each share, the documents that it counts, and the other documents in its divisor."""

_BOUNDED = {**_SHARES, "sector-recall": ("c", "d"), "sector-specificity": ("g", "f"), "r-star": ("q", "l")}
"""The same among the quantities of `bounded`."""


def _shares(p: Proof) -> list[tuple[str, str]]:
    """The shares of which a metric is the mean."""
    base = p.metric.base
    return [_SHARES["sector-precision"], _SHARES["sector-recall"]] if base == "sector-e" else [_SHARES[base]]


def renamed(p: Proof) -> None:
    """The same documents are counted."""
    shares = _shares(p)
    names = sorted({name for share in shares for name in share})
    images = {name: f"{name.upper()}1" for name in names}
    p.about(
        *names,
        *images.values(),
        where=[f"{x} + {y} > 0" for some, rest in shares for x, y in ((some, rest), (images[some], images[rest]))],
    )
    parts, zero = [], dict[str, list[str]]()
    for some, rest in shares:
        x, y = images[some], images[rest]
        parts.append(f"{some}/({some} + {rest}) - {x}/({x} + {y})")
        over = f"/{len(shares)}/({some} + {rest})/({x} + {y})"
        zero.setdefault(f"{some} - {x} = 0", []).append(f"{y}{over}")
        zero.setdefault(f"{rest} - {y} = 0", []).append(f"-{x}{over}")
    p.excess = f"({' + '.join(parts)})/{len(shares)}"
    p.identity(p.goal, zero={fact: " + ".join(factors) for fact, factors in zero.items()})


def bounded(p: Proof) -> None:
    """A share and its distance to 1 are each a number of documents over a number of documents."""
    base = p.metric.base
    shares = [_BOUNDED["sector-precision"], _BOUNDED["sector-recall"]] if base == "sector-e" else [_BOUNDED[base]]
    where = [f"{some} + {rest} > 0" for some, rest in shares]
    p.about(*(name for share in shares for name in share), where=where)
    p.excess = f"-({' + '.join(f'{some}/({some} + {rest})' for some, rest in shares)})/{len(shares)}"
    _sum_of_shares(p, [f"{some} >= 0" for some, _ in shares], where)


def _sum_of_shares(p: Proof, counted: list[str], totals: list[str]) -> None:
    """The mean of shares, of which each counts a number that is not below 0."""
    facts = {f"some{i}": fact for i, fact in enumerate(counted)} | {f"all{i}": fact for i, fact in enumerate(totals)}
    number = range(len(totals))
    parts = ("*".join([f"some{i}", *(f"all{j}" for j in number if j != i)]) for i in number)
    p.quotient(p.goal, facts, " + ".join(parts), "*".join([str(len(totals)), *(f"all{i}" for i in number)]))


def exchanged(p: Proof) -> None:
    """The number of documents stays the same, and one document less is counted."""
    shares = _shares(p)
    where = [f"{some} + {rest} > 0" for some, rest in shares]
    p.about(*dict.fromkeys(name for share in shares for name in share), "L", where=where)
    p.excess = f"({' + '.join(f'L/({some} + {rest})' for some, rest in shares)})/{len(shares)}"
    _sum_of_shares(p, ["L >= 0"] * len(shares), where)


def right_added(p: Proof) -> None:
    """The added document is counted, and one document more is there to be counted."""
    ((some, rest),) = _shares(p)
    p.about(some, rest, given=f"{rest}/({some} + {rest})", where=[f"{some} + {rest} > 0"])
    p.excess = f"({some} + 1)/({some} + {rest} + 1) - {some}/({some} + {rest})"
    facts = {"others": f"{rest}/({some} + {rest}) > 0", "many": f"{some} + {rest} > 0"}
    p.quotient(p.goal, facts, "others", "many + 1")


def ordered_precision(p: Proof) -> None:
    """Where an irrelevant document is retrieved, all relevant ones are."""
    p.about("a", "b", "d", "g", where=["a + b > 0", "a + b + d + g > 0"])
    p.excess = "b/(a + b) - (b + d)/(a + b + d + g)"
    facts = {"found": "b >= 0", "rest": "g >= 0", "some": "a + b > 0", "all": "a + b + d + g > 0"}
    p.quotient(p.goal, facts, "found*rest", "some*all", zero={"a*d = 0": "-1/(a + b)/(a + b + d + g)"})


def ordered_recall(p: Proof) -> None:
    """A document that is retrieved with a score of 0 is retrieved with every score."""
    p.about("b", "d", "c", where=["b + d > 0"])
    p.excess = "(b - c)/(b + d)"
    p.quotient(p.goal, {"more": "b - c >= 0", "many": "b + d > 0"}, "more", "many")


def right_counted(p: Proof) -> None:
    """With one score for all documents, the share is over all documents."""
    output, some = {"sector-precision": ("all 1", "b"), "p-star": ("all 1", "r"), "r-star": ("all 0", "r")}[
        p.metric.base
    ]
    p.about("N", some, outputs={"output": output})
    p.excess = f"{some}/N"
    p.identity(p.goal)


def attained(p: Proof) -> None:
    """The output that is constructed has the score."""
    p.about(outputs={"best": _attaining(p)})
    p.excess = "0"
    p.evaluate(p.goal)


def _attaining(p: Proof) -> str:
    """The output with the score that is demanded."""
    if p.reading.name == "some-gold":
        return "too low" if p.metric.base in {"sector-recall", "r-star"} else "too high"
    retrieved = (p.metric.base == "sector-recall") is p.demand.words.endswith("1")
    return "all 1" if retrieved else "all 0"


def _above_0(metric: Metric) -> bool:
    """Whether a document may be irrelevant, and not retrieved."""
    return all(metric.values[name] != 0 for name in ("theta_u", "theta_s") if name in metric.values)


def _at_half(metric: Metric) -> bool:
    """Whether a document with a number below 1/2 is neither relevant nor retrieved."""
    return all(str(metric.values[name]) == HALF for name in ("theta_u", "theta_s") if name in metric.values)


_ALL = (*_SHARES, "sector-e")
_ONE = "The output that is constructed has the score."

ENTRIES = (
    Theorem(_ALL, "scoring:swets-1", ("plain",), "The same documents are counted.", renamed),
    Theorem(_ALL, "scoring:bounded", ("plain",), "A share has, and lacks to 1, a number of documents.", bounded),
    Theorem(
        ("sector-precision", "sector-recall", "sector-specificity", "sector-e"),
        "scoring:score-priority",
        ("weak",),
        "Where the scores, and the relevances, are on both sides of the threshold, one document less is counted.",
        exchanged,
    ),
    Theorem(
        ("p-star", "r-star", "sector-specificity"),
        "scoring:gamma-sector",
        ("close",),
        "The added document is counted, and one document more is there to be counted.",
        right_added,
        when=_at_half,
    ),
    Theorem(
        ("sector-precision",),
        "scoring:non-informative",
        ("ordered",),
        "Where an irrelevant document is retrieved, all relevant ones are.",
        ordered_precision,
    ),
    Theorem(
        ("sector-recall",),
        "scoring:non-informative",
        ("all-zero",),
        "Whatever a score of 0 retrieves, every score retrieves.",
        ordered_recall,
    ),
    Theorem(
        ("sector-precision", "p-star", "r-star"),
        "scoring:swets-3",
        ("plain",),
        "With one score for all documents, the share is over all documents.",
        right_counted,
    ),
    Theorem(
        ("sector-recall", "sector-specificity"), "scoring:full-range", ("every-gold",), _ONE, attained, when=_above_0
    ),
    Theorem(_ALL[:5], "scoring:full-range", ("some-gold",), _ONE, attained, when=_above_0),
)
