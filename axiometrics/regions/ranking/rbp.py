"""RBP by its persistence p: all ranks below n are worth p^n together. NRBP with one intent is RBP in which each
relevant document above reduces the worth of a relevant document by the factor 1 - alpha.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from axiometrics.core.metric import Metric
from axiometrics.proving.argument import Argument
from axiometrics.proving.theorems.ranking import discounted
from axiometrics.regions.ranking._common import BINARY, DUELS, RUNS, appended
from axiometrics.regions.region import ArguedPart, Parametrized, Region, everywhere, tied


def _kept(metric: Metric) -> Fraction:
    """The share of the gain of a relevant document that each relevant document above it leaves: 1 - alpha under NRBP,
    and all of it under RBP.
    """
    return 1 - Fraction(str(metric.values.get("alpha", 0)))


def _kept_some(metric: Metric) -> bool:
    return _kept(metric) > 0


def _unit(metric: Metric) -> str:
    """The gain of the first relevant document, in the unit of the excess. Eq. 3 of NRBP as printed discounts this gain,
    too.
    """
    return f"({_kept(metric)})" if metric.values.get("printed") == "yes" else "1"


def _scaled(number: Fraction, term: str) -> str:
    return term if number == 1 else f"{number}*{term}"


def _rbp_duel(p: Parametrized, n: int) -> None:
    above, many = (n, n) if p.reading.name == "prose" else (n - 1, n + 1)
    a = _kept(p.metric)
    p.n = n
    p.excess = f"{_unit(p.metric)}*(1 - ({a})*x - x**{above}*(1 - (({a})*x)**{many}))"


def _known(p: Parametrized) -> dict[str, str]:
    return {"p_": "x > 0", "stop": "1 - x > 0", "less": p.given[-1]}


def rbp_two_win(p: Parametrized) -> None:
    """The difference by which the two lower documents win is (1 - a p) times the inequality of the part, and 1 - a p is
    1 - p plus (1 - a) p.
    """
    _rbp_duel(p, 2)
    facts = {"p_": "x > 0", "more": p.given[-1], "stop": "1 - x > 0"}
    p.quotient(p.goal, facts, f"{_unit(p.metric)}*more*(stop + ({1 - _kept(p.metric)})*p_)")


def rbp_few_lose(p: Parametrized, n: int) -> None:
    """The inequality of the part says that p^n (1 + q + ... + q^(n-1)) <= 1 for n = 2, where q = a p. For n = 3 and 4
    the same follows.
    """
    _rbp_duel(p, n)
    a = _kept(p.metric)
    q, rest = f"({a})*p_", f"(stop + ({1 - a})*p_)"
    factor, over = {
        2: ("less", "1"),
        3: (f"({1 - a})*stop + less*(({a}) + p_*(1 + {q} + ({q})**2))", f"1 + {q}"),
        4: (f"less*(p_**2*(1 + ({q})**2) + {q}) + stop*(1 + p_)*{rest}", "1"),
    }[n]
    p.quotient(p.goal, _known(p), f"{_unit(p.metric)}*{rest}*({factor})", over)


def rbp_many_lose(p: Parametrized) -> None:
    """From n = 5 on, all documents below are worth at most p^5. 1 - a p - p^5 is the inequality of the part times 1 - p
    + p^2, plus (1 - a) p (1 - p) (1 + p + p^3). In the reading `printed`, this holds from n = 3 on with p^2.
    """
    prose, a = p.reading.name == "prose", _kept(p.metric)
    start = 5 if prose else 3
    less = "less*(stop + p_**2)" if prose else f"less + ({a})**2*p_**3"
    more = f"({1 - a})*p_*stop" + ("*(1 + p_ + p_**3)" if prose else "")
    p.about("n", start=start)
    above, many = ("n", "n") if prose else ("n - 1", "n + 1")
    both = f"power(x, {many})" if a == 1 else f"power({a}, {many})*power(x, {many})"
    p.excess = f"{_unit(p.metric)}*(1 - ({a})*x - power(x, {above})*(1 - {both}))"
    p.evident("power(x, n) > 0", name="last")
    p.power("x", f"n - {start}", strict=False, name="rest")
    facts, last = {**_known(p), "rest": "rest", "last": "last"}, "last**2"
    if a != 1:
        p.evident(f"power({a}, {many}) > 0", name="kept")
        facts, last = {**facts, "kept": "kept"}, "kept*last**2"
    p.quotient(p.goal, facts, f"{_unit(p.metric)}*(p_**{start if prose else 2}*rest + {less} + {more} + {last})")


def rbp_closeness(metric: Metric, reading: str) -> Sequence[ArguedPart]:
    """Of all n, the two relevant documents of n = 2 need the least p. Each gains a = 1 - alpha of the one above it."""
    a = _kept(metric)
    terms = ("x**2", _scaled(a, "x**3")) if reading == "prose" else ("x", _scaled(a, "x**2"), _scaled(a**2, "x**3"))
    last = 5 if reading == "prose" else 3
    few = "2, 3 and 4" if reading == "prose" else "2"
    none = (
        f"B wins at no n: not at {few}, and from {last} on its documents are worth "
        f"p^{5 if reading == 'prose' else 2} <= 1 - {_scaled(a, 'p')} at most"
    )
    return (
        ArguedPart(True, (f"{' + '.join(terms)} - 1 > 0",), "B wins at n = 2", rbp_two_win),
        ArguedPart(False, (f"1 - {' - '.join(terms)} >= 0",), none, rbp_many_lose, (range(2, last), rbp_few_lose)),
    )


def rbp_deepness_threshold(p: Parametrized) -> None:
    """p^n <= p/(n (1 - p) + p), because 1 - p^n is at least n p^n (1 - p) / p: each of the n terms of p + p^2 + ... +
    p^n is at least p^n.
    """
    prose = p.reading.name == "prose"
    p.about("n", start="x/(1 - x)*(x/(1 - x))" if prose else "1/(1 - x)*(1/(1 - x))")
    p.excess = f"1 - x - power(x, {'n' if prose else 'n - 1'})*(1 - power(x, {'n' if prose else 'n + 1'}))"
    p.evident("power(x, n) > 0", name="last")
    many = "sum(k, 1, n, power(x, n))"

    def each(a: Argument) -> None:
        a.power("x", "n - k", strict=False, name="further")
        a.evident("power(x, k) > 0", name="here")
        a.quotient("power(x, k) - power(x, n) >= 0", {"here": "here", "further": "further"}, "here*further")

    def same(a: Argument) -> None:
        a.identity("power(x, n) - ((k + 1)*power(x, n) - k*power(x, n)) = 0")

    p.sum(f"{many} - n*power(x, n) = 0", sum=many, total="k*power(x, n)", each=same, name="as many")
    p.sum(
        f"x*(1 - power(x, n))/(1 - x) - {many} >= 0",
        sum=many,
        total="-power(x, k)/(1 - x)",
        each=each,
        name="as little",
    )
    p.quotient(
        "x*(1 - power(x, n))/(1 - x) - n*power(x, n) >= 0",
        {"little": "as little"},
        "little",
        name="little",
        zero={"as many": "1"},
    )
    facts = {
        "p_": "x > 0",
        "stop": "1 - x > 0",
        "m": "n - 2 >= 0",
        "s": p.facts[-1],
        "little": "little",
        "last": "last",
    }
    all_of_them = "((m + 2)*stop + p_)"
    if prose:
        p.quotient(p.goal, facts, f"s*stop**2 + little*stop + last**2*{all_of_them}", all_of_them)
    else:
        p.quotient(
            p.goal, facts, f"p_*(s*stop**2 + p_*stop) + little*stop + last**2*p_*{all_of_them}", f"p_*{all_of_them}"
        )


ENTRIES = (
    Region(("rbp",), "ranking:priority", BINARY, "p", everywhere(True, "p^(i-1) falls", discounted.rbp_priority)),
    Region(("rbp",), "ranking:deepness", RUNS, "p", everywhere(True, "p^(i-1) is convex", discounted.rbp_deepness)),
    Region(
        ("rbp",),
        "ranking:deepness-threshold",
        DUELS,
        "p",
        everywhere(True, "all below are worth p/(n (1 - p) + p) at most", rbp_deepness_threshold),
    ),
    Region(("rbp",), "ranking:closeness-threshold", DUELS, "p", rbp_closeness),
    Region(("nrbp",), "ranking:closeness-threshold", DUELS, "p", rbp_closeness, when=_kept_some),
    Region(
        ("rbp",),
        "ranking:confidence",
        ("universal",),
        "p",
        everywhere(False, "an irrelevant document is worth nothing", tied(appended)),
    ),
)
