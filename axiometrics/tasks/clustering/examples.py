"""The files that `scaffold` writes for clusterings: the purity of clusters document by document, and clusters that are
split.
"""

from axiometrics.core.task import Examples
from axiometrics.tasks import example_texts

METRIC = '''"""A clustering metric, to be changed into yours."""

from collections import Counter

from axiometrics import metric


@metric(task="clustering", form="labels")
def {name}(labels_true, labels_pred):
    """F of BCubed precision and recall.

    `labels_true` and `labels_pred` hold the class and the cluster of each document.
    """
    pairs = list(zip(labels_true.tolist(), labels_pred.tolist()))
    both, classes, clusters = Counter(pairs), Counter(labels_true.tolist()), Counter(labels_pred.tolist())
    precision = sum(n * n / clusters[cluster] for (_, cluster), n in both.items()) / len(pairs)
    recall = sum(n * n / classes[of] for (of, _), n in both.items()) / len(pairs)
    return 2 * precision * recall / (precision + recall)
'''

FORMULA = '''"""{title}: how pure the cluster of each document is.

To be changed into your metric.
"""

from axiometrics.core.aggregates import Contingency
from axiometrics.core.arithmetic import Array, over
from axiometrics.core.metric import Metric


def {name}(t: Contingency) -> Array:
    """The mean over documents of the share of their cluster that is of their class. Range (0, 1]; always defined.

    >>> {name}(Contingency.of([[[2, 0], [1, 1]]], exact=True)).item()
    Fraction(2, 3)
    """
    return over(over(t.table * t.table, t.clusters[..., None, :]).sum((-1, -2)), t.documents)
''' + example_texts.metric("{name}")

DEFINITION = '''"""{title}, a second time, as its paper states it."""

from fractions import Fraction

from axiometrics.core.definition import Definition
from axiometrics.core.organization import Organization
from axiometrics.definitions.partitions import homes, partitions


def {name}(system: Organization, gold: Organization) -> Fraction:
    """The mean over documents of the share of their cluster that is of their class. Range (0, 1]; always defined.

    >>> {name}(Organization.parse("{a b} c"), Organization.parse("a b c"))
    Fraction(2, 3)
    """
    clusters, classes = partitions(system, gold)
    cluster_of, class_of = homes(clusters), homes(classes)
    shares = [
        Fraction(len(clusters[cluster_of[d]] & classes[class_of[d]]), len(clusters[cluster_of[d]])) for d in class_of
    ]
    return sum(shares, Fraction(0)) / len(shares)


DEFINITIONS = (Definition("{id}", {name}),)
'''

CONSTRAINT = '''"""{title}: splitting a cluster of two documents of different classes raises the score."""

from collections.abc import Iterator
from itertools import product

from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.organization import Organization
from axiometrics.generators.listed import PlainCases


def splits(documents: int) -> Iterator[tuple[Organization, Organization, Organization]]:
    """Gold, better and worse clustering. Every gold, every clustering, and each of its clusters of two documents that
    are of different classes.
    """
    for classes, clusters in product(groupings(documents), repeat=2):
        for cluster in clusters:
            if len(cluster) == 2 and not any({*cluster} <= {*one} for one in classes):
                split = [*(one for one in clusters if one is not cluster), *([d] for d in cluster)]
                gold, better, worse = (Organization.clustering(side) for side in (classes, split, clusters))
                yield gold, better, worse


def groupings(documents: int) -> Iterator[list[list[str]]]:
    """Every way to put d1, d2 and so on into groups."""
    if documents == 0:
        yield []
        return
    last = f"d{documents}"
    for groups in groupings(documents - 1):
        yield [*groups, [last]]
        for i, group in enumerate(groups):
            yield [*groups[:i], [*group, last], *groups[i + 1 :]]
''' + example_texts.constraint(
    "if a cluster of two documents of different classes is split, the score rises",
    "ab -> a|b, any gold, any other clusters",
    "splits, default=4, greatest=5",
    "bcubed-precision",
    "bcubed-recall",
)

PROOF = '''"""{title}: documents have purer clusters after a split."""

from axiometrics.proving.theorem import Proof, Theorem


def split(p: Proof) -> None:
    """The squares X of s documents and Y of t documents are divided by smaller numbers."""
    p.about("n", "s", "t", "X", "Y")
    known = [p.evident(f"{size} > 0") for size in ("s", "t", "X", "Y", "n")]
    p.excess = "(X/s + Y/t - (X + Y)/(s + t))/n"
    p.positive(p.goal, using=known)
''' + example_texts.theorem(
    "clustering:homogeneity",
    ("universal",),
    "Each cluster gets purer.",
    "split",
)


def examples() -> Examples:
    """The files that `scaffold` writes for clustering: a metric, its definition, a constraint and a proof."""
    return Examples(METRIC, FORMULA, DEFINITION, CONSTRAINT, PROOF)
