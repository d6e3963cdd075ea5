"""Metrics of the relevant in context task: precision, recall and F of the text of an article, and generalized precision
and recall of a run of articles (Lalmas et al. 2007, section 6).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import nan

from axiometrics.core.library import Library
from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization
from axiometrics.core.parameter import Parameter
from axiometrics.tasks.library_counts import cut, ranked_articles, relevant_articles, retrieved


def _article(system: Organization) -> tuple[str, Sequence[str]] | None:
    """The article of a run that has one article only. Scores of text are undefined for other runs."""
    articles = ranked_articles(system)
    return articles[0] if len(articles) == 1 else None


def text_precision(system: Organization, gold: Library) -> Fraction | float:
    """Of the text that a run retrieves of one article, the share that is highlighted (Eq. 9).

    The range is [0, 1]. It is 0 where the article is not relevant. It is undefined where the elements retrieved of a
    relevant article have no text, and where the run is not of exactly one article.

    >>> text_precision(Organization.parse("a1/p[1]"), Library.parse("article(4+4 p(4+1))"))
    Fraction(1, 4)
    """
    article = _article(system)
    if article is None:
        return nan
    name, cluster = article
    if name not in relevant_articles(gold):
        return Fraction(0)
    text = retrieved(cluster, gold)
    return Fraction(text.highlighted, text.size) if text.size else nan


def text_recall(system: Organization, gold: Library) -> Fraction | float:
    """Of the highlighted text of one article, the share that a run retrieves (Eq. 10).

    The range is [0, 1] if the elements do not overlap. It is 0 where the article is not relevant. It is undefined where
    the run is not of exactly one article.

    >>> text_recall(Organization.parse("a1/p[1]"), Library.parse("article(4+4 p(4+1))"))
    Fraction(1, 5)
    """
    article = _article(system)
    if article is None:
        return nan
    name, cluster = article
    total = relevant_articles(gold).get(name)
    return Fraction(retrieved(cluster, gold).highlighted, total) if total else Fraction(0)


def text_f(system: Organization, gold: Library) -> Fraction | float:
    """The harmonic mean of the precision and the recall of the text that a run retrieves of one article (Eq. 11).

    The range is [0, 1]. It is 0 where the article is not relevant, and where none of its highlighted text is retrieved.
    It is undefined where the run is not of exactly one article.

    >>> text_f(Organization.parse("a1/p[1]"), Library.parse("article(4+4 p(4+1))"))
    Fraction(2, 9)
    """
    article = _article(system)
    return nan if article is None else _f(article, gold)


def _f(article: tuple[str, Sequence[str]], gold: Library) -> Fraction:
    name, cluster = article
    total = relevant_articles(gold).get(name)
    if not total:
        return Fraction(0)
    text = retrieved(cluster, gold)
    return Fraction(2 * text.highlighted, text.size + total)


def gp(system: Organization, gold: Library, k: Fraction | None) -> Fraction | float:
    """Generalized precision: the sum of the F of the text of the first k articles, divided by k (Eq. 12).

    A run of fewer than k articles is divided by k, too. The range is [0, 1]. It is undefined at k = 0.

    >>> gp(Organization.parse("a1 > a2"), Library.parse("a1: article(1+1); a2: article(2+1)"), Fraction(10))
    Fraction(1, 6)
    """
    first = cut(k)
    return (
        sum((_f(article, gold) for article in ranked_articles(system)[:first]), Fraction(0)) / first if first else nan
    )


def gr(system: Organization, gold: Library, k: Fraction | None) -> Fraction | float:
    """Generalized recall: of the relevant articles, the share that is among the first k (Eq. 13).

    An article is relevant if it has highlighted text. The range is [0, 1]. It is undefined where no article is
    relevant.

    >>> gr(Organization.parse("a1"), Library.parse("a1: article(1+1); a2: article(2+1)"), Fraction(10))
    Fraction(1, 2)
    """
    relevant = relevant_articles(gold)
    count = sum(name in relevant for name, _ in ranked_articles(system)[: cut(k)])
    return Fraction(count, len(relevant)) if relevant else nan


def agp(system: Organization, gold: Library) -> Fraction | float:
    """Average generalized precision: the sum of gP at the ranks of the relevant articles of the run, divided by the
    number of all relevant articles.

    gP at a rank is the mean F of the text of the articles up to this rank. An article is relevant if it has highlighted
    text, whether this text is retrieved or not. The range is [0, 1]. It is undefined where no article is relevant.

    >>> agp(Organization.parse("a3 > a1"), Library.parse("a1: article(1+1); a2: article(2+1); a3: article(1+0)"))
    Fraction(1, 4)
    """
    relevant = relevant_articles(gold)
    if not relevant:
        return nan
    total = reached = Fraction(0)
    for rank, article in enumerate(ranked_articles(system), 1):
        reached += _f(article, gold)
        if article[0] in relevant:
            total += reached / rank
    return total / len(relevant)


_FAMILY = ("in-context", "generalized precision")
_SOURCE = "Lalmas et al. 2007, section 6.2"
_CUT = Parameter("k", Fraction(10), "articles looked at", low=Fraction(0), cut=True)

METRICS = (
    Metric("gp", "gP", *_FAMILY, f"{_SOURCE}, Eq. 12", direct=gp, parameters=(_CUT,)),
    Metric("gr", "gR", *_FAMILY, f"{_SOURCE}, Eq. 13", direct=gr, parameters=(_CUT,)),
    Metric("agp", "AgP", *_FAMILY, _SOURCE, direct=agp),
    Metric("text-precision", "P(a)", "in-context", "text of an article", f"{_SOURCE}, Eq. 9", direct=text_precision),
    Metric("text-recall", "R(a)", "in-context", "text of an article", f"{_SOURCE}, Eq. 10", direct=text_recall),
    Metric("text-f", "F(a)", "in-context", "text of an article", f"{_SOURCE}, Eq. 11", direct=text_f),
)
