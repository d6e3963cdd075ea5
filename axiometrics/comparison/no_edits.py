"""Why no edit of a real output can be a case of a constraint: commands say so that do not load what makes edits."""

from __future__ import annotations

from axiometrics.core.constraint import Constraint, Quantifier

REASONS = {
    Quantifier.EVENTUALLY: "a single duel that a metric decides otherwise breaks nothing: the constraint asks that "
    "all duels from some n on go one way",
    Quantifier.EXISTS: "a single duel that a metric decides otherwise breaks nothing: the constraint asks that "
    "some duel goes one way",
    Quantifier.DESCRIBES: "the constraint describes how outputs score, and demands nothing of two outputs",
    Quantifier.FOR_ALL_EXISTS: "the constraint asks that among all outputs of a gold some score as demanded, and "
    "compares no two",
}


def without_edits(constraint: Constraint) -> str:
    """Why no edit of a real output can be a case of the constraint; empty where it has edits, or nothing speaks against
    them.
    """
    if constraint.edits is not None:
        return ""
    if (reason := constraint.unedited or REASONS.get(constraint.quantifier, "")) != "":
        return reason
    first = constraint.readings[0]
    if getattr(first.cases, "of_gold", False):
        return "its cases are a gold and that gold changed: no output of a system is part of them"
    if first.demand.greatest:
        return REASONS[Quantifier.FOR_ALL_EXISTS]
    if len(first.demand.roles) == 1:
        return "the constraint looks at the score of one output, and compares no two"
    return "its cases are a few outputs made for the purpose, and no real output" if first.finite else ""
