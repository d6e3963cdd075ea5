"""The picture on the front page, as readers of the repository see it: a part of the matrix, and one counterexample.

`python docs/_site/picture.py` writes `docs/_static/front.svg` anew. A slow test fails where it is no longer what is
computed.
"""

import re
from html import escape
from pathlib import Path

import axiometrics as ax
from axiometrics.reports.atlas import style, views

FILE = Path(__file__).parents[1] / "_static" / "front.svg"

TASK = "ranking"
"""The task whose table is shown."""

_ROW, _NAME, _COLUMN, _TOP = 24, 170, 104, 56
"""The height of a row, the width of the names and of a column, and the height of the heads, in pixels."""
_COLOURS = re.compile(r"light-dark\(([^,]+), ([^)]+)\)")


def _style():
    """The colours of the atlas for both schemes, and its rules for drawings."""
    colours, rules = style().split("* {")[0], re.findall(r"^(?:\.case\b|\.holds\b).*", style(), re.MULTILINE)
    schemes = [_COLOURS.sub(rf"\{scheme}", colours) for scheme in (1, 2)]
    plain = "text { font: 14px system-ui, sans-serif; fill: var(--ink); } .dim { fill: var(--dim); }"
    signs = ".holds { fill: var(--good); } .fails { fill: var(--bad); } .neither { fill: var(--dim); }"
    return "\n".join([schemes[0], f"@media (prefers-color-scheme: dark) {{ {schemes[1]} }}", plain, *rules, signs])


def _text(x, y, words, **attributes_given):
    attributes = "".join(f' {name.replace("_", "-").rstrip("-")}="{value}"' for name, value in attributes_given.items())
    return f'<text x="{x}" y="{y}"{attributes}>{escape(words)}</text>'


def _matrix(table):
    """The table as texts at their places."""
    for i, column in enumerate(table.columns):
        words = column.title.split(" ", 1)
        for k, word in enumerate(reversed(words)):
            yield _text(_NAME + i * _COLUMN, _TOP - 18 - 17 * k, word, text_anchor="middle", font_weight="600")
    rows = [row for _, family in table.families for row in family]
    for j, row in enumerate(rows):
        y = _TOP + 8 + _ROW * j
        yield _text(0, y, row.metric)
        for i, view in enumerate(row.cells):
            yield _text(_NAME + i * _COLUMN, y, view.mark, text_anchor="middle", class_=view.verdict)


def _counterexample(view, top):
    """The outputs side by side, each with its role and its score."""
    yield _text(0, top, f"Why {view.metric} has ✘ at {view.title} ({view.cell.task}):", font_weight="600")
    x = 0
    for figure in view.figures:
        width, height = map(float, re.findall(r'(?:width|height)="([0-9.]+)"', str(figure.drawing))[:2])
        yield str(figure.drawing).replace("<svg ", f'<svg x="{x}" y="{top + 14}" ', 1)
        words = f"{figure.caption}{f': {figure.score}' if figure.score else ''}"
        yield _text(x, top + 34 + height, words, class_="dim")
        x += max(width, 8 * len(words)) + 40


def picture(matrix):
    """The picture of a matrix of the first paper."""
    of = views.cells(matrix)
    table = next(of_task for of_task in views.tables(matrix, of) if of_task.task == TASK).in_default_readings
    rows = sum(len(family) for _, family in table.families)
    top = _TOP + 30 + _ROW * rows
    parts = [*_matrix(table), *_counterexample(views.telling(of.values()), top)]
    label = "A part of the matrix: each metric of rankings with a sign for each constraint, and one counterexample"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 0 720 {top + 80}" role="img" aria-label="{label}">'
    return "\n".join([head, f"<style>{_style()}</style>", *parts, "</svg>", ""])


if __name__ == "__main__":
    FILE.write_text(picture(ax.matrix(reading="all")), encoding="utf-8")
