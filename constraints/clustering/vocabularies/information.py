"""Entropies of two clusterings that differ in a few clusters, as quantities that the vocabularies of clustering
constraints share.

All are in nats and times the number of items, so that they are differences of sums of k log k over sizes. The
mutual information is H(C) - H(C|K), and H(K) - H(K|C) as well.
"""

from collections.abc import Iterable
from fractions import Fraction
from itertools import chain, product
from math import comb, lcm

from axiometrics.constraints.clustering.vocabularies.partitions import Change, Cluster, pairs, size, spread
from axiometrics.constraints.clustering.vocabularies.summands import AT_MOST, CHORD, SHARED, SPREAD
from axiometrics.core.reals import Exact
from axiometrics.core.vocabulary import Fact, Mark, Quantity
from axiometrics.symbolic.logarithms import log_sum
from axiometrics.symbolic.signs import sign


def _overlaps(c: Change) -> list[int]:
    """The items of each class in each cluster of the worse output, none left out."""
    return [k for cluster in c.worse for _, k in cluster]


def _entropy(c: Change, parts: Iterable[int]) -> Exact:
    """n log n less the sum of k log k over the sizes."""
    return log_sum(chain([(c.n, c.n)], ((-k, k) for k in parts)))


def _greater(c: Change, clusters: tuple[Cluster, ...]) -> Exact:
    of_classes, of_clusters = _entropy(c, c.classes), _entropy(c, map(size, clusters))
    return of_classes if sign(of_classes - of_clusters) >= 0 else of_clusters


def _strangers(c: Change) -> int:
    return sum(size(cluster) * (c.n - sum(c.classes[i] for i, _ in cluster)) for cluster in c.worse)


def _expected(c: Change, clusters: tuple[Cluster, ...]) -> Exact:
    """n E[I]: the items that a class of a and a cluster of b share are hypergeometric."""
    common = lcm(*(comb(c.n, size(cluster)) for cluster in clusters))
    terms = []
    for a, b in product(c.classes, map(size, clusters)):
        for k in range(max(1, a + b - c.n), min(a, b) + 1):
            weight = comb(a, k) * comb(c.n - a, b - k) * (common // comb(c.n, b)) * k
            terms += [(weight, c.n), (weight, k), (-weight, a), (-weight, b)]
    return log_sum(terms, over=common)


def _least_uncertainty(c: Change) -> Exact:
    """The argument of the logarithm is a (n - 1)/(n - 1 + (a - 1)(b - 1))."""
    terms = []
    for a, b in product(c.classes, map(size, c.worse)):
        terms += [(a * b, a), (a * b, c.n - 1), (-a * b, c.n - 1 + (a - 1) * (b - 1))]
    return log_sum(terms, over=c.n)


ENTROPIES: dict[str, Quantity] = {
    "HC": Quantity("items times H(C), the entropy of the classes", lambda c: _entropy(c, c.classes)),
    "HK": Quantity("items times H(K), the entropy of the clusters", lambda c: _entropy(c, map(size, c.worse))),
    "CK": Quantity(
        "items times H(C|K), the entropy of an item's class where its cluster is known",
        lambda c: spread(map(size, c.worse)) - spread(_overlaps(c)),
    ),
    "KC": Quantity(
        "items times H(K|C), that of its cluster where its class is known",
        lambda c: spread(c.classes) - spread(_overlaps(c)),
    ),
    "HM": Quantity(
        "items times the greater of the entropies of classes and of clusters", lambda c: _greater(c, c.worse)
    ),
    "HM2": Quantity("the same of the better output", lambda c: _greater(c, c.better)),
}
"""Quantities about entropies. HM2 is of the better output, all others are of the worse one."""

ENTROPY_FACTS: tuple[Fact, ...] = (
    Fact(
        "CK >= 0",
        Mark.ARITHMETIC,
        "the sum of k log(b/k), for k items of a class in a cluster of b; k is at most b",
        each=AT_MOST,
    ),
    Fact(
        "KC >= 0",
        Mark.ARITHMETIC,
        "the sum of k log(a/k), for k items in a cluster of a class of a; k is at most a",
        each=AT_MOST,
    ),
    Fact("HC >= 0", Mark.ARITHMETIC, "the sum of a log(n/a) over classes of an items", each=AT_MOST),
    Fact("HK >= 0", Mark.ARITHMETIC, "the sum of b log(n/b) over clusters of b items", each=AT_MOST),
    Fact("HC - CK - HK + KC = 0"),
    Fact("HM - HC >= 0", Mark.DEFINITION, "the greater is at least n H(C)"),
    Fact("HM - HK >= 0", Mark.DEFINITION, "the greater is at least n H(K)"),
    Fact("(HM - HC)*(HM - HK) = 0"),
)
"""Facts about the entropies that hold in every case."""

EXPECTED: dict[str, Quantity] = {
    "strangers": Quantity(
        "items of a class times items of a cluster, over those that share none", _strangers, whole=True
    ),
    "parted": Quantity(
        "share of the pairs of items that are of two classes",
        lambda c: 1 - Fraction(pairs(c.classes), pairs([c.n])),
    ),
    "EI": Quantity(
        "items times the mutual information expected of a random pairing of these sizes",
        lambda c: _expected(c, c.worse),
    ),
    "EI2": Quantity("the same of the better output", lambda c: _expected(c, c.better)),
    "EJ": Quantity(
        "sum of a b/n log(a/(1 + (a-1)(b-1)/(n-1))) over classes of a and clusters of b items", _least_uncertainty
    ),
}
"""Quantities about the information that is expected by chance. EI2 is of the better output, all others are of the worse
one.
"""

EXPECTED_FACTS: tuple[Fact, ...] = (
    Fact("strangers >= 0"),
    Fact(
        "n*(HC - CK) - strangers >= 0",
        Mark.ARITHMETIC,
        (
            "HC - CK is the sum of k log u over the overlaps, u = n k/(a b). As log u >= 1 - 1/u, it "
            "is at least n less the sum of a b/n over those with k > 0"
        ),
        each=SHARED,
    ),
    Fact("EI >= 0", each=SHARED),
    Fact("EI2 >= 0", each=SHARED),
    Fact("HC - EI >= 0", Mark.ARITHMETIC, "the information is at most H(C) in each pairing", each=AT_MOST),
    Fact("HK - EI >= 0", Mark.ARITHMETIC, "the information is at most H(K) in each pairing", each=AT_MOST),
    Fact(
        "HK - EI - EJ >= 0",
        Mark.ARITHMETIC,
        "n H(K|C) as expected, log(a/k) summed over items, k of its class in its cluster: m = 1 "
        "+ (a-1)(b-1)/(n-1) on average, as k - m times its chance telescopes. log(m/k) is at least 1 - k/m, which is 0"
        " on average",
        each=SPREAD,
    ),
    Fact(
        "EJ - (1 - parted)*HK >= 0",
        Mark.ARITHMETIC,
        (
            "with q = (a-1)/(n-1), log((1 - q + q n)/(1 - q + q b)) is concave in q, 0 at 0 and "
            "log(n/b) at 1, so at least q log(n/b); q a/n sums to 1 - parted"
        ),
        each=CHORD,
    ),
)
"""Facts about the expected information and the entropies that hold in every case."""
