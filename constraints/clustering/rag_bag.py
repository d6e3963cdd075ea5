"""Rag bag: an item that is alone in its class does less harm in a noisy cluster than in a clean one."""

from collections.abc import Iterator
from random import Random

from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.edits import RealEdits
from axiometrics.core.implication import implies
from axiometrics.generators.cluster_edits import StrayAdditions
from axiometrics.generators.patterns import Pattern, Rewrites, amount


def rag_bag(clean: int, noisy: int, strays_elsewhere: bool = False) -> Pattern:
    """A clean cluster and a noisy one of these sizes; the new item joins the clean one (worse) or the noisy one
    (better).
    """
    strays = [("stray", i) for i in range(noisy)]
    neat = ["clean"] * clean
    return Pattern.of(
        [[*neat, "new"], strays], [neat, [*strays, "new"]], elsewhere=["clean", *(strays if strays_elsewhere else [])]
    )


def equal(documents: int) -> Iterator[Pattern]:
    """Both clusters of the same size m >= 2 (m = 1 is an isomorphic tie)."""
    if documents % 2 and documents >= 5:
        yield rag_bag(documents // 2, documents // 2)


def sizes(documents: int) -> Iterator[Pattern]:
    """Any two sizes from 2 on."""
    for clean in range(2, documents - 2):
        yield rag_bag(clean, documents - 1 - clean)


def strong(documents: int) -> Iterator[Pattern]:
    """Any two sizes, and the classes of the strays may have items elsewhere."""
    for clean in range(2, documents - 2):
        yield rag_bag(clean, documents - 1 - clean, strays_elsewhere=True)


MOST_STRAYS = 60
"""The most strays of a noisy cluster that is drawn. Each stray is a class of its own, so it makes the table longer by a
row.
"""


def _large(clean: int, noisy: int, strays_elsewhere: bool = False) -> Pattern:
    """`rag_bag` by counts: class 0 is the clean one, class 1 the new item's."""
    strays = dict.fromkeys(range(2, noisy + 2), 1)
    return Pattern(
        ({0: clean, 1: 1}, strays),
        ({0: clean}, {**strays, 1: 1}),
        frozenset([0, *(strays if strays_elsewhere else [])]),
    )


def large_equal(chance: Random, most: int) -> Pattern:
    """Both clusters of the same size."""
    m = amount(chance, min(most, MOST_STRAYS), 2)
    return _large(m, m)


def large_sizes(chance: Random, most: int) -> Pattern:
    """Any two sizes."""
    return _large(amount(chance, most, 2), amount(chance, min(most, MOST_STRAYS), 2))


def large_strong(chance: Random, most: int) -> Pattern:
    """Any two sizes, and the classes of the strays have more items elsewhere."""
    return _large(amount(chance, most, 2), amount(chance, min(most, MOST_STRAYS), 2), strays_elsewhere=True)


def picture(documents: int) -> Iterator[Pattern]:
    """The figure of the paper, as printed."""
    if documents == 8:
        yield Pattern.parse("aaaab|cde -> aaaa|bcde")


CONSTRAINT = Constraint(
    id="rag-bag",
    task="clustering",
    title="Rag Bag",
    question="Does a stray item do less harm in a cluster that is mixed already?",
    statement=(
        "an item that is the only one of its class does less harm in a noisy cluster than in a clean "
        "one: the output in which it joins the noisy cluster (better) scores higher than the output in "
        "which it joins the clean one (worse)"
    ),
    source="Amigo, Gonzalo & Verdejo 2013, section 2.1, Rag Bag",
    vocabulary="axiometrics.constraints.clustering.vocabularies.rag_bag",
    readings=(
        Reading(
            "universal",
            (
                "the clean cluster has m >= 2 items of one class, the noisy cluster m items, each the only "
                "one of its class: a^m x|b1..bm -> a^m|b1..bm x; there may be any other clusters, with more "
                "items of class a in them"
            ),
            Rewrites(equal, default=9, greatest=11, larger=large_equal),
            whom=(
                "those who have items that belong nowhere: the clean cluster and the noisy one are of "
                "one size, as in the paper's prose"
            ),
            keeps="bcubed-f",
            breaks="v-measure",
            called=9,
        ),
        Reading(
            "picture",
            "only the case of the figure, without other clusters: aaaab|cde -> aaaa|bcde",
            Rewrites(picture, default=8, greatest=8, surroundings=False),
            whom="those who repeat the paper's figure, in which the noisy cluster is the smaller one",
            keeps="bcubed-f",
            breaks="purity",
            finite=True,
        ),
        Reading(
            "sizes",
            (
                "as universal, with k >= 2 items in the noisy cluster, each the only one of its class: "
                "a^m x|b1..bk -> a^m|b1..bk x"
            ),
            Rewrites(sizes, default=9, greatest=11, larger=large_sizes),
            whom="those who have noise in clusters of any size, and whose classes are not spread over several clusters",
            keeps="bcubed-f",
            breaks="v-measure",
            called=8,
        ),
        Reading(
            "strong",
            "as sizes, and the classes b1..bk may have more items in other clusters",
            Rewrites(strong, default=9, greatest=11, larger=large_strong),
            whom="those who have noise in clusters of any size, and classes that are spread over several clusters",
            keeps="bcubed-f",
            breaks="v-measure",
            called=8,
        ),
    ),
    implications=(*implies("strong", "sizes"), *implies("sizes", "universal", "picture")),
    edits=RealEdits(
        (
            "an item alone in its class joins a cluster of at least two items of one class (worse) or a cluster "
            "in which no class has more than half (better): the second output scores higher"
        ),
        StrayAdditions,
    ),
)
