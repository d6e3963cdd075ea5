"""Non-informative outputs: how the score of a random output changes as its positive set grows. This describes a metric,
and does not judge it.
"""

from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.generators.filterings import ExpectedTables, RandomSubsets

CONSTRAINT = Constraint(
    id="non-informative",
    task="filtering",
    title="Non-informative",
    question="What does a system earn that decides at random?",
    statement=(
        "how the score of a random output depends on the size of its positive set: constant, grows, "
        "weighted, hump or other"
    ),
    source="Amigo, Gonzalo & Verdejo 2013, section 2.2",
    quantifier=Quantifier.DESCRIBES,
    readings=(
        Reading(
            "expected-table",
            (
                "the score of the table of expected counts, where the shares of positive and of relevant "
                "documents are multiples of 1/12"
            ),
            ExpectedTables(),
            whom="those who think of a large collection, where a random output has the expected counts",
            keeps="kappa",
            breaks="f",
        ),
        Reading(
            "expected-score",
            "the mean of the scores of all positive sets of size s",
            RandomSubsets(),
            whom=(
                "those who have few documents, where the mean over random outputs is not the score of the mean counts"
            ),
            keeps="kappa",
            breaks="f",
        ),
    ),
)
