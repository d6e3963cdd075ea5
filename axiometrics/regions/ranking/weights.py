"""R*S by n and Wn, which say how many documents have a large weight."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from axiometrics.core.case import Case
from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization
from axiometrics.core.parameter import Parameter
from axiometrics.kernel.check_proof import Atom, Polynomial, Term, read_term, substituted
from axiometrics.proving.argument import Argument
from axiometrics.proving.theorem import Proof
from axiometrics.proving.theorems.ranking import reliability_sensitivity
from axiometrics.proving.theorems.ranking.reliability_sensitivity import certain, listed, looked_up
from axiometrics.regions.ranking._common import BINARY, DUELS, knowing
from axiometrics.regions.region import ArguedPart, Parametrized, Region, everywhere
from axiometrics.symbolic.sets import End, Interval
from axiometrics.verification.regions.cases import first
from axiometrics.verification.regions.scales import Scale


def _begins(metric: Metric) -> bool:
    """Whether at n = 1, where c is least, the duels begin early enough to be compared with the metric: by n, where c is
    greater, they begin later.
    """
    wn = Fraction(str(metric.values["wn"]))
    return first("2 + x**2", (1 - wn) / wn) is not None


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
    return Scale(parameter, "c", Interval(End(Fraction(0)), None), value, inverse)


_FEWEST = {
    "prose": (
        3,
        5,
        Fraction(338, 100),
        (
            "3*x**10 + 108*x**9 + 1584*x**8 + 12000*x**7 + 46012*x**6 + 38364*x**5 - 416856*x**4 - "
            "1890864*x**3 - 3520800*x**2 - 2903040*x - 777600"
        ),
    ),
    "printed": (
        2,
        3,
        Fraction(133, 100),
        (
            "7*x**10 + 148*x**9 + 1264*x**8 + 5668*x**7 + 14172*x**6 + 17224*x**5 - 1392*x**4 - "
            "34720*x**3 - 46272*x**2 - 24960*x - 4608"
        ),
    ),
}
"""The n for which the least c lets B win; the n from which on one argument serves all n; a number above this c; and a
polynomial that is above 0 beyond this number.
"""


def _weighed_duel(p: Parametrized, n: int) -> tuple[Term, Polynomial]:
    """Set the excess at one n. Returns its numerator, as a term, and its denominator, both in c."""
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
    """The difference by which B wins is a positive multiple of the inequality of the part."""
    above, below = _weighed_duel(p, _FEWEST[p.reading.name][0])
    rest = (-above.numerator).divided(read_term(_FEWEST[p.reading.name][3]).numerator)
    assert rest is not None
    p.quotient(p.goal, {"more": p.given[-1], "c_": "x > 0"}, f"more*({_over_c(rest)})", _over_c(below))


def weighed_duel_lost(p: Parametrized, n: int) -> None:
    """At the n for which c may be least, the difference by which A wins is a positive multiple of the inequality of the
    part. At a different n, its numerator has no root up to a number above that c.
    """
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

    p.cases(
        f"{bound} - x >= 0",
        (f"{bound} - x >= 0", f"x - {bound} > 0"),
        (lambda a: a.evident(f"{bound} - x >= 0", name="so it is"), beyond),
    )


def weighed_duels_lost(p: Parametrized) -> None:
    """The key inequality of the argument about large n holds from a small n on, if c is at most the bound."""
    _, start, bound, text = _FEWEST[p.reading.name]

    def key(proof: Proof, claim: str) -> None:
        _at_most(p, bound, text)
        _within_bound(p, claim, bound, start)

    reliability_sensitivity.one_on_top_wins(p, start, key)


def _within_bound(p: Parametrized, claim: str, bound: Fraction, start: int) -> None:
    """Show a claim about a quotient in n and c, where c is at most the bound. Each negative coefficient of c^i is moved
    to c^(i-1), times the bound; what remains of it is a multiple of the bound less c, which is not negative.
    """
    m, x = Atom("m"), Atom("x")
    term = substituted(p.scope.claim(claim).term, {"n": Term.atom(m) + Term.number(start)})
    powers: dict[tuple[int, int], Fraction] = {}
    for monomial, c in term.numerator.terms.items():
        exponents = dict(monomial)
        powers[exponents.get(x, 0), exponents.get(m, 0)] = c
    parts = []
    for i, j in sorted(
        ((i, j) for j in {j for _, j in powers} for i in range(max(i for i, _ in powers), -1, -1)), reverse=True
    ):
        c = powers.get((i, j), Fraction(0))
        if c < 0 and i:
            powers[i - 1, j] = powers.get((i - 1, j), Fraction(0)) + bound * c
            parts.append(f"({-c})*s_*c_**{i - 1}*m_**{j}")
        elif c:
            parts.append(f"({c})*c_**{i}*m_**{j}")
    facts = {"s_": f"{bound} - x >= 0", "c_": "x > 0", "m_": p.facts[-1]}
    p.quotient(claim, facts, " + ".join(parts), str(term.denominator).replace("x", "c_").replace("m", "m_"))


def weighed_closeness(metric: Metric, reading: str) -> Sequence[ArguedPart]:
    """B wins at some n if c is large enough for the n that needs the least c."""
    fewest, start, _, text = _FEWEST[reading]
    others = " and ".join(str(n) for n in range(2, start) if n != fewest)
    less = read_term(f"-({text})")
    lost = (
        f"B wins at no n: not at "
        f"{fewest}{f', where c may be least, not at {others}' if others else ''}, and from "
        f"{start} on it is worth even less"
    )
    return (
        ArguedPart(False, (f"{less} >= 0",), lost, weighed_duels_lost, (range(2, start), weighed_duel_lost)),
        ArguedPart(True, (f"{text} > 0",), f"B wins at n = {fewest}", weighed_duel_won),
    )


def _found_of_eight(value: Fraction) -> Case:
    """Of eight relevant documents a run has two, on top, another one alone, at rank 3."""
    runs = {"shallow_better": "abx", "shallow_worse": "axb", "deep_better": "xyaz", "deep_worse": "xyza"}
    return Case(
        Organization.parse("a b c d e f g h > ..."),
        {role: Organization.ranking(list(run)) for role, run in runs.items()},
    )


def less_found_costs_more(p: Parametrized) -> None:
    """A harmonic mean depends most on its smaller value. R is large beside S if two documents are found, and small if
    one is found further down.
    """

    def score(*ranks: int, length: int) -> str:
        reliability, sensitivity = (
            " + ".join(reliability_sensitivity.discount("x", str(rank), str(length)) for rank in ranks),
            f"({len(ranks)}/8)",
        )
        return f"2*({reliability})*{sensitivity}/({reliability} + {sensitivity})"

    p.case = _found_of_eight
    p.excess = f"({score(1, 2, length=3)} - {score(1, 3, length=3)}) - ({score(3, length=4)} - {score(4, length=4)})"
    p.positive(p.goal)


def _found_of_three(value: Fraction) -> Case:
    """Of three relevant documents a run has two, on top, another one alone, at rank 3."""
    runs = {"shallow_better": "abxy", "shallow_worse": "axby", "deep_better": "xyaz", "deep_worse": "xyza"}
    return Case(
        Organization.parse("a b c > ..."), {role: Organization.ranking(list(run)) for role, run in runs.items()}
    )


def less_looked_up_costs_more(p: Parametrized) -> None:
    """The same argument for the reading in which relevant documents are also right above irrelevant documents of the
    run.
    """

    def score(run: str) -> str:
        share, weight = (
            {rank: part("x", str(rank)) for rank in range(1, len(run) + 1)}
            for part in (reliability_sensitivity.share, reliability_sensitivity.weight)
        )
        ranks = [rank for rank, relevant in enumerate(run, 1) if relevant == "1"]
        parts = [f"{share[i]}*x/(x + {len(run)}) + {weight[i]}*x/{len(run)}" for i in ranks]
        parts += [
            f"{share[i]}*{weight[k]} + {weight[i]}*{share[k]}"
            for i in ranks
            for k in range(i + 1, len(run) + 1)
            if k not in ranks
        ]
        reliability, sensitivity = f"({' + '.join(parts)})", f"({len(ranks)}/3)"
        return f"2*{reliability}*{sensitivity}/({reliability} + {sensitivity})"

    p.case = _found_of_three
    p.excess = f"({score('1100')} - {score('1010')}) - ({score('0010')} - {score('0001')})"
    p.positive(p.goal)


_ALL_WEIGHTS = (
    ("ranking:priority", BINARY, "a swap costs R", reliability_sensitivity.swap_costs),
    ("ranking:deepness", ("same-run",), "the upper swap costs R more", reliability_sensitivity.upper_swap_costs_more),
    (
        "ranking:deepness",
        ("single",),
        "S is 1, and R*S a convex function of the rank",
        knowing(reliability_sensitivity.alone_costs_more_above),
    ),
    (
        "ranking:confidence",
        ("universal",),
        "the tail weighs less after a longer run",
        reliability_sensitivity.appending_costs,
    ),
)

_TAIL_CERTAIN = (
    ("ranking:priority", BINARY, "a swap costs R", reliability_sensitivity.certain_swap_costs),
    (
        "ranking:deepness",
        ("same-run",),
        "the upper swap costs R more",
        reliability_sensitivity.certain_upper_swap_costs_more,
    ),
)
_TAIL_LOOKUP = (
    (
        "ranking:priority",
        ("single",),
        "the document stands above less and weighs less",
        reliability_sensitivity.one_document_lower_costs,
    ),
    (
        "ranking:confidence",
        ("universal",),
        "the tail loses more than the new document is worth below others",
        reliability_sensitivity.looked_up_appending_costs,
    ),
)

_ONE_ON_TOP = everywhere(
    True, "R falls as 1/n for the one on top, as 1/n^2 for the many below", reliability_sensitivity.one_on_top_wins
)

_FEWER = "with one of {} relevant documents found, a swap at rank 3 costs more than one at rank 2 with two found"

ENTRIES = (
    *(
        Region(("rs-ranking",), "ranking:closeness-threshold", DUELS, name, weighed_closeness, listed, _weights)
        for name in ("wn", "n")
    ),
    *(
        Region(
            ("rs-ranking",), "ranking:deepness", ("any-context",), name, everywhere(False, words, show), when, _weights
        )
        for when, words, show in (
            (listed, _FEWER.format("eight"), less_found_costs_more),
            (looked_up, _FEWER.format("three"), less_looked_up_costs_more),
        )
        for name in ("wn", "n")
    ),
    *(
        Region(("rs-ranking",), constraint, readings, name, everywhere(True, words, show), when, _weights)
        for when, shown in ((listed, _ALL_WEIGHTS), (certain, _TAIL_CERTAIN), (looked_up, _TAIL_LOOKUP))
        for constraint, readings, words, show in shown
        for name in ("wn", "n")
    ),
    Region(("rs-ranking",), "ranking:deepness-threshold", DUELS, "wn", _ONE_ON_TOP, listed, _weights),
    Region(
        ("rs-ranking",),
        "ranking:deepness-threshold",
        DUELS,
        "n",
        _ONE_ON_TOP,
        lambda metric: listed(metric) and _begins(metric),
        _weights,
    ),
)
