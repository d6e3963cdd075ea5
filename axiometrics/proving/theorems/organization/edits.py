"""The cost of an edit of the gold: R, S and R*S of the gold are 1, and those of the edited gold are the shares that it
has in common with the gold.

One argument serves all: the edit takes relations away that one side has, so R or S of the output is below 1; R*S is at
most the mean of R and S, so it is below 1 as soon as one of them is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from axiometrics.proving.theorem import Entry, Proof, Theorem

SHARES = {
    "reliability-priority": "Rp",
    "sensitivity-priority": "Sp",
    "rs-priority": "Hp",
    "reliability-clustering": "Rc",
    "sensitivity-clustering": "Sc",
    "rs-relatedness": "Hc",
}
"""The symbol for the value of each metric in the vocabularies."""

PRIORITY = ("reliability-priority", "sensitivity-priority", "rs-priority")
CLUSTERING = ("reliability-clustering", "sensitivity-clustering", "rs-relatedness")
R = ("reliability-priority", "rs-priority", "reliability-clustering", "rs-relatedness")
S = ("sensitivity-priority", "rs-priority", "sensitivity-clustering", "rs-relatedness")


def below_the_gold(p: Proof) -> None:
    """1 - R, 1 - S, or for R*S half of what R and S lack together."""
    value = SHARES[p.metric.base]
    if not value.startswith("H"):
        p.about(value)
        p.excess = f"1 - {value}"
        p.quotient(p.goal, {"b": _known(p, {value})}, "b", name="below 1")
        return
    r, s = value.replace("H", "R"), value.replace("H", "S")
    p.about(r, s, value)
    p.excess = f"1 - {value}"
    mean, both = f"{r} + {s} - 2*{value} >= 0", _known(p, {r, s})
    if both:
        p.quotient(p.goal, {"m": mean, "b": both}, "m + b", "2")
    else:
        p.quotient(p.goal, {"m": mean, "r": _known(p, {r}), "s": _known(p, {s})}, "m + r + s", "2")


def _known(p: Proof, symbols: set[str]) -> str:
    """The id of the strongest fact that bounds the sum of these symbols from above: by 1 for R or S, and by 2 for
    both.
    """
    names = [
        name
        for name, claim in p.scope.claims.items()
        if claim.term.symbols == symbols and name.split(" - ")[0] in ("1", "2")
    ]
    return next((name for name in names if p.scope.get(name).strict), names[0] if names else "")


def as_the_gold(p: Proof) -> None:
    """Both outputs are worth 1."""
    value = SHARES[p.metric.base]
    p.about(f"{value}_better", f"{value}_worse")
    p.excess = f"{value}_better - {value}_worse"
    p.identity(f"{p.excess} = 0", name="same", zero={f"{value}_better - 1 = 0": "1", f"{value}_worse - 1 = 0": "-1"})
    p.positive(p.goal, using=[], zero={"same": "1"})


def higher_cluster_costs_more(p: Proof) -> None:
    """S~ loses the weight of a document times 2pq/(p + q), R~ is 1, and R*S~ rises with S~."""
    p.about("p", "q", "v", "y", "Sc_shallow", "Sc_deep")
    p.evident("p > 0")
    p.evident("q > 0")
    p.quotient(
        "Sc_deep - Sc_shallow > 0",
        {"v_": "v - y > 0", "p_": "p > 0", "q_": "q > 0"},
        "2*p_*q_*v_",
        "p_ + q_",
        zero={"Sc_deep - Sc_shallow - 2*p*q*(v - y)/(p + q) = 0": "1"},
    )
    of = {"d": "Sc_deep - Sc_shallow > 0", "s": "Sc_shallow >= 0"}
    if p.metric.base == "sensitivity-clustering":
        p.excess = "Sc_deep - Sc_shallow"
        p.quotient(p.goal, of, "d")
    else:
        p.excess = "2*Sc_deep/(1 + Sc_deep) - 2*Sc_shallow/(1 + Sc_shallow)"
        p.quotient(p.goal, of, "2*d", "(1 + s)*(1 + s + d)")


Family = tuple[tuple[str, ...], str, tuple[str, ...], str, Callable[[Proof], object]]

FAMILIES: tuple[Family, ...] = (
    (
        (*PRIORITY, *CLUSTERING),
        "gold-is-best",
        ("weak", "repeated-weak"),
        "No share is above 1, which is what the gold scores.",
        below_the_gold,
    ),
    (
        ("rs-priority",),
        "gold-is-best",
        ("levels", "repeated-levels"),
        "R or S is below 1 unless the levels hold the same documents.",
        below_the_gold,
    ),
    (
        ("rs-relatedness",),
        "gold-is-best",
        ("clusters", "repeated-clusters"),
        "R or S is below 1 unless the clusters are the same.",
        below_the_gold,
    ),
    (R, "noisy-document", ("distinct", "repeated"), "The new document has relations of its own.", below_the_gold),
    (
        (*PRIORITY, *CLUSTERING),
        "noisy-document",
        ("weak",),
        "No share is above 1, which is what the gold scores.",
        below_the_gold,
    ),
    (
        S,
        "removed-document",
        ("distinct", "repeated", "one-occurrence"),
        "What is removed has relations of its own.",
        below_the_gold,
    ),
    (
        PRIORITY,
        "reversed-levels",
        ("tail", "closed", "repeated"),
        "Some two documents change their order.",
        below_the_gold,
    ),
    (
        ("reliability-clustering", "rs-relatedness"),
        "merged-clusters",
        ("distinct", "repeated"),
        "Documents of the two clusters become related that the gold does not relate as often.",
        below_the_gold,
    ),
    (
        ("sensitivity-clustering", "rs-relatedness"),
        "broken-cluster",
        ("distinct", "repeated"),
        "Documents of the two parts are no longer related as often as in the gold.",
        below_the_gold,
    ),
    (
        CLUSTERING,
        "levels-keep-clusters",
        ("tail", "closed", "repeated"),
        "The clusters are the same, and each relation is found.",
        as_the_gold,
    ),
    (
        ("sensitivity-clustering", "rs-relatedness"),
        "broken-cluster-level",
        ("distinct",),
        "The same share of a weight is lost, and the weight is greater higher up.",
        higher_cluster_costs_more,
    ),
)


def _entries() -> Iterator[Entry]:
    for metrics, constraint, readings, words, show in FAMILIES:
        yield Theorem(metrics, f"organization:{constraint}", readings, words, show)


ENTRIES = tuple(_entries())
