"""The values that formulas take from a run of elements, articles or entry points: gains, recall bases, text retrieved,
closeness.

Runs are cut at `LONGEST`, the most results that could be submitted, before elements of ignored types are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from axiometrics.core.library import Library, article_of
from axiometrics.core.organization import Organization

LONGEST = 1500
"""The most results of a run (Lalmas et al. 2007, section 2)."""

NONE = "none"
"""The value of `ignore` that leaves no type out."""

_KEPT = 1 << 15
"""How many results are kept for libraries: many runs of one library are scored one after the other."""


class Text(NamedTuple):
    """The number of characters of a text, and the number of highlighted characters."""

    size: int
    highlighted: int

    @property
    def specificity(self) -> Fraction:
        """The highlighted share (Eq. 1); 0 for an empty element."""
        return Fraction(self.highlighted, self.size) if self.size else Fraction(0)


@lru_cache(maxsize=_KEPT)
def texts(gold: Library) -> dict[str, Text]:
    """The text of each element, together with the text of its descendants."""
    by_path = {path: Text(element.own, element.highlighted) for path, element in gold.elements.items()}
    for path in reversed(list(by_path)):
        above, inside, _ = path.rpartition("/")
        if inside:
            by_path[above] = Text(*map(sum, zip(by_path[above], by_path[path], strict=True)))
    return by_path


def tag_of(path: str, gold: Library) -> str:
    """The type of an element; of one in an article that is not listed, the tag of its last step."""
    element = gold.elements.get(path)
    return path.rpartition("/")[2].partition("[")[0] if element is None else element.tag


def elements(system: Organization, gold: Library, ignore: str = NONE) -> list[str]:
    """The elements of a run in rank order, without those of the types that are ignored."""
    listed = [document for _, _, document in system.occurrences()][:LONGEST]
    ignored = set() if ignore == NONE else set(ignore.split("+"))
    return [path for path in listed if tag_of(path, gold) not in ignored]


@lru_cache(maxsize=_KEPT)
def full_base(gold: Library, ignore: str = NONE) -> dict[str, Fraction]:
    """The elements with highlighted text and their specificity, by falling specificity. Where specificities are equal,
    an element stands before its children.
    """
    ignored = set() if ignore == NONE else set(ignore.split("+"))
    base = {
        path: text.specificity
        for path, text in texts(gold).items()
        if text.highlighted and gold.elements[path].tag not in ignored
    }
    return dict(sorted(base.items(), key=lambda item: -item[1]))


def inside(inner: str, outer: str) -> bool:
    """Whether an element is another one, or stands in it."""
    return inner == outer or inner.startswith(outer + "/")


@lru_cache(maxsize=_KEPT)
def ideal_base(gold: Library, base: str, ignore: str = NONE) -> dict[str, Fraction]:
    """The ideal recall base (section 5.2) by falling specificity.

    Of every maximal relevant path the element of highest specificity is picked, the highest in the tree where several
    are equal. Then overlap is dropped: with `shortest`, each pick that stands in another one; with `best`, going
    through the picks by falling specificity, each that overlaps one that was kept.
    """
    relevant = full_base(gold, ignore)
    leaves = [path for path in relevant if not any(inside(other, path) for other in relevant if other != path)]
    picked: dict[str, Fraction] = {}
    for leaf in leaves:
        on_path = [path for path in relevant if inside(leaf, path)]
        best = max(on_path, key=lambda path: (relevant[path], -path.count("/")))
        picked[best] = relevant[best]
    if base == "shortest":
        kept = {p: gain for p, gain in picked.items() if not any(inside(p, other) for other in picked if other != p)}
    else:
        kept = {}
        for path, gain in sorted(picked.items(), key=lambda item: (-item[1], item[0].count("/"))):
            if not any(inside(path, other) or inside(other, path) for other in kept):
                kept[path] = gain
    return dict(sorted(kept.items(), key=lambda item: -item[1]))


def cut(k: Fraction | None) -> int:
    """The rank up to which a metric looks."""
    return LONGEST if k is None else min(int(k), LONGEST)


def ranked_articles(system: Organization) -> list[tuple[str, Sequence[str]]]:
    """The articles of a run in rank order, each with its elements."""
    clusters = [cluster for level in system.levels for cluster in level][:LONGEST]
    return [(article_of(cluster[0]), cluster) for cluster in clusters]


def retrieved(cluster: Sequence[str], gold: Library) -> Text:
    """The text of the elements of a cluster; elements that overlap count twice, as in Eq. 9."""
    text_of = texts(gold)
    return Text(*(sum(text_of[path][i] for path in cluster) for i in (0, 1)))


def relevant_articles(gold: Library) -> dict[str, int]:
    """The articles with highlighted text, and how much of it they have."""
    text_of = texts(gold)
    return {
        article.name: highlighted for article in gold.articles if (highlighted := text_of[article.name].highlighted)
    }


def mean_length(gold: Library) -> Fraction:
    """The mean length of articles: that of the collection, or of the articles listed."""
    if gold.length is not None:
        return gold.length
    return Fraction(sum(article.characters for article in gold.articles), len(gold.articles))


def entry_points(gold: Library) -> dict[str, int]:
    """By article, its best entry point. An article without a best entry point is left out."""
    return {article.name: article.entry for article in gold.articles if article.entry is not None}


def closeness(system: Organization, gold: Library, a: Fraction) -> list[Fraction]:
    """s(x, b) of each entry point of a run in rank order (Eq. 14); 0 where the article has no best entry point."""
    points, scale = entry_points(gold), a * mean_length(gold)
    values = []
    for _, _, document in system.occurrences():
        name, _, at = document.partition("@")
        distance = abs(int(at) - points[name]) if name in points else None
        values.append(Fraction(0) if distance is None else scale / (scale + distance))
    return values[:LONGEST]
