"""Symmetries: gold and prediction exchanged, and two classes exchanged."""

from collections.abc import Iterator

from axiometrics.core.case import EQUAL
from axiometrics.core.constraint import Constraint
from axiometrics.core.edits import RealEdits
from axiometrics.generators.class_edits import ClassExchange, Renamings
from axiometrics.generators.classifications import (
    FEWER,
    FEWER_OF_SEVERAL,
    SAME,
    SEVERAL,
    SIZES,
    THREE,
    Calls,
    exchanged,
    readings,
    sides,
)

SOURCE = "after Gösgens, Zhiyanov, Tikhonov & Prokhorenkova 2021"
RENAMED = "the score does not change if two classes are exchanged in gold and prediction"
EXCHANGED = "the score does not change if gold and prediction are exchanged"


def sides_exchanged(items: int, classes: int) -> Iterator[Calls]:
    """A prediction against a gold, and the gold against the prediction; of these two orders, one."""
    for gold, predicted in sides(items, 2, classes):
        more, less = (sum(a < b for a, b in zip(*pair, strict=True)) for pair in ((predicted, gold), (gold, predicted)))
        if more >= less and more:
            yield {"one": (gold, predicted), "other": (predicted, gold)}


def classes_exchanged(items: int, classes: int) -> Iterator[Calls]:
    """A prediction against a gold, and the same with two neighbouring classes of both exchanged. Every renaming of the
    classes is made of such exchanges.
    """
    for gold, predicted in sides(items, 2, classes):
        for k in range(classes - 1):
            renamed = exchanged(gold, k), exchanged(predicted, k)
            if classes == 2 or renamed != (gold, predicted):
                yield {"one": (gold, predicted), "other": renamed}


CONSTRAINTS = (
    Constraint(
        id="symmetry",
        task="classification",
        title="Symmetry",
        question="Is the score the same if gold and prediction change places?",
        statement=EXCHANGED,
        source=SOURCE,
        readings=readings(
            sides_exchanged,
            EQUAL,
            "gold and prediction differ",
            SIZES,
            dict.fromkeys(THREE, ("confusion-entropy", "sebastiani-k"))
            | dict.fromkeys(SEVERAL, ("scott-pi", "balanced-accuracy")),
        ),
        implications=(*FEWER, *SAME, *FEWER_OF_SEVERAL),
        vocabulary="axiometrics.constraints.classification.vocabularies.symmetry",
        edits=RealEdits(EXCHANGED, ClassExchange, EQUAL),
    ),
    Constraint(
        id="class-symmetry",
        task="classification",
        title="Class Symmetry",
        question="Is the score the same if the two classes change places?",
        statement="the score does not change if the two classes are exchanged in gold and prediction",
        source=SOURCE,
        readings=readings(
            classes_exchanged,
            EQUAL,
            "every gold and prediction",
            SIZES,
            dict.fromkeys(THREE, ("confusion-entropy", "jaccard"))
            | dict.fromkeys(SEVERAL, ("scott-pi", "krippendorff-alpha(level=interval)")),
            of_several="every gold and prediction, and every two classes that are neighbours in their order",
        ),
        implications=(*FEWER, *FEWER_OF_SEVERAL),
        vocabulary="axiometrics.constraints.classification.vocabularies.class_symmetry",
        edits=RealEdits(RENAMED, Renamings, EQUAL),
    ),
)
