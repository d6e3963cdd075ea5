"""Non-informative outputs: how a random output scores as its positive set grows. Describes, does not judge."""

from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.generators.filterings import ExpectedTables, RandomSubsets

CONSTRAINT = Constraint(
    id="non-informative",
    task="filtering",
    title="Non-informative",
    statement=(
        "the score of a random output as a function of the size of its positive set: constant, "
        "grows, weighted, hump or other"
    ),
    source="Amigo, Gonzalo & Verdejo 2013, section 2.2",
    quantifier=Quantifier.DESCRIBES,
    readings=(
        Reading(
            "expected-table",
            "the score of the expected table, positive rate and prevalence k/12",
            ExpectedTables(),
            whom="those who think of a large collection, where a random output has the expected counts",
            keeps="kappa",
            breaks="f",
        ),
        Reading(
            "expected-score",
            "the mean score over all subsets of size s",
            RandomSubsets(),
            whom=(
                "those who have few documents, where the mean over random outputs is not the score of the mean counts"
            ),
            keeps="kappa",
            breaks="f",
        ),
    ),
)
