"""Small libraries and runs on which a user's metric is tried before it is judged: those of the world of a task, flat
libraries of several articles (a world has one article where its task looks at elements), and random ones.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, permutations, product

from axiometrics.core.library import Article, Element, Library, article_of
from axiometrics.core.organization import Organization
from axiometrics.core.signature import SmallInputs
from axiometrics.core.task import on_demand

MOST = 6
"""The most articles of a random library."""

SPARSE = 3
"""The number of elements from which on a metric is tried on only some of the libraries of the world, because there are
thousands of them.
"""


def elements(paths: Sequence[str], gold: Library, chance: random.Random) -> Organization:
    """A run of these elements, one at each rank."""
    return Organization.ranking(paths)


def focused(paths: Sequence[str], gold: Library, chance: random.Random) -> Organization:
    """A run of those of the elements that do not overlap with an element before them."""
    return Organization.ranking(_apart(paths))


def in_context(paths: Sequence[str], gold: Library, chance: random.Random) -> Organization:
    """A run of the articles of the elements that do not overlap with an element before them; the elements of an article
    are one cluster.
    """
    clusters: dict[str, list[str]] = {}
    for path in _apart(paths):
        clusters.setdefault(article_of(path), []).append(path)
    return Organization([[cluster] for cluster in clusters.values()], tail=True)


def entry_points(paths: Sequence[str], gold: Library, chance: random.Random) -> Organization:
    """A run with a random entry point in each article of these elements."""
    articles = dict.fromkeys(map(article_of, paths))
    return Organization.ranking(f"{a}@{chance.randint(0, gold.by_name[a].characters)}" for a in articles)


def _apart(paths: Sequence[str]) -> list[str]:
    kept: list[str] = []
    for path in paths:
        if not any(f"{path}/".startswith(f"{other}/") or f"{other}/".startswith(f"{path}/") for other in kept):
            kept.append(path)
    return kept


def inputs(world: str, output: Callable[[Sequence[str], Library, random.Random], Organization]) -> SmallInputs:
    """The small inputs of a task, with its world in `library_worlds` and its outputs made of a list of elements."""
    listed = on_demand("axiometrics.tasks.library_worlds", world)

    def make(n: int, traits: frozenset[str], chance: random.Random | None) -> Iterator[tuple[Organization, Library]]:
        if chance is not None:
            gold = _drawn(n, chance)
            paths = list(gold.elements)
            yield output(chance.sample(paths, chance.randint(1, len(paths))), gold, chance), gold
            return
        for outputs in islice(listed(n, False), 0, None, 1 if n < SPARSE else SPARSE**2):
            yield from ((outputs.output(k), outputs.gold) for k in range(len(outputs)))
        always = random.Random(n)
        for gold in _flat(n) if n > 1 else ():
            for length in range(1, n + 1):
                for names in permutations(gold.by_name, length):
                    yield output(names, gold, always), gold

    return SmallInputs(make)


def _flat(articles: int) -> Iterator[Library]:
    """Every library of this many articles, each of one element with two characters. In at least one article some of
    them are highlighted.
    """
    for highlighted in product(range(3), repeat=articles):
        if any(highlighted):
            yield Library(
                tuple(
                    Article(f"a{i}", Element("article", 2, number), 0 if number else None)
                    for i, number in enumerate(highlighted, 1)
                )
            )


def _drawn(n: int, chance: random.Random) -> Library:
    """A random library of n elements in some articles, the first of which is highlighted."""
    number = chance.randint(1, min(n, MOST))
    shares = [n // number + (i < n % number) for i in range(number)]
    articles = []
    for i, share in enumerate(shares, 1):
        own = chance.randint(1, 9)
        root = Element("article", own, own if i == 1 else chance.randint(0, own), tuple(_below(share - 1, chance)))
        articles.append(Article(f"a{i}", root, chance.choice((None, chance.randint(0, own)))))
    return Library(tuple(articles))


def _below(n: int, chance: random.Random) -> Iterator[Element]:
    """Sections with n elements in all, some of which have paragraphs."""
    while n > 0:
        inside = chance.randint(0, min(n - 1, 3))
        n -= inside + 1
        yield Element("sec", *_text(chance), tuple(Element("p", *_text(chance)) for _ in range(inside)))


def _text(chance: random.Random) -> tuple[int, int]:
    own = chance.randint(1, 9)
    return own, chance.randint(0, own)
