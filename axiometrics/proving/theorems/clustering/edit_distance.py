"""Edit distance: operations are items outside the majority of their cluster, and clusters that no class of theirs
is matched with.
"""

from axiometrics.proving.theorem import Proof, Theorem


def _merger_saved(p: Proof) -> None:
    p.about("n", "C")
    p.positive("n - C > 0")
    p.excess = "1/(n - C)"
    p.positive(p.goal)


def _merger_saved_greedily(p: Proof) -> None:
    p.about("n", "s", "t", "a")
    p.excess = "1/n"
    p.positive(p.goal)


def _mergers_wanted(p: Proof) -> None:
    p.about("n", "C", "k")
    p.positive("n - C > 0")
    p.excess = "((1 + 2*k) - (2 + k))/(n - C)"
    p.positive(p.goal)


def _mergers_wanted_greedily(p: Proof) -> None:
    p.about("n", "k")
    p.excess = "((1 + 2*k) - (2 + k))/n"
    p.positive(p.goal)


ENTRIES = (
    Theorem(
        ("edit-distance",),
        "clustering:completeness",
        ("universal",),
        "There is a cluster less. No item more or less is outside the majority of its "
        "cluster, and where two clusters can be matched with one and the same "
        "class alone, one of them does as well.",
        _merger_saved,
    ),
    Theorem(
        ("edit-distance-greedy",),
        "clustering:completeness",
        ("universal",),
        "There is a cluster less, and purity is the same.",
        _merger_saved_greedily,
    ),
    Theorem(
        ("edit-distance",),
        "clustering:size-vs-quantity",
        ("universal", "strong"),
        (
            "2k+1 clusters against k+2, all within one class. Each of their k+1 classes has one that "
            "can be matched with it alone, in both outputs."
        ),
        _mergers_wanted,
    ),
    Theorem(
        ("edit-distance-greedy",),
        "clustering:size-vs-quantity",
        ("universal", "strong"),
        "2k+1 clusters against k+2, and purity is the same.",
        _mergers_wanted_greedily,
    ),
)
