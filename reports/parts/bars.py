"""Draw bars as SVG, one for each number. A bar says its name and its number when a reader points at it."""

from __future__ import annotations

from html import escape

from axiometrics.core.bars import Bars, ends
from axiometrics.core.escapes import one_line

WIDTH, HEIGHT = 720, 140
"""The greatest width of the picture, and its height without margins, in units of SVG."""

WIDEST = 24
"""The greatest width of a bar, in units of SVG. Without it, a single bar would fill the picture."""


def svg(bars: Bars) -> str:
    """Return the picture, with its caption above it, and with the names of the first and the last bar below it.

    >>> svg(Bars.of("difference", {"q1": 0.5, "q2": -0.25})).count("<rect")
    2
    """
    values = [value for _, value in bars.values]
    most, least = max([0.0, *values]), min([0.0, *values])
    scale = HEIGHT / (most - least) if most > least else 0.0
    zero, wide = most * scale, min(WIDEST, WIDTH / max(1, len(values)))
    drawn = [_bar(name, value, i * wide, wide, zero, scale) for i, (name, value) in enumerate(bars.values)]
    across = max(wide * len(values), 1)
    axis = f'<path d="M0 {zero:.1f}h{across:.1f}" stroke="currentColor"/>'
    box = f'viewBox="0 -1 {across:.1f} {HEIGHT + 2}" width="{across:.0f}" height="{HEIGHT + 2}"'
    aria = f'role="img" aria-label="{escape(one_line(bars.caption))}"'
    below = ends(bars.values) if most > least else "all are 0"
    return (
        f'<figure><figcaption style="text-align: left">{escape(bars.caption)}</figcaption>'
        f'<svg class="bars" {aria} {box}>{"".join(drawn)}{axis}</svg>'
        f"<p>{escape(below)}</p></figure>"
    )


def _bar(name: str, value: float, x: float, wide: float, zero: float, scale: float) -> str:
    top = zero - value * scale if value > 0 else zero
    color = "#2a6f97" if value > 0 else "#b5532a"
    return (
        f'<rect x="{x:.1f}" y="{top:.1f}" width="{max(wide - 1, wide / 2):.1f}" height="{abs(value) * scale:.1f}" '
        f'fill="{color}"><title>{escape(one_line(name))}: {value + 0.0:+.4f}</title></rect>'
    )
