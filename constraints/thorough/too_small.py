"""Too small elements: a link does not outscore the section that holds the relevant text."""

from axiometrics.core.case import NO_LOSS
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.generators import library_cases as of

CONSTRAINT = Constraint(
    id="too-small",
    task="thorough",
    title="Too small elements",
    statement=(
        "if a section of 1000 characters, 950 of them highlighted, alone is replaced by a highlighted "
        "link of one character, the score does not rise"
    ),
    source="Lalmas et al. 2007, section 8.1",
    readings=(
        Reading(
            "plain",
            "the link stands beside the section, or within it",
            of.run_cases(of.link_alone, of.link_runs, default=3, greatest=3, demand=NO_LOSS),
            keeps="maep(ignore=link)",
            breaks="xcg",
            finite=True,
        ),
    ),
)
