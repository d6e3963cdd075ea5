"""Empty article: an article does not raise the score if none of its relevant text is retrieved."""

from axiometrics.core.case import NO_LOSS
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.edits import RealEdits
from axiometrics.generators import library_cases as of
from axiometrics.generators.library_edits import empty_appended, of_articles

CONSTRAINT = Constraint(
    id="empty-article",
    task="in-context",
    title="Empty article",
    statement="if a relevant article of which nothing relevant is retrieved is appended, the score does not rise",
    source="Lalmas et al. 2007, section 6.2",
    vocabulary="axiometrics.constraints.in_context.vocabularies.empty_article",
    readings=(
        Reading(
            "plain",
            "any run of articles before it",
            of.run_cases(of.empty_appended, of.empty_runs, demand=NO_LOSS, **of.ARTICLES),
            keeps="gp@10",
            breaks="agp",
        ),
    ),
    edits=RealEdits(
        (
            "a relevant article that the run does not have is appended, with an element in which nothing is "
            "highlighted: the score does not rise"
        ),
        of_articles(empty_appended),
        NO_LOSS,
    ),
)
