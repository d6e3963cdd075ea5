"""Deepness threshold: there is an area of the ranking that is never explored."""

from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.generators.duels import Duels

CONSTRAINT = Constraint(
    id="deepness-threshold",
    task="ranking",
    title="Deepness threshold",
    statement=(
        "there is n0 such that for all n >= n0 one relevant document on top, 1 0^(2n-1), beats n "
        "relevant documents below n irrelevant ones"
    ),
    source="Amigo, Gonzalo & Verdejo 2013, section 2.3, Deepness Threshold Constraint",
    vocabulary="axiometrics.constraints.ranking.vocabularies.duels",
    quantifier=Quantifier.EVENTUALLY,
    readings=(
        Reading(
            "prose",
            "B_n = 0^n 1^n, N = n",
            Duels(lambda n: (n, n)),
            whom="those who follow the paper's prose: n documents below rank n",
            keeps="rbp",
            breaks="ap",
            strength=100,
        ),
        Reading(
            "printed",
            "B_n = 0^(n-1) 1^(n+1), N = n+1",
            Duels(lambda n: (n - 1, n + 1)),
            whom="those who follow the paper's formula as it is printed, with one document more",
            keeps="rbp",
            breaks="ap",
            strength=100,
        ),
    ),
)
