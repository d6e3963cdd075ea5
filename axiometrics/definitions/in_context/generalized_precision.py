"""Text scores of an article, and generalized precision and recall (Lalmas et al. 2007, section 6.2)."""

from __future__ import annotations

from fractions import Fraction

from axiometrics.core.definition import Definition
from axiometrics.core.errors import TaskError
from axiometrics.core.library import Library
from axiometrics.core.organization import Organization
from axiometrics.core.parameter import Parameter
from axiometrics.definitions.element_runs import MOST, FoundElement, limit, rsize, walk


def _articles(system: Organization, gold: Library) -> list[tuple[str, list[FoundElement]]]:
    """The articles of a run with the elements retrieved of each. Raises `TaskError` where a level is not one cluster of
    one article's elements, an article comes twice, or a listed article has no such element.
    """
    elements = {element.steps: element for element in walk(gold)}
    listed = {article.name for article in gold.articles}
    run: list[tuple[str, list[FoundElement]]] = []
    for level in system.levels[:MOST]:
        if len(level) > 1:
            raise TaskError(f"the system is not a run of articles: one cluster a level is wanted, found {system}")
        for cluster in level:
            paths = [tuple(path.split("/")) for path in cluster]
            name = paths[0][0]
            if any(steps[0] != name for steps in paths):
                raise TaskError(f"a cluster holds elements of several articles in {system}")
            if any(name in listed and steps not in elements for steps in paths):
                raise TaskError(f"the article {name!r} has not all of the elements in {system}")
            if any(name == other for other, _ in run):
                raise TaskError(f"the article {name!r} comes twice in {system}")
            run.append((name, [elements.get(steps, FoundElement(steps, "", 0, 0)) for steps in paths]))
    return run


def _trel(gold: Library) -> dict[str, int]:
    """Trel(a): the highlighted text of each article that has any."""
    return {article.name: rsize(article.root) for article in gold.articles if rsize(article.root)}


def text_precision(system: Organization, gold: Library) -> Fraction | None:
    """Eq. 9: highlighted text of the retrieved elements over all their text; 0 for an article that is not relevant,
    undefined where elements of a relevant one have no text, and where the run is not of one article. Range [0, 1].
    """
    run = _articles(system, gold)
    if len(run) != 1:
        return None
    ((name, retrieved),) = run
    if name not in _trel(gold):
        return Fraction(0)
    whole = sum(e.size for e in retrieved)
    return Fraction(sum(e.rsize for e in retrieved), whole) if whole else None


def text_recall(system: Organization, gold: Library) -> Fraction | None:
    """Eq. 10: highlighted text of the retrieved elements over that of the article; 0 for an article that is not
    relevant, undefined where the run is not of one article. Range [0, 1] without overlap.
    """
    run = _articles(system, gold)
    if len(run) != 1:
        return None
    ((name, retrieved),) = run
    trel = _trel(gold)
    return Fraction(sum(e.rsize for e in retrieved), trel[name]) if name in trel else Fraction(0)


def text_f(system: Organization, gold: Library) -> Fraction | None:
    """Eq. 11: 2PR / (P + R); 0 where nothing highlighted is retrieved, undefined where the run is not of one article.
    Range [0, 1].
    """
    run = _articles(system, gold)
    return _score(*run[0], _trel(gold)) if len(run) == 1 else None


def _score(name: str, retrieved: list[FoundElement], trel: dict[str, int]) -> Fraction:
    hit = sum(e.rsize for e in retrieved)
    if name not in trel or hit == 0:
        return Fraction(0)
    precision = Fraction(hit, sum(e.size for e in retrieved))
    recall = Fraction(hit, trel[name])
    return 2 * precision * recall / (precision + recall)


def gp(system: Organization, gold: Library, k: Fraction | None) -> Fraction | None:
    """Eq. 12: the F-scores of the first k articles, summed, over k. Range [0, 1]; undefined at k = 0."""
    scores = [_score(*article, _trel(gold)) for article in _articles(system, gold)]
    rank = min(limit(k), MOST)
    return sum(scores[:rank], Fraction(0)) / rank if rank else None


def gr(system: Organization, gold: Library, k: Fraction | None) -> Fraction | None:
    """Eq. 13: the articles with relevance among the first k, over all of them. Range [0, 1]; undefined without any."""
    trel = _trel(gold)
    names = [name for name, _ in _articles(system, gold)[: limit(k)] if name in trel]
    return Fraction(len(names), len(trel)) if trel else None


def agp(system: Organization, gold: Library) -> Fraction | None:
    """gP averaged over the ranks where an article with relevance is retrieved; 0 for those that are not retrieved.
    Range [0, 1]; undefined without an article with relevance.
    """
    trel = _trel(gold)
    if not trel:
        return None
    run = _articles(system, gold)
    values = [Fraction(0)] * (len(trel) - sum(name in trel for name, _ in run))
    for r in range(1, len(run) + 1):
        if run[r - 1][0] in trel:
            values.append(sum((_score(*article, trel) for article in run[:r]), Fraction(0)) / r)
    return sum(values, Fraction(0)) / len(values)


_CUT = Parameter("k", Fraction(10), "last rank", low=Fraction(0), cut=True)

DEFINITIONS = (
    Definition("text-precision", text_precision),
    Definition("text-recall", text_recall),
    Definition("text-f", text_f),
    Definition("gp", gp, (_CUT,)),
    Definition("gr", gr, (_CUT,)),
    Definition("agp", agp),
)
