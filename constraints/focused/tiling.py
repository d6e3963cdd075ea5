"""Tiling: all parts of an ideal element together score as much as the element."""

from axiometrics.core.case import EQUAL
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.generators import library_cases as of

CONSTRAINT = Constraint(
    id="tiling",
    task="focused",
    title="Tiling",
    statement="if an ideal element without text of its own is replaced by all its children, the score stays the same",
    source="Lalmas et al. 2007, section 5.2",
    vocabulary="axiometrics.constraints.focused.vocabularies.tiling",
    readings=(
        Reading(
            "plain",
            f"any order of the children, and the metric looks at all of them; {of.WHICH_BASE}",
            of.of_ideal(lambda base: of.run_cases(of.tiled(base), of.element_runs, demand=EQUAL, whole=True, least=2)),
            keeps="nxcg(gain=credited)",
            breaks="nxcg",
        ),
    ),
    unedited=(
        "its runs are one element and what replaces it; in a longer run the ranks of all others would change too"
    ),
)
