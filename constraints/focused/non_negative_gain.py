"""Non-negative gain: one more element never lowers the score."""

from axiometrics.core.case import NO_LOSS
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.edits import RealEdits
from axiometrics.core.implication import implies
from axiometrics.generators import library_cases as of
from axiometrics.generators.library_edits import elements_appended, of_elements

CONSTRAINT = Constraint(
    id="non-negative-gain",
    task="focused",
    title="Non-negative gain",
    statement="if an element is appended to a run, the score does not fall",
    source="Lalmas et al. 2007, section 5.2, Eq. 8",
    vocabulary="axiometrics.constraints.focused.vocabularies.non_negative_gain",
    readings=(
        Reading(
            "focused",
            "no elements of the run overlap, and the metric looks at all of them",
            of.run_cases(of.appended(overlap=False), of.element_runs, demand=NO_LOSS, whole=True),
            keeps="nxcg(gain=credited)",
            breaks="nxcg",
            whom="those who forbid overlap in a run, as the task does",
        ),
        Reading(
            "any-run",
            "elements may overlap, and the metric looks at all of them",
            of.run_cases(of.appended(overlap=True), of.element_runs, demand=NO_LOSS, whole=True),
            keeps="nxcg(gain=credited)",
            breaks="nxcg",
            whom="those who evaluate runs that may overlap",
        ),
    ),
    implications=implies("any-run", "focused"),
    edits=RealEdits(
        ("an element that overlaps with none of the run is appended: the score does not fall"),
        of_elements(elements_appended),
        NO_LOSS,
    ),
)
