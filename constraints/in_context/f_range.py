"""The range of the score of an article, as the text of the paper gives it, and as its footnote 7 does."""

from axiometrics.core.constraint import Constraint, Reading
from axiometrics.generators import library_cases as of

CONSTRAINT = Constraint(
    id="F-range",
    task="in-context",
    title="F-range",
    statement=(
        "the score is in [0, 1], 1 if and only if all and only the highlighted text of the article is retrieved,"
        " 0 if and only if none of it"
    ),
    source="Lalmas et al. 2007, section 6.2",
    vocabulary="axiometrics.constraints.in_context.vocabularies.f_range",
    readings=(
        Reading(
            "formula",
            "any set of elements of the only article of the gold that do not overlap",
            of.run_cases(
                of.f_range,
                of.answers,
                demand=of.BELOW_1,
                **of.CLUSTERS,
                demands=(of.IS_1, of.BELOW_1, of.ABOVE_0, of.IS_0),
            ),
            keeps="text-f",
            breaks="text-precision",
            whom="those who use the score as the formulas of the paper define it",
        ),
        Reading(
            "footnote-7",
            "a score of 1 is impossible: no set of elements scores 1",
            of.run_cases(of.never_1, of.answers, demand=of.BELOW_1, **of.CLUSTERS),
            keeps="gp@10",
            breaks="text-f",
            whom="those who rely on footnote 7 of the paper",
        ),
    ),
)
