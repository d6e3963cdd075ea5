"""Best entry points only: the paper says that a ranking of best entry points has precision 1 at every recall."""

from axiometrics.core.constraint import Constraint, Reading
from axiometrics.generators import library_cases as of

CONSTRAINT = Constraint(
    id="bep-only-precision-1",
    task="best-in-context",
    title="Best entry points only",
    statement="a ranking made only of best entry points has precision 1 at every recall level",
    source="Lalmas et al. 2007, section 7.2",
    vocabulary="axiometrics.constraints.best_in_context.vocabularies.hits",
    readings=(
        Reading(
            "all-beps",
            "all best entry points are ranked",
            of.run_cases(of.best_points_only(every=True), of.point_runs, demand=of.IS_1, **of.POINTS),
            keeps="eprum",
            breaks="eprum-rank@10",
            whom="those who compare a perfect run",
        ),
        Reading(
            "any",
            "any number of them is ranked",
            of.run_cases(of.best_points_only(every=False), of.point_runs, demand=of.IS_1, **of.POINTS),
            keeps="control-exact-hits",
            breaks="eprum",
            whom="those who compare runs that are right and not complete",
        ),
    ),
)
