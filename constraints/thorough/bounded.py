"""Bounded: every run scores between 0 and 1."""

from axiometrics.core.case import AT_LEAST_0
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.generators import library_cases as of

CONSTRAINT = Constraint(
    id="bounded",
    task="thorough",
    title="Bounded",
    statement="the score is at least 0 and at most 1",
    source="Lalmas et al. 2007, section 4.2",
    vocabulary="axiometrics.constraints.thorough.vocabularies.bounded",
    readings=(
        Reading(
            "plain",
            "any run, of an article or of gains",
            of.run_cases(of.bounds(overlap=True), of.both_runs, default=8, greatest=8, demand=AT_LEAST_0),
            keeps="maep",
            breaks="xcg",
        ),
    ),
)
