"""Deepness threshold: users never look at documents below some depth of the ranking."""

from axiometrics.core.constraint import Constraint, Quantifier
from axiometrics.generators.duels import readings

CONSTRAINT = Constraint(
    id="deepness-threshold",
    task="ranking",
    title="Deepness threshold",
    question="Is one relevant document on top better than many that nobody reads so far to find?",
    statement=(
        "nobody reads very far: from some n0 on, for every n, the run A_n = 1 0^(2n-1), with one relevant "
        "document, on top, scores higher than the run B_n, with n relevant documents below n irrelevant "
        "ones"
    ),
    source="Amigo, Gonzalo & Verdejo 2013, section 2.3, Deepness Threshold Constraint",
    vocabulary="axiometrics.constraints.ranking.vocabularies.duels",
    quantifier=Quantifier.EVENTUALLY,
    readings=readings(keeps="rbp", breaks="ap"),
)
