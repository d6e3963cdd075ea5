"""Closer entry point: an entry point that is nearer to the place at which reading should begin scores higher."""

from axiometrics.core.case import GAIN
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.generators import library_cases as of

CONSTRAINT = Constraint(
    id="closer-entry-point",
    task="best-in-context",
    title="Closer entry point",
    statement=(
        "a smaller distance scores higher; the score is 1 if and only if the distance is 0, and 0 if and only if "
        "the article is irrelevant"
    ),
    source="Lalmas et al. 2007, section 7.2, Eq. 14",
    vocabulary="axiometrics.constraints.best_in_context.vocabularies.single",
    readings=(
        Reading(
            "plain",
            "one ranked article, one best entry point",
            of.run_cases(
                of.one_entry_point(),
                of.single_runs,
                beyond=lambda case: of.one_entry_point(of.among(case)),
                demands=(GAIN, of.IS_1, of.BELOW_1, of.ABOVE_0, of.IS_0),
                **of.POINTS,
            ),
            keeps="bepd",
            breaks="eprum-rank@10",
        ),
    ),
    unedited=("its runs are one entry point; the edits of closer-raises-eprum are made in longer runs"),
)
