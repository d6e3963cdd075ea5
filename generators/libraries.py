"""Small libraries and runs of their elements: articles as trees, lists of gains, ranked entry points.

An article is listed once up to the order of siblings, which no metric of elements looks at, and the runs of a library
once up to exchanges of siblings that are alike. Tags tell the depth alone: article, sec, p. What is relevant, what
overlaps and which elements are ideal is computed here from the tree, apart from the metrics, because it is the
precondition of constraints.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations_with_replacement, permutations, product

from axiometrics.core.library import Article, Element, Library, article_of
from axiometrics.core.organization import Organization

TAGS = ("article", "sec", "p")
"""Tags by depth; deeper elements are `p` too."""

QUARTERS = 4
"""Characters of an article that stands for a gain: as many of them are highlighted as the gain has quarters."""

LONGEST = 1500
"""The most results of a run that a system could submit (Lalmas et al. 2007, section 2): no case has a longer run."""

LENGTH = 100
"""The mean length of articles in cases with entry points."""

DISTANCES = (0, 1, LENGTH, 10 * LENGTH, None)
"""Distances to the best entry point, the nearest first; None is an article without best entry point."""

Tree = tuple[int, int, tuple["Tree", ...]]
"""Characters of its own, highlighted ones, children."""


@cache
def trees(elements: int, characters: int) -> tuple[Tree, ...]:
    """Unordered trees of that many elements with at most so many characters of their own, of which any number is
    highlighted; a leaf has at least one.

    >>> [len(trees(k, 1)) for k in range(1, 6)], [len(trees(k, 2)) for k in range(1, 5)]
    ([2, 6, 27, 129, 681], [5, 30, 270, 2730])
    """
    return tuple(
        (own, highlighted, children)
        for children in _forests(elements - 1, elements - 1, characters)
        for own in range(0 if children else 1, characters + 1)
        for highlighted in range(own + 1)
    )


@cache
def _forests(elements: int, largest: int, characters: int) -> tuple[tuple[Tree, ...], ...]:
    """Multisets of trees of that many elements together, none of more elements than `largest`."""
    if elements == 0:
        return ((),)
    forests: list[tuple[Tree, ...]] = []
    for size in range(min(elements, largest), 0, -1):
        for number in range(elements // size, 0, -1):
            rest = _forests(elements - number * size, size - 1, characters)
            for chosen in combinations_with_replacement(trees(size, characters), number):
                forests += [(*chosen, *others) for others in rest]
    return tuple(forests)


def planted(tree: Tree, depth: int = 0) -> Element:
    """The tree as an element with tags."""
    own, highlighted, children = tree
    tag = TAGS[min(depth, len(TAGS) - 1)]
    return Element(tag, own, highlighted, tuple(planted(child, depth + 1) for child in children))


@cache
def articles(elements: int, characters: int, relevant: bool = True) -> tuple[Library, ...]:
    """Every library of one article of that many elements, those without highlighted text only where asked for.

    >>> [len(articles(k, 1)) for k in range(1, 6)], [len(articles(k, 2)) for k in range(1, 5)]
    ([1, 4, 21, 111, 621], [3, 24, 243, 2601])
    """
    all_libraries = (Library.of(planted(tree)) for tree in trees(elements, characters))
    return tuple(library for library in all_libraries if not relevant or highlighted(library)["a1"])


def small(elements: int, relevant: bool = True) -> tuple[Library, ...]:
    """The articles that are searched: with up to two characters an element where there are three elements at most,
    else with one.
    """
    return articles(elements, 2 if elements <= 3 else 1, relevant)


@cache
def pairs(elements: int) -> tuple[Library, ...]:
    """The libraries of two articles that are searched, of so many elements together, with relevant text in each.

    >>> [len(pairs(k)) for k in (2, 3, 4)]
    [6, 72, 1029]
    """
    libraries = []
    for first in range(1, elements // 2 + 1):
        for first_library, second_library in product(small(first), small(elements - first)):
            if 2 * first < elements or str(first_library) <= str(second_library):
                libraries.append(Library((*first_library.articles, Article("a2", second_library.articles[0].root))))
    return tuple(libraries)


# --- what the trees say


@cache
def sizes(library: Library) -> dict[str, int]:
    """The characters of each element, those of its descendants included."""
    return _totals(library, lambda element: element.own)


@cache
def highlighted(library: Library) -> dict[str, int]:
    """The highlighted characters of each element, those of its descendants included."""
    return _totals(library, lambda element: element.highlighted)


def _totals(library: Library, own: Callable[[Element], int]) -> dict[str, int]:
    totals = {path: own(element) for path, element in library.elements.items()}
    for path in reversed(list(totals)):
        above, inside, _ = path.rpartition("/")
        if inside:
            totals[above] += totals[path]
    return totals


def specificity(library: Library, path: str) -> Fraction:
    """Highlighted characters over characters; 0 for an empty element and for one that the library does not list."""
    size = sizes(library).get(path, 0)
    return Fraction(highlighted(library)[path], size) if size else Fraction(0)


def relevant(library: Library) -> list[str]:
    """The elements with highlighted text."""
    return [path for path, number in highlighted(library).items() if number]


def within(inner: str, outer: str) -> bool:
    """Whether an element is another one or stands in it.

    >>> within("a1/sec[1]", "a1"), within("a10", "a1"), within("a1", "a1")
    (True, False, True)
    """
    return inner == outer or inner.startswith(f"{outer}/")


def overlap(first: str, second: str) -> bool:
    """Whether two elements share text, or would if they had any."""
    return within(first, second) or within(second, first)


def overlapping(paths: Sequence[str]) -> bool:
    """Whether two of the elements overlap."""
    return any(overlap(path, earlier) for i, path in enumerate(paths) for earlier in paths[:i])


def children(library: Library, path: str) -> list[str]:
    """The paths of the children of an element."""
    return [child for child in library.elements if child.rpartition("/")[0] == path]


def picks(library: Library) -> list[str]:
    """The element of highest specificity of each maximal relevant path, the highest one of several, before overlap is
    dropped (section 5.2).
    """
    paths = relevant(library)
    ends = [path for path in paths if not any(inner != path and within(inner, path) for inner in paths)]
    best = [
        max((path for path in paths if within(end, path)), key=lambda path: (specificity(library, path), -len(path)))
        for end in ends
    ]
    return list(dict.fromkeys(best))


SHORTEST, BEST = "shortest", "best"
"""The readings of the last filter of section 5.2: which of two overlapping picks is kept."""


@cache
def ideal(library: Library, base: str = SHORTEST) -> tuple[str, ...]:
    """The ideal elements by falling specificity. Of two picks that overlap, the one with the shorter path is kept, as
    the paper prints it, or (`best`) the one with the higher specificity.
    """
    chosen = picks(library)
    if base == SHORTEST:
        kept = [path for path in chosen if not any(outer != path and within(path, outer) for outer in chosen)]
    else:
        kept = []
        for path in sorted(chosen, key=lambda path: (-specificity(library, path), len(path))):
            if not any(overlap(path, taken) for taken in kept):
                kept.append(path)
    return tuple(sorted(kept, key=lambda path: (-specificity(library, path), path)))


# --- runs


def code(library: Library, marks: dict[str, Hashable]) -> Hashable:
    """The library with marks on its elements, up to the order of siblings: equal for runs that no metric of elements
    tells apart.
    """

    def of(path: str) -> tuple[object, ...]:
        element = library.elements[path]
        below = sorted((of(child) for child in children(library, path)), key=repr)
        return element.own, element.highlighted, marks.get(path), tuple(below)

    return tuple(sorted((of(article.name) for article in library.articles), key=repr))


@cache
def runs(library: Library, longest: int = 3) -> tuple[tuple[str, ...], ...]:
    """Every order of up to so many elements, at least one, once up to the order of siblings; shorter ones first."""
    paths = list(library.elements)
    by_code: dict[Hashable, tuple[str, ...]] = {}
    for length in range(1, min(longest, len(paths)) + 1):
        for run in permutations(paths, length):
            by_code.setdefault(code(library, {path: rank for rank, path in enumerate(run, 1)}), run)
    return tuple(by_code.values())


def run(paths: Iterable[str]) -> Organization:
    """A run of elements or entry points. Equal runs are the same object: thousands of cases share a few runs."""
    return _ranking(tuple(paths))


@lru_cache(maxsize=2**14)
def _ranking(paths: tuple[str, ...]) -> Organization:
    return Organization.ranking(paths)


def ranks(output: Organization) -> list[str]:
    """The elements or entry points of a run, best first."""
    return [document for _, _, document in output.occurrences()]


def are_elements(library: Library, paths: Sequence[str]) -> bool:
    """Whether these are elements, each once: of a listed article those that it has, and any of other articles."""
    return len(set(paths)) == len(paths) and all(
        "@" not in path and (path in library.elements or article_of(path) not in library.by_name) for path in paths
    )


def are_articles(library: Library, clusters: Sequence[Sequence[str]]) -> bool:
    """Whether each cluster has elements of one article that do not overlap, and each article stands once."""
    names = [{article_of(path) for path in cluster} for cluster in clusters]
    lone = all(len(of) == 1 for of in names) and len(set().union(*names)) == len(names)
    return lone and all(are_elements(library, cluster) and not overlapping(cluster) for cluster in clusters)


def are_points(library: Library, points: Sequence[str]) -> bool:
    """Whether these are entry points, one an article, none behind the end of its article, and there is a length."""
    has_length = library.length is not None or any(article.characters for article in library.articles)
    return (
        has_length
        and len({article_of(point) for point in points}) == len(points)
        and all(
            re.fullmatch("[0-9]{1,15}", at)
            and (name not in library.by_name or int(at) <= library.by_name[name].characters)
            for name, _, at in (point.partition("@") for point in points)
        )
    )


# --- lists of gains


@cache
def lists(longest: int = 4) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """Every list of at most so many gains, in quarters, with every ideal list that contains its gains: the gains that
    are not 0, and further ones, together at most as many as the longest list.
    """
    gains = (0, 1, 2, 4)
    listings = []
    for length in range(1, longest + 1):
        for listed in product(gains, repeat=length):
            own = tuple(gain for gain in listed if gain)
            for more in range(longest - len(own) + 1):
                for missed in combinations_with_replacement(gains[1:], more):
                    if own or missed:
                        listings.append((listed, tuple(sorted(missed, reverse=True))))
    return tuple(listings)


def of_gains(listed: Sequence[int], missed: Sequence[int]) -> tuple[Library, tuple[str, ...]]:
    """A library of articles of one element that has these gains, in quarters, and the run of those that are listed."""
    elements = [Element("article", QUARTERS, gain) for gain in (*listed, *missed)]
    library = Library.of(*elements)
    return library, tuple(article.name for article in library.articles[: len(listed)])


# --- entry points


@cache
def entries(ranked: int = 3, points: int = 3) -> tuple[tuple[tuple[int | None, ...], int], ...]:
    """Distances of up to so many ranked articles, and how many best entry points there are in all: at least one, at
    most `points`, among them those of the ranked articles.
    """
    return tuple(
        (distances, total)
        for length in range(1, ranked + 1)
        for distances in product(DISTANCES, repeat=length)
        for total in range(max(1, length - distances.count(None)), points + 1)
    )


def of_distances(distances: Sequence[int | None], total: int) -> tuple[Library, tuple[str, ...]]:
    """A library with so many best entry points, each on the first character of its article, and the run of entry points
    at these distances.
    """
    long = Element("article", 10 * LENGTH + 1, 1)
    with_point = len(distances) - list(distances).count(None)
    listed = [
        Article(f"a{i}", Element("article", 1, 0) if distance is None else long, None if distance is None else 0)
        for i, distance in enumerate(distances, 1)
    ]
    more = [Article(f"a{len(listed) + i}", long, 0) for i in range(1, total - with_point + 1)]
    return Library((*listed, *more), Fraction(LENGTH)), tuple(
        f"a{i}@{distance or 0}" for i, distance in enumerate(distances, 1)
    )


# --- runs of articles


def in_context(articles_: Iterable[Iterable[str]]) -> Organization:
    """A run of articles, each a cluster of its elements on a level of its own."""
    return Organization([[list(elements)] for elements in articles_], tail=True)


@cache
def answers(library: Library, article: str = "a1") -> tuple[tuple[str, ...], ...]:
    """Every set of elements of an article that do not overlap, at least one, once up to the order of siblings."""
    by_code: dict[Hashable, tuple[str, ...]] = {}
    paths = [path for path in library.elements if within(path, article)]
    chosen: list[tuple[str, ...]] = [()]
    for path in paths:
        chosen += [(*some, path) for some in chosen if not any(overlap(path, taken) for taken in some)]
    for some in chosen:
        if some:
            by_code.setdefault(code(library, dict.fromkeys(some, 1)), some)
    return tuple(by_code.values())
