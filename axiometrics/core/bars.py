"""Signed numbers as bars, the greatest first: how far two systems differ, and on how many topics.

A mean difference and its p hide whether many topics differ a little or a few very much. Plain text draws the bars in
ASCII, so that any terminal shows them; HTML draws the same numbers as SVG.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from axiometrics.core.escapes import one_line
from axiometrics.core.page import Drawing

ROWS = 4
"""Lines above 0, and below it, of bars in text."""

WIDEST = 4
"""Characters of one bar in text."""

NAMED = 3
"""The names that stand below the bars, of those with the greatest and with the least numbers."""


@dataclass(frozen=True)
class Bars(Drawing):
    """Numbers by name, drawn from the greatest to the least.

    Attributes
    ----------
    caption : what the numbers are
    values : name and number, falling
    """

    caption: str = ""
    values: Sequence[tuple[str, float]] = ()

    @classmethod
    def of(cls, caption: str, values: Mapping[str, float]) -> Bars:
        """Bars of these numbers, of which equal ones keep their order."""
        falling = sorted(values.items(), key=lambda pair: -pair[1])
        return cls(lambda width: in_text(caption, falling, width), caption=caption, values=falling)


def in_text(caption: str, values: Sequence[tuple[str, float]], width: int) -> str:
    """Bars of at most so many characters. Where there are more numbers than characters, a character stands for the
    first of several neighbours.

    >>> print(in_text("difference", [("q1", 0.5), ("q2", 0.25), ("q3", -0.25)], 40))
    difference
    +0.5000 |####
            |####
            |########
            |########
          0 +------------
            |        ####
    -0.2500 |        ####
    q1 +0.5000; q2 +0.2500; q3 -0.2500
    """
    greatest = max([0.0, *(abs(value) for _, value in values)])
    if not greatest:
        return f"{_folded(caption, width)}\nall are 0"
    most, least = max(values[0][1], 0.0), min(values[-1][1], 0.0)
    labels = [f"{most:+.4f}" if most else "", f"{least:+.4f}" if least else ""]
    margin = max(map(len, labels))
    room = max(width - margin - 2, 1)
    shown = [values[i * len(values) // room] for i in range(room)] if len(values) > room else values
    wide = min(WIDEST, room // len(shown))
    high = [_rows(value, greatest) for _, value in shown]
    above = [_line(high, row, wide) for row in range(max(0, *high), 0, -1)]
    below = [_line(high, row, wide) for row in range(-1, min(0, *high) - 1, -1)]
    lines = [f"{labels[0] if i == 0 else '':>{margin}} |{line}" for i, line in enumerate(above)]
    lines += [f"{'0':>{margin}} +{'-' * (wide * len(shown))}"]
    lines += [f"{labels[1] if i == len(below) - 1 else '':>{margin}} |{line}" for i, line in enumerate(below)]
    drawn = (line.rstrip() for line in lines)
    return "\n".join([_folded(caption, width), *drawn, _folded(ends(values), width)])


def _folded(text: str, width: int) -> str:
    return textwrap.fill(text, width, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)


def _rows(value: float, greatest: float) -> int:
    """The lines of a bar, with its sign: one at least where the number is not 0."""
    rows = max(1, round(abs(value) / greatest * ROWS)) if value else 0
    return rows if value > 0 else -rows


def _line(high: Sequence[int], row: int, wide: int) -> str:
    return "".join(("#" if (rows >= row if row > 0 else rows <= row) else " ") * wide for rows in high)


def ends(values: Sequence[tuple[str, float]]) -> str:
    """The names with the greatest and the least numbers; a row of three points stands for those between.

    >>> ends([("a", 3.0), ("b", 2.0), ("c", 1.0), ("d", 0.0), ("e", -1.0), ("f", -2.0), ("g", -3.0)])
    'a +3.0000; b +2.0000; c +1.0000; ...; e -1.0000; f -2.0000; g -3.0000'
    """
    labels = [f"{one_line(name)} {value + 0.0:+.4f}" for name, value in values]
    return "; ".join(labels if len(labels) <= 2 * NAMED else [*labels[:NAMED], "...", *labels[-NAMED:]])
