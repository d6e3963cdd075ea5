"""Regions of metrics of ranking: RBP by its patience p, P@k by its cut."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from axiometrics.core.case import Case
from axiometrics.core.metric import Metric, Parameter
from axiometrics.core.organization import Organization
from axiometrics.proving.argument import Argument
from axiometrics.proving.regions.region import Parametrized, Part, Region, Scale, tied
from axiometrics.proving.regions.sets import End, Interval
from axiometrics.proving.theorem import Proof
from axiometrics.proving.theorems.ranking import discounted, reliability_sensitivity
from axiometrics.proving.theorems.ranking._discounts import logs_in_order
from axiometrics.verification.proofs.reading import read_term
from axiometrics.verification.proofs.terms import Atom, Polynomial, Term, substituted

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
    few = "2, 3 and 4" if reading == "prose" else "2"
    none = f"B wins at no n: not at {few}, and from {last} on its documents are worth p^{5 if reading == 'prose' else 2} <= 1 - p at most"
    return (
        Part(True, (f"{two} - 1 > 0",), "B wins at n = 2", rbp_two_win),
        Part(False, (f"1 - {two.replace(' + ', ' - ')} >= 0",), none, rbp_many_lose, (range(2, last), rbp_few_lose)),
    )


def rbp_deepness_threshold(p: Parametrized) -> None:
    """p^n <= p/(n (1 - p) + p), as 1 - p^n is n p^n (1 - p) / p at least: each of the n terms of p + p^2 + ... + p^n is p^n at least."""
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


def _listed(metric: Metric) -> bool:
    return metric.values["reading"] == "listed"


def _number(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else f"({value})"


def _weights(metric: Metric, parameter: Parameter) -> Scale:
    """R*S depends on n and Wn by c = (1 - Wn) n/Wn alone, which is any number above 0."""
    n, wn = (Fraction(str(metric.values[name])) for name in ("n", "wn"))
    value, inverse = (
        (f"{_number(n)}/(x + {_number(n)})", f"(1 - x)*{_number(n)}/x")
        if parameter.name == "wn"
        else (f"x*{_number(wn / (1 - wn))}", f"x*{_number((1 - wn) / wn)}")
    )
    return Scale(parameter, Interval(End(Fraction(0)), None), ("x > 0",), "c", value, inverse)


# --- DCG in the form of 2002: ranks up to b are not discounted -----------------------------------------------------------------------


def jarvelin_falls(p: Parametrized) -> None:
    """Below b = 2 rank 1 alone is not discounted: it is worth 1, rank 2 log b/log 2, and so on."""
    p.about("i", "u", "h", "l")
    p.positive("i - 1 >= 0", using=["i + u - 2 >= 0", "1 - u >= 0"])
    _, further, two = logs_in_order(p, "x", "2", "2 - x > 0", strict=True)
    base, (low, high, order) = "x to 2: low", logs_in_order(p, "i + u", "i + 1", "1 - u >= 0")
    top, below = "(1 - log(x)/log(2))", "(log(x)/log(i + u) - log(x)/log(i + 1))"
    p.excess = f"(h - l)*(u*{top} + (1 - u)*{below})"
    p.quotient(f"{top} > 0", {"two": two, "all": further}, "two", "all", name="top")
    known = {"more": "h - l - 1 >= 0", "top": "top", "u_": "u >= 0", "v": "1 - u >= 0", "base": base, "low": low, "high": high, "order": order}

    def on_top(a: Argument) -> None:
        whole = {**known, "u_": "u - 1 >= 0"}
        a.quotient(p.goal, whole, "(more + 1)*((u_ + 1)*top*low*high + v*base*order)", "low*high")

    def further_down(a: Argument) -> None:
        a.positive("1 - u > 0", using=["-u >= 0"], name="not on top")
        _, _, strictly = logs_in_order(a, "u + i", "1 + i", "not on top", strict=True)
        a.quotient(p.goal, {**known, "v": "not on top", "order": strictly}, "(more + 1)*(u_*top*low*high + v*base*order)", "low*high")

    p.cases(p.goal, ("u - 1 >= 0", "-u >= 0"), (on_top, further_down))


def jarvelin_priority(metric: Metric, reading: str) -> Sequence[Part]:
    """From b = 2 on the first two ranks are worth the same."""

    def on_top(value: Fraction) -> Case:
        gold = "a > b > ..." if reading == "graded" else "a > ..."
        return Case(Organization.parse(gold), {"better": Organization.ranking(["a", "b"]), "worse": Organization.ranking(["b", "a"])})

    return (
        Part(True, ("2 - x > 0",), "rank 2 is discounted, and each further one more", jarvelin_falls),
        Part(False, ("x - 2 >= 0",), "neither rank 1 nor rank 2 is discounted", tied(on_top)),
    )


def _jarvelin(metric: Metric) -> bool:
    return metric.values["discount"] == "jarvelin"


# --- R*S: how many documents weigh much ----------------------------------------------------------------------------------------------

_FEWEST = {
    "prose": (
        3,
        5,
        Fraction(338, 100),
        "3*x**10 + 108*x**9 + 1584*x**8 + 12000*x**7 + 46012*x**6 + 38364*x**5 - 416856*x**4 - 1890864*x**3 - 3520800*x**2 - 2903040*x - 777600",
    ),
    "printed": (
        2,
        3,
        Fraction(133, 100),
        "7*x**10 + 148*x**9 + 1264*x**8 + 5668*x**7 + 14172*x**6 + 17224*x**5 - 1392*x**4 - 34720*x**3 - 46272*x**2 - 24960*x - 4608",
    ),
}
"""The n for which the least c lets B win, the n from which on one argument serves all, a number above that c, and a polynomial that is above 0 beyond it."""


def _weighed_duel(p: Parametrized, n: int) -> tuple[Term, Polynomial]:
    """The excess at one n, term by term; and what it has above and below its line, in c."""
    first, many = (n + 1, n) if p.reading.name == "prose" else (n, n + 1)
    top = reliability_sensitivity.discount("x", "1", str(2 * n))
    below = " + ".join(reliability_sensitivity.discount("x", str(k), str(2 * n)) for k in range(first, 2 * n + 1))
    p.n = n
    excess = read_term(f"2*({top})/({many}*({top}) + 1) - 2*({below})/(({below}) + 1)")
    p.excess = str(excess)
    return Term(excess.numerator, {}), excess.denominator


def _over_c(p: Polynomial) -> str:
    return str(p).replace("x", "c_")


def weighed_duel_won(p: Parametrized) -> None:
    """What B wins by is a multiple of what is given."""
    above, below = _weighed_duel(p, _FEWEST[p.reading.name][0])
    rest = (-above.numerator).divided(read_term(_FEWEST[p.reading.name][3]).numerator)
    assert rest is not None
    p.quotient(p.goal, {"more": p.given[-1], "c_": "x > 0"}, f"more*({_over_c(rest)})", _over_c(below))


def weighed_duel_lost(p: Parametrized, n: int) -> None:
    """At the n where c may be least, what A wins by is a multiple of what is given; at another its numerator has no root up to a number above that c."""
    fewest, _, bound, text = _FEWEST[p.reading.name]
    above, below = _weighed_duel(p, n)
    if n == fewest:
        rest = above.numerator.divided((-read_term(text)).numerator)
        assert rest is not None
        p.quotient(p.goal, {"less": p.given[-1], "c_": "x > 0"}, f"less*({_over_c(rest)})", _over_c(below))
        return
    _at_most(p, bound, text)
    least = min(sum(power for _, power in monomial) for monomial in above.numerator.terms)
    kernel = above / read_term(f"x**{least}")
    p.sturm(f"{kernel} > 0", by="x", of=["x > 0", f"{bound} - x >= 0"], name="kernel")
    p.quotient(p.goal, {"k": "kernel", "c_": "x > 0"}, f"k*c_**{least}", _over_c(below))


def _at_most(p: Parametrized, bound: Fraction, text: str) -> None:
    """c is no more than the bound, beyond which the polynomial is above 0."""

    def beyond(a: Argument) -> None:
        a.positive(f"{text} > 0", using=[f"x - {bound} > 0"], name="above")
        a.quotient(f"{bound} - x >= 0", {"s": f"x - {bound} > 0", "b": p.given[-1], "a": "above"}, "s*b", "a")

    p.cases(f"{bound} - x >= 0", (f"{bound} - x >= 0", f"x - {bound} > 0"), (lambda a: a.evident(f"{bound} - x >= 0", name="so it is"), beyond))


def weighed_duels_lost(p: Parametrized) -> None:
    """The key inequality of the argument about large n holds from a small one on, where c is no more than the bound."""
    _, start, bound, text = _FEWEST[p.reading.name]

    def key(proof: Proof, claim: str) -> None:
        _at_most(p, bound, text)
        _within_bound(p, claim, bound, start)

    reliability_sensitivity.one_on_top_wins(p, start, key)


def _within_bound(p: Parametrized, claim: str, bound: Fraction, start: int) -> None:
    """A quotient in n and c <= bound: a negative coefficient of c^i is put to c^(i-1), times the bound; what c falls short of it by makes up for that."""
    m, x = Atom("m"), Atom("x")
    term = substituted(p.scope.claim(claim).term, {"n": Term.atom(m) + Term.number(start)})
    powers: dict[tuple[int, int], Fraction] = {}
    for monomial, c in term.numerator.terms.items():
        found = dict(monomial)
        powers[found.get(x, 0), found.get(m, 0)] = c
    parts = []
    for i, j in sorted(((i, j) for j in {j for _, j in powers} for i in range(max(i for i, _ in powers), -1, -1)), reverse=True):
        c = powers.get((i, j), Fraction(0))
        if c < 0 and i:
            powers[i - 1, j] = powers.get((i - 1, j), Fraction(0)) + bound * c
            parts.append(f"({-c})*s_*c_**{i - 1}*m_**{j}")
        elif c:
            parts.append(f"({c})*c_**{i}*m_**{j}")
    known = {"s_": f"{bound} - x >= 0", "c_": "x > 0", "m_": p.facts[-1]}
    p.quotient(claim, known, " + ".join(parts), str(term.denominator).replace("x", "c_").replace("m", "m_"))


def weighed_closeness(metric: Metric, reading: str) -> Sequence[Part]:
    """B wins at some n where c is large enough for the n at which it has to be least large."""
    fewest, start, _, text = _FEWEST[reading]
    others = " and ".join(str(n) for n in range(2, start) if n != fewest)
    less = read_term(f"-({text})")
    lost = f"B wins at no n: not at {fewest}{f', where c may be least, not at {others}' if others else ''}, and from {start} on it is worth even less"
    return (
        Part(False, (f"{less} >= 0",), lost, weighed_duels_lost, (range(2, start), weighed_duel_lost)),
        Part(True, (f"{text} > 0",), f"B wins at n = {fewest}", weighed_duel_won),
    )


_ALL_WEIGHTS = (
    ("ranking:priority", _BINARY, "a swap costs R", reliability_sensitivity.swap_costs),
    ("ranking:deepness", ("same-run",), "the upper swap costs R more", reliability_sensitivity.upper_swap_costs_more),
    ("ranking:deepness-threshold", _DUELS, "R falls as 1/n for the one on top, as 1/n^2 for the many below", reliability_sensitivity.one_on_top_wins),
    ("ranking:confidence", ("universal",), "the tail weighs less after a longer run", reliability_sensitivity.appending_costs),
)

ENTRIES = (
    *(Region(("rs-ranking",), "ranking:closeness-threshold", _DUELS, name, weighed_closeness, _listed, _weights) for name in ("wn", "n")),
    *(
        Region(("rs-ranking",), constraint, readings, name, _everywhere(True, words, show), _listed, _weights)
        for constraint, readings, words, show in _ALL_WEIGHTS
        for name in ("wn", "n")
    ),
    Region(("dcg",), "ranking:priority", (*_BINARY, "graded"), "b", jarvelin_priority, _jarvelin),
    Region(("rbp",), "ranking:priority", _BINARY, "p", _everywhere(True, "p^(i-1) falls", discounted.rbp_priority)),
    Region(("rbp",), "ranking:deepness", _RUNS, "p", _everywhere(True, "p^(i-1) is convex", discounted.rbp_deepness)),
    Region(("rbp",), "ranking:deepness-threshold", _DUELS, "p", _everywhere(True, "all below are worth p/(n (1 - p) + p) at most", rbp_deepness_threshold)),
    Region(("rbp",), "ranking:closeness-threshold", _DUELS, "p", rbp_closeness),
    Region(("rbp",), "ranking:confidence", ("universal",), "p", _everywhere(False, "an irrelevant document is worth nothing", tied(appended))),
    Region(("p",), "ranking:priority", _BINARY, "k", _everywhere(False, "ranks below k do not matter", tied(swapped))),
    Region(("p",), "ranking:deepness", ("same-run", "any-context"), "k", _everywhere(False, "ranks below k do not matter", tied(swapped_twice))),
    Region(("p",), "ranking:deepness-threshold", _DUELS, "k", _everywhere(True, "at last none of the many is among the first k", cut_deepness_threshold)),
    Region(("p",), "ranking:closeness-threshold", _DUELS, "k", cut_closeness),
    Region(("p",), "ranking:confidence", ("universal",), "k", _everywhere(False, "an irrelevant document is worth nothing", tied(appended))),
)
