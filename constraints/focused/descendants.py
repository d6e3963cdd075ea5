"""Descendants: relevant descendants of an ideal element never score more than the element alone."""

from axiometrics.core.case import NO_LOSS
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.implication import implies
from axiometrics.generators import library_cases as of


def _family(overlap: bool) -> of.RunCases:
    return of.of_ideal(
        lambda base: of.run_cases(of.descendants(overlap, base), of.element_runs, demand=NO_LOSS, whole=True, least=2)
    )


CONSTRAINT = Constraint(
    id="descendants",
    task="focused",
    title="Descendants",
    statement="if an ideal element alone is replaced by relevant descendants of it, the score does not rise",
    source="Lalmas et al. 2007, section 5.2",
    vocabulary="axiometrics.constraints.focused.vocabularies.descendants",
    readings=(
        Reading(
            "focused",
            f"the descendants do not overlap, and the metric looks at all of them; {of.WHICH_BASE}",
            _family(overlap=False),
            keeps="nxcg(gain=credited)",
            breaks="nxcg(ideal=full)",
            whom="those who forbid overlap in a run, as the task does",
        ),
        Reading(
            "any-run",
            f"the descendants may overlap, and the metric looks at all of them; {of.WHICH_BASE}",
            _family(overlap=True),
            keeps="nxcg(gain=credited)",
            breaks="nxcg(ideal=full)",
            whom="those who evaluate runs that may overlap",
        ),
    ),
    implications=implies("any-run", "focused"),
    unedited=(
        "its runs are one element and what replaces it; in a longer run the ranks of all others would change too"
    ),
)
