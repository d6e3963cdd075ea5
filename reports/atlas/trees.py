"""Draw cases of element retrieval as SVG. An element is a bar whose length is the size of its text. The bar is filled
in proportion to its highlighted text. A disc beside the bar has the rank that an output gives to the element.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from markupsafe import Markup

from axiometrics.core.escapes import one_line
from axiometrics.core.library import Element, Library
from axiometrics.core.organization import Organization

_ROW, _INDENT, _LONGEST, _LEFT = 24, 16, 120, 30
"""The height of a row, the indentation of an element below its parent, the bar of the longest article, and the space
for ranks.
"""


def library(
    gold: Library, output: Organization | None = None, marked: set[str] | frozenset[str] = frozenset()
) -> Markup:
    """Return the articles of a gold, with the ranks of an output if one is given. The `marked` documents have a star.

    >>> gold = Library.parse("article(0+0 sec(2+1) sec(1+0))")
    >>> drawn = library(gold, Organization.parse("a1/sec[1]"), {"a1/sec[1]"})
    >>> drawn.count('class="text"'), drawn.count('class="found"'), drawn.count("<circle"), drawn.count("star")
    (3, 2, 1, 1)
    """
    ranks = {} if output is None else {document: level + 1 for level, _, document in output.occurrences()}
    longest = max((_text(article.root)[0] for article in gold.articles), default=0) or 1
    rows, y = [], 2
    for path, depth, element, entry in _elements(gold):
        size, highlighted = _text(element)
        x, wide, filled = _LEFT + depth * _INDENT, _LONGEST * size / longest, _LONGEST * highlighted / longest
        bars = [f'<rect class="text" x="{x}" y="{y + 6}" width="{wide:.1f}" height="12"/>']
        bars += [f'<rect class="found" x="{x}" y="{y + 6}" width="{filled:.1f}" height="12"/>'] if highlighted else []
        name = one_line(f"{path}{'' if entry is None else f' @{entry}'} {highlighted}/{size}")
        bars.append(f'<text class="path" x="{x + wide + 6:.1f}" y="{y + 16}">{escape(name)}</text>')
        if path in ranks:
            bars.append(_disc(ranks[path], path in marked, y))
        rows.append(f'<g class="relevant">{"".join(bars)}</g>')
        y += _ROW
    beyond = sorted((output.documents if output else set()) - gold.documents)
    for name in beyond:
        text = f'<text class="path" x="{_LEFT}" y="{y + 16}">{escape(one_line(name))}</text>'
        rows.append(f'<g class="irrelevant">{text}{_disc(ranks[name], name in marked, y)}</g>')
        y += _ROW
    names = [_LEFT + depth * _INDENT + _LONGEST + 8 * len(path) + 60 for path, depth, *_ in _elements(gold)]
    width = max([*names, *(_LEFT + 8 * len(name) for name in beyond)])
    label = str(gold) if output is None else str(output)
    aria = f'role="img" aria-label="{escape(one_line(label))}"'
    return Markup(
        f'<svg class="case" {aria} viewBox="0 0 {width} {y}" width="{width}" height="{y}">{"".join(rows)}</svg>'
    )


def _elements(gold: Library) -> Iterator[tuple[str, int, Element, int | None]]:
    """Yield each element with its path, its depth, and, for an article, the best entry point."""
    for article in gold.articles:
        for path, element in article.elements.items():
            yield path, path.count("/"), element, article.entry if path == article.name else None


def _disc(rank: int, marked: bool, y: int) -> str:
    star = f'<text class="star" x="24" y="{y + 12}">*</text>' if marked else ""
    disc = f'<circle cx="12" cy="{y + 12}" r="10"/><text x="12" y="{y + 16}">{rank}</text>'
    return f'<g class="{"moved" if marked else ""}">{disc}{star}</g>'


def _text(element: Element) -> tuple[int, int]:
    """Return the number of characters of an element, and the number of those that are highlighted."""
    below = [_text(child) for child in element.children]
    size = element.own + sum(size for size, _ in below)
    return size, element.highlighted + sum(highlighted for _, highlighted in below)
