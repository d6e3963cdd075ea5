"""Counting pairs: a split parts no pair of one class, a merger joins s*t pairs of one class and no other."""

from axiometrics.proving.theorem import Proof, Theorem

_JOINED = "s*t"


def _rand_of_split(p: Proof) -> None:
    p.about("n", "s", "t")
    p.excess = f"{_JOINED}/(n*(n - 1)/2)"
    p.positive(p.goal)


def _rand_of_merger(p: Proof) -> None:
    p.about("n", "s", "t", "a")
    p.excess = f"{_JOINED}/(n*(n - 1)/2)"
    p.positive(p.goal)


def _jaccard_of_merger(p: Proof) -> None:
    p.about("s", "t", "T", "U", "G")
    p.positive("G > 0")
    p.excess = f"(T + {_JOINED})/(U + G) - T/(U + G)"
    p.positive(p.goal)


def _recall_of_merger(p: Proof) -> None:
    p.about("s", "t", "T", "G")
    p.excess = f"(T + {_JOINED})/G - T/G"
    p.positive(p.goal)


def _f_of_merger(p: Proof) -> None:
    p.about("s", "t", "T", "U", "G")
    facts = ["T >= 0", "U >= 0", p.evident("s > 0"), p.evident("t > 0"), p.positive("G > 0")]
    p.excess = f"2*(T + {_JOINED})/(T + {_JOINED} + U + G) - 2*T/(T + U + G)"
    p.positive(p.goal, using=facts)


def _fowlkes_mallows_of_merger(p: Proof) -> None:
    p.about("s", "t", "T", "U", "G", "p")
    p.positive("G > 0")
    joined = p.define("x", _JOINED)
    p.positive("x > 0", zero={joined: "1"})
    after, before = "(T + x)**2/((T + x + U)*G)", "p*T/G"
    facts = ["1 - p >= 0", "T >= 0", "U >= 0", "x > 0", "G > 0"]
    p.positive(f"{after} - {before} > 0", using=facts, zero={"p*(T + U) - T = 0": "-T/((T + x + U)*G)"})
    p.excess = f"sqrt({after}) - sqrt({before})"
    p.roots(after, before)


ENTRIES = (
    Theorem(
        ("rand",),
        "clustering:homogeneity",
        ("universal",),
        "The s*t pairs between the parts are of different classes and come apart.",
        _rand_of_split,
    ),
    Theorem(
        ("rand",),
        "clustering:completeness",
        ("universal",),
        "The s*t pairs between the clusters are of one class and come together.",
        _rand_of_merger,
    ),
    Theorem(
        ("jaccard",),
        "clustering:completeness",
        ("universal",),
        "s*t pairs more are joined in both, as many in either.",
        _jaccard_of_merger,
    ),
    Theorem(
        ("pair-recall",),
        "clustering:completeness",
        ("universal",),
        "s*t pairs more of those of the gold are joined.",
        _recall_of_merger,
    ),
    Theorem(
        ("pair-f",),
        "clustering:completeness",
        ("universal",),
        "Pair recall rises, and pair precision does not fall.",
        _f_of_merger,
    ),
    Theorem(
        ("fowlkes-mallows",),
        "clustering:completeness",
        ("universal",),
        "So does the square of the score.",
        _fowlkes_mallows_of_merger,
    ),
)
