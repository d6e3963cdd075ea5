"""RBP and TBG: patience wears off by a constant factor a document, for TBG one for relevant and one for irrelevant
ones.
"""

from fractions import Fraction

from axiometrics.core.metric import Metric
from axiometrics.proving.theorem import Proof, Theorem
from axiometrics.proving.theorems.ranking._discounts import DiscountScale, deepness, geometric

_GAIN = "308/625"
_SUMMARY, _READ, _HALF_LIFE = Fraction("4.4"), Fraction("25.8"), 224
_CLICKS = {"relevant": Fraction("0.64"), "irrelevant": Fraction("0.39")}
"""The numbers of TBG, as its formula has them: the gain of a relevant document; the seconds for a summary, those for a
document, and those in which the gain halves; and the chances that a document is opened.
"""

LAST_START, MOST_BITS = 1000, 10_000
"""The greatest n from which a proof is made, and the greatest size of p^n in it."""


def _passing(document: str) -> str:
    """The factor by which a document above multiplies the value of all documents below it under TBG."""
    return f"exp2({-(_SUMMARY + _READ * _CLICKS[document]) / _HALF_LIFE})"


HIT, MISS = _passing("relevant"), _passing("irrelevant")


def tbg_priority(p: Proof) -> None:
    """The user reaches the relevant document later, by the time that an irrelevant document takes."""
    p.about("i", "c")
    reach = f"power({HIT}, c)*power({MISS}, i - 1 - c)"
    p.evident(f"{reach} > 0", name="reach")
    p.evaluate(f"1 - {MISS} > 0", name="wait")
    p.excess = f"({_GAIN})*(1 - {MISS})*{reach}"
    p.quotient(p.goal, {"reach": "reach", "wait": "wait"}, f"({_GAIN})*reach*wait")


def tbg_deepness(p: Proof) -> None:
    """At least one more relevant document and one more irrelevant document stand above the deep swap."""
    p.about("i", "j", "c", "e")
    reach = f"power({HIT}, c)*power({MISS}, i - 1 - c)"
    deep = f"power({HIT}, e)*power({MISS}, j - 1 - e)"
    p.evident(f"{reach} > 0", name="reach")
    for name, base, more in (("hits", HIT, "e - c"), ("misses", MISS, "j - i - e + c")):
        p.evaluate(f"1 - {base} > 0", name=f"{name} wait")
        p.positive(f"{more} > 0", using=[f"{more} - 1 >= 0"])
        p.power(base, more, name=name)
    p.evident(f"power({HIT}, e - c) > 0", name="left")
    p.excess = f"({_GAIN})*(1 - {MISS})*({reach} - {deep})"
    facts = {"reach": "reach", "wait": "misses wait", "hits": "hits", "left": "left", "misses": "misses"}
    p.quotient(p.goal, facts, f"({_GAIN})*wait*reach*(hits + left*misses)")


def tbg_single(p: Proof) -> None:
    """With one relevant document, all documents above it are irrelevant."""
    deepness(p, geometric(MISS), DiscountScale(_GAIN))


def _start(p: Fraction, prose: bool) -> int:
    """The least n from which p^n (p^(n-1) as printed) is 1 - p at most."""
    n, worth = (2, p * p) if prose else (2, p)
    while worth > 1 - p and n <= LAST_START:
        n, worth = n + 1, worth * p
    return n


def rbp_duel(p: Proof) -> None:
    """Every document wears off patience alike."""
    value = p.metric.values["p"]
    assert isinstance(value, Fraction)
    _duel(p, f"1 - {p.value('p')}", p.value("p"), p.value("p"), _start(value, p.reading.name == "prose"))


def tbg_duel(p: Proof) -> None:
    """The irrelevant documents on top take time first, and then each relevant document takes more time than an
    irrelevant one.
    """
    _duel(p, _GAIN, MISS, HIT, 62 if p.reading.name == "prose" else 63)


def _duel(p: Proof, gain: str, miss: str, hit: str, start: int) -> None:
    """All documents below together are worth at most miss^n/(1 - hit) (n - 1 as printed), and at most 1 from the start
    on.
    """
    p.about("n", start=start)
    above, many, last = ("n", "n", start) if p.reading.name == "prose" else ("n - 1", "n + 1", start - 1)
    p.evaluate(f"{gain} > 0", name="gain")
    for base in dict.fromkeys((miss, hit)):
        p.evaluate(f"1 - {base} > 0")
    p.evaluate(f"1 - {hit} - power({miss}, {last}) >= 0", name="room")
    p.evaluate(f"power({miss}, {last}) > 0", name="first")
    p.power(miss, f"n - {start}", strict=False, name="less")
    p.evident(f"power({miss}, {above})*power({hit}, {many}) > 0", name="rest")
    p.excess = f"({gain})*(1 - power({miss}, {above})*(1 - power({hit}, {many}))/(1 - {hit}))"
    facts = {"gain": "gain", "room": "room", "first": "first", "less": "less", "rest": "rest", "stop": f"1 - {hit} > 0"}
    p.quotient(p.goal, facts, "gain*(room + first*less + rest)", "stop")


def _early(metric: Metric) -> bool:
    value = metric.values["p"]
    assert isinstance(value, Fraction)
    start = max(_start(value, True), _start(value, False))
    return start <= LAST_START and start * value.denominator.bit_length() <= MOST_BITS


_BOTH = ("prose", "printed")

ENTRIES = (
    Theorem(
        ("tbg",),
        "ranking:priority",
        ("universal", "single"),
        "The document is reached the time of one above it later.",
        tbg_priority,
    ),
    Theorem(("tbg",), "ranking:deepness", ("same-run",), "Above the deep swap there is more to read.", tbg_deepness),
    Theorem(("tbg",), "ranking:deepness", ("single",), "The worth of a rank falls by a constant factor.", tbg_single),
    Theorem(("tbg",), "ranking:deepness-threshold", _BOTH, "All below are worth less than 1 from n = 63 on.", tbg_duel),
    Theorem(("rbp",), "ranking:deepness-threshold", _BOTH, "All below are worth p^n at most.", rbp_duel, when=_early),
    Theorem(
        ("rbp",),
        "ranking:closeness-threshold",
        _BOTH,
        "All below are worth p^n at most.",
        rbp_duel,
        holds=False,
        when=_early,
    ),
)
