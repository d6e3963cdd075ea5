"""Free golds and outputs of the four tasks on elements: articles, with runs of elements, articles and entry points.

Trees are made here anew, apart from the generators. Among the golds are articles without highlighted text, elements
without text, and several articles; among the runs such as retrieve articles that are not listed, or are not runs.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from random import Random

from axiometrics.core.case import Case
from axiometrics.core.library import Article, Element, Library
from axiometrics.core.organization import Organization
from tests.verification.statements.harness import CHANGES, NAMES, WORLDS, World

TAGS = ("article", "sec", "p", "p")


@cache
def elements(number: int, characters: int, depth: int = 0) -> tuple[Element, ...]:
    """Every tree of that many elements, siblings in every order, a leaf without text too."""
    texts = [(own, marked) for own in range(characters + 1) for marked in range(own + 1)]
    return tuple(
        Element(TAGS[depth], own, marked, below)
        for below in forests(number - 1, characters, depth + 1)
        for own, marked in texts
    )


@cache
def forests(number: int, characters: int, depth: int) -> tuple[tuple[Element, ...], ...]:
    if not number:
        return ((),)
    return tuple(
        (first, *rest)
        for size in range(1, number + 1)
        for first in elements(size, characters, depth)
        for rest in forests(number - size, characters, depth)
    )


def golds() -> Iterator[Library]:
    """Articles of up to three elements, and two or three articles of one or two."""
    for number, characters in ((1, 3), (2, 2), (3, 1)):
        yield from map(Library.of, elements(number, characters))
    few = [*elements(1, 1), *elements(2, 1)[1::3]]
    yield from (Library.of(*some) for some in product(few, repeat=2))
    yield from (Library.of(*some) for some in combinations([*elements(1, 2), *elements(2, 1)[2::5]], 3))
    yield from map(
        Library.parse,
        (
            "article(0+0 sec(1+1) sec(2+1))",
            "article(0+0 sec(1+1 p(1+0)) sec(2+1))",
            "article(0+0 sec(1+1) sec(1+1) sec(1+1))",
            "article(1+0 sec(0+0 p(1+1) p(3+1)))",
            "article(0+0 sec(1000+950) link(1+1))",
            "b: article(0+0 sec(1000+950 link(1+1))); L=3",
        ),
    )


def runs(gold: Library) -> list[Organization]:
    """Runs of up to three elements, and some that are none or hold elements that are not listed."""
    paths = [*gold.elements, "x"]
    some = [Organization.ranking(run) for length in range(4) for run in permutations(paths[:4], length)]
    return [
        *some,
        *(Organization.ranking(run) for run in (["x", "x/sec[1]"], ["x/sec[1]", "x"], ["a1/sec[9]"], ["a1@0"], paths)),
        Organization.ranking([paths[0]], tail=False),
        Organization([[[path] for path in paths]], tail=True),
        Organization([[["a1"]], [["a1"]]], tail=True),
        Organization([[], [["a1"]]], tail=True),
    ]


def of_elements() -> Iterator[World]:
    yield from ((gold, runs(gold)) for gold in golds())


def of_articles() -> Iterator[World]:
    """Runs of up to three articles, each with one or several of its elements, overlapping ones too."""
    for gold in golds():
        by_article = [
            [list(some) for size in (1, 2) for some in combinations(article.elements, size)][:5]
            for article in (*gold.articles, Article("x", Element("article", 1, 0)))
        ]
        listed = [
            [levels[i] for levels, i in zip(order, chosen, strict=True)]
            for length in (1, 2, 3)
            for order in permutations(by_article, length)
            for chosen in product(*(range(min(2, len(levels)) if length > 1 else len(levels)) for levels in order))
        ]
        outputs = [Organization([[cluster] for cluster in run], tail=True) for run in listed]
        strange = [["a1"], ["x", "a1"], ["a1/sec[9]"], ["a1@0"]]
        outputs += [Organization([[cluster]], tail=cluster != ["a1"]) for cluster in strange]
        outputs += [Organization([[["a1"]], [["a1"]]], tail=True), Organization([[["a1"], ["x"]]], tail=True)]
        yield gold, outputs


def of_points() -> Iterator[World]:
    """Runs of up to three entry points in articles with and without a best one."""
    shapes = [
        (Element("article", size, size // 2, below), entry)
        for size, below in ((0, ()), (1, ()), (3, ()), (7, ()), (200, ()), (1, (Element("sec", 2, 1),)))
        for entry in (None, 0, 1, 3)
        if entry is None or entry <= size + sum(child.own for child in below)
    ]
    several = [some for number in (1, 2) for some in product(shapes, repeat=number)]
    several += list(combinations(shapes[::2], 3))
    for some in several:
        articles = tuple(Article(f"a{i}", root, entry) for i, (root, entry) in enumerate(some, 1))
        gold = Library(articles, Fraction(100) if len(some) < 3 else None)
        places = [[f"{a.name}@{at}" for at in (0, 1, 2, 5, 60) if at <= a.characters] for a in articles]
        listed = [
            run
            for length in range(1, len(some) + 2)
            for order in permutations([*places, ["x@0"]], min(length, 3))
            for run in product(*(points[: 5 if length == 1 else 3] for points in order))
        ]
        outputs = [Organization.ranking(run) for run in dict.fromkeys(listed)]
        strange = (["a1@999"], ["a1@0", "a1@1"], ["a1"], ["a1@"], ["a1@x"], ["a1@²"])
        yield gold, [*outputs, *map(Organization.ranking, strange), Organization.ranking(["a1@0"], tail=False)]


def changed_library(of: Library, documents: Sequence[str], chance: Random) -> Library:
    """A library in which an element has other text, goes or comes, or an article has another entry point or goes."""
    at, what = chance.randrange(len(of.articles)), chance.randrange(6)
    article = of.articles[at]
    if what == 0:
        changed = replace(article, entry=chance.choice([None, chance.randint(0, article.characters)]))
    elif what == 1 and len(of.articles) > 1:
        return replace(of, articles=(*of.articles[:at], *of.articles[at + 1 :]))
    elif what == 2:
        changed = replace(article, name=chance.choice(["b", "x", article.name]))
    else:
        changed = Article(article.name, _changed(article.root, chance))
    return replace(of, articles=(*of.articles[:at], changed, *of.articles[at + 1 :]))


def _changed(element: Element, chance: Random) -> Element:
    below, what = element.children, chance.randrange(5)
    if below and what < 3:
        at = chance.randrange(len(below))
        return replace(element, children=(*below[:at], _changed(below[at], chance), *below[at + 1 :]))
    if what == 3:
        return replace(element, children=(*below, Element(TAGS[1], 1, chance.randint(0, 1))))
    if what == 4 and below:
        return replace(element, children=below[1:])
    own = max(0, element.own + chance.choice((-1, 0, 1, 2)))
    return replace(element, own=own, highlighted=chance.randint(0, min(own, 2)))


def of_searched_runs(case: Case) -> Hashable | None:
    """A case but for the order of siblings; None beyond what is searched: an article with highlighted text, and runs
    of at most three of its elements.
    """
    outputs = _single(case)
    if not outputs or any(len(output.levels) > 3 for output in outputs.values()):
        return None
    return up_to_siblings(case) if any(element.highlighted for element in case.gold.elements.values()) else None


def of_searched_sets(case: Case) -> Hashable | None:
    """The same of cases about one set of elements, also of an irrelevant article."""
    return up_to_siblings(case) if list(_single(case)) == ["output"] else None


def _single(case: Case) -> dict[str, Organization]:
    """The outputs by role; none where a role has several."""
    outputs = {role: output for role, output in case.outputs.items() if isinstance(output, Organization)}
    return outputs if len(outputs) == len(case.outputs) else {}


def up_to_siblings(case: Case) -> Hashable | None:
    """A case but for the order of siblings; None beyond what is searched: one article with at most two characters an
    element, or one where it has four elements, no empty leaf, and runs of its elements.
    """
    outputs, gold = _single(case), case.gold
    (article, *more) = gold.articles
    most = 2 if gold.size <= 3 else 1
    if more or article.entry is not None or gold.length is not None:
        return None
    if any(element.own > most or not (element.own or element.children) for element in gold.elements.values()):
        return None
    if any(not output.documents <= gold.documents for output in outputs.values()):
        return None

    def code(path: str) -> tuple[object, ...]:
        element = gold.elements[path]
        below = [inner for inner in gold.elements if inner.rpartition("/")[0] == path]
        ranks = [
            (role, rank) for role in sorted(outputs) for rank, _, entry in outputs[role].occurrences() if entry == path
        ]
        return path.count("/"), element.own, element.highlighted, tuple(ranks), tuple(sorted(map(code, below)))

    return code(article.name)


def of_searched_points(case: Case) -> Hashable | None:
    """The number of best entry points, and the distances of each run, articles numbered as they appear; None beyond
    what is searched: up to three entry points of listed articles, and distances that are among those searched.
    """
    outputs, best = _single(case), {a.name: a.entry for a in case.gold.articles if a.entry is not None}
    numbers: dict[str, int] = {}
    code = []
    for role in sorted(outputs):
        for rank, _, point in outputs[role].occurrences():
            name, _, at = point.partition("@")
            distance = abs(int(at) - best[name]) if name in best else -1
            if distance not in (-1, 0, 1, 100, 1000) or rank > 2 or name not in case.gold.by_name:
                return None
            code.append((role, numbers.setdefault(name, len(numbers)), distance))
    return (len(best), *code) if code and len(best) <= 3 and case.gold.length == 100 else None


CHANGES[Library] = changed_library
WORLDS |= {"thorough": of_elements, "focused": of_elements, "in-context": of_articles, "best-in-context": of_points}
NAMES |= {
    "thorough": of_searched_runs,
    "focused": of_searched_runs,
    "in-context": of_searched_sets,
    "best-in-context": of_searched_points,
}
