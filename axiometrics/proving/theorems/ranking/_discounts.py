"""The steps for metrics that add up gains discounted by rank: Priority says that the discount falls, Deepness that it
is convex.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from axiometrics.core.metric import Metric
from axiometrics.proving.argument import Argument
from axiometrics.proving.theorem import Proof

FALLS, CONVEX = "falls", "convex"
"""The ids of what a discount shows."""


def plain_gain(metric: Metric, *, cut: bool) -> bool:
    """Whether a cumulated gain is of the form that the arguments here speak of: each grade gains itself, and an ideal
    is cut where the run is; all ranks count, or (`cut`) those down to a cut-off.
    """
    values = metric.values
    return (
        values["gain"] == "linear"
        and values.get("ideal", "gold") in ("gold", "run")
        and (values["k"] is not None) is cut
    )


@dataclass(frozen=True)
class Discount:
    """The value of a gain of 1 by rank. Each function adds steps to a proof, and returns the term that these steps show
    to be above 0.

    Attributes
    ----------
    falls : the cost of a swap at rank i; the id is `FALLS`
    convex : the cost of a swap at rank i, less the cost of a swap at rank j > i; the id is `CONVEX`
    about : the quantities of these costs besides ranks
    """

    falls: Callable[[Proof], str]
    convex: Callable[[Proof], str]
    about: tuple[str, ...] = ()


@dataclass(frozen=True)
class DiscountScale:
    """The scale of discounted gains: a number above 0, over quantities that are above 0 by a fact of the vocabulary."""

    factor: str = "1"
    over: tuple[str, ...] = ()

    def show(self, p: Proof, term: str, facts: dict[str, str], numerator: str) -> None:
        """Show that the scaled term is above 0. `numerator` is the numerator of the term, written in the names of
        `facts`.
        """
        p.excess = "/".join([f"({self.factor})*{term}", *self.over])
        p.evaluate(f"{self.factor} > 0", name="scale")
        below = {f"below{k}": f"{quantity} > 0" for k, quantity in enumerate(self.over)}
        p.quotient(p.goal, {**facts, **below, "scale": "scale"}, f"scale*{numerator}", "*".join(["1", *below]))


def priority(p: Proof, discount: Discount, scale: DiscountScale) -> None:
    """A swap of grades costs their difference times the fall of the discount."""
    p.about("i", "c", "h", "l", *discount.about, *scale.over)
    fall = discount.falls(p)
    scale.show(p, f"(h - l)*({fall})", {"fall": FALLS, "more": "h - l - 1 >= 0"}, "fall*(more + 1)")


def deepness(p: Proof, discount: Discount, scale: DiscountScale) -> None:
    """The cost of a swap is the fall of the discount, which is less further down."""
    p.about("i", "j", "c", *discount.about, *scale.over)
    bend = discount.convex(p)
    scale.show(p, f"({bend})", {"bend": CONVEX}, "bend")


# --- discounts


def reciprocal(add: str = "0", times: str = "1") -> Discount:
    """times / (rank + add), for numbers times > 0 and add >= 0."""

    def cost(rank: str) -> str:
        return f"{times}/(({rank} + {add})*({rank} + 1 + {add}))"

    def falls(p: Proof) -> str:
        p.evident("i > 0", name="i > 0")
        p.positive(f"{cost('i')} > 0", using=["i > 0"], name=FALLS)
        return cost("i")

    def convex(p: Proof) -> str:
        p.evident("i > 0", name="i > 0")
        bend = f"{cost('i')} - {cost('j')}"
        p.positive(f"{bend} > 0", using=["j - i - 1 >= 0", "i > 0"], name=CONVEX)
        return bend

    return Discount(falls, convex)


def geometric(base: str) -> Discount:
    """base^(rank - 1), for a number 0 < base < 1."""

    def cost(rank: str) -> str:
        return f"(1 - {base})*power({base}, {rank} - 1)"

    def falls(p: Proof) -> str:
        p.evaluate(f"1 - {base} > 0", name="base")
        p.evident(f"power({base}, i - 1) > 0", name="power")
        p.quotient(f"{cost('i')} > 0", {"power": "power", "base": "base"}, "power*base", name=FALLS)
        return cost("i")

    def convex(p: Proof) -> str:
        p.evaluate(f"1 - {base} > 0", name="base")
        p.evident(f"power({base}, i - 1) > 0", name="power")
        p.power(base, "j - i", name="less")
        bend = f"{cost('i')} - {cost('j')}"
        p.quotient(f"{bend} > 0", {"power": "power", "base": "base", "less": "less"}, "power*base*less", name=CONVEX)
        return bend

    return Discount(falls, convex)


def power_law(exponent: str) -> Discount:
    """1/rank^exponent, for an exponent above 0."""

    def cost(rank: str) -> str:
        return f"1/power({rank}, {exponent}) - 1/power({rank} + 1, {exponent})"

    def apart(a: Argument, rank: str) -> None:
        """A rank, its power and what the next one's is more are above 0."""
        a.evident(f"{rank} > 0", name=f"{rank} > 0")
        a.evident(f"power({rank}, {exponent}) > 0", name="power")
        a.powers(f"{rank} + 1", rank, exponent, name="more")

    def falls(p: Proof) -> str:
        p.evaluate(f"{exponent} > 0", name="exponent")
        apart(p, "i")
        p.quotient(f"{cost('i')} > 0", {"power": "power", "more": "more"}, "more", "power*(power + more)", name=FALLS)
        return cost("i")

    def convex(p: Proof) -> str:
        """With the cost at i held, that at j falls short of it by nothing for j = i, and by more and more beyond."""
        p.evaluate(f"{exponent} > 0", name="exponent")
        p.evident("i > 0", name="i > 0")
        upper, lower = p.define("u", cost("i")), p.define("v", cost("j"))

        def alike(a: Argument) -> None:
            a.quotient(f"u - ({cost('i')}) >= 0", {}, "0", zero={upper: "1"})

        def steeper(a: Argument) -> None:
            apart(a, "j")
            slope = f"{exponent}/(j*power(j, {exponent})) - {exponent}/((j + 1)*power(j + 1, {exponent}))"
            facts = {"j_": "j > 0", "power": "power", "more": "more", "e": "exponent"}
            a.quotient(f"{slope} > 0", facts, "e*(j_*more + power + more)", "j_*(j_ + 1)*power*(power + more)")

        p.derivative(f"u - ({cost('j')}) > 0", by="j", low="i", start=alike, slope=steeper, name="costs more")
        p.quotient("u - v > 0", {"more": "costs more"}, "more", zero={lower: "-1"}, name=CONVEX)
        return "u - v"

    return Discount(falls, convex)


