"""Size versus quantity: one small error in a big cluster is better than many small errors in small clusters."""

from collections.abc import Iterator
from random import Random

from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.edits import RealEdits
from axiometrics.core.implication import implies
from axiometrics.generators.cluster_edits import LargeOrSmallErrors
from axiometrics.generators.patterns import Pattern, Rewrites, amount


def broken(n: int, elsewhere: bool = False) -> Pattern:
    """A class of n + 1 items and n classes of two, all whole: the pairs broken (worse), or one item taken out
    of the class (better).
    """
    big, pairs = [0] * (n + 1), [[i, i] for i in range(1, n + 1)]
    singles = [[document] for pair in pairs for document in pair]
    return Pattern.of([big, *singles], [big[1:], big[:1], *pairs], elsewhere=range(n + 1) if elsewhere else ())


def whole(documents: int) -> Iterator[Pattern]:
    """The pattern of n = (documents - 1) / 3, n >= 2, whose classes have no items elsewhere."""
    if documents % 3 == 1 and documents >= 7:
        yield broken(documents // 3)


def strong(documents: int) -> Iterator[Pattern]:
    """The pattern of `whole`, whose classes may have more items elsewhere."""
    if documents % 3 == 1 and documents >= 7:
        yield broken(documents // 3, elsewhere=True)


MOST_PAIRS = 40
"""The most pairs of a pattern that is drawn. Each pair is a class of its own, so it makes the table longer by a row."""


def large(chance: Random, most: int) -> Pattern:
    """The pattern of any n, its classes whole."""
    return broken(amount(chance, min(most, MOST_PAIRS), 2))


def large_strong(chance: Random, most: int) -> Pattern:
    """The pattern of any n, whose classes have more items elsewhere."""
    return broken(amount(chance, min(most, MOST_PAIRS), 2), elsewhere=True)


def picture(documents: int) -> Iterator[Pattern]:
    """The figure of the paper, n = 4."""
    if documents == 13:
        yield broken(4)


CONSTRAINT = Constraint(
    id="size-vs-quantity",
    task="clustering",
    title="Size vs Quantity",
    question="Is one small error in a large class better than many broken pairs?",
    statement=(
        "one error in a large cluster does less harm than n errors in small ones: the output in which one "
        "item is taken out of a whole class of n + 1 items (better) scores higher than the output "
        "in which n whole classes of two items are broken up (worse)"
    ),
    source="Amigo, Gonzalo & Verdejo 2013, section 2.1, Cluster size vs. quantity",
    vocabulary="axiometrics.constraints.clustering.vocabularies.size_vs_quantity",
    readings=(
        Reading(
            "universal",
            "a^(n+1)|b|b|c|c... -> a^n|a|bb|cc..., n >= 2, with any clusters of other classes",
            Rewrites(whole, default=10, greatest=13, alone=121, larger=large),
            whom="those who have a large class and classes of two items, all of them whole clusters",
            keeps="bcubed-f",
            breaks="rand",
            called=10,
        ),
        Reading(
            "picture",
            "only the case of the figure, n = 4, without other clusters",
            Rewrites(picture, default=13, greatest=13, surroundings=False),
            whom="those who repeat the paper's figure",
            keeps="bcubed-f",
            breaks="rand",
            finite=True,
        ),
        Reading(
            "strong",
            "as universal, and these classes may have more items in other clusters",
            Rewrites(strong, default=10, greatest=13, alone=121, larger=large_strong),
            whom="those who have classes that are spread over several clusters, as real output has",
            keeps="v-measure",
            breaks="rand",
            called=10,
        ),
    ),
    implications=(*implies("strong", "universal"), *implies("universal", "picture")),
    edits=RealEdits(
        (
            "one item is taken out of a cluster of n + 1 items of one class (better), or n clusters of two "
            "items of one class are broken up (worse), n >= 2, all of different classes, which may have more "
            "items elsewhere: the first output scores higher"
        ),
        LargeOrSmallErrors,
    ),
)
