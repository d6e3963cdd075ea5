"""Draw an organization with the share of the loss of each occurrence. Each level is a line, clusters stand in braces,
and the tail is `...`. Of a long organization the costliest occurrences are drawn.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby, zip_longest
from typing import NamedTuple

from axiometrics.evaluation.loss import Explanation, LossSide, remainder
from axiometrics.evaluation.loss_reasons import TAIL, named
from axiometrics.evaluation.scores import counted
from axiometrics.relations.weights import Number

DRAWN = 40
"""The greatest number of occurrences of an organization that is drawn whole."""

COSTLIEST = 20
"""The number of occurrences that are drawn of a longer organization, besides the rest of their small levels."""

WHOLE = 8
"""The greatest number of occurrences of a level that is drawn whole in a longer organization."""

_GAP = 4
_LEAST = Fraction(1, 2000)
"""Half of the last decimal that is shown. A smaller share would be rounded to 0, and the complement of a smaller share
to 1, so that they are shown as `<0.1%` and `>99.9%`.
"""

_GLUE = "\x1f"
"""Stands for a blank inside a name while lines are broken."""


class Occurrence(NamedTuple):
    """A document at one place of an organization, and its loss there."""

    place: int
    cluster: int
    document: str
    lost: Number


def percent(share: Number) -> str:
    """A share in percent. Only 0 is shown as 0%, and only 1 as 100%.

    >>> percent(Fraction(1, 3)), percent(Fraction(1, 10**6)), percent(Fraction(10**6 - 1,
    ...     10**6)), percent(1), percent(0)
    ('33.3%', '<0.1%', '>99.9%', '100%', '0%')
    """
    if share in (0, 1):
        return f"{100 * int(share)}%"
    return "<0.1%" if share < _LEAST else ">99.9%" if share > 1 - _LEAST else f"{float(100 * share):.1f}%"


def beside(explanation: Explanation, width: int) -> str:
    """The drawings of system and gold, side by side, or one above the other if the width has no room for both.

    The marks are shares of the loss of R in the system, of the loss of S in the gold.
    """
    comparison = explanation.comparison
    sides = (
        (explanation.reliability, "system", comparison.shape.system_levels),
        (explanation.sensitivity, "gold", comparison.shape.gold_levels),
    )

    def columns(room: int) -> list[list[str]]:
        return [
            [f"{name} (loss of {side.name})" if side.lost else name, *drawn(side, levels, room)]
            for side, name, levels in sides
        ]

    left, right = columns((width - _GAP) // 2)
    margin = max(map(len, left)) + _GAP
    if margin + max(map(len, right)) <= width:
        return "\n".join(
            f"{left_line:<{margin}}{right_line}".rstrip()
            for left_line, right_line in zip_longest(left, right, fillvalue="")
        )
    return "\n\n".join("\n".join(column) for column in columns(width))


def left_out(side: LossSide) -> tuple[int, Number]:
    """The number of occurrences of a side that are not drawn, and their loss."""
    occurrences = _occurrences(side)
    kept = _kept(occurrences)
    return len(occurrences) - len(kept), remainder(side.lost, [side.of_tail, *(occurrence.lost for occurrence in kept)])


def drawn(side: LossSide, levels: Sequence[str], width: int) -> list[str]:
    """The lines of the drawing of one side. `levels` are the names of its levels, if they have names. An organization
    of one level without a tail has a line for each cluster.

    >>> from axiometrics.core.organization import Organization
    >>> from axiometrics.evaluation.loss import LossComparison, explain
    >>> explanation = explain(LossComparison(Organization.parse("b > {a c}"), Organization.parse("a > b > ...")))
    >>> print("\\n".join(drawn(explanation.sensitivity, (), 40)))
    1  a(50.7%)
    2  b(49.3%)
       ...
    """
    own = side.own
    flat = _flat(side)
    occurrences = _occurrences(side)
    kept = _kept(occurrences)
    lines: list[str] = []
    names = (
        [""] * max(len(own.levels[0]), 1) if flat else list(levels) or [str(i) for i in range(1, len(own.levels) + 1)]
    )
    whole = len(kept) == len(occurrences) and len(names) <= DRAWN
    margin = max(map(len, [*names, ":" * (not whole)]), default=0)
    places: dict[int, list[Occurrence]] = {
        place: list(group) for place, group in groupby(occurrences, lambda occurrence: occurrence.place)
    }
    for hidden, group in groupby(
        range(len(names)), lambda place: not whole and not kept.intersection(places.get(place, ()))
    ):
        run = list(group)
        if hidden:
            inside = sum(len(places.get(place, ())) for place in run)
            lines.append(
                _line(
                    ":",
                    margin,
                    f"{counted(len(run), 'cluster' if flat else 'level')}, {counted(inside, 'document')}",
                    width,
                )
            )
        else:
            lines += [
                _line(names[place], margin, " ".join(_level(side, places.get(place, []), kept)) or "{}", width)
                for place in run
            ]
    if own.tail:
        lines.append(_line("", margin, TAIL + _mark(side, side.of_tail), width))
    return [line for text in lines for line in text.split("\n")]


def _flat(side: LossSide) -> bool:
    return len(side.own.levels) == 1 and not side.own.tail


def _occurrences(side: LossSide) -> list[Occurrence]:
    flat = _flat(side)
    pairs = zip(side.own.occurrences(), side.costs.occurrences, strict=True)
    return [
        Occurrence(cluster if flat else level, cluster, document, lost) for (level, cluster, document), lost in pairs
    ]


def _kept(occurrences: Sequence[Occurrence]) -> set[Occurrence]:
    """The occurrences that are drawn: all, or the costliest and those that stand with them on a small level."""
    if len(occurrences) <= DRAWN:
        return set(occurrences)
    costliest = set(sorted(occurrences, key=lambda occurrence: -occurrence.lost)[:COSTLIEST])
    groups = (set(group) for _, group in groupby(occurrences, lambda occurrence: occurrence.place))
    return costliest.union(*(group for group in groups if len(group) <= WHOLE and group & costliest))


def _level(side: LossSide, occurrences: Sequence[Occurrence], kept: set[Occurrence]) -> Iterator[str]:
    """The texts of the clusters of a level, and a count of the documents in clusters that are not drawn."""
    rest = 0
    for _, group in groupby(occurrences, lambda occurrence: occurrence.cluster):
        cluster = list(group)
        words = [
            named(occurrence.document).replace(" ", _GLUE) + _mark(side, occurrence.lost)
            for occurrence in cluster
            if occurrence in kept
        ]
        if not words:
            rest += len(cluster)
            continue
        more = [f"+{len(cluster) - len(words)}"] * (len(words) < len(cluster))
        yield " ".join([*words, *more]) if len(cluster) == 1 else f"{{{' '.join([*words, *more])}}}"
    if rest:
        yield f"+{rest}"


def _mark(side: LossSide, lost: Number) -> str:
    return f"({percent(side.share(lost))})" if lost else ""


def _line(name: str, margin: int, text: str, width: int) -> str:
    first = f"{name:>{margin}}{'  ' * bool(margin)}"
    lines = textwrap.wrap(text, max(width - len(first), 1), break_long_words=False, break_on_hyphens=False)
    return "\n".join((first if i == 0 else " " * len(first)) + line for i, line in enumerate(lines)).replace(_GLUE, " ")
