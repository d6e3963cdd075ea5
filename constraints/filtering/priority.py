"""Priority in filtering: a document that is moved to its right set raises the score."""

import numpy as np

from axiometrics.core.arithmetic import Array
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.edits import RealEdits
from axiometrics.core.implication import implies
from axiometrics.generators.filterings import UnitMoves
from axiometrics.generators.rank_edits import RightMoves


def anywhere(worse: Array, better: Array) -> Array:
    """Every table whose gold has both classes."""
    return np.ones(worse.shape[:-1], dtype=bool)


def interior(worse: Array, better: Array) -> Array:
    """tp >= 1 and tn >= 1 before and after."""
    return np.asarray((worse[..., 0] >= 1) & (worse[..., 3] >= 1) & (better[..., 0] >= 1) & (better[..., 3] >= 1))


CONSTRAINT = Constraint(
    id="priority",
    task="filtering",
    title="Priority",
    question="Does each further right decision raise the score?",
    statement=(
        "if a relevant document is moved into the positive set, or an irrelevant document out of it, the score rises"
    ),
    source="Amigo, Gonzalo & Verdejo 2013, section 2.2, Priority Constraint",
    vocabulary="axiometrics.constraints.filtering.vocabularies.priority",
    readings=(
        Reading(
            "universal",
            "every output of a gold that has relevant and irrelevant documents",
            UnitMoves(anywhere),
            whom="those who may have outputs in which no decision is right",
            keeps="accuracy",
            breaks="f",
        ),
        Reading(
            "interior",
            (
                "before and after the move, the positive set has a relevant document, and an irrelevant "
                "one is outside it (tp >= 1 and tn >= 1)"
            ),
            UnitMoves(interior),
            whom="those whose outputs have a right decision in both classes",
            keeps="f",
            breaks="precision",
        ),
    ),
    implications=implies("universal", "interior"),
    edits=RealEdits(
        "if a relevant document is moved into the positive set, or an irrelevant one out of it, the score rises",
        RightMoves,
    ),
)
