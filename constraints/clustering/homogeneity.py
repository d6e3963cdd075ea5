"""Homogeneity: splitting a cluster so that items of different classes come apart raises the score."""

from collections.abc import Iterator
from random import Random

from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.edits import RealEdits
from axiometrics.core.implication import implies
from axiometrics.generators.cluster_edits import ClusterSplits
from axiometrics.generators.partition_pairs import non_trivial
from axiometrics.generators.patterns import Pattern, Rewrites, amount
from axiometrics.generators.tables import partitions


def splits(documents: int) -> Iterator[Pattern]:
    """Every cluster of that many items with a split into two parts that share no class, one for each two multisets
    of class sizes.
    """
    for smaller in range(1, documents // 2 + 1):
        for first in partitions(smaller):
            for second in partitions(documents - smaller):
                if 2 * smaller < documents or first >= second:
                    parts = [
                        [(part, i) for i, size in enumerate(sizes) for _ in range(size)]
                        for part, sizes in enumerate((first, second))
                    ]
                    cluster = parts[0] + parts[1]
                    yield Pattern.of([cluster], parts, elsewhere=set(cluster))


def large(chance: Random, most: int) -> Pattern:
    """A split with up to six classes on either side."""
    sizes = [[amount(chance, most) for _ in range(chance.randint(1, 6))] for _ in range(2)]
    first = dict(enumerate(sizes[0]))
    second = dict(enumerate(sizes[1], len(first)))
    return Pattern(({**first, **second},), (first, second), frozenset([*first, *second]))


def picture(documents: int) -> Iterator[Pattern]:
    """The figure of the paper."""
    if documents == 5:
        yield Pattern.parse("aaabb -> aaa|bb")


CONSTRAINT = Constraint(
    id="homogeneity",
    task="clustering",
    title="Homogeneity",
    question="Is a cluster that mixes classes worse than its parts?",
    statement=(
        "if a cluster with items of two or more classes is split into two parts that share no class, the score rises"
    ),
    source="Amigo, Gonzalo & Verdejo 2013, section 2.1, Cluster Homogeneity",
    vocabulary="axiometrics.constraints.clustering.vocabularies.homogeneity",
    readings=(
        Reading(
            "universal",
            "every such split, as aabb -> aa|bb, with any gold and any other clusters",
            Rewrites(splits, default=8, greatest=10, larger=large),
            whom="those who use the metric on any data, and want each right split of a cluster to raise the score",
            keeps="bcubed-f",
            breaks="edit-distance",
        ),
        Reading(
            "picture",
            "only the case of the figure, without other clusters: aaabb -> aaa|bb",
            Rewrites(picture, default=5, greatest=5, surroundings=False),
            whom="those who repeat the paper's figure, which is a single case",
            keeps="bcubed-f",
            breaks="inverse-purity",
            finite=True,
        ),
        non_trivial(splits, keeps="bcubed-f", breaks="edit-distance"),
    ),
    implications=implies("universal", "picture", "non-trivial"),
    edits=RealEdits(
        "if a cluster that holds several classes is split into two parts that share no class, the score rises",
        ClusterSplits,
    ),
)
