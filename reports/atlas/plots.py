"""Draw plots as SVG: the n for which a threshold is satisfied, the scores by n, the values of a parameter for which a
constraint is satisfied, and how the scores of a description move.

Each plot says in words what it shows, for readers who cannot see it. Colours are never the only sign.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from math import isfinite

from markupsafe import Markup

_WIDE, _PAD, _LETTER = 600, 22, 7
"""The width of a plot, the space at its sides, and the width of a letter."""


@dataclass(frozen=True)
class Stretch:
    """The values of a parameter from `low` to `high`, as they are written. An end that is None means that there is no
    bound.
    """

    low: str | None
    high: str | None
    low_closed: bool
    high_closed: bool


_NUMBER = r"-?\d+(?:\.\d+)?(?:/\d+)?(?:\.\.\.)?"


def stretches(words: str, name: str) -> tuple[list[Stretch], Stretch | None] | None:
    """Return the values of a parameter that a region names in words, and the range within which the region lies, if the
    words name one. None if the words have another form.

    >>> stretches("0 < p <= 1/2", "p")
    ([Stretch(low='0', high='1/2', low_closed=False, high_closed=True)], None)
    """
    if words == f"no {name}":
        return [], None
    if words.startswith(f"every {name}"):
        inside = words.removeprefix(f"every {name}").strip(" ()")
        within = _stretch(inside, name) if inside else Stretch(None, None, False, False)
        return None if within is None else ([within], within)
    parsed = [_stretch(part, name) for part in words.split(" and ")]
    return ([stretch for stretch in parsed if stretch is not None], None) if None not in parsed else None


def _stretch(text: str, name: str) -> Stretch | None:
    sign, symbol = r"(<=|<)", re.escape(name)
    if match := re.fullmatch(rf"({_NUMBER}) {sign} {symbol} {sign} ({_NUMBER})", text):
        return Stretch(match[1], match[4], match[2] == "<=", match[3] == "<=")
    if match := re.fullmatch(rf"{symbol} (=|>=|>|<=|<) ({_NUMBER})", text):
        low, high = "<" not in match[1], ">" not in match[1]
        return Stretch(match[2] if low else None, match[2] if high else None, "=" in match[1], "=" in match[1])
    return None


def _place(text: str) -> float:
    return float(Fraction(text.removesuffix("...")))


def region(
    words: str, name: str, value: str | None = None, bounds: tuple[str | None, str | None] = (None, None)
) -> Markup | None:
    """Return a band that shows the values of a parameter for which a constraint is satisfied. `value` is the value of
    the metric, `bounds` are the bounds of the parameter. An end point that does not belong to the band is a ring. None
    if the words cannot be drawn.

    >>> drawn = region("k >= 4", "k", "10")
    >>> drawn.count('class="win"'), drawn.count("<circle"), "k = 10" in drawn
    (1, 1, True)
    """
    parsed = stretches(words, name)
    if parsed is None or (value is not None and not re.fullmatch(_NUMBER, value)):
        return None
    held, within = parsed
    least, greatest = (within.low, within.high) if within else bounds
    ends = [end for stretch in held for end in (stretch.low, stretch.high)]
    places = [_place(text) for text in (*ends, value, least, greatest) if text is not None]
    if not places:
        return None
    low, high = min(places), max(places)
    room = (high - low) / 4 or abs(low) / 4 or 1.0
    low, high = low - (room if least is None else 0), high + (room if greatest is None else 0)

    def at(text: str | None, else_: float) -> float:
        place = else_ if text is None else _place(text)
        return _PAD + (place - low) / (high - low) * (_WIDE - 2 * _PAD)

    bars, rings, labels, taken = [], [], [], -1e9
    for stretch in held:
        start, end = at(stretch.low, low), at(stretch.high, high)
        bars.append(f'<rect class="win" x="{start:.1f}" y="22" width="{max(end - start, 1.5):.1f}" height="14"/>')
        for text, closed in dict.fromkeys([(stretch.low, stretch.low_closed), (stretch.high, stretch.high_closed)]):
            if text is None:
                continue
            x, half = at(text, 0), len(text) * _LETTER / 2
            rings.append(f'<circle class="{"in" if closed else "out"}" cx="{x:.1f}" cy="29" r="5"/>')
            if x - half > taken:
                labels.append(_label(text, x, 54))
                taken = x + half
    marked = "" if value is None else _mark(f"{name} = {value}", at(value, 0))
    label = f"satisfied for {words}" + (f"; here {name} = {value}" if value is not None else "")
    return Markup(
        f'<svg class="strip" role="img" aria-label="{escape(label)}" viewBox="0 0 {_WIDE} 60">'
        f'<rect class="axis" x="{_PAD}" y="22" width="{_WIDE - 2 * _PAD}" height="14"/>'
        f"{''.join([*bars, *rings, *labels, marked])}</svg>"
    )


def _mark(text: str, x: float) -> str:
    """Return the value of the metric: a triangle above the band, with its label."""
    return f'<path class="here" d="M{x:.1f} 22l-5 -8h10z"/>{_label(text, x, 11)}'


def _label(text: str, x: float, y: int) -> str:
    half = len(text) * _LETTER / 2
    inside = min(max(x, half + 2), _WIDE - half - 2)
    return f'<text x="{inside:.1f}" y="{y}" text-anchor="middle">{escape(text)}</text>'


_SHAPES = {"constant": "M2 10h30", "rises": "M2 17l30 -14", "falls": "M2 3l30 14", "hump": "M2 17q15 -30 30 0"}
"""The small line that shows how scores move, by the word for it."""


def profile(series: Mapping[str, int]) -> Markup | None:
    """Return a bar for each way in which scores move, with the number of golds on which they move in this way. None if
    there is no gold.

    >>> profile({"constant": 1, "rises": 7}).count("<rect")
    2
    """
    if not series:
        return None
    greatest, rows = max(series.values()), []
    for i, (word, number) in enumerate(series.items()):
        y = 4 + i * 24
        line = f'<path class="here line" d="{_SHAPES[word]}"/>' if word in _SHAPES else ""
        wide = max(380 * number / greatest, 1.5)
        rows.append(
            f'<g transform="translate(0 {y})">{line}<text x="42" y="15">{escape(word)}</text>'
            f'<rect class="win" x="150" y="2" width="{wide:.1f}" height="16"/>'
            f'<text x="{150 + wide + 6:.1f}" y="15">{number}</text></g>'
        )
    label = ", ".join(f"{word} {number}" for word, number in series.items())
    return Markup(
        f'<svg class="strip" role="img" aria-label="golds by how the scores move: {escape(label)}" '
        f'viewBox="0 0 {_WIDE} {8 + 24 * len(rows)}">{"".join(rows)}</svg>'
    )


def _runs(wins: Sequence[int]) -> list[tuple[int, int]]:
    """Return the first and the last number of each sequence without a gap."""
    starts = [n for i, n in enumerate(wins) if i == 0 or wins[i - 1] != n - 1]
    ends = [n for i, n in enumerate(wins) if i == len(wins) - 1 or wins[i + 1] != n + 1]
    return list(zip(starts, ends, strict=True))


def shown_to(wins: Sequence[int], last: int) -> int:
    """Return the n at which the plots of a threshold end, which is some distance after the last change.

    >>> shown_to([2, 3, 4, 5], 400), shown_to(range(6, 401), 400), shown_to([], 400)
    (20, 24, 400)
    """
    changes = [n for run in _runs(wins) for n in run if n < last]
    return min(last, max(4 * max(changes, default=last), 20))


def curves(scores: Mapping[str, Sequence[tuple[int, float]]], last: int) -> Markup:
    """Return the curves of the scores of two outputs by n, from 2 to `last`: a solid line and a dashed one, over the
    same axis as that of `strip`. The name of the higher line stands above its end, the name of the lower one below.

    >>> drawn = curves({"A": [(2, 1.0), (3, 0.5)], "B": [(2, 0.25), (3, 0.75)]}, 3)
    >>> drawn.count("<path"), drawn.count("stroke-dasharray"), "B: 0.25 at n = 2, 0.75 at n = 3" in drawn
    (2, 1, True)
    """
    values = [score for points in scores.values() for _, score in points]
    low, high = min(values), max(values)

    def at(n: int, score: float) -> str:
        return f"{(n - 1.5) * 600 / (last - 1):.0f} {96 - 64 * (score - low) / ((high - low) or 1):.0f}"

    upper = max(scores, key=lambda name: scores[name][-1][1])
    drawn: list[str] = []
    labels: list[str] = []
    for name, points in scores.items():
        path, dashes = "L".join(at(*point) for point in points), ' stroke-dasharray="6 4"' if drawn else ""
        y = float(path.split()[-1]) + (-5 if name == upper else 12)
        drawn.append(
            f'<path class="here line" d="M{path}"{dashes}/>'
            f'<text x="596" y="{y:.0f}" text-anchor="end">{escape(name)}</text>'
        )
        (first, start), (final, end) = points[0], points[-1]
        labels.append(f"{name}: {start:.3g} at n = {first}, {end:.3g} at n = {final}")
    return Markup(
        f'<svg class="strip" role="img" aria-label="scores by n: {escape("; ".join(labels))}" viewBox="-2 0 604 142">'
        f'<rect class="axis" x="0" y="14" width="600" height="98"/>{"".join(drawn)}'
        f'<text x="0" y="10">greatest score {high:.3g}</text><text x="0" y="125">least score {low:.3g}</text>'
        f'<text x="0" y="139">n = 2</text><text x="600" y="139" text-anchor="end">{last}</text></svg>'
    )


def strip(wins: Sequence[int], last: int) -> Markup:
    """Return a line with a bar for each sequence of n, from 2 to `last`, for which the constraint is satisfied. The
    line ends where nothing changes any more.

    >>> "20, and so on to 400" in strip([2, 3, 4, 5], 400)
    True
    """
    runs = _runs(wins)
    shown = shown_to(wins, last)
    scale = 600 / max(shown - 1, 1)
    end = f"{last}" if shown == last else f"{shown}, and so on to {last}"
    bars = "".join(
        f'<rect class="win" x="{(a - 2) * scale:.1f}" y="4" '
        f'width="{max((min(b, shown) - a + 1) * scale, 1.5):.1f}" height="14">'
        f"<title>n = {a}{f' to {b}' if b > a else ''}</title></rect>"
        for a, b in runs
    )
    return Markup(
        f'<svg class="strip" role="img" aria-label="the n for which it is satisfied" viewBox="-2 0 604 36">'
        f'<rect class="axis" x="0" y="4" width="600" height="14"/>{bars}'
        f'<text x="0" y="33">n = 2</text><text x="600" y="33" text-anchor="end">{end}</text></svg>'
    )


def bars(values: Sequence[float]) -> Markup:
    """Return a bar for each rank, from left to right. Bars of values below 0 hang down.

    >>> bars([1.0, 0.5]).count("<rect"), "0.5 at rank 2" in bars([1.0, 0.5])
    (3, True)
    """
    low, high = min(0.0, *values), max(0.0, *values)
    scale, width = 96 / ((high - low) or 1), 600 / len(values)
    zero = 14 + high * scale
    drawn = "".join(
        f'<rect class="win" x="{i * width + 2:.0f}" y="{zero - max(value, 0.0) * scale:.1f}" width="{width - 4:.0f}" '
        f'height="{abs(value) * scale:.1f}"><title>{value:.4g} at rank {i + 1}</title></rect>'
        for i, value in enumerate(values)
    )
    label = f"values by rank: {values[0]:.4g} at rank 1, {values[-1]:.4g} at rank {len(values)}"
    return Markup(
        f'<svg class="strip" role="img" aria-label="{label}" viewBox="-2 0 604 128">'
        f'<rect class="axis" x="0" y="14" width="600" height="96"/>{drawn}'
        f'<text x="0" y="10">greatest value {high:.4g}</text>'
        f'<text x="0" y="124">rank 1</text><text x="600" y="124" text-anchor="end">rank {len(values)}</text></svg>'
    )


def surface(rows: Sequence[Sequence[float]]) -> Markup:
    """Return a square for each value; a higher value is darker. The first row is at the bottom.

    >>> drawn = surface([[0.0, 1.0], [0.0, float("nan")]])
    >>> drawn.count('class="win"'), 'fill-opacity="1.00"' in drawn
    (3, True)
    """
    finite = [value for row in rows for value in row if isfinite(value)]
    low, high = min(finite), max(finite)
    side, last = 220 / len(rows), len(rows) - 1
    drawn = "".join(
        f'<rect class="win" x="{24 + j * side:.0f}" y="{14 + (last - i) * side:.0f}" width="{side:.0f}" '
        f'height="{side:.0f}" fill-opacity="{(value - low) / ((high - low) or 1):.2f}">'
        f"<title>{j} of {last} positive and {i} of {last} negative items called positive: {value:.4g}</title></rect>"
        for i, row in enumerate(rows)
        for j, value in enumerate(row)
        if isfinite(value)
    )
    return Markup(
        '<svg class="strip surface" role="img" aria-label="values by the items of each class that are called positive: '
        f'from {low:.4g} to {high:.4g}" viewBox="0 0 460 262">'
        '<rect class="axis" x="24" y="14" width="220" height="220"/>'
        f'{drawn}<text x="24" y="250">positive items: 0</text><text x="244" y="250" text-anchor="end">all</text>'
        '<text x="252" y="24">all negative items called positive</text><text x="252" y="234">no negative item</text>'
        f'<text x="252" y="130">values from {low:.4g} to {high:.4g}</text></svg>'
    )
