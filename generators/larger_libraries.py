"""Libraries and runs drawn by chance, with numbers of characters and articles that the search does not list: for the
search, before it says that a constraint holds, and larger ones for the comparison of proofs with their metrics.

A recipe makes a run that is likely to be of a constraint, such as the ideal elements in their order. Which cases a gold
and a run are part of, the family says (`RunCases.around`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

from axiometrics.core.case import Case
from axiometrics.core.library import Article, Element, Library
from axiometrics.generators import libraries
from axiometrics.generators.draws import Draws
from axiometrics.generators.libraries import (
    BEST,
    SHORTEST,
    TAGS,
    children,
    highlighted,
    ideal,
    overlap,
    relevant,
    specificity,
    within,
)
from axiometrics.generators.library_cases import RunCases, clusters
from axiometrics.generators.listed import PlainCases

SHORT = 3
"""Elements of the largest article, where several articles are retrieved."""

LONGEST = 12
"""Elements of the longest run that is not made of all elements of a kind."""

Runs = Iterator[Any]
Recipes = Callable[[Draws, Library], Runs]


class LibrarySizes(NamedTuple):
    """Elements of the largest article, characters of the largest element, articles of the largest library."""

    elements: int
    characters: int
    articles: int


def element(draw: Draws, elements: int, characters: int, depth: int = 0) -> Element:
    """A tree of so many elements; every leaf has a character, and many of the other ones have no text of their own."""
    some = draw.integer(1, draw.choice((2, characters)))
    own = draw.choice((0, some)) if elements > 1 else some
    marked = draw.choice((own, 0, draw.integer(0, own)))
    below: list[Element] = []
    left = elements - 1
    while left:
        number = draw.integer(1, left)
        below.append(element(draw, number, characters, depth + 1))
        left -= number
    return Element(TAGS[min(depth, len(TAGS) - 1)], own, marked, tuple(below))


def library(draw: Draws, articles: int, elements: int, characters: int, entered: bool) -> Library:
    """A library of up to so many articles, in half of which all are relevant; with best entry points in most of them,
    where asked for.
    """
    listed, all_relevant = [], draw.integer(0, 1) == 0
    for i in range(1, draw.integer(1, articles) + 1):
        root = element(draw, draw.integer(1, elements), characters)
        if all_relevant:
            root = replace(root, own=root.own + 1, highlighted=root.highlighted + 1)
        article = Article(f"a{i}", root)
        entry = draw.integer(0, article.characters) if entered and draw.integer(0, 4) < 4 else None
        listed.append(Article(article.name, article.root, entry))
    return Library(tuple(listed), Fraction(draw.integer(1, 200), 2) if entered else None)


def _apart(draw: Draws, paths: Sequence[str]) -> list[str]:
    """Some of the elements, none within another."""
    kept: list[str] = []
    for path in draw.order(paths):
        if not any(overlap(path, taken) for taken in kept) and (not kept or draw.integer(0, 9) < 7):
            kept.append(path)
    return kept


def _falling(draw: Draws, gold: Library, paths: Sequence[str]) -> list[str]:
    """The elements by falling specificity, equal ones in any order."""
    return sorted(draw.order(paths), key=lambda path: -specificity(gold, path))


def _some(draw: Draws, paths: Sequence[str]) -> list[str]:
    return draw.distinct(paths, 1, min(LONGEST, len(paths))) if paths else []


def of_elements(draw: Draws, gold: Library) -> Runs:
    """Runs of elements: ideal ones, parts of an ideal element, an element and its parent, and any."""
    paths, best = list(gold.elements), list(ideal(gold, draw.choice((SHORTEST, BEST))))
    yield _falling(draw, gold, relevant(gold))
    yield _falling(draw, gold, best)
    for path in draw.distinct(best, 0, min(3, len(best))):
        yield draw.order(children(gold, path))
        parts = [inner for inner in relevant(gold) if inner != path and within(inner, path)]
        yield _apart(draw, parts)
        yield _some(draw, parts)
    path = draw.choice(paths)
    yield [path, path.rpartition("/")[0]]
    yield [draw.choice(paths)]
    yield _apart(draw, paths)
    yield _some(draw, paths)


def of_articles(draw: Draws, gold: Library) -> Runs:
    """Runs of articles with some of their elements; with all and only the text that is highlighted, and none of it."""
    marked = highlighted(gold)
    own = {a.name: [path for path in gold.elements if within(path, a.name)] for a in gold.articles}
    full = {name: [p for p in paths if specificity(gold, p) == 1] for name, paths in own.items()}
    whole = {
        name: [p for p in paths if not any(p != q and within(p, q) for q in paths)] for name, paths in full.items()
    }
    none = {name: [path for path in paths if not marked[path]] for name, paths in own.items()}
    order = draw.distinct(list(own), 1, len(own))
    some = [tuple(sorted(_apart(draw, own[name]))) for name in order]
    yield some
    for last in (whole, none):
        if last[order[-1]]:
            yield [*some[:-1], tuple(sorted(last[order[-1]] if last is whole else _apart(draw, last[order[-1]])))]


def of_points(draw: Draws, gold: Library) -> Runs:
    """Runs of entry points: at the best ones, at a distance of the search from them, and any."""
    best = {a.name: f"{a.name}@{a.entry}" for a in gold.articles if a.entry is not None}
    anywhere = {a.name: f"{a.name}@{draw.integer(0, a.characters)}" for a in gold.articles}
    near = {
        a.name: f"{a.name}@{min(a.characters, a.entry + (draw.choice(libraries.DISTANCES) or 0))}"
        for a in gold.articles
        if a.entry is not None
    }
    yield list(best.values())
    for points in (best, near, {**anywhere, **near}, anywhere):
        yield _some(draw, list(points.values()))
        yield draw.distinct(list(points.values()), 1, 1) if points else []


def recipes(family: Any, model: Case) -> tuple[Recipes, bool, bool]:
    """The recipes of runs like those of a listed case, whether its gold has several articles, and whether it has entry
    points.
    """
    entered = any(article.entry is not None for article in model.gold.articles)
    several = len(model.gold.articles) > 1 or entered
    articles = isinstance(family, RunCases) and family.read is clusters
    return (of_articles if articles else of_points if entered else of_elements), several, entered


def recognised_run(family: PlainCases, model: Case, draw: Draws, most: LibrarySizes) -> Case | None:
    """A case like a listed one, and larger, of a family whose cases have all runs of a gold, whichever of them is
    shown. None where no drawn run is one of them.
    """
    made, several, entered = recipes(family, model)
    gold = library(draw, most.articles if several else 1, most.elements, most.characters, entered)
    for run in draw.order(list(made(draw, gold))):
        stated = family.stated(Case(gold, {"output": libraries.run(run)})) if run else ""
        if isinstance(stated, Case):
            return stated
    return None


def larger_run(family: RunCases, model: Case, draw: Draws, most: LibrarySizes) -> Case | None:
    """A case like a listed one, and larger; None where what was drawn is not part of a case of the family."""
    made, several, entered = recipes(family, model)
    elements = min(SHORT, most.elements) if several else most.elements
    gold = library(draw, most.articles if several else 1, elements, most.characters, entered)
    for run in draw.order(list(made(draw, gold))):
        cases = list(family.around(gold, tuple(run)))
        if cases:
            return draw.choice(cases)
    return None
