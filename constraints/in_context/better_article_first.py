"""Better article first: articles should be ranked by how well their text is retrieved."""

from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.edits import RealEdits
from axiometrics.generators import library_cases as of
from axiometrics.generators.library_edits import articles_exchanged, of_articles

CONSTRAINT = Constraint(
    id="better-article-first",
    task="in-context",
    title="Better article first",
    statement="if an article with higher F directly below one with lower F is exchanged with it, the score rises",
    source="Lalmas et al. 2007, section 6.1",
    vocabulary="axiometrics.constraints.in_context.vocabularies.better_article_first",
    readings=(
        Reading(
            "plain",
            "all articles are relevant",
            of.run_cases(of.worse_article_first, of.article_runs, **of.ARTICLES),
            keeps="agp",
            breaks="gr@10",
        ),
    ),
    edits=RealEdits(
        (
            "of two neighbours, both relevant articles, the lower one has the higher F, and they are exchanged: the "
            "score rises"
        ),
        of_articles(articles_exchanged),
    ),
)