def logs_in_order(a: Argument, low: str, high: str, apart: str, strict: bool = False) -> tuple[str, str, str]:
    """The ids of log(low) > 0, log(high) > 0 and log(high) - log(low) >= 0 (> 0).

    `apart` is the id of high - low >= 0 (> 0); that low and high are above 1 is evident.
    """
    first, second, order = (f"{low} to {high}: {part}" for part in ("low", "high", "order"))
    ratio, more = f"({high})/({low})", ">" if strict else ">="
    a.evident(f"{low} - 1 > 0", name=f"{first} - 1")
    a.log(low, name=first)
    a.log(high, name=second)
    a.quotient(f"{ratio} - 1 {more} 0", {"apart": apart, "low": f"{first} - 1"}, "apart", "low + 1")
    a.log(ratio, strict=strict)
    a.log_product([(1, ratio), (-1, high), (1, low)], name=f"{order}, by parts")
    a.positive(
        f"log({high}) - log({low}) {more} 0",
        using=[f"log({ratio}) {more} 0"],
        zero={f"{order}, by parts": "-1"},
        name=order,
    )
    return first, second, order


def _cost(x: str) -> str:
    return f"1/log({x}) - 1/log({x} + 1)"


def _next_logs(a: Argument, x: str) -> tuple[str, str, str]:
    apart = a.evaluate(f"({x} + 1) - ({x}) > 0", name=f"{x} + 1 above {x}")
    return logs_in_order(a, x, f"{x} + 1", apart, strict=True)


def _costs(a: Argument, x: str, name: str) -> None:
    """The cost at x is above 0; that x is above 1 is evident."""
    low, high, order = _next_logs(a, x)
    a.quotient(f"{_cost(x)} > 0", {"low": low, "high": high, "order": order}, "order", "low*high", name=name)


def _steeper(a: Argument, shift: str) -> None:
    """The cost at j + shift falls as j grows; that j + shift is above 1 is evident."""
    x = f"(j + {shift})"
    low, _, order = _next_logs(a, x)
    a.evident(f"{x} > 0", name="there")
    a.positive(f"1/({x}*log({x})**2) - 1/(({x} + 1)*log({x} + 1)**2) > 0", using=[order, low, "there"])


