"""Bounded: every run scores between 0 and 1."""

from axiometrics.core.case import AT_LEAST_0
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.generators import library_cases as of

CONSTRAINT = Constraint(
    id="bounded",
    task="focused",
    title="Bounded",
    statement="the score is at least 0 and at most 1",
    source="Lalmas et al. 2007, section 5.2",
    vocabulary="axiometrics.constraints.focused.vocabularies.bounded",
    readings=(
        Reading(
            "plain",
            "any run without overlap",
            of.run_cases(of.bounds(overlap=False), of.star_runs, demand=AT_LEAST_0),
            keeps="nxcg(gain=credited)",
            breaks="nxcg",
            whom="those who forbid overlap in a run, as the task does",
        ),
        Reading(
            "any-run",
            "any run, also with overlap",
            of.run_cases(of.bounds(overlap=True), of.star_runs, demand=AT_LEAST_0),
            keeps="nxcg(gain=credited)",
            breaks="nxcg",
            whom="those who evaluate runs that may overlap",
        ),
    ),
)
