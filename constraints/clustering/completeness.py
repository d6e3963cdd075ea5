"""Completeness: merging two clusters whose items are all of one class raises the score."""

from collections.abc import Iterator
from random import Random

from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.edits import RealEdits
from axiometrics.core.implication import implies
from axiometrics.generators.cluster_edits import PureMerges
from axiometrics.generators.partition_pairs import non_trivial
from axiometrics.generators.patterns import Pattern, Rewrites, amount


def merges(documents: int) -> Iterator[Pattern]:
    """Two clusters of one class with that many items together; the class may have more elsewhere."""
    for smaller in range(1, documents // 2 + 1):
        yield Pattern.of(["a" * (documents - smaller), "a" * smaller], ["a" * documents], elsewhere="a")


def large(chance: Random, most: int) -> Pattern:
    """A merger of any two sizes."""
    first, second = amount(chance, most), amount(chance, most)
    return Pattern(({0: first}, {0: second}), ({0: first + second},), frozenset([0]))


def picture(documents: int) -> Iterator[Pattern]:
    """The figure of the paper."""
    if documents == 5:
        yield Pattern.parse("aaa|aa -> aaaaa")


CONSTRAINT = Constraint(
    id="completeness",
    task="clustering",
    title="Completeness",
    question="Does it cost to spread a class over several clusters?",
    statement="if two clusters whose items are all of one class are merged, the score rises",
    source="Amigo, Gonzalo & Verdejo 2013, section 2.1, Cluster Completeness",
    vocabulary="axiometrics.constraints.clustering.vocabularies.completeness",
    readings=(
        Reading(
            "universal",
            "every such merge, as aaa|aa -> aaaaa, of any sizes, with any gold and any other clusters",
            Rewrites(merges, default=8, greatest=10, larger=large),
            whom="those who use the metric on any data, and want each right merge of clusters to raise the score",
            keeps="bcubed-f",
            breaks="purity",
        ),
        Reading(
            "picture",
            "only the case of the figure, without other clusters: aaa|aa -> aaaaa",
            Rewrites(picture, default=5, greatest=5, surroundings=False),
            whom="those who repeat the paper's figure, which is a single case",
            keeps="bcubed-f",
            breaks="purity",
            finite=True,
        ),
        non_trivial(merges, keeps="bcubed-f", breaks="purity"),
    ),
    implications=implies("universal", "picture", "non-trivial"),
    edits=RealEdits(
        "if two clusters whose items are all of one class are merged, the score rises",
        PureMerges,
    ),
)
