"""Draw the constraints of a task: which constraints follow from which, and which cannot hold together.

A constraint is a row. An arc on the left leads from a constraint to one that follows from it; a line on the right has a
dot in each row of a conflict. So a conflict of five constraints is drawn like one of two, no line crosses a name, and
names keep their size on a telephone, where the drawing is scrolled within its box.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from markupsafe import Markup

from axiometrics.core.page import Page

_ROW, _LANE, _LETTER, _TOP, _ARC = 26, 24, 8, 30, 14


@dataclass(frozen=True)
class LatticeEdge:
    """A relation between constraints, and the argument for it.

    Attributes
    ----------
    names : the constraints, as the drawing names them; in an implication, the second one follows from the first one
    follows : whether the relation is an implication; otherwise it is a conflict
    shown : the argument for the relation
    """

    anchor: str
    label: str
    names: Sequence[str]
    follows: bool
    shown: Page


@dataclass(frozen=True)
class ConstraintLattice:
    """The relations between the constraints of a task.

    Attributes
    ----------
    says : sentences about the sizes, and about how far was searched
    titles : the title of each constraint, by its name
    together : the greatest sets of constraints that can hold together
    """

    task: str
    says: Sequence[str]
    titles: Mapping[str, str]
    edges: Sequence[LatticeEdge]
    together: Sequence[Sequence[str]]

    @property
    def implications(self) -> Sequence[LatticeEdge]:
        """The relations in which one constraint follows from another."""
        return [edge for edge in self.edges if edge.follows]

    @property
    def conflicts(self) -> Sequence[LatticeEdge]:
        """The relations between constraints that cannot hold together."""
        return [edge for edge in self.edges if not edge.follows]

    @property
    def drawing(self) -> Markup:
        """The constraints as rows, with their relations. Each relation is a link to its argument on the same page."""
        return self.drawn()

    def drawn(self, page: str = "") -> Markup:
        """Return the drawing. Its relations are links to their arguments on the page of this address."""
        rows = {name: k for k, name in enumerate(ordered(self.titles, [edge.names for edge in self.implications]))}
        widest = max((abs(rows[a] - rows[b]) for edge in self.implications for a, b in [edge.names]), default=0)
        left = _ARC * widest + 14 if widest else 4
        lanes = left + _LETTER * max(map(len, self.titles.values()), default=0) + 16
        width, height = lanes + _LANE * len(self.conflicts) + 24, _TOP + _ROW * len(rows) + 6
        parts = [
            *(self._name(name, rows[name], left, width) for name in rows),
            *(_arc(edge, rows, left, page) for edge in self.implications),
            *(_lane(edge, k, rows, lanes + _LANE * k + 10, page) for k, edge in enumerate(self.conflicts, 1)),
        ]
        label = f"{len(self.implications)} implications and {len(self.conflicts)} conflicts of {len(rows)} constraints"
        size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        return Markup(f'<svg class="lattice" role="group" aria-label="{label}" {size}>{"".join(parts)}</svg>')

    def _name(self, name: str, row: int, left: int, width: int) -> str:
        y = _middle(row)
        return (
            f'<path class="row" d="M{left} {y + _ROW // 2}H{width}"/>'
            f'<text x="{left + 4}" y="{y + 4}"><title>{escape(name)}</title>{escape(self.titles[name])}</text>'
        )


def ordered(names: Collection[str], implications: Sequence[Sequence[str]]) -> list[str]:
    """Return the names in an order in which each one stands below the names that it follows from, as far as these do
    not follow from each other.

    >>> ordered(["c", "b", "a"], [("a", "b"), ("b", "c")])
    ['a', 'b', 'c']
    """
    left, done = list(names), list[str]()
    while left:
        free = (name for name in left if not any(b == name and a in left for a, b in implications))
        done.append(next(free, left[0]))
        left.remove(done[-1])
    return done


def _middle(row: int) -> int:
    return _TOP + _ROW * row + _ROW // 2


def _arc(edge: LatticeEdge, rows: Mapping[str, int], left: int, page: str) -> str:
    """Return an arrow along an arc on the left of the names."""
    first, second = edge.names
    start, end = _middle(rows[first]), _middle(rows[second])
    out = left - _ARC * abs(rows[first] - rows[second]) - 8
    return (
        f'<a href="{escape(page)}#{edge.anchor}" class="follows"><title>{escape(edge.label)}</title>'
        f'<path class="line" d="M{left} {start}C{out} {start} {out} {end} {left - 6} {end}"/>'
        f'<path class="head" d="M{left} {end}l-8 -4v8z"/></a>'
    )


def _lane(edge: LatticeEdge, number: int, rows: Mapping[str, int], x: int, page: str) -> str:
    """Return a line with a dot in each row of a conflict, and the number of the conflict above it."""
    heights = sorted(_middle(rows[name]) for name in edge.names)
    return (
        f'<a href="{escape(page)}#{edge.anchor}" class="conflict"><title>{escape(edge.label)}</title>'
        f'<text class="number" x="{x}" y="18">{number}</text><path class="line" d="M{x} {heights[0]}V{heights[-1]}"/>'
        f"{''.join(_dots(heights, x))}</a>"
    )


def _dots(heights: Sequence[int], x: int) -> Iterator[str]:
    yield from (f'<circle cx="{x}" cy="{y}" r="5"/>' for y in heights)
