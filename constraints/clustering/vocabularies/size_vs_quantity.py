"""Size versus quantity: many small clusters broken (worse) against one item taken out of a big one (better)."""

from collections.abc import Iterator
from fractions import Fraction
from math import comb
from typing import Any

from axiometrics.constraints.clustering.vocabularies.information import (
    ENTROPIES,
    ENTROPY_FACTS,
    EXPECTED,
    EXPECTED_FACTS,
)
from axiometrics.constraints.clustering.vocabularies.partitions import Change, Cluster, size
from axiometrics.constraints.clustering.vocabularies.sketches import (
    documents,
    information,
    orders,
    rest,
    shares,
    squares_over_sizes,
    table,
    whole,
)
from axiometrics.constraints.clustering.vocabularies.summands import AT_MOST, GATHERED, ONE_MORE
from axiometrics.core.reals import Exact
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Sketch, Vocabulary
from axiometrics.definitions.partitions import Shared
from axiometrics.kernel.check_proof import Term
from axiometrics.symbolic.logarithms import log_sum
from axiometrics.symbolic.symbols import Group, SymbolicNumber, Things, number, positive


def big(c: Change) -> Cluster:
    """The big cluster, whole as in the worse output."""
    return c.removed[0]


def pairs_of(c: Change) -> list[Cluster]:
    """The pairs, whole as in the better output."""
    ((of_big, _),) = big(c)
    return [cluster for cluster in c.added if cluster[0][0] != of_big]


def _others(c: Change) -> list[int]:
    """The numbers of the classes that have no item in the big cluster or in the pairs."""
    touched = {i for cluster in c.removed for i, _ in cluster}
    return [i for i in range(len(c.classes)) if i not in touched]


def _gathering(c: Change, k: int) -> Exact:
    terms = []
    for a in c.classes:
        for t in range(max(0, k - (c.n - a)), min(a - 1, k) + 1):
            chance = a * comb(a - 1, t) * comb(c.n - a, k - t)
            terms += [(chance * (t + 1), t + 1), (-chance * t, max(t, 1))]
    return log_sum(terms, over=c.n * comb(c.n - 1, k))


def _sketches(reading: str) -> Iterator[Sketch]:
    k = number("k", 2)
    one: Any = SymbolicNumber(Term.number(1))
    strong = reading == "strong"
    a = k + 1 + number("elsewhere") if strong else k + 1
    h = number("pairs.of", 2) if strong else one * 2
    others, of_others = rest("others"), rest("classes")
    single = Group("pairs", whole(one, Shared(one, h)), times=2, number=k)
    paired = Group("pairs", whole(one * 2, Shared(one * 2, h)), number=k)
    worse = Things((whole(k + 1, Shared(k + 1, a)),), (single, others))
    better = Things((whole(k, Shared(k, a)), whole(one, Shared(one, a))), (paired, others))
    elsewhere, of_pairs = (((shares(name),) if strong else ()) for name in ("elsewhere_shares", "pairs.shares"))

    def classes(big: tuple[Shared, ...], pair: tuple[Shared, ...]) -> Things:
        return Things(
            (whole(a, *big, groups=elsewhere),), (Group("pairs", whole(h, *pair, groups=of_pairs), number=k), of_others)
        )

    before = classes((Shared(k + 1, k + 1),), (Shared(one, one), Shared(one, one)))
    after = classes((Shared(k, k), Shared(one, one)), (Shared(one * 2, one * 2),))
    left = classes((), ())
    entropies = information(table(worse, before))
    of_classes, of_clusters = entropies["HC"], entropies["HK"]
    shared = of_classes - entropies["CK"]
    gain = 2 * k * (one * 2).log() + k * k.log() - (k + 1) * (k + 1).log()
    expected = number("EI"), number("EI2")
    yield Sketch(
        {"worse": table(worse, before, expected[0]), "better": table(better, after, expected[1])},
        {
            "n": documents(),
            "k": k,
            "a": a,
            "H": paired.total(lambda pair: 1 / h),
            "C": before.total(lambda _: 1),
            "S": better.total(lambda cluster: cluster.most),
            "I": of_others.total(lambda c: c.most),
            "P": squares_over_sizes(better),
            "R": squares_over_sizes(left),
            "strangers": positive("strangers"),
            "parted": number("parted"),
            "EW": number("EW"),
            "EJ": number("EJ"),
            "EI": expected[0],
            "EI2": expected[1],
            **entropies,
        },
        positive=(
            *(of_classes, of_clusters, of_clusters - gain, shared),
            *(of_classes + x for x in (of_clusters, of_clusters - gain)),
            # AMI is undefined where this is 0
            *(
                of_classes + x - 2 * expectation
                for x, expectation in zip((of_clusters, of_clusters - gain), expected, strict=True)
            ),
        ),
        forks=(orders(entropies, of_clusters, "HM"), orders(entropies, of_clusters - gain, "HM2")),
    )


