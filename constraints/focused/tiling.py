"""Tiling: all the parts of an ideal element are worth as much as the whole."""

from axiometrics.core.case import EQUAL
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.generators import library_cases as of

CONSTRAINT = Constraint(
    id="tiling",
    task="focused",
    title="Tiling",
    statement="an ideal element without text of its own is replaced by all its children => Q stays",
    source="Lalmas et al. 2007, section 5.2",
    readings=(
        Reading(
            "plain",
            "any order of the children",
            of.run_cases(of.tiled, of.element_runs, demand=EQUAL),
            keeps="nxcg(gain=credited)",
            breaks="nxcg",
        ),
    ),
)