def logarithmic() -> Discount:
    """1/log(rank + 1), in nats."""

    def falls(p: Proof) -> str:
        _costs(p, "i + 1", FALLS)
        return _cost("i + 1")

    def convex(p: Proof) -> str:
        """With the cost at i held, that at j falls short of it by nothing for j = i, and by more and more beyond."""
        upper, lower = p.define("u", _cost("i + 1")), p.define("v", _cost("j + 1"))

        def alike(a: Argument) -> None:
            a.quotient(f"u - ({_cost('i + 1')}) >= 0", {}, "0", zero={upper: "1"})

        p.derivative(
            f"u - ({_cost('j + 1')}) > 0",
            by="j",
            low="i",
            start=alike,
            slope=lambda a: _steeper(a, "1"),
            name="costs more",
        )
        p.quotient("u - v > 0", {"more": "costs more"}, "more", zero={lower: "-1"}, name=CONVEX)
        return "u - v"

    return Discount(falls, convex)


def undiscounted_top(base: str) -> Discount:
    """1 at rank 1, then log(base)/log(rank), for a number 1 < base < 2; convex only for a base small enough."""
    gain, late = f"log({base})", "m"
    first, rank_1_or_not = f"(1 - {gain}/log(2))", ("s - 1 >= 0", "-s >= 0")

    def costs(p: Proof) -> str:
        _costs(p, late, "late")
        p.evaluate(f"{gain} > 0", name="gain")
        p.evaluate(f"{first} > 0", name="first")
        return f"s*{first} + (1 - s)*{gain}*({_cost(late)})"

    facts = {"first": "first", "gain": "gain", "late": "late", "top": "s >= 0", "below": "1 - s >= 0"}

    def falls(p: Proof) -> str:
        cost = costs(p)

        def at_top(a: Argument) -> None:
            a.quotient(f"{cost} > 0", {**facts, "more": "s - 1 >= 0"}, "(more + 1)*first + below*gain*late")

        def further(a: Argument) -> None:
            a.quotient(f"{cost} > 0", {**facts, "more": "-s >= 0"}, "top*first + (more + 1)*gain*late")

        p.cases(f"{cost} > 0", rank_1_or_not, (at_top, further), name=FALLS)
        return cost

    def convex(p: Proof) -> str:
        """Beyond rank 1 as ever; and a swap at rank 1 costs more than one at rank 2 (3 in one run), where any deeper
        one costs less.
        """
        second, apart = ("3", "j - i - 2 >= 0") if p.reading.name == "same-run" else ("2", "j - i - 1 >= 0")
        held = p.define("w", _cost(late))
        lower = p.define("v", _cost("j"))
        cost = costs(p).replace(_cost(late), "w")
        bend = f"{cost} - {gain}*v"

        def alike(a: Argument) -> None:
            a.quotient(f"w - ({_cost(late)}) >= 0", {}, "0", zero={held: "1"})

        def at_top(a: Argument) -> None:
            a.positive(f"j - {second} >= 0", using=[apart, "i - c - 1 >= 0", "c >= 0"])
            claim = f"{first}/{gain} - ({_cost('j')})"
            start = f"{first}/{gain} - ({_cost(second)})"
            a.derivative(
                f"{claim} > 0",
                by="j",
                low=second,
                start=lambda b: b.evaluate(f"{start} > 0"),
                slope=lambda b: _steeper(b, "0"),
                name="more",
            )
            named = {**facts, "more": "more", "surely": "s - 1 >= 0"}
            a.quotient(
                f"{bend} > 0",
                named,
                "gain*more + surely*first + below*gain*late",
                zero={lower: f"-{gain}", held: f"(1 - s)*{gain}"},
            )

        def further(a: Argument) -> None:
            a.positive(f"j - {late} > 0", using=["j - i - 1 >= 0", "-s >= 0"], zero={"i + s - m = 0": "1"})
            a.derivative(
                f"w - ({_cost('j')}) > 0", by="j", low=late, start=alike, slope=lambda b: _steeper(b, "0"), name="more"
            )
            named = {**facts, "more": "more", "surely": "-s >= 0"}
            a.quotient(
                f"{bend} > 0",
                named,
                "gain*more + top*first + surely*gain*late",
                zero={lower: f"-{gain}", held: f"-s*{gain}"},
            )

        p.cases(f"{bend} > 0", rank_1_or_not, (at_top, further), name=CONVEX)
        return bend

    return Discount(falls, convex, about=("s", "m"))