SMALL_ERROR_GAIN = "(2*k*log(2) + k*log(k) - (k + 1)*log(k + 1))"

VOCABULARY = Vocabulary(
    see=Change.of,
    quantities={
        "n": Quantity("items", lambda c: c.n, whole=True),
        "k": Quantity("pairs; the big cluster has one item more", lambda c: size(big(c)) - 1, whole=True),
        "a": Quantity("items of the class of the big cluster", lambda c: c.class_size(big(c)), whole=True),
        "H": Quantity(
            "sum over the pairs of 1 over the size of their class",
            lambda c: sum((Fraction(1, c.class_size(p)) for p in pairs_of(c)), Fraction(0)),
        ),
        "C": Quantity("classes", lambda c: len(c.classes), whole=True),
        "S": Quantity(
            "items of the most frequent class of their cluster, before as after",
            lambda c: c.purity(c.better),
            whole=True,
        ),
        "I": Quantity(
            "items in the most frequent cluster of their class, over the other classes",
            lambda c: c.inverse_purity(_others(c), c.worse),
            whole=True,
        ),
        "P": Quantity("BCubed precision summed over all items, before as after", lambda c: c.precision(c.better)),
        "R": Quantity("BCubed recall summed over the items of the other clusters", lambda c: c.recall(c.kept)),
        "EW": Quantity(
            "(t + 1) log(t + 1) - t log t expected, t of k random items being of the class of one more",
            lambda c: _gathering(c, size(big(c)) - 1),
        ),
        **ENTROPIES,
        **EXPECTED,
    },
    facts=(
        Fact("n - 3*k - 1 >= 0"),
        Fact("k - 2 >= 0"),
        Fact("a - k - 1 = 0", readings=("universal",)),
        Fact("a - k - 1 >= 0"),
        Fact("2*H - k = 0", readings=("universal",)),
        Fact("k - 2*H >= 0", Mark.ARITHMETIC, "the classes of the pairs have two items at least"),
        Fact("H > 0", Mark.ARITHMETIC, "there are pairs"),
        Fact("n - C - 1 >= 0"),
        Fact("S - 1 >= 0"),
        Fact("I >= 0"),
        Fact("P > 0"),
        Fact("R >= 0"),
        *ENTROPY_FACTS,
        *EXPECTED_FACTS,
        Fact(
            f"KC - {SMALL_ERROR_GAIN} >= 0",
            Mark.ARITHMETIC,
            (
                "n H(K|C) of the better output: its overlaps are pairs and k, those of the worse one "
                "single items and k + 1"
            ),
            each=AT_MOST,
        ),
        Fact("HM2 - HC >= 0", Mark.DEFINITION, "the greater is at least n H(C)"),
        Fact(
            f"HM2 - HK + {SMALL_ERROR_GAIN} >= 0",
            Mark.ARITHMETIC,
            "the greater is at least n H(K) of the better output, whose k log k of clusters sums to more",
        ),
        Fact(f"(HM2 - HC)*(HM2 - HK + {SMALL_ERROR_GAIN}) = 0"),
        Fact("strangers > 0"),
        Fact("parted > 0", Mark.ARITHMETIC, "there are two classes"),
        Fact("1 - parted > 0", Mark.ARITHMETIC, "a class has two items"),
        Fact(
            f"HK - {SMALL_ERROR_GAIN} - EI2 >= 0",
            Mark.ARITHMETIC,
            "the information is at most H(K) of the better output in each pairing",
            each=AT_MOST,
        ),
        Fact(
            f"EI - EI2 - {SMALL_ERROR_GAIN} - EW + 2*k*log(2)*(1 - parted) = 0",
            Mark.ARITHMETIC,
            "EI is n log n less a log a of the classes and b log b of the clusters, and for each "
            "cluster x log x summed over the classes of b random items,"
            " as expected: 0 for b = 1, 2 log(2) (1 - parted) for 2, and EW more for k + 1 than for k, as the chance "
            "of x of a class of a is greater with one item more by a/n times that of x - 1 less that of x, beside "
            "one of the class",
            each=ONE_MORE,
        ),
        Fact(
            "EW - (1 - parted)*((k + 1)*log(k + 1) - k*log(k)) >= 0",
            Mark.ARITHMETIC,
            (
                "(t + 1) log(t + 1) - t log t is concave and 0 at t = 0, so at least t/k of its value at "
                "k; k (a-1)/(n-1) is the mean of t beside one item of a class of a, as t less it times its chance "
                "telescopes, and over all items (1 - parted) k"
            ),
            each=GATHERED,
        ),
    ),
    sketches=_sketches,
)
