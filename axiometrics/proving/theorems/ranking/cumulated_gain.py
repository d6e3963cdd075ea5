"""DCG and nDCG in duels: of many below, each is worth a logarithm's share of the one on top, and together more than
it.
"""

from fractions import Fraction
from math import log

from axiometrics.core.metric import Metric
from axiometrics.proving.argument import Argument
from axiometrics.proving.theorem import Proof, Theorem
from axiometrics.proving.theorems.ranking._discounts import logs_in_order, plain_gain

_BOTH = ("prose", "printed")

LAST_START = 2000
"""The greatest n from which a proof is made."""


def _discount(metric: Metric) -> tuple[Fraction, int]:
    """Base b and shift a of the discount log_b(rank + a)."""
    if metric.values["discount"] == "log2":
        return Fraction(2), 1
    base = metric.values["b"]
    assert isinstance(base, Fraction)
    return base, 0


def _start(metric: Metric) -> int:
    """The n from which on n log b is log(2n + a) at least, rises faster, and every rank is discounted; one beyond the
    last where there is none so small.
    """
    base, shift = _discount(metric)
    for n in range(2, LAST_START + 1):
        if n >= base and n * log(base) > log(2 * n + shift) and log(base) > 2 / (2 * n + shift):
            return n
    return LAST_START + 1


def _ends_early(metric: Metric) -> bool:
    return metric.values["discount"] != "power" and plain_gain(metric, cut=False) and _start(metric) <= LAST_START


def _by_logarithm(metric: Metric) -> bool:
    return metric.values["discount"] == "log2"


def _whole_run(metric: Metric) -> bool:
    return _by_logarithm(metric) and plain_gain(metric, cut=False) and metric.values["ideal"] == "gold"


def many_below_win(p: Proof) -> None:
    """Each of those below is worth 1/log_b(2n + a) at least, and n of them more than 1."""
    (base, shift), start = _discount(p.metric), _start(p.metric)
    over = ("I",) if p.metric.base == "ndcg" else ()
    p.about("n", *over, start=start)
    first, many = (f"n + {shift}", "n") if p.reading.name == "prose" else (f"n - 1 + {shift}", "n + 1")
    last, gain = f"(2*n + {shift})", f"log({base})"
    below = f"sum(k, 1, {many}, {gain}/log({first} + k))"
    p.evaluate(f"{gain} > 0", name="gain")
    p.log(last, name="last")

    def each(inner: Argument) -> None:
        at = f"({first} + k)"
        low, high, order = logs_in_order(inner, at, last, "k to")
        inner.quotient(
            f"{gain}/log({at}) - {gain}/log({last}) >= 0",
            {"gain": "gain", "low": low, "high": high, "order": order},
            "gain*order",
            "low*high",
        )

    p.sum(
        f"{below} - ({many})*{gain}/log({last}) >= 0", sum=below, total=f"k*{gain}/log({last})", each=each, name="below"
    )

    def rises(along: Argument) -> None:
        along.evaluate(f"{gain} - 2/(2*{start} + {shift}) >= 0", name="slope")
        along.positive(f"2/(2*{start} + {shift}) - 2/{last} >= 0", using=["beyond"], name="flatter")
        along.quotient(f"{gain} - 2/{last} >= 0", {"slope": "slope", "flatter": "flatter"}, "slope + flatter")

    p.derivative(
        f"n*{gain} - log({last}) >= 0",
        by="n",
        low=str(start),
        start=lambda at: at.evaluate(f"{start}*{gain} - log(2*{start} + {shift}) >= 0"),
        slope=rises,
        name="enough",
    )
    p.excess = "/".join([f"(1 - {below})", *over])
    facts = {
        "below": "below",
        "enough": "enough",
        "last": "last",
        "gain": "gain",
        **({"ideal": "I > 0"} if over else {}),
    }
    more = "" if p.reading.name == "prose" else " + gain"
    p.quotient(p.goal, facts, f"below*last + enough{more}", "last*ideal" if over else "last")


def best_of_run_wins(p: Proof) -> None:
    """Against the ideal of its own documents the one on top is perfect; of many below, none has a better rank than
    there, and the first a worse one.
    """
    p.about("n", start=2)
    prose = p.reading.name == "prose"
    many, first = ("n", "(n + 1)") if prose else ("(n + 1)", "n")
    ideal, gained = f"sum(k, 2, {many}, 1/log(k + 1))", f"sum(k, 2, {many}, 1/log({first} + k))"
    last, rest = f"({first} + 2)", f"({many} - 1)"
    p.evaluate("log(2) > 0", name="two")
    p.log(last, name="last")
    p.positive(f"{rest} > 0", using=["n - 2 >= 0"], name="rest")
    p.positive(f"{first} + 1 - 2 > 0", using=["n - 2 >= 0"], name="below 2")
    _, log_above_0, further = logs_in_order(p, "2", f"{first} + 1", "below 2", strict=True)

    def better(inner: Argument) -> None:
        apart = inner.quotient(f"{last} - (k + 1) >= 0", {"to": "k to"}, "to + 2" if prose else "to")
        low, high, order = logs_in_order(inner, "k + 1", last, apart)
        inner.quotient(
            f"1/log(k + 1) - 1/log({last}) >= 0", {"low": low, "high": high, "order": order}, "order", "low*high"
        )

    def worse(inner: Argument) -> None:
        apart = inner.quotient(f"{first} + k - {last} >= 0", {"since": "k from"}, "since")
        low, high, order = logs_in_order(inner, last, f"{first} + k", apart)
        inner.quotient(
            f"1/log({last}) - 1/log({first} + k) >= 0", {"low": low, "high": high, "order": order}, "order", "low*high"
        )

    p.sum(f"{ideal} - {rest}/log({last}) >= 0", sum=ideal, total=f"k/log({last})", each=better, name="better")
    p.sum(f"{rest}/log({last}) - {gained} >= 0", sum=gained, total=f"k/log({last})", each=worse, name="worse")
    whole = f"(1 + log(2)*{ideal})"
    facts = {"two": "two", "better": "better", "rest": "rest", "last": "last"}
    p.quotient(f"{whole} > 0", facts, "last + two*(better*last + rest)", "last", name="whole")
    p.excess = f"1 - (log(2)/log({first} + 1) + log(2)*{gained})/{whole}"
    facts = {
        "two": "two",
        "better": "better",
        "worse": "worse",
        "here": log_above_0,
        "further": further,
        "whole": "whole",
    }
    p.quotient(p.goal, facts, "further + here*two*(better + worse)", "here*whole")


def _by_run(metric: Metric) -> bool:
    return _by_logarithm(metric) and plain_gain(metric, cut=False) and metric.values["ideal"] == "run"


ENTRIES = (
    Theorem(
        ("dcg",),
        "ranking:deepness-threshold",
        _BOTH,
        "n/log(2n + 1) is without end.",
        many_below_win,
        holds=False,
        when=_ends_early,
    ),
    Theorem(
        ("ndcg",),
        "ranking:deepness-threshold",
        _BOTH,
        "n/log(2n + 1) is without end.",
        many_below_win,
        holds=False,
        when=_whole_run,
    ),
    *(
        Theorem(
            ("ndcg",),
            f"ranking:{side}-threshold",
            _BOTH,
            "The one on top is perfect.",
            best_of_run_wins,
            holds=side == "deepness",
            when=_by_run,
        )
        for side in ("deepness", "closeness")
    ),
)
