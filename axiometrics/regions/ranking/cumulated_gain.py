"""DCG with the discount of 2002, by the base b: ranks up to b are not discounted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from axiometrics.core.case import Case
from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization
from axiometrics.proving.argument import Argument
from axiometrics.proving.theorems.ranking._discounts import (
    DiscountScale,
    deepness,
    logs_in_order,
    plain_gain,
    undiscounted_top,
)
from axiometrics.regions.ranking._common import BINARY, DUELS, RUNS, appended, swapped, swapped_grades
from axiometrics.regions.region import ArguedPart, Parametrized, Region, everywhere, tied


def jarvelin_falls(p: Parametrized) -> None:
    """Below b = 2 only rank 1 is not discounted. It is worth 1, rank 2 is worth log b/log 2, and so on."""
    p.about("i", "u", "h", "l")
    p.positive("i - 1 >= 0", using=["i + u - 2 >= 0", "1 - u >= 0"])
    _, further, two = logs_in_order(p, "x", "2", "2 - x > 0", strict=True)
    base, (low, high, order) = "x to 2: low", logs_in_order(p, "i + u", "i + 1", "1 - u >= 0")
    top, below = "(1 - log(x)/log(2))", "(log(x)/log(i + u) - log(x)/log(i + 1))"
    p.excess = f"(h - l)*(u*{top} + (1 - u)*{below})"
    p.quotient(f"{top} > 0", {"two": two, "all": further}, "two", "all", name="top")
    facts = {
        "more": "h - l - 1 >= 0",
        "top": "top",
        "u_": "u >= 0",
        "v": "1 - u >= 0",
        "base": base,
        "low": low,
        "high": high,
        "order": order,
    }

    def on_top(a: Argument) -> None:
        whole = {**facts, "u_": "u - 1 >= 0"}
        a.quotient(p.goal, whole, "(more + 1)*((u_ + 1)*top*low*high + v*base*order)", "low*high")

    def further_down(a: Argument) -> None:
        a.positive("1 - u > 0", using=["-u >= 0"], name="not on top")
        _, _, strictly = logs_in_order(a, "u + i", "1 + i", "not on top", strict=True)
        a.quotient(
            p.goal,
            {**facts, "v": "not on top", "order": strictly},
            "(more + 1)*(u_*top*low*high + v*base*order)",
            "low*high",
        )

    p.cases(p.goal, ("u - 1 >= 0", "-u >= 0"), (on_top, further_down))


def jarvelin_priority(metric: Metric, reading: str) -> Sequence[ArguedPart]:
    """From b = 2 on, the first two ranks are worth the same."""

    def on_top(value: Fraction) -> Case:
        return (swapped_grades if reading == "graded" else swapped)(Fraction(0))

    return (
        ArguedPart(True, ("2 - x > 0",), "rank 2 is discounted, and each further one more", jarvelin_falls),
        ArguedPart(False, ("x - 2 >= 0",), "neither rank 1 nor rank 2 is discounted", tied(on_top)),
    )


def _jarvelin(metric: Metric) -> bool:
    return metric.values["discount"] == "jarvelin" and plain_gain(metric, cut=False)


def _first_deeper(reading: str) -> int:
    """The first rank at which a swap may be deeper than one at rank 1."""
    return 3 if reading == "same-run" else 2


def _cost(rank: int) -> str:
    return f"(1/log({rank}) - 1/log({rank + 1}))"


def deeper_swaps_cost_less(p: Parametrized) -> None:
    """An exchange at rank 1 costs more than one at rank 2 (in one run: at rank 3), as the inequality of the part says.
    From rank 2 on, a deeper exchange costs less.
    """
    cost = _cost(_first_deeper(p.reading.name))
    facts = {"given": p.given[-1], "gain": p.log("x"), "there": p.evaluate(f"{cost} > 0")}
    p.quotient("1 - log(x)/log(2) > 0", facts, "given + gain*there")
    p.quotient(f"(1 - log(x)/log(2))/log(x) - {cost} > 0", facts, "given", "gain")
    deepness(p, undiscounted_top(p.value("b")), DiscountScale())


def _two_swaps(reading: str) -> Callable[[Fraction], Case]:
    """A swap at rank 1 and one at the first rank that is deeper."""
    gold, runs = (
        ("a b > ...", ("axbyz", "xabyz", "axbyz", "axybz"))
        if reading == "same-run"
        else ("a > ...", ("axy", "xay", "xay", "xya"))
    )
    roles = ("shallow_better", "shallow_worse", "deep_better", "deep_worse")
    return lambda value: Case(
        Organization.parse(gold), {role: Organization.ranking(list(run)) for role, run in zip(roles, runs, strict=True)}
    )


def _top_costs_less(whole: int) -> Callable[[Parametrized], object]:
    """The cost of a swap at rank 1, minus the cost of a swap at the first rank that is deeper, where b is this whole
    number, or between this number and the next.
    """

    def show(p: Parametrized) -> None:
        deeper = _first_deeper(p.reading.name)
        p.case = _two_swaps(p.reading.name)
        first, second, there, below = (
            "1" if rank <= whole else f"log(x)/log({rank})" for rank in (1, 2, deeper, deeper + 1)
        )
        p.excess = f"({first} - {second}) - ({there} - {below})"
        if whole > deeper:
            p.evaluate(p.goal)
        elif whole == deeper:
            _, _, order = logs_in_order(p, "x", str(deeper + 1), p.given[-1], strict=True)
            p.quotient(p.goal, {"order": order, "all": p.evaluate(f"log({deeper + 1}) > 0")}, "order", "all")
        elif whole > 1:
            p.quotient(p.goal, {"gain": p.log("x"), "there": p.evaluate(f"{_cost(deeper)} > 0")}, "gain*there")
        else:
            p.quotient(p.goal, {"given": p.given[-1]}, "given")

    return show


def jarvelin_deepness(metric: Metric, reading: str) -> Sequence[ArguedPart]:
    """The step from rank 1 to rank 2 has to be greater than the next step or, in one run, than the step from rank 3 to
    rank 4.
    """
    deeper = _first_deeper(reading)
    costs = f"log(x)*(1/log(2) + {_cost(deeper)})"
    less = f"a swap at rank 1 costs no more than one at rank {deeper}"
    return (
        ArguedPart(
            True,
            (f"1 - {costs} > 0",),
            f"a swap at rank 1 costs more than one at rank {deeper}, and deeper ones less and less",
            deeper_swaps_cost_less,
        ),
        ArguedPart(False, ("2 - x > 0", f"{costs} - 1 >= 0"), less, _top_costs_less(1)),
        *(
            ArguedPart(False, (f"x - {whole} >= 0", f"{whole + 1} - x > 0"), less, _top_costs_less(whole))
            for whole in range(2, deeper + 1)
        ),
        ArguedPart(
            False, (f"x - {deeper + 1} >= 0",), f"no rank up to {deeper + 1} is discounted", _top_costs_less(deeper + 1)
        ),
    )


def many_below_win(p: Parametrized) -> None:
    """Each of the documents below is worth at least log b/log(2n), and n of them are worth more than 1.

    The reason is that log b is at least 1 - 1/b, and log(2n) = log(n (b - 1)/(2b)) + log(4b/(b - 1)), where each
    logarithm is less than its argument.
    """
    p.about("n", start="x + 8*(x/(x - 1))**2")
    first, many = ("n", "n") if p.reading.name == "prose" else ("n - 1", "(n + 1)")
    below = f"sum(k, 1, {many}, log(x)/log({first} + k))"
    gain, last = p.log("x"), p.log("2*n")

    def each(a: Argument) -> None:
        low, high, order = logs_in_order(a, f"({first} + k)", "2*n", "k to")
        a.quotient(
            f"log(x)/log({first} + k) - log(x)/log(2*n) >= 0",
            {"gain": gain, "low": low, "high": high, "order": order},
            "gain*order",
            "low*high",
        )

    p.sum(f"{below} - {many}*log(x)/log(2*n) >= 0", sum=below, total="k*log(x)/log(2*n)", each=each, name="below")
    by_parts, bounds = p.log_product([(1, "2*n"), (-1, "n*(x - 1)/(2*x)"), (-1, "4*x/(x - 1)")]), {}
    bounds["base"] = p.log_bound("log(x) - (1 - 1/x) >= 0", "x")
    for name, part in (("most", "n*(x - 1)/(2*x)"), ("rest", "4*x/(x - 1)")):
        bounds[name] = p.log_bound(f"{part} - 1 - log({part}) >= 0", part)
    facts = {**bounds, "n_": "n - 2 >= 0", "beyond": p.facts[-1], "s": "x - 1 > 0"}
    over = "2*(s + 1)*((n_ + 2)*base + most + rest) + s*beyond + s*(s + 1) + 4*(s + 1)"
    p.quotient("n*log(x) - log(2*n) > 0", facts, over, "2*(s + 1)", zero={by_parts: "-1"}, name="enough")
    p.excess = f"1 - {below}"
    more = "" if p.reading.name == "prose" else " + gain"
    p.quotient(
        p.goal, {"below": "below", "enough": "enough", "last": last, "gain": gain}, f"below*last + enough{more}", "last"
    )


_WITHOUT_END = "those below are worth n log b/log(2n) at least, which is without end"

ENTRIES = (
    Region(("dcg",), "ranking:priority", (*BINARY, "graded"), "b", jarvelin_priority, _jarvelin),
    Region(("dcg",), "ranking:deepness", RUNS, "b", jarvelin_deepness, _jarvelin),
    *(
        Region(
            ("dcg",),
            f"ranking:{side}-threshold",
            DUELS,
            "b",
            everywhere(side == "closeness", _WITHOUT_END, many_below_win),
            _jarvelin,
        )
        for side in ("deepness", "closeness")
    ),
    Region(
        ("dcg",),
        "ranking:confidence",
        ("universal",),
        "b",
        everywhere(False, "an irrelevant document is worth nothing", tied(appended)),
        _jarvelin,
    ),
)
