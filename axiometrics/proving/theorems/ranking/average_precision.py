"""AP and Q-measure: a relevant document brings its (blended) precision, which a swap lowers at one rank only."""

from axiometrics.core.metric import Metric
from axiometrics.proving.argument import Argument
from axiometrics.proving.theorem import Proof, Theorem

_BINARY = ("universal", "single")


def _beta(p: Proof) -> str:
    return p.value("beta") if p.metric.base == "q-measure" else "0"


def _has_gain(metric: Metric) -> bool:
    return metric.values["beta"] != 0


def swap_costs(p: Proof) -> None:
    """The relevant document is found a rank later, with as much above it."""
    p.about("i", "c", "N", "A", "B")
    p.evident("i > 0")
    p.evident("N > 0")
    b = _beta(p)
    p.excess = f"(1 + {b})*(c + 1)/N*(1/(i + {b}*A) - 1/(i + 1 + {b}*B))"
    p.positive(p.goal, using=["B - A >= 0", "A >= 0", "i > 0", "N > 0", "c >= 0"])


def grades_swapped(p: Proof) -> None:
    """Where both are relevant the upper rank loses gain, else the one relevant document is found a rank later."""
    p.about("i", "c", "g", "h", "l", "r", "N", "A", "B")
    p.evident("i > 0")
    p.evident("N > 0")
    p.evident("g >= 0")
    b = p.value("beta")
    p.evaluate(f"{b} > 0", name="beta")
    later, loss = f"(c + 1 + {b}*(g + h))*(1/(i + {b}*A) - 1/(i + 1 + {b}*B))", f"{b}*(h - l)/(i + {b}*A)"
    p.evident("h > 0")
    p.positive(f"{later} > 0", using=["B - A >= 0", "A >= 0", "i > 0", "c >= 0", "g >= 0", "h > 0"], name="later")
    p.positive(f"{loss} > 0", using=["h - l - 1 >= 0", "A >= 0", "i > 0"], name="loss")
    p.excess = f"((1 - r)*{later} + r*{loss})/N"
    facts = {"later": "later", "loss": "loss", "relevant": "r >= 0", "not_relevant": "1 - r >= 0", "all": "N > 0"}

    def one_is(case: Argument) -> None:
        case.quotient(p.goal, {**facts, "surely": "r - 1 >= 0"}, "not_relevant*later + (surely + 1)*loss", "all")

    def none_is(case: Argument) -> None:
        case.quotient(p.goal, {**facts, "surely": "-r >= 0"}, "(surely + 1)*later + relevant*loss", "all")

    p.cases(p.goal, ("r - 1 >= 0", "-r >= 0"), (one_is, none_is))


def many_below_win(p: Proof) -> None:
    """Of n relevant documents from rank n + 1 on, the k-th brings k/(2n) at least, before blending."""
    p.about("n", start=3)
    b = _beta(p)
    term, total = f"k*(1 + {b})/(n + k + {b}*n)", f"k*(k - 1)*(1 + {b})/(2*(2 + {b})*n)"
    below = f"sum(k, 1, n, {term})"
    p.excess = f"1/n - {below}/n"

    def each(inner: Argument) -> None:
        inner.positive(f"{term} - k*(1 + {b})/((2 + {b})*n) >= 0", using=["k to", "k from"])

    p.sum(f"{below} - (n + 1)*(1 + {b})/(2*(2 + {b})) >= 0", sum=below, total=total, each=each, name="below")
    p.positive(p.goal, using=["below", "n - 3 >= 0"])


def more_below_win(p: Proof) -> None:
    """Of n + 1 relevant documents from rank n on, the first brings 1/n, and the k-th k/(2n) at least, before
    blending.
    """
    p.about("n", start=2)
    b = _beta(p)
    term = f"k*(1 + {b})/(n - 1 + k + {b}*(n + 1))"
    share = f"(1 + {b})/(2*n + {b}*(n + 1))"
    below = f"sum(k, 2, n + 1, {term})"
    p.excess = f"1/(n + 1) - (1/n + {below})/(n + 1)"

    def each(inner: Argument) -> None:
        inner.positive(f"{term} - k*{share} >= 0", using=["k to", "k from"])

    p.sum(f"{below} - n*(n + 3)/2*{share} >= 0", sum=below, total=f"k*(k - 1)/2*{share}", each=each, name="below")
    p.positive(f"1/n + n*(n + 3)/2*{share} - 1 >= 0", using=["n - 2 >= 0"], name="enough")
    p.evident("n + 1 > 0", name="all")
    p.quotient(p.goal, {"below": "below", "enough": "enough", "all": "all"}, "below + enough", "all")


ENTRIES = (
    Theorem(
        ("ap", "q-measure"),
        "ranking:priority",
        _BINARY,
        "The precision at which the document is found falls, no other moves.",
        swap_costs,
    ),
    Theorem(
        ("q-measure",),
        "ranking:priority",
        ("graded",),
        "The rank loses gain, or a relevant document is found later.",
        grades_swapped,
        when=_has_gain,
    ),
    Theorem(
        ("ap", "q-measure"),
        "ranking:deepness-threshold",
        ("prose",),
        "The sum of k/(n + k) is (n + 1)/4 at least.",
        many_below_win,
        holds=False,
    ),
    Theorem(
        ("ap", "q-measure"),
        "ranking:deepness-threshold",
        ("printed",),
        "The sum of k/(2n) is (n + 3)/4 at least.",
        more_below_win,
        holds=False,
    ),
)
