"""Distance: the loss against the gold itself satisfies the triangle inequality."""

from collections.abc import Iterator

from axiometrics.core.case import TRIANGLE
from axiometrics.core.constraint import Constraint
from axiometrics.generators.classifications import FEWER, THREE, Calls, readings, sides


def triangles(items: int, classes: int) -> Iterator[Calls]:
    """Three classifications, of which two and two are compared, as gold and prediction in this order."""
    for first, second, third in sides(items, 3, classes):
        yield {
            "first_second": (first, second),
            "second_third": (second, third),
            "first_third": (first, third),
            "second_second": (second, second),
        }


CONSTRAINT = Constraint(
    id="distance",
    task="classification",
    title="Distance",
    question="Can differences from the best score be used as distances?",
    statement=(
        "with d(A, B) = c - V(A, B), where c is the score of a gold as its own prediction, d(A, C) is at most "
        "d(A, B) + d(B, C): V(A, B) + V(B, C) - V(A, C) - V(B, B) <= 0"
    ),
    source="after Gösgens, Zhiyanov, Tikhonov & Prokhorenkova 2021",
    readings=readings(
        triangles,
        TRIANGLE,
        "three classifications of the same items",
        ((2, 6),),
        dict.fromkeys(THREE, ("jaccard", "sebastiani-k")),
    ),
    implications=FEWER,
    unedited="three classifications are compared, and real data have one gold",
)
