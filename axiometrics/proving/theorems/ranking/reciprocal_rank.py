"""RR and ERR: the first relevant document counts most, and from rank to rank half as much is left."""

from axiometrics.proving.argument import Argument
from axiometrics.proving.theorem import Proof, Theorem
from axiometrics.proving.theorems.ranking._discounts import CONVEX, FALLS, reciprocal

_THRESHOLDS = ("ranking:deepness-threshold", "ranking:closeness-threshold")


def err_priority(p: Proof) -> None:
    """The higher grade stops more users at the upper rank, and as many users as before go on below both ranks."""
    p.about("i", "c", "h", "l", "t", "F")
    fall = reciprocal().falls(p)
    p.evident("power(1/2, t - h) > 0", name="share")
    p.power("1/2", "h - l", name="more")
    p.excess = f"F*(power(1/2, t - h) - power(1/2, t - l))*({fall})"
    p.quotient(p.goal, {"reach": "F > 0", "share": "share", "more": "more", "fall": FALLS}, "reach*share*more*fall")


def err_deepness(p: Proof) -> None:
    """Half of the users who reach the shallow swap stop there, and fewer users reach the deep swap."""
    p.about("i", "j", "c", "e")
    reciprocal().convex(p)
    p.evident("j > 0")
    p.positive("1/(j*(j + 1)) > 0", using=["j > 0"], name="deep")
    p.evident("power(1/2, c + 1) > 0", name="stop")
    p.positive("e - c > 0", using=["e - c - 1 >= 0"])
    p.power("1/2", "e - c", name="less")
    p.excess = "power(1/2, c + 1)/(i*(i + 1)) - power(1/2, e + 1)/(j*(j + 1))"
    p.quotient(p.goal, {"stop": "stop", "bend": CONVEX, "deep": "deep", "less": "less"}, "stop*(bend + deep*less)")


def first_counts(p: Proof) -> None:
    """The first of the lower relevant documents is at rank n + 1 (n in the reading `printed`)."""
    p.about("n", start=2)
    p.excess = f"1 - 1/{'(n + 1)' if p.reading.name == 'prose' else 'n'}"
    p.positive(p.goal, using=["n - 2 >= 0"])


def halves(p: Proof) -> None:
    """Of the many documents below, the k-th is worth at most 2^-k over the rank of the first."""
    p.about("n", start=2)
    first, many = ("(n + 1)", "n") if p.reading.name == "prose" else ("n", "n + 1")
    term = f"power(1/2, k)/({first} + k - 1)"
    below = f"sum(k, 1, {many}, {term})"
    p.excess = f"1/2 - {below}"

    def each(inner: Argument) -> None:
        inner.evident("power(1/2, k) > 0", name="half")
        inner.positive(f"1/{first} - 1/({first} + k - 1) >= 0", using=["k from", "n - 2 >= 0"], name="later")
        inner.quotient(f"power(1/2, k)/{first} - {term} >= 0", {"half": "half", "later": "later"}, "half*later")

    claim = f"(1 - power(1/2, {many}))/{first} - {below} >= 0"
    p.sum(claim, sum=below, total=f"-2*power(1/2, k)/{first}", each=each, name="below")
    p.evident(f"power(1/2, {many}) > 0", name="left")
    p.positive(f"1/2 - 1/{first} >= 0", using=["n - 2 >= 0"], name="room")
    p.evident(f"{first} > 0", name="first")
    p.quotient(
        p.goal,
        {"room": "room", "below": "below", "left": "left", "first": "first"},
        "(room + below)*first + left",
        "first",
    )


ENTRIES = (
    Theorem(
        ("err",),
        "ranking:priority",
        ("universal", "single", "graded"),
        "More stop at the upper rank, and as many go on below.",
        err_priority,
    ),
    Theorem(
        ("err",),
        "ranking:deepness",
        ("same-run",),
        "The shallow swap is reached by twice as many, or more.",
        err_deepness,
    ),
    *(
        Theorem(
            (metric,), constraint, ("prose", "printed"), words, show, holds=constraint == "ranking:deepness-threshold"
        )
        for metric, words, show in (
            ("rr", "The first of many below is at rank n, or below it.", first_counts),
            ("err", "The k-th of many below is worth 2^-k/n at most, and less than 1/n are all.", halves),
        )
        for constraint in _THRESHOLDS
    ),
)
