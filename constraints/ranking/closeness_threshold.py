"""Closeness threshold: there is a short area of the ranking that is always explored."""

from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.generators.duels import Duels

CONSTRAINT = Constraint(
    id="closeness-threshold",
    task="ranking",
    title="Closeness threshold",
    statement=(
        "there is n >= 2 for which n relevant documents below n irrelevant ones beat one "
        "relevant document on top, 1 0^(2n-1)"
    ),
    source="Amigo, Gonzalo & Verdejo 2013, section 2.3, Closeness Threshold Constraint",
    vocabulary="axiometrics.constraints.ranking.vocabularies.duels",
    quantifier=Quantifier.EXISTS,
    readings=(
        Reading(
            "prose",
            "B_n = 0^n 1^n, N = n",
            Duels(lambda n: (n, n)),
            whom="those who follow the paper's prose: n documents below rank n",
            keeps="ap",
            breaks="rr",
            strength=100,
        ),
        Reading(
            "printed",
            "B_n = 0^(n-1) 1^(n+1), N = n+1",
            Duels(lambda n: (n - 1, n + 1)),
            whom="those who follow the paper's formula as it is printed, with one document more",
            keeps="ap",
            breaks="rr",
            strength=100,
        ),
    ),
)
