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
    """The article of a run, where it has one and no more: scores of text are of one article."""
    found = ranked_articles(system)
    return found[0] if len(found) == 1 else None


def text_precision(system: Organization, gold: Library) -> Fraction | float:
    """The highlighted share of the text of the elements of one article (Eq. 9). Range [0, 1].

    0 where the article is not relevant; undefined where the elements of a relevant one have no text, and for a run that
    is not of one article.

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
    """The share of the highlighted text of one article that its elements have (Eq. 10). Range [0, 1] without overlap; 0
    where the article is not relevant; undefined for a run that is not of one article.

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
    """The harmonic mean of precision and recall of the text of one article (Eq. 11). Range [0, 1].

    0 where the article is not relevant, and where none of its highlighted text is retrieved; undefined for a run that
    is not of one article.

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
    """The sum of F of the first k articles, over k however short the run (Eq. 12). Range [0, 1]; undefined at k = 0.

    >>> gp(Organization.parse("a1 > a2"), Library.parse("a1: article(1+1); a2: article(2+1)"), Fraction(10))
    Fraction(1, 6)
    """
    first = cut(k)
    return sum((_f(one, gold) for one in ranked_articles(system)[:first]), Fraction(0)) / first if first else nan


def gr(system: Organization, gold: Library, k: Fraction | None) -> Fraction | float:
    """The relevant articles among the first k, over all relevant ones (Eq. 13). Range [0, 1]; undefined where none is.

    >>> gr(Organization.parse("a1"), Library.parse("a1: article(1+1); a2: article(2+1)"), Fraction(10))
    Fraction(1, 2)
    """
    relevant = relevant_articles(gold)
    found = sum(name in relevant for name, _ in ranked_articles(system)[: cut(k)])
    return Fraction(found, len(relevant)) if relevant else nan


def agp(system: Organization, gold: Library) -> Fraction | float:
    """The sum of gP at the ranks of relevant articles, over all relevant articles. Range [0, 1]; undefined where none
    is relevant. An article is relevant that has highlighted text, retrieved or not.

    >>> agp(Organization.parse("a3 > a1"), Library.parse("a1: article(1+1); a2: article(2+1); a3: article(1+0)"))
    Fraction(1, 4)
    """
    relevant = relevant_articles(gold)
    if not relevant:
        return nan
    total = reached = Fraction(0)
    for rank, one in enumerate(ranked_articles(system), 1):
        reached += _f(one, gold)
        if one[0] in relevant:
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
