"""Overlap is not rewarded: the parent of a retrieved element adds nothing."""

from axiometrics.core.case import NO_LOSS
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.edits import RealEdits
from axiometrics.generators import library_cases as of
from axiometrics.generators.library_edits import of_elements, parents_appended

CONSTRAINT = Constraint(
    id="overlap-not-rewarded",
    task="thorough",
    title="Overlap is not rewarded",
    statement="if the parent of the only element of a run is appended, the score does not rise",
    source="Lalmas et al. 2007, section 4.1",
    readings=(
        Reading(
            "plain",
            "any element of any article",
            of.run_cases(of.parent_appended, of.element_runs, demand=NO_LOSS, least=2),
            keeps="xcg@1",
            breaks="xcg",
        ),
    ),
    edits=RealEdits(
        ("the parent of an element of the run, which the run does not have, is appended: the score does not rise"),
        of_elements(parents_appended),
        NO_LOSS,
    ),
)
