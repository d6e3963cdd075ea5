"""Near miss: every relevant element scores above 0."""

from axiometrics.core.constraint import Constraint, Reading
from axiometrics.generators import library_cases as of

CONSTRAINT = Constraint(
    id="near-miss",
    task="thorough",
    title="Near miss",
    statement="a relevant element alone scores above 0",
    source="Lalmas et al. 2007, section 3",
    vocabulary="axiometrics.constraints.thorough.vocabularies.near_miss",
    readings=(
        Reading(
            "plain",
            "any relevant element of any article",
            of.run_cases(of.relevant_alone, of.element_runs, demand=of.ABOVE_0),
            keeps="maep",
            breaks="ep-gr(recall=1)",
        ),
    ),
)
