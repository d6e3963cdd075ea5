"""RBP by its patience p: all below rank n are worth p^n."""

from __future__ import annotations

from collections.abc import Sequence

from axiometrics.core.metric import Metric
from axiometrics.proving.argument import Argument
from axiometrics.proving.theorems.ranking import discounted
from axiometrics.regions.ranking._common import BINARY, DUELS, RUNS, appended
from axiometrics.regions.region import ArguedPart, Parametrized, Region, everywhere, tied


def _rbp_duel(p: Parametrized, n: int) -> None:
    above, many = (n, n) if p.reading.name == "prose" else (n - 1, n + 1)
    p.n = n
    p.excess = f"1 - x - x**{above}*(1 - x**{many})"


def rbp_two_win(p: Parametrized) -> None:
    """(1 - p) times what is given is how much the two win by."""
    _rbp_duel(p, 2)
    p.quotient(p.goal, {"more": p.given[-1], "stop": "1 - x > 0"}, "more*stop")


def rbp_few_lose(p: Parametrized, n: int) -> None:
    """Of p^n + ... + p^(2n-1) <= 1 the one for n = 3 follows from that for n = 2 as (p^2 + 1)(1 - p^2 - p^3), that for
    n = 4 a little less simply.
    """
    _rbp_duel(p, n)
    factor = {2: "less", 3: "less*(p_**2 + 1)", 4: "less*(1 + p_**2 + p_**4) + p_**3*stop"}[n]
    p.quotient(p.goal, {"p_": "x > 0", "stop": "1 - x > 0", "less": p.given[-1]}, f"stop*({factor})")


def rbp_many_lose(p: Parametrized) -> None:
    """From n = 5 on all below are worth p^5 at most, and 1 - p - p^5 = (1 - p^2 - p^3)(1 - p + p^2); as printed, from n
    = 3 on p^2.
    """
    prose = p.reading.name == "prose"
    start, worth = (5, "p_**5*rest + less*(stop + p_**2)") if prose else (3, "p_**2*rest + less + p_**3")
    p.about("n", start=start)
    p.excess = f"1 - x - power(x, {'n' if prose else 'n - 1'})*(1 - power(x, {'n' if prose else 'n + 1'}))"
    p.evident("power(x, n) > 0", name="last")
    p.power("x", f"n - {start}", strict=False, name="rest")
    known = {"p_": "x > 0", "stop": "1 - x > 0", "less": p.given[-1], "rest": "rest", "last": "last"}
    p.quotient(p.goal, known, f"{worth} + last**2")


def rbp_closeness(metric: Metric, reading: str) -> Sequence[ArguedPart]:
    """Least of all n the two relevant documents of n = 2 need."""
    two = "x**2 + x**3" if reading == "prose" else "x + x**2 + x**3"
    last = 5 if reading == "prose" else 3
    few = "2, 3 and 4" if reading == "prose" else "2"
    none = (
        f"B wins at no n: not at {few}, and from {last} on its documents are worth "
        f"p^{5 if reading == 'prose' else 2} <= 1 - p at most"
    )
    return (
        ArguedPart(True, (f"{two} - 1 > 0",), "B wins at n = 2", rbp_two_win),
        ArguedPart(
            False, (f"1 - {two.replace(' + ', ' - ')} >= 0",), none, rbp_many_lose, (range(2, last), rbp_few_lose)
        ),
    )


def rbp_deepness_threshold(p: Parametrized) -> None:
    """p^n <= p/(n (1 - p) + p), as 1 - p^n is n p^n (1 - p) / p at least: each of the n terms of p + p^2 + ... + p^n is
    p^n at least.
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
    known = {
        "p_": "x > 0",
        "stop": "1 - x > 0",
        "m": "n - 2 >= 0",
        "s": p.facts[-1],
        "little": "little",
        "last": "last",
    }
    all_of_them = "((m + 2)*stop + p_)"
    if prose:
        p.quotient(p.goal, known, f"s*stop**2 + little*stop + last**2*{all_of_them}", all_of_them)
    else:
        p.quotient(
            p.goal, known, f"p_*(s*stop**2 + p_*stop) + little*stop + last**2*p_*{all_of_them}", f"p_*{all_of_them}"
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
    Region(
        ("rbp",),
        "ranking:confidence",
        ("universal",),
        "p",
        everywhere(False, "an irrelevant document is worth nothing", tied(appended)),
    ),
)
