"""The ideal run scores 1, at every cut-off."""

from axiometrics.core.constraint import Constraint, Reading
from axiometrics.generators import library_cases as of

CONSTRAINT = Constraint(
    id="ideal-scores-1",
    task="focused",
    title="The ideal run scores 1",
    statement="the ideal elements in decreasing order of gain score 1 at every cut-off up to their number",
    source="Lalmas et al. 2007, section 5.2, Eq. 7",
    vocabulary="axiometrics.constraints.focused.vocabularies.ideal",
    readings=(
        Reading(
            "plain",
            f"any gold; {of.WHICH_BASE}",
            of.of_ideal(lambda base: of.run_cases(of.focused_ideal(base), of.ideal_runs, demand=of.IS_1)),
            keeps="nxcg(gain=credited)",
            breaks="nxcg(ignore=sec)",
        ),
    ),
)
