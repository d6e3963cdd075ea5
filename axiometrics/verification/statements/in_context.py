"""The statements about runs of articles, each with a set of its elements, written plainly (Lalmas et al. 2007,
section 6).

A run lists articles, each once, with elements of it that do not overlap: "the set of result elements should not contain
overlapping elements" (section 6.1).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING

from axiometrics.core.case import Case
from axiometrics.core.library import Library, article_of
from axiometrics.core.organization import Organization
from axiometrics.verification.statements.elements import (
    ABOVE_0,
    BELOW_1,
    IS_0,
    IS_1,
    MOST,
    alone,
    elements_listed,
    exchanged,
    is_relevant,
    overlap,
    text,
)

if TYPE_CHECKING:
    from axiometrics.verification.statements import Statement

Retrieved = frozenset[str]
"""The elements retrieved of an article."""


def _articles(gold: Library, output: object) -> list[Retrieved] | None:
    """The elements of each article of a run, in rank order; None for what is not such a run."""
    if not isinstance(output, Organization) or not output.tail or len(output.levels) > MOST:
        return None
    if any(len(level) != 1 for level in output.levels):
        return None
    articles = [frozenset(cluster) for level in output.levels for cluster in level]
    names = [{article_of(path) for path in elements} for elements in articles]
    lone = all(len(of) == 1 for of in names) and len(set().union(*names)) == len(names)
    sound = all(elements_listed(gold, [*elements]) and not overlap([*elements]) for elements in articles)
    return articles if lone and sound else None


def _runs(shown: Case, *roles: str) -> list[list[Retrieved]] | None:
    """The runs of articles in these roles; None where there are other roles, or one of them is not such a run."""
    if not isinstance(shown.gold, Library) or shown.golds or set(shown.outputs) != set(roles):
        return None
    runs = [run for role in roles if (run := _articles(shown.gold, shown.outputs[role]))]
    return runs if len(runs) == len(roles) else None


def _counts(gold: Library, elements: Retrieved) -> tuple[int, int, int]:
    """The characters retrieved, those of them that are highlighted, and Trel(a)."""
    texts = [text(gold.elements[path]) for path in elements if path in gold.elements]
    article = gold.by_name.get(article_of(next(iter(elements))))
    total = text(article.root)[1] if article else 0
    return sum(size for size, _ in texts), sum(marked for _, marked in texts), total


def _f(gold: Library, elements: Retrieved) -> Fraction:
    """Eqs 9 to 11; 0 for an "article without relevance, or none of the relevance is retrieved"."""
    size, hit, total = _counts(gold, elements)
    if not hit:
        return Fraction(0)
    precision, recall = Fraction(hit, size), Fraction(hit, total)
    return 2 * precision * recall / (precision + recall)


def _of_the_only_article(shown: Case) -> Retrieved | None:
    """ "Any set of elements of the only article of the gold"."""
    for run in _runs(shown, "output") or ():
        names = {article_of(path) for elements in run for path in elements}
        if names == {article.name for article in shown.gold.articles} and len(names) == 1:
            return run[0]
    return None


def _f_range(shown: Case, cut: int | None) -> Iterator[Case]:
    """ "F in [0, 1], 1 iff all and only the highlighted text, 0 iff none of it". Section 6.2: "the resulting F-score
    varies between 0 (article without relevance, or none of the relevance is retrieved) and 1 (all relevant text is
    retrieved and nothing more)".
    """
    elements = _of_the_only_article(shown)
    if elements is None:
        return
    size, hit, total = _counts(shown.gold, elements)
    yield alone(shown, IS_1, 1) if total and size == hit == total else alone(shown, BELOW_1, -1)
    yield alone(shown, ABOVE_0) if hit else alone(shown, IS_0)


def _footnote_7(shown: Case, cut: int | None) -> Iterator[Case]:
    """ "No set of elements has F = 1". Footnote 7: "impossible for a system to obtain a perfect score"."""
    if _of_the_only_article(shown) is not None:
        yield alone(shown, BELOW_1, -1)


def _better_article_first(shown: Case, cut: int | None) -> Iterator[Case]:
    """ "All articles relevant: higher F first beats the swap"."""
    better, worse = _runs(shown, "better", "worse") or ([], [])
    names = {article_of(path) for elements in worse for path in elements} | set(shown.gold.by_name)
    rank = exchanged([sorted(elements) for elements in better], [sorted(elements) for elements in worse])
    every = all(is_relevant(shown.gold, name) for name in names)
    if every and rank is not None and _f(shown.gold, better[rank]) > _f(shown.gold, worse[rank]):
        yield Case(shown.gold, shown.outputs)


def _empty_article(shown: Case, cut: int | None) -> Iterator[Case]:
    """ "Appending a relevant article with F = 0 does not raise Q"; before it the run has an article."""
    better, worse = _runs(shown, "better", "worse") or ([], [])
    if better and worse[:-1] == better:
        name = article_of(next(iter(worse[-1])))
        if is_relevant(shown.gold, name) and _f(shown.gold, worse[-1]) == 0:
            yield Case(shown.gold, shown.outputs)


STATEMENTS: Mapping[str, Statement] = MappingProxyType(
    {
        "F-range@formula": _f_range,
        "F-range@footnote-7": _footnote_7,
        "better-article-first@plain": _better_article_first,
        "empty-article@plain": _empty_article,
    }
)
