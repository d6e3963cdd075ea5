"""The reasons why no edit of a real output can be a case of a constraint. They stand apart, so that a command can give
them without loading the code that makes edits.
"""

from __future__ import annotations

from axiometrics.core.constraint import Constraint, Quantifier

REASONS = {
    Quantifier.EVENTUALLY: "one pair of runs cannot violate the constraint, which asks that all pairs from "
    "some n on are decided in one way",
    Quantifier.EXISTS: "one pair of runs cannot violate the constraint, which asks that some pair is decided "
    "in one way",
    Quantifier.DESCRIBES: "the constraint describes how outputs score, and demands nothing of two outputs",
    Quantifier.FOR_ALL_EXISTS: "the constraint asks that some output of a gold scores as demanded, and compares no two "
    "outputs",
}
"""The reasons by quantifier. An edit is one pair of outputs, and says something only of a demand on every such pair."""


def without_edits(constraint: Constraint) -> str:
    """The reason why no edit of a real output can be a case of the constraint; empty if the constraint has edits, or if
    there is no such reason.
    """
    if constraint.edits is not None:
        return ""
    if reason := constraint.unedited or REASONS.get(constraint.quantifier, ""):
        return reason
    first = constraint.readings[0]
    if getattr(first.cases, "of_gold", False):
        return "its cases are a gold and that gold changed: no output of a system is part of them"
    if first.demand.greatest:
        return REASONS[Quantifier.FOR_ALL_EXISTS]
    if len(first.demand.roles) == 1:
        return "the constraint looks at the score of one output, and compares no two outputs"
    return "its cases are a few outputs made for the purpose, and no real output" if first.finite else ""
