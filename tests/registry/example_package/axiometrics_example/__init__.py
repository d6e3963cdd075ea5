"""What another package adds to axiometrics: two metrics with their definitions, a constraint and a study."""

from fractions import Fraction
from importlib.resources import files

import numpy as np

from axiometrics.core.aggregates import Confusion
from axiometrics.core.arithmetic import Array, parameter, ratio
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.definition import Definition
from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization
from axiometrics.core.parameter import Parameter
from axiometrics.core.study import ConstraintChoice, Study
from axiometrics.generators.filterings import UnitMoves


def overlap(t: Confusion) -> Array:
    """tp / (tp + fp + fn), the overlap of the positive and the relevant documents. Range [0, 1]; undefined where there
    are neither.
    """
    return ratio(t.tp, t.tp + t.fp + t.fn)


def plain_overlap(output: Organization, gold: Organization) -> Fraction | None:
    """|A and B| / |A or B|, where A and B are the first levels of output and gold; undefined where both are empty.
    Jaccard 1901.
    """
    positive, relevant = ({d for cluster in side.levels[0] for d in cluster} for side in (output, gold))
    return Fraction(len(positive & relevant), len(positive | relevant)) if positive | relevant else None


def coverage(t: Confusion, alpha: Fraction) -> Array:
    """tp / (tp + alpha fn), recall in which a document that is missed weighs alpha. Range [0, 1]; undefined where
    nothing is relevant.
    """
    return ratio(t.tp, t.tp + parameter(alpha, t.tp) * t.fn)


def plain_coverage(output: Organization, gold: Organization, alpha: Fraction) -> Fraction | None:
    """The weight of the relevant documents that are positive, over that of all relevant ones; one that is missed
    weighs alpha, another weighs 1. Undefined where nothing is relevant.
    """
    positive, relevant = ({d for cluster in side.levels[0] for d in cluster} for side in (output, gold))
    weights = {d: Fraction(1) if d in positive else alpha for d in relevant}
    if not relevant:
        return None
    return sum((weights[d] for d in relevant & positive), Fraction(0)) / sum(weights.values())


METRICS = (
    Metric("overlap", "Overlap", "filtering", "filtering", "Jaccard 1901", overlap, definition=plain_overlap),
    Metric(
        "coverage",
        "Coverage",
        "filtering",
        "filtering",
        "the example of docs/extending.md",
        coverage,
        parameters=(
            Parameter("alpha", Fraction(1, 2), "weight of a document that is missed", low=Fraction(0), low_open=True),
        ),
    ),
)

COVERAGE = Definition(
    "coverage",
    plain_coverage,
    (Parameter("alpha", Fraction(1, 2), "weight of a document that is missed", low=Fraction(0), low_open=True),),
)


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
