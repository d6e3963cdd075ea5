"""The ideal run scores 1, at every cut-off."""

from axiometrics.core.constraint import Constraint, Reading
from axiometrics.generators import library_cases as of

CONSTRAINT = Constraint(
    id="ideal-scores-1",
    task="thorough",
    title="The ideal run scores 1",
    statement="all relevant elements in decreasing order of gain score 1 at every cut-off up to their number",
    source="Lalmas et al. 2007, section 4.2",
    vocabulary="axiometrics.constraints.thorough.vocabularies.ideal",
    readings=(
        Reading(
            "plain",
            "any article",
            of.run_cases(of.full_ideal, of.full_runs, demand=of.IS_1),
            keeps="maep",
            breaks="xcg",
        ),
    ),
)
