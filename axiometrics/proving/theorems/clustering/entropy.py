"""Sums of entropies: a change moves them by k log k of the sizes of what it splits or joins, which is strictly
superadditive.
"""

from axiometrics.proving.argument import Argument
from axiometrics.proving.theorem import Proof, Theorem

SPLIT_GAIN = "((s + t)*log(s + t) - s*log(s) - t*log(t))"
SMALL_ERROR_GAIN = "(2*k*log(2) + k*log(k) - (k + 1)*log(k + 1))"


def gain_of_split(p: Proof) -> None:
    """D, the amount that a split adds to n H(K), is above 0: the logarithms of both parts are below the logarithm of
    the whole.
    """
    gain = p.define("D", SPLIT_GAIN)
    for part in ("s", "t"):
        p.evident(f"{part} > 0")
        p.log(f"(s + t)/{part}")
        p.log_product([(1, f"(s + t)/{part}"), (-1, "s + t"), (1, part)], name=f"apart {part}")
    p.positive("D > 0", zero={gain: "1", "apart s": "-s", "apart t": "-t"})


def gain_of_small_error(p: Proof) -> None:
    """D, the amount that broken pairs add to n H(K) beyond the amount of one item taken out, is above 0 at k = 2, and
    its slope is log(4k/(k+1)).
    """
    gain = p.define("D", SMALL_ERROR_GAIN)

    def slope(along: Argument) -> None:
        along.log("4*k/(k + 1)")
        along.log_product([(1, "4*k/(k + 1)"), (-2, "2"), (-1, "k"), (1, "k + 1")], name="apart")
        along.positive("2*log(2) + log(k) - log(k + 1) > 0", zero={"apart": "-1"})

    p.derivative(
        f"{SMALL_ERROR_GAIN} > 0",
        "k",
        "2",
        lambda start: start.evaluate("4*log(2) + 2*log(2) - 3*log(3) > 0"),
        slope,
        name="gain",
    )
    p.quotient("D > 0", {"gain": "gain"}, "gain", zero={gain: "1"})


def entropies_of_split(p: Proof) -> None:
    """A loss that falls by D over n, as items of other classes leave a cluster."""
    p.about("n", "s", "t")
    gain_of_split(p)
    p.excess = "D/n"
    p.positive(p.goal)


def entropies_of_merger(p: Proof) -> None:
    """A loss that falls by D over n, as items of one class meet."""
    p.about("n", "a", "s", "t")
    gain_of_split(p)
    p.evident("n > 0")
    p.excess = "D/n"
    p.positive(p.goal, using=["D > 0", "n > 0"])


def entropies_of_small_error(p: Proof) -> None:
    """A loss that is less by D over n."""
    p.about("n", "k")
    gain_of_small_error(p)
    p.excess = "D/n"
    p.positive(p.goal)


ENTRIES = (
    Theorem(
        ("entropy", "mutual-information", "variation-of-information"),
        "clustering:homogeneity",
        ("universal",),
        (
            "H(C|K) falls by k log k of the cluster less that of its parts over n. H(C) and H(K|C) "
            "are the same, as no class is parted."
        ),
        entropies_of_split,
    ),
    Theorem(
        ("class-entropy", "variation-of-information"),
        "clustering:completeness",
        ("universal",),
        (
            "H(K|C) falls by k log k of the cluster less that of its parts over n. H(C|K) is the "
            "same, as both are of one class."
        ),
        entropies_of_merger,
    ),
    Theorem(
        ("class-entropy", "variation-of-information"),
        "clustering:size-vs-quantity",
        ("universal", "strong"),
        (
            "A broken pair adds 2 log 2 to n H(K|C), an item taken out (k+1) log(k+1) - k log k, "
            "which is less than k times as much. H(C|K) is the same."
        ),
        entropies_of_small_error,
    ),
)
