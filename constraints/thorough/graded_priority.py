"""Graded priority: an element with a higher gain should stand higher."""

from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.edits import RealEdits
from axiometrics.generators import library_cases as of
from axiometrics.generators.library_edits import of_elements

CONSTRAINT = Constraint(
    id="graded-priority",
    task="thorough",
    title="Graded priority",
    statement="if a larger gain directly below a smaller one is exchanged with it, the score rises",
    source="Lalmas et al. 2007, section 4.2",
    vocabulary="axiometrics.constraints.thorough.vocabularies.graded_priority",
    readings=(
        Reading(
            "plain",
            "any run, of an article or of gains",
            of.run_cases(of.swapped, of.both_runs, default=8, greatest=8, least=2),
            keeps="maep(ranks=interpolated)",
            breaks="maep",
        ),
    ),
    edits=RealEdits(
        ("an element with a larger gain directly below one with a smaller gain is exchanged with it: the score rises"),
        of_elements(of.swapped),
    ),
)
