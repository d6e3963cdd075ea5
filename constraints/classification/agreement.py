"""Greatest and least agreement: the gold itself is best, with one score for every gold, and its opposite is worst."""

from collections.abc import Iterator

from axiometrics.core.case import EQUAL, GAIN
from axiometrics.core.constraint import Constraint
from axiometrics.generators.classifications import (
    FEWER,
    FEWER_OF_SEVERAL,
    SAME,
    SEVERAL,
    SIZES,
    THREE,
    Calls,
    exchanged,
    golds,
    readings,
    sides,
)

SOURCE = "after Gösgens, Zhiyanov, Tikhonov & Prokhorenkova 2021"


def golds_themselves(items: int, classes: int) -> Iterator[Calls]:
    """Two golds with different numbers of items in the classes, each as its own prediction."""
    every = golds(items, classes)
    for k, first in enumerate(every):
        yield from ({"one": (first, first), "other": (second, second)} for second in every[k + 1 :])


def gold_and_others(items: int, classes: int) -> Iterator[Calls]:
    """The gold as prediction, and any other prediction."""
    for gold, predicted in sides(items, 2, classes):
        if gold != predicted:
            yield {"better": (gold, gold), "worse": (gold, predicted)}


def opposite_and_others(items: int, classes: int) -> Iterator[Calls]:
    """Of two classes: any prediction that is right somewhere, and the one that is wrong everywhere. Of more classes
    several predictions are wrong everywhere, so the constraint is about two.
    """
    for gold, predicted in sides(items, 2, classes):
        if predicted != exchanged(gold):
            yield {"better": (gold, predicted), "worse": (gold, exchanged(gold))}


CONSTRAINTS = (
    Constraint(
        id="equal-self-agreement",
        task="classification",
        title="Equal Self-Agreement",
        question="Does every perfect prediction have the same score?",
        statement="every gold, as its own prediction, has the same score",
        source=SOURCE,
        readings=readings(
            golds_themselves,
            EQUAL,
            "two golds of the same items, with different numbers of positive items",
            SIZES,
            {
                "any": ("sebastiani-k", "jaccard"),
                **dict.fromkeys(THREE[1:], ("sebastiani-k", "control-positives")),
                "several": ("scott-pi", "jaccard(average=macro)"),
                "all-classes": ("scott-pi", "control-positives"),
            },
            joint=False,
            of_several="two golds of the same items, with different numbers of items in the classes",
        ),
        implications=(*FEWER, *SAME, *FEWER_OF_SEVERAL),
        vocabulary="axiometrics.constraints.classification.vocabularies.equal_self_agreement",
        unedited="real data have one gold",
    ),
    Constraint(
        id="gold-is-best",
        task="classification",
        title="Gold is best",
        question="Is the gold the only best prediction?",
        statement="the gold, as prediction (better), scores higher than every other prediction (worse)",
        source=SOURCE,
        readings=readings(
            gold_and_others,
            GAIN,
            "every gold and every other prediction",
            SIZES,
            dict.fromkeys(THREE, ("sebastiani-k", "control-positives"))
            | dict.fromkeys(SEVERAL, ("scott-pi", "control-positives")),
        ),
        implications=(*FEWER, *FEWER_OF_SEVERAL),
        vocabulary="axiometrics.constraints.classification.vocabularies.gold_is_best",
        unedited="the gold is not an edit of a real output",
    ),
    Constraint(
        id="all-wrong-is-worst",
        task="classification",
        title="All wrong is worst",
        question="Does the prediction that is wrong for every item have the lowest score?",
        statement="the prediction that is wrong for every item (worse) scores lower than every other one (better)",
        source=SOURCE,
        readings=readings(
            opposite_and_others,
            GAIN,
            "every gold and every prediction that is right somewhere",
            SIZES,
            dict.fromkeys(THREE, ("sebastiani-k", "jaccard")),
        ),
        implications=FEWER,
        vocabulary="axiometrics.constraints.classification.vocabularies.all_wrong_is_worst",
        unedited="the prediction that is wrong everywhere is not an edit of a real output",
    ),
)
