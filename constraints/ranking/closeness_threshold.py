"""Closeness threshold: users always look at the documents above some depth of the ranking."""

from axiometrics.core.constraint import Constraint, Quantifier
from axiometrics.generators.duels import readings

CONSTRAINT = Constraint(
    id="closeness-threshold",
    task="ranking",
    title="Closeness threshold",
    question="Can several relevant documents a little further down be better than one on top?",
    statement=(
        "a few irrelevant documents do not put readers off: for some n >= 2, the run B_n, with n relevant "
        "documents below n irrelevant ones, scores higher than the run A_n = 1 0^(2n-1), with one "
        "relevant document, on top"
    ),
    source="Amigo, Gonzalo & Verdejo 2013, section 2.3, Closeness Threshold Constraint",
    vocabulary="axiometrics.constraints.ranking.vocabularies.duels",
    quantifier=Quantifier.EXISTS,
    readings=readings(keeps="ap", breaks="rr"),
)
