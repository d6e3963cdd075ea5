"""Monotonicity: an error that is corrected raises the score."""

from collections.abc import Iterator

from axiometrics.core.case import GAIN
from axiometrics.core.constraint import Constraint
from axiometrics.core.edits import RealEdits
from axiometrics.generators.class_edits import Corrections
from axiometrics.generators.classifications import (
    FEWER,
    FEWER_OF_SEVERAL,
    SEVERAL,
    SIZES,
    THREE,
    Calls,
    readings,
    sides,
)

STATEMENT = "if one item is moved from the wrong class of the prediction to the right one, the score rises"


def corrections(items: int, classes: int) -> Iterator[Calls]:
    """A prediction with one error corrected, and the same prediction before; of errors that are alike, one."""
    for gold, predicted in sides(items, 2, classes):
        wrong = {(gold[i], predicted[i]): i for i in range(items) if gold[i] != predicted[i]}
        for i in wrong.values():
            corrected = (*predicted[:i], gold[i], *predicted[i + 1 :])
            yield {"better": (gold, corrected), "worse": (gold, predicted)}


CONSTRAINT = Constraint(
    id="monotonicity",
    task="classification",
    title="Monotonicity",
    question="Does each further right decision raise the score?",
    statement=STATEMENT,
    source="after Gösgens, Zhiyanov, Tikhonov & Prokhorenkova 2021",
    readings=readings(
        corrections,
        GAIN,
        "every gold, and every prediction that has an error",
        SIZES,
        dict.fromkeys(THREE, ("sebastiani-k", "jaccard")) | dict.fromkeys(SEVERAL, ("scott-pi", "control-positives")),
    ),
    implications=(*FEWER, *FEWER_OF_SEVERAL),
    vocabulary="axiometrics.constraints.classification.vocabularies.monotonicity",
    edits=RealEdits(STATEMENT, Corrections),
)
