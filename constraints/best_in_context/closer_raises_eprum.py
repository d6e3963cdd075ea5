"""Closer raises EPRUM: if an entry point comes nearer to the best one, the score rises."""

from axiometrics.core.case import GAIN, NO_LOSS, Demand
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.edits import RealEdits
from axiometrics.generators import library_cases as of
from axiometrics.generators.library_edits import of_points


def _family(levels: bool, demand: Demand) -> of.RunCases:
    return of.run_cases(
        of.one_closer(levels),
        of.point_runs,
        demand=demand,
        beyond=lambda case: of.one_closer(levels, of.among(case)),
        **of.POINTS,
    )


CONSTRAINT = Constraint(
    id="closer-raises-eprum",
    task="best-in-context",
    title="Closer raises EPRUM",
    statement=(
        "if one entry point of the run becomes closer to the best one, the precision falls at no recall "
        "level, and the mean rises"
    ),
    source="Lalmas et al. 2007, section 7.2",
    vocabulary="axiometrics.constraints.best_in_context.vocabularies.exchanged",
    readings=(
        Reading(
            "level",
            "at every recall level: the precision does not fall",
            _family(levels=True, demand=NO_LOSS),
            keeps="eprum-level",
            breaks="control-distance",
            whom="those who look at the precision at a recall level",
        ),
        Reading(
            "mean",
            "as it is: the score rises, in runs of at most 1500 entry points, the most that a system could submit",
            _family(levels=False, demand=GAIN),
            keeps="eprum",
            breaks="eprum-level",
            whom="those who look at the mean over the recall levels",
        ),
    ),
    edits=RealEdits(
        ("an entry point of the run is replaced by a closer one of the same article: the score rises"),
        of_points(of.one_closer(levels=False)),
    ),
)
