"""Regions of metrics of ranking: RBP by its patience p, P@k by its cut."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from axiometrics.core.case import Case
from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization
from axiometrics.proving.argument import Argument
from axiometrics.proving.regions.region import Parametrized, Part, Region
from axiometrics.proving.theorems.ranking import discounted

_BINARY, _RUNS, _DUELS = ("universal", "single"), ("same-run", "single", "any-context"), ("prose", "printed")


def _everywhere(holds: bool, words: str, show: Callable[[Parametrized], object]) -> Callable[[Metric, str], Sequence[Part]]:
    """One argument for all values."""
    return lambda metric, reading: (Part(holds, (), words, show),)


# --- cases that do not matter to a metric --------------------------------------------------------------------------------------------


def _run(above: int, *documents: str) -> Organization:
    return Organization.ranking([*(f"n{i}" for i in range(1, above + 1)), *documents])


def swapped(value: Fraction) -> Case:
    """The one relevant document and an irrelevant one below it, on the first two ranks that are not looked at."""
    k = int(value)
    return Case(Organization.parse("a > ..."), {"better": _run(k, "a", "b"), "worse": _run(k, "b", "a")})


def swapped_twice(value: Fraction) -> Case:
    """Two swaps below the ranks that are looked at."""
    k = int(value)
    whole, shallow, deep = _run(k, "a", "x", "b", "y"), _run(k, "x", "a", "b", "y"), _run(k, "a", "x", "y", "b")
    return Case(Organization.parse("a b > ..."), {"shallow_better": whole, "shallow_worse": shallow, "deep_better": whole, "deep_worse": deep})


def appended(value: Fraction) -> Case:
    """A relevant document, and an irrelevant one appended."""
    return Case(Organization.parse("a > ..."), {"better": Organization.ranking(["a"]), "worse": Organization.ranking(["a", "b"])})


def _tied(case: Callable[[Fraction], Case]) -> Callable[[Parametrized], object]:
    """The scores of a case are tied."""

    def show(p: Parametrized) -> None:
        p.case = case
        p.excess = "0"
        p.evaluate(p.goal)

    return show


# --- RBP: all below rank n are worth p^n ---------------------------------------------------------------------------------------------


def _rbp_duel(p: Parametrized, n: int) -> None:
    above, many = (n, n) if p.reading.name == "prose" else (n - 1, n + 1)
    p.n = n
    p.excess = f"1 - x - x**{above}*(1 - x**{many})"


def rbp_two_win(p: Parametrized) -> None:
    """(1 - p) times what is given is how much the two win by."""
    _rbp_duel(p, 2)
    p.quotient(p.goal, {"more": p.given[-1], "stop": "1 - x > 0"}, "more*stop")


def rbp_few_lose(p: Parametrized, n: int) -> None:
    """Of p^n + ... + p^(2n-1) <= 1 the one for n = 3 follows from that for n = 2 as (p^2 + 1)(1 - p^2 - p^3), that for n = 4 a little less simply."""
    _rbp_duel(p, n)
    factor = {2: "less", 3: "less*(p_**2 + 1)", 4: "less*(1 + p_**2 + p_**4) + p_**3*stop"}[n]
    p.quotient(p.goal, {"p_": "x > 0", "stop": "1 - x > 0", "less": p.given[-1]}, f"stop*({factor})")


def rbp_many_lose(p: Parametrized) -> None:
    """From n = 5 on all below are worth p^5 at most, and 1 - p - p^5 = (1 - p^2 - p^3)(1 - p + p^2); as printed, from n = 3 on p^2."""
    prose = p.reading.name == "prose"
    start, worth = (5, "p_**5*rest + less*(stop + p_**2)") if prose else (3, "p_**2*rest + less + p_**3")
    p.about("n", start=start)
    p.excess = f"1 - x - power(x, {'n' if prose else 'n - 1'})*(1 - power(x, {'n' if prose else 'n + 1'}))"
    p.evident("power(x, n) > 0", name="last")
    p.power("x", f"n - {start}", strict=False, name="rest")
    known = {"p_": "x > 0", "stop": "1 - x > 0", "less": p.given[-1], "rest": "rest", "last": "last"}
    p.quotient(p.goal, known, f"{worth} + last**2")


def rbp_closeness(metric: Metric, reading: str) -> Sequence[Part]:
    """Least of all n the two relevant documents of n = 2 need."""
    two = "x**2 + x**3" if reading == "prose" else "x + x**2 + x**3"
    last = 5 if reading == "prose" else 3
    return (
        Part(True, (f"{two} - 1 > 0",), "B wins at n = 2", rbp_two_win),
        Part(False, (f"1 - {two.replace(' + ', ' - ')} >= 0",), "B wins at no n, its documents being worth p^n at most", rbp_many_lose, (range(2, last), rbp_few_lose)),
    )


def rbp_deepness_threshold(p: Parametrized) -> None:
    """p^n <= p/(n (1 - p) + p), as 1 - p^n is n p^n (1 - p) / p at least: each of the n terms of p + p^2 + ... + p^n is p^n at least."""
    prose = p.reading.name == "prose"
    p.about("n", start="x**2/(1 - x)**2" if prose else "1/(1 - x)**2")
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
    p.sum(f"x*(1 - power(x, n))/(1 - x) - {many} >= 0", sum=many, total="-power(x, k)/(1 - x)", each=each, name="as little")
    p.quotient("x*(1 - power(x, n))/(1 - x) - n*power(x, n) >= 0", {"little": "as little"}, "little", name="little", zero={"as many": "1"})
    known = {"p_": "x > 0", "stop": "1 - x > 0", "m": "n - 2 >= 0", "s": p.facts[-1], "little": "little", "last": "last"}
    all_of_them = "((m + 2)*stop + p_)"
    if prose:
        p.quotient(p.goal, known, f"s*stop**2 + little*stop + last**2*{all_of_them}", all_of_them)
    else:
        p.quotient(p.goal, known, f"p_*(s*stop**2 + p_*stop) + little*stop + last**2*p_*{all_of_them}", f"p_*{all_of_them}")


# --- P@k: only the first k ranks matter ----------------------------------------------------------------------------------------------


def cut_deepness_threshold(p: Parametrized) -> None:
    """From n = k on (one later as printed) none of the many is among the first k."""
    _none_before_cut("x" if p.reading.name == "prose" else "x + 1")(p)


def _none_before_cut(start: str) -> Callable[[Parametrized], object]:
    def show(p: Parametrized) -> None:
        p.about("n", start=start)
        p.excess = "1/x"
        p.evident(p.goal)

    return show


def _found_at_two(found: int) -> Callable[[Parametrized], object]:
    """At n = 2 so many are among the first k."""

    def show(p: Parametrized) -> None:
        p.n = 2
        p.excess = f"1/x - {found}/x"
        p.evident(p.goal)

    return show


def cut_closeness(metric: Metric, reading: str) -> Sequence[Part]:
    """At n = 2 B is 0 0 1 1, as printed 0 1 1 1: two of its relevant documents have to be among the first k."""
    tie = 3 if reading == "prose" else 2
    at_tie = (f"x - {tie} >= 0", f"{tie} - x >= 0")
    wins = [Part(True, (f"x - {tie + 1} >= 0", f"{tie + 1} - x >= 0"), "at n = 2 two relevant documents are among the first k", _found_at_two(2))]
    more = Part(True, (f"x - {tie + 2} >= 0",), "at n = 2 more than one relevant document is among the first k", _found_at_two(2 if reading == "prose" else 3))
    return (
        Part(False, (f"{tie - 1} - x >= 0",), "none of the many is among the first k", _none_before_cut("2")),
        Part(False, at_tie, "at n = 2 one relevant document is, which ties, and later none", _none_before_cut("3"), ((2,), lambda p, n: _found_at_two(1)(p))),
        *wins,
        more,
    )


ENTRIES = (
    Region(("rbp",), "ranking:priority", _BINARY, "p", _everywhere(True, "p^(i-1) falls", discounted.rbp_priority)),
    Region(("rbp",), "ranking:deepness", _RUNS, "p", _everywhere(True, "p^(i-1) is convex", discounted.rbp_deepness)),
    Region(("rbp",), "ranking:deepness-threshold", _DUELS, "p", _everywhere(True, "all below are worth p/(n (1 - p) + p) at most", rbp_deepness_threshold)),
    Region(("rbp",), "ranking:closeness-threshold", _DUELS, "p", rbp_closeness),
    Region(("rbp",), "ranking:confidence", ("universal",), "p", _everywhere(False, "an irrelevant document is worth nothing", _tied(appended))),
    Region(("p",), "ranking:priority", _BINARY, "k", _everywhere(False, "ranks below k do not matter", _tied(swapped))),
    Region(("p",), "ranking:deepness", ("same-run", "any-context"), "k", _everywhere(False, "ranks below k do not matter", _tied(swapped_twice))),
    Region(("p",), "ranking:deepness-threshold", _DUELS, "k", _everywhere(True, "at last none of the many is among the first k", cut_deepness_threshold)),
    Region(("p",), "ranking:closeness-threshold", _DUELS, "k", cut_closeness),
    Region(("p",), "ranking:confidence", ("universal",), "k", _everywhere(False, "an irrelevant document is worth nothing", _tied(appended))),
)
