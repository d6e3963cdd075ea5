"""Larger libraries and runs drawn by chance, for the comparison of proofs with their metrics: articles of up to 20
elements with up to 30 characters each, runs of elements, articles and entry points.

A recipe makes a run that is likely to be of a constraint, such as the ideal elements in their order. Which cases a gold
and a run are part of, the family says (`RunCases.around`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

from axiometrics.core.case import Case
from axiometrics.core.library import Article, Element, Library
from axiometrics.generators import libraries
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

ELEMENTS, CHARACTERS, ARTICLES = 20, 30, 14
"""Elements of the largest article, characters of the largest element, articles of the largest library."""

Runs = Iterator[Any]
Recipes = Callable[[Random, Library], Runs]


def article(chance: Random, elements: int, depth: int = 0) -> Element:
    """A tree of so many elements; every leaf has a character, and half of the other ones have no text of their own."""
    below: list[Element] = []
    while (left := elements - 1 - sum(map(_count, below))) > 0:
        below.append(article(chance, chance.randint(1, left), depth + 1))
    own = chance.choice((0, chance.randint(1, CHARACTERS))) if below else chance.choice((1, 4, CHARACTERS))
    marked = chance.choice((0, own, chance.randint(0, own)))
    return Element(TAGS[min(depth, len(TAGS) - 1)], own, marked, tuple(below))


def _count(element: Element) -> int:
    return 1 + sum(map(_count, element.children))


def library(chance: Random, articles: int, elements: int, entered: bool) -> Library:
    """A library of so many articles, in half of which all are relevant; with best entry points in most of them, where
    asked for.
    """
    found, all_relevant = [], chance.random() < 0.5
    for i in range(1, articles + 1):
        root = article(chance, chance.randint(1, elements))
        if all_relevant:
            root = replace(root, own=root.own + 1, highlighted=root.highlighted + 1)
        one = Article(f"a{i}", root)
        entry = chance.randint(0, one.characters) if entered and chance.random() < 0.8 else None
        found.append(Article(one.name, one.root, entry))
    return Library(tuple(found), Fraction(chance.randint(1, 200), 2) if entered else None)


def _apart(chance: Random, paths: Sequence[str]) -> list[str]:
    """Some of the elements, none within another."""
    found: list[str] = []
    for path in chance.sample(list(paths), len(paths)):
        if not any(overlap(path, other) for other in found) and (not found or chance.random() < 0.7):
            found.append(path)
    return found


def _falling(chance: Random, gold: Library, paths: Sequence[str]) -> list[str]:
    """The elements by falling specificity, equal ones in any order."""
    return sorted(chance.sample(list(paths), len(paths)), key=lambda path: -specificity(gold, path))


def _some(chance: Random, paths: Sequence[str]) -> list[str]:
    return chance.sample(list(paths), chance.randint(1, min(12, len(paths)))) if paths else []


def of_elements(chance: Random, gold: Library) -> Runs:
    """Runs of elements: ideal ones, parts of an ideal element, an element and its parent, and any."""
    paths, best = list(gold.elements), list(ideal(gold, chance.choice((SHORTEST, BEST))))
    yield _falling(chance, gold, relevant(gold))
    yield _falling(chance, gold, best)
    for path in chance.sample(best, min(3, len(best))):
        yield chance.sample(children(gold, path), len(children(gold, path)))
        parts = [other for other in relevant(gold) if other != path and within(other, path)]
        yield _apart(chance, parts)
        yield _some(chance, parts)
    path = chance.choice(paths)
    yield [path, path.rpartition("/")[0]]
    yield [chance.choice(paths)]
    yield _apart(chance, paths)
    yield _some(chance, paths)


def of_articles(chance: Random, gold: Library) -> Runs:
    """Runs of articles with some of their elements; with all and only the text that is highlighted, and none of it."""
    marked = highlighted(gold)
    own = {a.name: [path for path in gold.elements if within(path, a.name)] for a in gold.articles}
    full = {name: [p for p in paths if specificity(gold, p) == 1] for name, paths in own.items()}
    whole = {
        name: [p for p in paths if not any(p != q and within(p, q) for q in paths)] for name, paths in full.items()
    }
    none = {name: [path for path in paths if not marked[path]] for name, paths in own.items()}
    order = chance.sample(list(own), chance.randint(1, len(own)))
    some = [tuple(sorted(_apart(chance, own[name]))) for name in order]
    yield some
    for last in (whole, none):
        if last[order[-1]]:
            yield [*some[:-1], tuple(sorted(last[order[-1]] if last is whole else _apart(chance, last[order[-1]])))]


def of_points(chance: Random, gold: Library) -> Runs:
    """Runs of entry points: at the best ones, at a distance of the search from them, and any."""
    best = {a.name: f"{a.name}@{a.entry}" for a in gold.articles if a.entry is not None}
    anywhere = {a.name: f"{a.name}@{chance.randint(0, a.characters)}" for a in gold.articles}
    near = {
        a.name: f"{a.name}@{min(a.characters, a.entry + (chance.choice(libraries.DISTANCES) or 0))}"
        for a in gold.articles
        if a.entry is not None
    }
    yield list(best.values())
    for points in (best, near, {**anywhere, **near}, anywhere):
        yield _some(chance, list(points.values()))
        yield chance.sample(list(points.values()), min(1, len(points)))


def recipes(family: RunCases, model: Case) -> tuple[Recipes, int, bool]:
    """What makes runs like those of a listed case, the articles of its golds, and whether they have entry points."""
    entered = any(one.entry is not None for one in model.gold.articles)
    several = ARTICLES if len(model.gold.articles) > 1 or entered else 1
    return (of_articles if family.read is clusters else of_points if entered else of_elements), several, entered


def larger_run(family: RunCases, model: Case, chance: Random) -> Case | None:
    """A case like a listed one, and larger; None where what was drawn is not part of a case of the family."""
    made, most, entered = recipes(family, model)
    gold = library(chance, chance.randint(1, most), 3 if most > 1 else ELEMENTS, entered)
    runs = list(made(chance, gold))
    for run in chance.sample(runs, len(runs)):
        found = list(family.around(gold, tuple(run)))
        if found:
            return chance.choice(found)
    return None
