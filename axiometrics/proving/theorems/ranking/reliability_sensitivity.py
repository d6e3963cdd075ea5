"""R*S of a run: without grades R adds up rank by rank, with a discount d that falls and is convex, and S is the share
of the relevant documents retrieved.

With c = (1 - Wn) n/Wn, a run of L documents and w = c/((c + i - 1)(c + i)), d(i) = c/(c + L) w/(1 - w) + c/L w: what a
relevant document at rank i adds to R by standing above the tail (reading `listed`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from axiometrics.core.metric import Metric
from axiometrics.proving.argument import Argument, NotProvedError
from axiometrics.proving.theorem import Larger, Open, Proof, Theorem

_BINARY, _THRESHOLDS = ("universal", "single"), ("prose", "printed")


def listed(metric: Metric) -> bool:
    """Whether documents that the other side does not list are read as `listed`."""
    return metric.values["reading"] == "listed"


def looked_up(metric: Metric) -> bool:
    """Whether documents that the other side does not list are read as `tail-lookup`."""
    return metric.values["reading"] == "tail-lookup"


def certain(metric: Metric) -> bool:
    """Whether documents that the other side does not list are read as `tail-certain`."""
    return metric.values["reading"] == "tail-certain"


def _c(p: Proof) -> str:
    return p.number(f"(1 - {p.value('wn')})*{p.value('n')}/{p.value('wn')}")


def weight(c: str, x: str) -> str:
    """The weight w of rank x."""
    return f"{c}/(({c} + {x} - 1)*({c} + {x}))"


def share(c: str, x: str) -> str:
    """w/(1 - w)."""
    return f"{c}/(({c} + {x} - 1)*({c} + {x}) - {c})"


def discount(c: str, x: str, length: str = "L") -> str:
    """The amount that a relevant document at rank x adds to R, in a run of this length."""
    return f"({c}/({c} + {length})*{share(c, x)} + {c}/({length})*{weight(c, x)})"


def _loss(c: str, x: str) -> str:
    """The loss of R by a swap at rank x."""
    return f"({discount(c, x)} - {discount(c, f'{x} + 1')})"


def _rises_with_gain(p: Proof, using: Sequence[str]) -> None:
    """R*S rises as R does, since S is above 0. The rise of R is defined as `gain`, and is above 0 by the claims
    `using`.
    """
    p.excess = "2*(R_worse + gain)*S_both/(R_worse + gain + S_both) - 2*R_worse*S_both/(R_worse + S_both)"
    p.positive("gain > 0", using=using, zero={p.equation("gain"): "1"})
    p.positive(p.goal)


def swap_costs(p: Proof) -> None:
    """d falls: each of its parts is 1 over a polynomial that rises."""
    p.about("i", "c", "L", "R_worse", "S_both")
    p.evident("i - 1 >= 0")
    p.evident("L > 0")
    c = _c(p)
    p.define("gain", _loss(c, "i"))
    _rises_with_gain(p, using=["i - 1 >= 0", "L > 0", *p.constants])


def upper_swap_costs_more(p: Proof) -> None:
    """Each part of the loss is less at j than at i."""
    p.about("i", "j", "c", "L", "R_worse", "S_both")
    p.evident("i - 1 >= 0")
    p.evident("j - i > 0")
    p.evident("L > 0")
    c = _c(p)
    for name, part in (("shares", share), ("weights", weight)):
        p.define(name, f"({part(c, 'i')} - {part(c, 'i + 1')}) - ({part(c, 'j')} - {part(c, 'j + 1')})")
        p.positive(f"{name} > 0", using=["j - i > 0", "i - 1 >= 0", *p.constants], zero={p.equation(name): "1"})
    p.define("gain", f"{c}/({c} + L)*shares + {c}/L*weights")
    _rises_with_gain(p, using=["shares > 0", "weights > 0", "L > 0", *p.constants])


def certain_swap_costs(p: Proof) -> None:
    """All relations to the tail are right in any order of the listed documents. So R falls by the fall of w, times
    c/L.
    """
    p.about("i", "c", "L", "R_worse", "S_both")
    p.evident("i - 1 >= 0")
    p.evident("L > 0")
    c = _c(p)
    p.define("gain", f"{c}/L*({weight(c, 'i')} - {weight(c, 'i + 1')})")
    _rises_with_gain(p, using=["i - 1 >= 0", "L > 0", *p.constants])


def certain_upper_swap_costs_more(p: Proof) -> None:
    """The loss of w by a swap is greater at the upper rank, so that the loss of R is greater, too."""
    p.about("i", "j", "c", "L", "R_worse", "S_both")
    p.evident("i - 1 >= 0")
    p.evident("j - i > 0")
    p.evident("L > 0")
    c = _c(p)
    p.define("weights", f"({weight(c, 'i')} - {weight(c, 'i + 1')}) - ({weight(c, 'j')} - {weight(c, 'j + 1')})")
    p.positive("weights > 0", using=["j - i > 0", "i - 1 >= 0", *p.constants], zero={p.equation("weights"): "1"})
    p.define("gain", f"{c}/L*weights")
    _rises_with_gain(p, using=["weights > 0", "L > 0", *p.constants])


def one_document_lower_costs(p: Proof) -> None:
    """At a lower rank, the only relevant document stands above less weight of irrelevant documents and of the tail, and
    weighs less itself.
    """
    p.about("i", "c", "L", "Z", "R_worse", "S_both")
    p.evident("i - 1 >= 0")
    p.evident("L > 0")
    c = _c(p)
    shares = f"({share(c, 'i')}*{c}/({c} + i) - {share(c, 'i + 1')}*{c}/({c} + i + 1))"
    weights = f"({weight(c, 'i')} - {weight(c, 'i + 1')})"
    p.define("gain", f"{shares} + {weights}*(Z + {c}/L) + {weight(c, 'i')}*{share(c, 'i + 1')}")
    _rises_with_gain(p, using=["i - 1 >= 0", "L > 0", "Z >= 0", *p.constants])


def looked_up_appending_costs(p: Proof) -> None:
    """The list is longer by one document. So the part of the tail below each relevant document falls from c/L to
    c/(L + 1). The new document adds w/(1 - w), which is less. Other documents weigh as much as before.
    """
    p.about("L", "c", "V", "R_worse", "S_both")
    p.evident("L > 0")
    c = _c(p)
    p.define("gain", f"V*({c}/L - {c}/(L + 1) - {share(c, '(L + 1)')})")
    _rises_with_gain(p, using=["V > 0", "L > 0", *p.constants])


def certain_appending_costs(p: Proof) -> None:
    """The new document counts as right above the tail, and all other documents stand above a lighter tail. At this c,
    the relations of the new document are worth less than a relevant document loses.
    """
    p.about("L", "c", "D", "E", "R_worse", "S_both")
    p.evident("L > 0")
    p.positive("L - 1 >= 0", using=["L - c >= 0", "c - 1 >= 0"])
    c = _c(p)
    new, last = weight(c, "(L + 1)"), weight(c, "L")
    lighter, above = f"{c}/({c} + L + 1)", share(c, "(L + 1)")
    least = f"(L/({c} + L)*{new} - {lighter}*{above} + {last}*({c}/L - {c}/(L + 1)))"
    term = p.scope.term(least)
    p.sturm(f"{term.numerator} > 0", by="L", of=["L - 1 >= 0"], name="at least")
    p.positive(f"{term.denominator} > 0", using=["L - 1 >= 0"], name="below the line")
    p.quotient(f"{least} > 0", {"a": "at least", "b": "below the line"}, "a", "b", name="least")
    p.define("gain", f"(D + L/({c} + L))*{new} - {lighter}*{above} + (E + {last})*({c}/L - {c}/(L + 1))")
    beyond = f"({c} + m)*({c} + m + 1)"
    p.quotient(
        "gain > 0",
        {"l": "least", "d_": "D >= 0", "e_": "E >= 0", "m": "L > 0"},
        f"l*{beyond}*m*(m + 1) + {c}*d_*m*(m + 1) + {c}*e_*{beyond}",
        f"{beyond}*m*(m + 1)",
        zero={p.equation("gain"): "1"},
    )
    p.excess = "2*(R_worse + gain)*S_both/(R_worse + gain + S_both) - 2*R_worse*S_both/(R_worse + S_both)"
    p.positive(p.goal)


def alone_costs_more_above(p: Proof) -> None:
    """With one relevant document S is 1, and R*S = 2d/(d + 1); its loss falls from each rank to the next, hence from i
    to j.

    With u = (c + x - 1)(c + x), d is c**2 (L u + (c + L)(u - c)) over L (c + L) u (u - c).
    """
    p.about("i", "j", "c", "L", "K")
    p.evident("i - 1 >= 0")
    p.evident("j - 1 - i >= 0")
    p.evident("L > 0")
    p.positive("L - j - 1 >= 0", using=["K - j - 1 >= 0"], zero={"K - L = 0": "-1"})
    c = _c(p)

    def score(x: str) -> str:
        u = f"({c} + {x} - 1)*({c} + {x})"
        d, over = f"{c}**2*(L*{u} + ({c} + L)*({u} - {c}))", f"L*({c} + L)*{u}*({u} - {c})"
        return f"2*{d}/({d} + {over})"

    def fall(x: str) -> str:
        return f"({score(x)} - 2*{score(f'{x} + 1')} + {score(f'{x} + 2')})"

    def loss(x: str) -> str:
        return f"({score(x)} - {score(f'{x} + 1')})"

    falls = f"sum(k, i, j - 1, {fall('k')})"

    def each(a: Argument) -> None:
        a.evident("k - 1 >= 0")
        a.positive("L - k - 2 >= 0", using=["L - j - 1 >= 0", "k to"])
        a.positive(f"{fall('k')} > 0", using=["L - k - 2 >= 0", "k - 1 >= 0"])

    p.sum(f"{falls} > 0", sum=falls, total="0", each=each, name="falls")
    p.sum(
        f"{falls} - ({loss('i')} - {loss('j')}) = 0",
        sum=falls,
        total=f"-{loss('k')}",
        each=lambda a: a.identity(f"{fall('k')} - ({loss('k')} - {loss('(k + 1)')}) = 0"),
        name="from i to j",
    )
    p.excess = f"{loss('i')} - {loss('j')}"
    p.quotient(p.goal, {"q": "falls"}, "q", zero={"from i to j": "-1"})


def appending_costs(p: Proof) -> None:
    """The tail below the relevant documents weighs less after a longer run; S stays."""
    p.about("L", "c", "V", "W", "S_both")
    p.evident("L > 0")
    c = _c(p)
    for name, length in (("better", "L"), ("worse", "(L + 1)")):
        p.define(f"R_{name}", f"{c}/({c} + {length})*W + {c}/{length}*V")
    p.positive("R_worse > 0", zero={p.equation("R_worse"): "1"})
    p.positive("R_better - R_worse > 0", zero={p.equation("R_better"): "1", p.equation("R_worse"): "-1"})
    p.excess = "2*R_better*S_both/(R_better + S_both) - 2*R_worse*S_both/(R_worse + S_both)"
    p.positive("R_better > 0", using=["R_better - R_worse > 0", "R_worse > 0"])
    p.positive(p.goal, using=["R_better - R_worse > 0", "R_worse > 0", "S_both > 0"])


def one_on_top_wins(p: Proof, start: int | None = None, show_key: Callable[[Proof, str], object] | None = None) -> None:
    """R of the run with one relevant document on top falls as 1/n, and R of the run with many relevant documents below
    falls as 1/n^2.

    Without a start the argument begins where the key inequality is seen to hold; else `show_key` shows it.
    """
    c = _c(p)
    first, relevant = ("n + 1", "n") if p.reading.name == "prose" else ("n", "(n + 1)")
    top = discount(c, "1", "(2*n)")
    weights = f"({c}/({c} + {first} - 1) - {c}/({c} + 2*n))"
    shares = f"({c}/({c} + {first} - 3/2) - {c}/({c} + 2*n - 1/2))"
    bound = f"({c}/({c} + 2*n)*{shares} + {c}/(2*n)*{weights})"
    key = f"{top} - {bound}*(1 + ({relevant} - 1)*{top}) > 0"
    p.about("n", start=start or (f"2 + {c}**2" if p.constants else _start(key)))
    of_name, named = ("c_", {"c_": p.constants[0]}) if p.constants else (c, {})
    if show_key is None:
        p.positive(key, using=[p.facts[-1], *p.constants])
    else:
        show_key(p, key)
    p.evident("n > 0")
    for name, of, total in (
        ("weights", weight(c, "k"), f"-{c}/({c} + k - 1)"),
        ("shares", share(c, "k"), f"-{c}/({c} + k - 3/2)"),
    ):
        summed = f"sum(k, {first}, 2*n, {of})"
        telescoped = {"weights": weights, "shares": shares}[name]

        def each(a: Argument, of: str = of, total: str = total, exact: bool = name == "weights") -> None:
            a.positive("k - 2 >= 0", using=["k from", "n - 2 >= 0"])
            step = f"({total.replace('k', '(k + 1)')} - ({total}))"
            if exact:
                a.identity(f"{step} - {of} = 0")
            else:
                a.positive(f"{step} - {of} >= 0", using=["k - 2 >= 0", *p.constants])

        def not_negative(a: Argument, of: str = of) -> None:
            a.positive("k - 2 >= 0", using=["k from", "n - 2 >= 0"])
            a.evident(f"{of} >= 0")

        p.sum(f"{telescoped} - {summed} >= 0", sum=summed, total=total, each=each, name=f"{name} above")
        p.sum(f"{summed} >= 0", sum=summed, total="0", each=not_negative, name=f"{name} below")
    p.define("A", top)
    p.define(
        "B",
        f"{c}/({c} + 2*n)*sum(k, {first}, 2*n, {share(c, 'k')}) + {c}/(2*n)*sum(k, {first}, 2*n, {weight(c, 'k')})",
    )
    p.define("U", bound)
    p.positive("A > 0", using=["n > 0", *p.constants], zero={p.equation("A"): "1"})
    p.positive("B >= 0", using=["n > 0", "weights below", "shares below", *p.constants], zero={p.equation("B"): "1"})
    p.quotient(
        "U - B >= 0",
        {"a": "shares above", "b": "weights above", "m": "n > 0", **named},
        f"{of_name}*(2*m*a + ({of_name} + 2*m)*b)",
        f"2*m*({of_name} + 2*m)",
        zero={p.equation("U"): "1", p.equation("B"): "-1"},
    )
    zero = {p.equation("A"): f"1 - ({relevant} - 1)*U", p.equation("U"): f"-(1 + ({relevant} - 1)*{top})"}
    p.quotient(f"A - U*(1 + ({relevant} - 1)*A) > 0", {"k": key}, "k", name="key", zero=zero)
    p.excess = f"2*A/({relevant}*A + 1) - 2*B/(B + 1)"
    p.evident(f"{relevant} - 1 >= 0", name="others")
    facts = {"k": "key", "u": "U - B >= 0", "a": "A > 0", "b": "B >= 0", "m": "others"}
    p.quotient(p.goal, facts, "2*k + 2*u*(1 + m*a)", "((m + 1)*a + 1)*(b + 1)")


def _start(key: str) -> int:
    """The least n, or nearly, from which on the coefficients show the key inequality."""

    def shows(n: int) -> bool:
        try:
            Argument({"n": True}, [f"n - {n} >= 0"]).positive(key)
        except NotProvedError:
            return False
        return True

    high = 2
    while not shows(high):
        high *= 2
        if high > 2000:
            raise NotProvedError(f"{key} is not seen from any n to {high} on")
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if shows(middle) else (middle, high)
    return high


_RS = ("rs-ranking",)


def _default(metric: Metric) -> bool:
    return metric.values == {"n": 30, "wn": Fraction(4, 5), "reading": "listed"}


ENTRIES = (
    Theorem(
        _RS,
        "ranking:priority",
        _BINARY,
        "A swap lowers R, leaves S as it is, and R*S rises with R.",
        swap_costs,
        when=listed,
    ),
    Theorem(
        _RS,
        "ranking:deepness",
        ("same-run",),
        "The upper swap costs R more, S stays, and R*S rises with R.",
        upper_swap_costs_more,
        when=listed,
    ),
    Theorem(
        _RS,
        "ranking:deepness",
        ("single",),
        "S is 1, and R*S is a convex function of the rank.",
        alone_costs_more_above,
        when=listed,
    ),
    Theorem(
        _RS,
        "ranking:confidence",
        ("universal",),
        "R falls as the tail below weighs less, S stays.",
        appending_costs,
        when=listed,
    ),
    Theorem(
        _RS,
        "ranking:deepness-threshold",
        _THRESHOLDS,
        "R falls as 1/n for the one on top, as 1/n^2 for the many below.",
        one_on_top_wins,
        when=listed,
    ),
    Theorem(
        _RS,
        "ranking:priority",
        _BINARY,
        "A swap moves a document to a rank that weighs less, S stays, and R*S rises with R.",
        certain_swap_costs,
        when=certain,
    ),
    Theorem(
        _RS,
        "ranking:deepness",
        ("same-run",),
        "The upper swap costs R more, S stays, and R*S rises with R.",
        certain_upper_swap_costs_more,
        when=certain,
    ),
    Theorem(
        _RS,
        "ranking:priority",
        ("single",),
        "The document stands above less and weighs less, and S stays.",
        one_document_lower_costs,
        when=looked_up,
    ),
    Theorem(
        _RS,
        "ranking:confidence",
        ("universal",),
        "The tail loses more than the new document is worth below others.",
        looked_up_appending_costs,
        when=looked_up,
    ),
    Theorem(
        _RS,
        "ranking:confidence",
        ("universal",),
        "The tail weighs less, which costs more than the new document counts above it.",
        certain_appending_costs,
        when=certain,
    ),
    Larger(
        _RS,
        "ranking:priority",
        ("graded",),
        "a b c d e f g h i j k > l > ...",
        (
            ("better", "a > b > c > d > e > f > g > h > l > i > j > k > ..."),
            ("worse", "a > b > c > d > e > f > g > l > h > i > j > k > ..."),
        ),
        (
            "R gains more from the lower grade standing higher above the tail, and below seven of "
            "the higher grade, than the pair out of order costs R and S."
        ),
        when=_default,
    ),
    Open(
        _RS,
        "ranking:deepness",
        ("single",),
        "S is 1, and R*S rises with R, which is convex in the rank; but R*S is concave in R. At n = 30 and Wn = 0.8 no "
        "case up to 16 ranks fails, nor any that a climb to 30 documents tried. A proof term by term, as for "
        "`listed`, needs a closed form of w/(1 - w) summed over the ranks, and there is none.",
        when=lambda metric: not listed(metric),
    ),
    Open(
        _RS,
        "ranking:deepness-threshold",
        _THRESHOLDS,
        "The n to 400 were tried one by one. For the one on top R is a sum of w/(1 - w) over all ranks, which has no "
        "closed form; bounds by telescoping sums were tried for the reading `listed` only.",
        when=lambda metric: not listed(metric),
    ),
)
