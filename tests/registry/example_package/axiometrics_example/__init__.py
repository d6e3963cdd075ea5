"""What another package adds to axiometrics: a metric, a constraint and a study, and a pack as version 0.1 has it."""

from importlib.resources import files

import numpy as np

from axiometrics.core.aggregates import Confusion
from axiometrics.core.arithmetic import Array, ratio
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.metric import Metric
from axiometrics.core.study import ConstraintChoice, Study
from axiometrics.generators.filterings import UnitMoves
from axiometrics.generators.rankings import AdjacentSwaps
from axiometrics.packs import Pack


def overlap(t: Confusion) -> Array:
    """tp / (tp + fp + fn), the overlap of the positive and the relevant documents. Range [0, 1]; undefined where there
    are neither.
    """
    return ratio(t.tp, t.tp + t.fp + t.fn)


METRICS = (Metric("overlap", "Overlap", "filtering", "filtering", "Jaccard 1901", overlap),)


def some_right(worse: Array, better: Array) -> Array:
    """Tables with a true positive before the move."""
    return np.asarray(worse[..., 0] >= 1)


IMPROVEMENT = Constraint(
    id="improvement",
    task="filtering",
    title="Improvement",
    statement="one document is moved to its right set => Q rises, where some relevant document is already positive",
    source="the example of docs/extending.md",
    readings=(
        Reading(
            "universal", "with tp >= 1 before", UnitMoves(some_right, default=12), keeps="accuracy", breaks="recall"
        ),
    ),
)

DECISIONS = Study(
    name="decisions",
    title="Metrics of decisions, by the documents that are right already",
    source="the example of docs/extending.md",
    metrics=("overlap", "accuracy", "f"),
    constraints=("filtering:improvement", ConstraintChoice("filtering:priority", ("interior", "universal"))),
    claims=files(__name__) / "claims.json",
)

SWAP = Constraint(
    id="swap",
    task="ranking",
    title="Swap",
    statement="1,0 at ranks i,i+1 are swapped into 0,1 => Q falls",
    source="a pack as version 0.1 has it",
    readings=(Reading("universal", "any run", AdjacentSwaps(), keeps="ap", breaks="p@10"),),
)

OLDER = Pack(metrics=("overlap", "ap"), constraints=(SWAP,))
