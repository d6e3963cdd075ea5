"""DCG discounted by powers, 1/i^a, in duels: for a < 1 the many below win at last, from a = 1 on the one on top
does.
"""

from fractions import Fraction

from axiometrics.core.exact import power, sign
from axiometrics.core.metric import Metric
from axiometrics.proving.argument import Argument
from axiometrics.proving.theorem import Proof, Theorem
from axiometrics.proving.theorems.ranking._discounts import plain_gain

_BOTH = ("prose", "printed")

LAST_START = 128
"""The greatest n from which a proof is made: each n below is decided by itself, by sums of 2n roots."""


def _below(p: Proof, a: str) -> tuple[str, str, str]:
    """The rank above B's first relevant document, the number of B's relevant documents, and their value together."""
    above, many = ("n", "n") if p.reading.name == "prose" else ("(n - 1)", "(n + 1)")
    return above, many, f"sum(k, 1, {many}, 1/power({above} + k, {a}))"


def many_below_win(p: Proof, start: int | str) -> None:
    """For a < 1 each is worth 1/(2n)^a at least, and all together n^(1-a)/2^a, which is 2/2^a > 1 where n^(1-a) is 2 at
    least, as from the start on.
    """
    a = p.value("a")
    p.about("n", start=start)
    above, many, below = _below(p, a)
    last = f"power(2*n, {a})"
    p.evaluate(f"1 - {a} > 0", name="flat")
    p.evaluate(f"{a} >= 0", name="falls")
    p.evident(f"power(n, {a}) > 0", name="by n")
    p.evaluate(f"power(2, {a}) > 0", name="by 2")
    p.evaluate(f"power({start}, 1 - {a}) - 2 >= 0", name="room")
    many_enough = p.powers("n", str(start), f"1 - {a}", strict=False)
    by_n = {p.power_product("n", a, f"1 - {a}"): f"-1/power(n, {a})"}
    p.quotient(
        f"n/power(n, {a}) - 2 >= 0", {"many": many_enough, "room": "room"}, "many + room", zero=by_n, name="enough"
    )
    two_enough = p.powers("2", "1", f"1 - {a}")
    by_2 = {p.power_product("2", a, f"1 - {a}"): f"-1/power(2, {a})"}
    p.quotient(f"2/power(2, {a}) - 1 > 0", {"two": two_enough}, "two", zero=by_2, name="two")

    def each(inner: Argument) -> None:
        inner.evident(f"power({above} + k, {a}) > 0", name="here")
        inner.powers("2*n", f"{above} + k", a, strict=False, name="further")
        inner.quotient(
            f"1/power({above} + k, {a}) - 1/{last} >= 0",
            {"here": "here", "further": "further"},
            "further",
            "here*(here + further)",
        )

    p.sum(f"{below} - {many}/{last} >= 0", sum=below, total=f"k/{last}", each=each, name="below")
    p.excess = f"1 - {below}"
    facts = {"below": "below", "enough": "enough", "two": "two", "by_n": "by n", "by_2": "by 2"}
    one_more = "" if p.reading.name == "prose" else " + 1"
    p.quotient(p.goal, facts, f"below*by_n*by_2 + enough*by_n + two*by_n*by_2{one_more}", "by_n*by_2")


def one_on_top_wins(p: Proof) -> None:
    """From a = 1 on a document at rank i is worth 1/i at most; n below together n/(n + 1).

    As printed there are n + 1, and 1/i lies below its chord from n to 2n, which makes 3(n + 1)/(4n): less than 1 from n
    = 4 on, and 1 for n = 3.
    """
    a, prose = p.value("a"), p.reading.name == "prose"
    start = 2 if prose else 4 if p.holds else 3
    p.about("n", start=start)
    above, _, below = _below(p, a)
    p.evaluate(f"{a} - 1 >= 0", name="steep")
    p.evident(f"n - {start} >= 0", name="begun")

    def each(inner: Argument) -> None:
        rank = f"({above} + k)"
        inner.evident(f"{rank} > 0", name="rank")
        inner.evident(f"{rank} - 1 >= 0")
        inner.powers(rank, "1", f"{a} - 1", strict=False, name="grown")
        facts = {"since": "k from", "to": "k to", "grown": "grown", "rank": "rank", "m": "begun"}
        if prose:
            inner.quotient(
                f"1/(n + 1) - 1/power({rank}, {a}) >= 0",
                facts,
                "since*(grown + 1) + (m + 3)*grown",
                "(m + 3)*rank*(grown + 1)",
            )
        else:
            claim = f"(3*n - {rank})/(2*n**2) - 1/power({rank}, {a}) >= 0"
            inner.quotient(
                claim, facts, f"since*to*(grown + 1) + 2*(m + {start})**2*grown", f"2*(m + {start})**2*rank*(grown + 1)"
            )

    most, total = (
        ("n/(n + 1)", "k/(n + 1)") if prose else ("3*(n + 1)/(4*n)", "((k - 1)*(2*n + 1) - k*(k - 1)/2)/(2*n**2)")
    )
    p.sum(f"{most} - {below} >= 0", sum=below, total=total, each=each, name="less")
    p.excess = f"1 - {below}"
    facts = {"less": "less", "m": "begun"}
    if prose:
        p.quotient(p.goal, facts, "1 + less*(m + 3)", "m + 3")
    else:
        p.quotient(p.goal, facts, f"m + {start - 3} + 4*(m + {start})*less", f"4*(m + {start})")


def _exponent(metric: Metric) -> Fraction | None:
    value = metric.values["a"]
    by_power = metric.values["discount"] == "power" and plain_gain(metric, cut=False)
    return value if by_power and isinstance(value, Fraction) else None


def _start(a: Fraction) -> int:
    """The least n from 2 on with n^(1-a) >= 2, one beyond the last where there is none so small."""
    return next((n for n in range(2, LAST_START + 1) if sign(power(Fraction(n), 1 - a) - 2) >= 0), LAST_START + 1)


def _flat(metric: Metric) -> bool:
    a = _exponent(metric)
    return a is not None and a < 1 and _start(a) <= LAST_START


def _steep(metric: Metric) -> bool:
    a = _exponent(metric)
    return a is not None and a >= 1


def _steep_from_the_first(metric: Metric) -> bool:
    """As printed there are three documents at n = 2, at ranks 2 to 4."""
    a = _exponent(metric)
    return (
        a is not None and a >= 1 and sign(1 - sum((power(Fraction(rank), -a) for rank in (2, 3, 4)), Fraction(0))) >= 0
    )


def _many_win(p: Proof) -> None:
    a = _exponent(p.metric)
    assert a is not None
    many_below_win(p, _start(a))


ENTRIES = (
    Theorem(
        ("dcg",), "ranking:deepness-threshold", _BOTH, "n^(1-a) is without end.", _many_win, holds=False, when=_flat
    ),
    Theorem(
        ("dcg",), "ranking:deepness-threshold", _BOTH, "Document i is worth 1/i at most.", one_on_top_wins, when=_steep
    ),
    Theorem(
        ("dcg",),
        "ranking:closeness-threshold",
        ("prose",),
        "Document i is worth 1/i at most.",
        one_on_top_wins,
        holds=False,
        when=_steep,
    ),
    Theorem(
        ("dcg",),
        "ranking:closeness-threshold",
        ("printed",),
        "Document i is worth 1/i at most.",
        one_on_top_wins,
        False,
        _steep_from_the_first,
    ),
)
