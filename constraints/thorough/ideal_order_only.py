"""Only the ideal order scores 1."""

from axiometrics.core.constraint import Constraint, Reading
from axiometrics.generators import library_cases as of

CONSTRAINT = Constraint(
    id="ideal-order-only",
    task="thorough",
    title="Only the ideal order",
    statement="the score is 1 if and only if all relevant elements stand in decreasing order of gain",
    source="Lalmas et al. 2007, section 4.2",
    vocabulary="axiometrics.constraints.thorough.vocabularies.ideal",
    readings=(
        Reading(
            "plain",
            "any run, of an article or of gains",
            of.run_cases(
                of.order_only,
                of.both_runs,
                default=8,
                greatest=8,
                demand=of.IS_1,
                demands=(of.IS_1, of.BELOW_1),
            ),
            keeps="maep(ranks=interpolated)",
            breaks="maep",
        ),
    ),
)
