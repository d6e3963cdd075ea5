"""Similarity of partitions: it does not matter which of them is the gold, and a distance follows from it."""

from collections.abc import Iterator

from axiometrics.core.case import EQUAL, TRIANGLE
from axiometrics.core.constraint import Constraint
from axiometrics.generators.partition_pairs import BOTH, FEWER, Calls, is_first, pairs, readings, thirds

SOURCE = "after Gösgens, Tikhonov & Prokhorenkova 2021, Systematic analysis of cluster similarity indices"


def both_ways(items: int) -> Iterator[Calls]:
    """Two different partitions, each as the gold of the other."""
    for first, second in pairs(items):
        if first != second and is_first(first, second):
            yield {"one": (first, second), "other": (second, first)}


def are_both_ways(calls: Calls) -> bool:
    """Whether gold and output of one role are output and gold of the other."""
    (gold, output), (other_gold, other_output) = calls["one"], calls["other"]
    return gold == other_output and output == other_gold and gold != output


def triangles(items: int) -> Iterator[Calls]:
    """Three partitions, of which the second differs from the first and from the third."""
    for first, second in pairs(items):
        if first != second:
            for third in thirds(first, second):
                if third != second:
                    yield {
                        "first_second": (first, second),
                        "second_third": (second, third),
                        "first_third": (first, third),
                        "second_second": (second, second),
                    }


def are_triangle(calls: Calls) -> bool:
    """Whether the four calls are on three partitions."""
    (first, second), third = calls["first_second"], calls["second_third"][1]
    sides = calls["second_third"] == (second, third), calls["first_third"] == (first, third)
    return all(sides) and calls["second_second"] == (second, second) and second not in (first, third)


CONSTRAINTS = (
    Constraint(
        id="symmetry",
        task="clustering",
        title="Symmetry",
        question="Is the score the same if gold and output change places?",
        statement="the score does not change if gold and output are exchanged",
        source=SOURCE,
        readings=readings(
            both_ways,
            are_both_ways,
            (EQUAL,),
            "two different partitions of the same items, each as the gold of the other",
            7,
            dict.fromkeys(BOTH, ("bcubed-f", "purity")),
        ),
        implications=FEWER,
        vocabulary="axiometrics.constraints.clustering.vocabularies.symmetry",
        unedited="real data say which side is the gold",
    ),
    Constraint(
        id="distance",
        task="clustering",
        title="Distance",
        question="Can differences from the best score be used as distances?",
        statement=(
            "how far the score of gold and output is below that of a gold as its own output satisfies the triangle "
            "inequality: score(A, B) + score(B, C) <= score(A, C) + score(B, B)"
        ),
        source=SOURCE,
        readings=readings(
            triangles,
            are_triangle,
            (TRIANGLE,),
            "three partitions of the same items, of which the second differs from the others",
            6,
            dict.fromkeys(BOTH, ("variation-of-information", "bcubed-f")),
        ),
        implications=FEWER,
        unedited="real data have one gold",
    ),
)
