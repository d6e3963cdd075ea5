"""Why no edit of a real output can be a case of a constraint: commands say so that do not load what makes edits."""

from __future__ import annotations

from axiometrics.core.constraint import Constraint, Quantifier


def without_edits(constraint: Constraint) -> str:
    """Why no edit of a real output can be a case of the constraint; empty where nothing speaks against edits."""
    reasons = {
        Quantifier.EVENTUALLY: "a single duel that a metric decides otherwise breaks nothing: the constraint asks that "
        "all duels from some n on go one way",
        Quantifier.EXISTS: "a single duel that a metric decides otherwise breaks nothing: the constraint asks that "
        "some duel goes one way",
        Quantifier.DESCRIBES: "the constraint describes how outputs score, and demands nothing of two outputs",
    }
    return "" if constraint.edits is not None else reasons.get(constraint.quantifier, "")
