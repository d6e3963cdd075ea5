"""Order matters: a system should rank articles, so the order of the entry points has to change the score."""

from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.edits import RealEdits
from axiometrics.generators import library_cases as of
from axiometrics.generators.library_edits import of_points

CONSTRAINT = Constraint(
    id="order-matters",
    task="best-in-context",
    title="Order matters",
    statement=(
        "if an entry point that is closer to the best one of its article, directly below another one, is "
        "exchanged with it, the score rises"
    ),
    source="Lalmas et al. 2007, section 7.1",
    vocabulary="axiometrics.constraints.best_in_context.vocabularies.exchanged",
    readings=(
        Reading(
            "plain",
            "runs of at most 1500 entry points, the most that a system could submit",
            of.run_cases(of.worse_point_first, of.point_runs, **of.POINTS),
            keeps="eprum",
            breaks="bepd",
        ),
    ),
    edits=RealEdits(
        (
            "an entry point that is closer to the best one of its article, directly below another one, is exchanged "
            "with it: the score rises"
        ),
        of_points(of.worse_point_first),
    ),
)
