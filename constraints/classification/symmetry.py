"""Symmetries: gold and prediction exchanged, and the two classes exchanged."""

from collections.abc import Iterator

from axiometrics.core.case import EQUAL
from axiometrics.core.constraint import Constraint
from axiometrics.generators.classifications import FEWER, SAME, THREE, Calls, exchanged, readings, sides

SOURCE = "after Gösgens, Zhiyanov, Tikhonov & Prokhorenkova 2021"
REASON = "the two scores are of different golds, and real data have one gold"


def sides_exchanged(items: int) -> Iterator[Calls]:
    """A prediction against a gold, and the gold against the prediction; of these two orders, one."""
    for gold, predicted in sides(items, 2):
        more, less = (sum(a < b for a, b in zip(*pair, strict=True)) for pair in ((predicted, gold), (gold, predicted)))
        if more >= less and more:
            yield {"one": (gold, predicted), "other": (predicted, gold)}


def classes_exchanged(items: int) -> Iterator[Calls]:
    """A prediction against a gold, and the same with the classes of both exchanged."""
    for gold, predicted in sides(items, 2):
        yield {"one": (gold, predicted), "other": (exchanged(gold), exchanged(predicted))}


CONSTRAINTS = (
    Constraint(
        id="symmetry",
        task="classification",
        title="Symmetry",
        question="Is the score the same if gold and prediction change places?",
        statement="the score does not change if gold and prediction are exchanged",
        source=SOURCE,
        readings=readings(
            sides_exchanged,
            EQUAL,
            "gold and prediction differ",
            8,
            dict.fromkeys(THREE, ("confusion-entropy", "sebastiani-k")),
        ),
        implications=(*FEWER, *SAME),
        vocabulary="axiometrics.constraints.classification.vocabularies.symmetry",
        unedited=REASON,
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
            8,
            dict.fromkeys(THREE, ("confusion-entropy", "jaccard")),
        ),
        implications=FEWER,
        vocabulary="axiometrics.constraints.classification.vocabularies.class_symmetry",
        unedited=REASON,
    ),
)
