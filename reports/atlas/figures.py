"""Draw cases as SVG. Levels are shelves, clusters are groups on a shelf, and documents have the colour of their class.

Colour is never the only sign: a document carries its name, relevant documents are filled, and documents that differ
between the two outputs of a pair have a dashed outline and a star.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from markupsafe import Markup

from axiometrics.core.escapes import one_line
from axiometrics.core.library import Library
from axiometrics.core.organization import Organization
from axiometrics.reports.atlas.trees import library

MOST_LEVELS, CONTEXT = 24, 2
"""`MOST_LEVELS` is the greatest number of levels that are all drawn. Of a longer ranking, the levels that differ are
drawn, with `CONTEXT` levels above and below each of them.
"""

_SIZE, _GAP, _MARGIN, _LABEL = 26, 4, 6, 26
_LONGEST, _ACROSS = 3, 8
"""The number of characters of a name that fit into a document, and the number of documents side by side."""

CLASSES = 8
"""The number of colours of classes. If there are more classes, the colours are used again."""


@dataclass(frozen=True)
class Palette:
    """The CSS class of each document. It shows the class of the document in the gold, or whether the document is
    relevant.
    """

    of: Mapping[str, str]

    @classmethod
    def from_gold(cls, gold: Any) -> Palette:
        """Return the palette of a gold: by clusters if the gold is a clustering, else by grades."""
        if isinstance(gold, Organization) and len(gold.levels) == 1 and not gold.tail:
            clusters = gold.levels[0]
            return cls({document: f"c{i % CLASSES}" for i, cluster in enumerate(clusters) for document in cluster})
        grades: Mapping[str, Any] = gold.grades() if isinstance(gold, Organization) else getattr(gold, "grades", {})
        return cls({document: "relevant" for document, grade in grades.items() if grade})

    def __getitem__(self, document: str) -> str:
        return self.of.get(document, "irrelevant")


def moved(first: Organization, second: Organization) -> set[str]:
    """Return the documents that do not stand at the same place in both outputs. A place is the same if it is on the
    same level and in the matching cluster. Clusters of a level are matched by the number of documents that they share,
    the greatest number first.

    >>> sorted(moved(Organization.parse("{a b} {c d e}"), Organization.parse("{a b c} {d e}")))
    ['c']
    """
    kept: set[str] = set()
    for first_level, second_level in zip(first.levels, second.levels, strict=False):
        pairs = sorted(
            ((len({*x} & {*y}), i, j) for i, x in enumerate(first_level) for j, y in enumerate(second_level)),
            reverse=True,
        )
        left, right = set(range(len(first_level))), set(range(len(second_level)))
        for common, i, j in pairs:
            if common and i in left and j in right:
                left.remove(i)
                right.remove(j)
                kept |= {*first_level[i]} & {*second_level[j]}
    return {*first.documents, *second.documents} - kept


_PLAIN = "<pre>{}</pre>"


def outputs(gold: Any, by_role: Mapping[str, Any]) -> dict[str, Markup] | None:
    """Return the drawings of the gold and of the outputs by role. None if the outputs are not organizations, or if the
    gold cannot be drawn beside them; their task draws such values.
    """
    if not all(isinstance(output, Organization) for output in by_role.values()):
        return None
    if not isinstance(gold, Organization | Library) and not hasattr(gold, "grades"):
        return None
    palette, roles = Palette.from_gold(gold), list(by_role)
    drawn = {"gold": _gold(gold, palette)}
    for i, role in enumerate(roles):
        partner = roles[i ^ 1] if i ^ 1 < len(roles) else role
        output, marked = by_role[role], moved(by_role[role], by_role[partner])
        drawn[role] = (
            library(gold, output, marked) if isinstance(gold, Library) else organization(output, palette, marked)
        )
    return drawn


def _gold(gold: Any, palette: Palette) -> Markup:
    if isinstance(gold, Library):
        return library(gold)
    if isinstance(gold, Organization):
        return organization(gold, palette)
    return Markup(_PLAIN).format("\n".join(part.strip() for part in str(gold).split("|")))


def organization(value: Organization, palette: Palette, marked: set[str] | frozenset[str] = frozenset()) -> Markup:
    """Return the drawing of an organization. The `marked` documents have a star.

    >>> drawn = organization(Organization.parse("{a b} > c"), Palette.from_gold(Organization.parse("a > b c")), {"c"})
    >>> drawn.count("<circle"), drawn.count("moved")
    (3, 1)
    """
    single = len(value.levels) == 1 and not value.tail
    shelves, y, width = [], _MARGIN, 0
    for number, level in _levels(value, marked):
        if level is None:
            shelves.append(f'<text class="skip" x="{_LABEL}" y="{y + 12}">⋮</text>')
            y += 20
            continue
        drawn, wide, high = _shelf(level, palette, marked, y)
        label = "" if single else f'<text class="level" x="2" y="{y + _SIZE // 2 + 4}">{number}</text>'
        shelves.append(f'{label}{drawn}<path class="shelf" d="M0 {y + high}h{_LABEL + wide}"/>')
        width, y = max(width, wide), y + high + _GAP + 2
    if value.tail:
        shelves.append(f'<text class="skip" x="{_LABEL}" y="{y + 12}">…</text>')
        y += 18
    left = 0 if single else _LABEL
    box = f"{_LABEL - left} 0 {width + left + _MARGIN} {y + _GAP}"
    size = f'width="{width + left + _MARGIN}" height="{y + _GAP}"'
    aria = f'role="img" aria-label="{escape(one_line(str(value)))}"'
    return Markup(f'<svg class="case" {aria} viewBox="{box}" {size}>{"".join(shelves)}</svg>')


def _levels(value: Organization, marked: set[str] | frozenset[str]) -> Iterator[tuple[int, Any]]:
    """Yield the levels that are drawn, with their numbers. None stands for a sequence of levels that is left out."""
    levels = list(enumerate(value.levels, 1))
    if len(levels) <= MOST_LEVELS:
        yield from levels
        return
    differ = [i for i, level in levels if any(document in marked for cluster in level for document in cluster)]
    near = {j for i in [1, *differ, len(levels)] for j in range(i - CONTEXT, i + CONTEXT + 1)}
    skipped = False
    for i, level in levels:
        if i in near:
            yield i, level
        elif not skipped:
            yield i, None
        skipped = i not in near


def _shelf(level: Sequence[Any], palette: Palette, marked: set[str] | frozenset[str], y: int) -> tuple[str, int, int]:
    """Return the drawing of a level with its clusters, its width and its height."""
    parts, x, row, widest = [], 0, 0, 0
    for cluster in level:
        documents = sorted(cluster, key=lambda name: (len(name), name))
        across = min(len(documents), _ACROSS)
        wide = across * _SIZE + (_GAP if len(documents) > 1 else 0)
        if x and x + wide > _ACROSS * (_SIZE + _GAP):
            x, row = 0, row + 1
        top = y + row * (_SIZE + 2 * _GAP)
        deep = -(-len(documents) // _ACROSS)
        if len(documents) > 1:
            parts.append(
                f'<rect class="group" x="{_LABEL + x}" y="{top}" width="{wide}" height="{deep * _SIZE + _GAP}" rx="9"/>'
            )
        inset = _GAP // 2 if len(documents) > 1 else 0
        for i, document in enumerate(documents):
            at = (_LABEL + x + inset + (i % _ACROSS) * _SIZE, top + inset + (i // _ACROSS) * _SIZE)
            parts.append(_document(document, palette[document], document in marked, *at))
        x, row = x + wide + _GAP, row + deep - 1
        widest = max(widest, x)
    return "".join(parts), widest, (row + 1) * (_SIZE + 2 * _GAP)


def _document(name: str, kind: str, marked: bool, x: int, y: int) -> str:
    middle = _SIZE // 2
    short = name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"
    title = f"<title>{escape(one_line(name))}</title>" if short != name else ""
    star = f'<text class="star" x="{x + _SIZE - 5}" y="{y + 13}">*</text>' if marked else ""
    return (
        f'<g class="{kind}{" moved" if marked else ""}">{title}<circle cx="{x + middle}" cy="{y + middle}" '
        f'r="{middle - 2}"/><text x="{x + middle}" y="{y + middle + 4}">{escape(one_line(short))}</text>{star}</g>'
    )
