"""The drawing of the rooms on `docs/architecture.md`: the packages of axiometrics by floors, and what they import.

`python docs/_site/rooms.py` writes `docs/_static/rooms.svg` anew. `tests/docs/test_architecture.py` fails where the
drawing is no longer what this script draws, or where its arrows are not the imports.

There are about 160 pairs of rooms of which one imports the other. So many arrows show nothing, and most of them follow
from others: who imports `search` stands above `core` as well. The drawing leaves out an arrow where
a way over other arrows leads to the same room.
"""

import ast
import re
import tomllib
from html import escape
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).parents[2]
FILE = ROOT / "docs" / "_static" / "rooms.svg"

USERS = ("constraints", "generators", "metrics", "reports")
"""The rooms whose folder is at the top of the repository."""

ROW, BOX, LETTER, GAP = 62, 28, 8.2, 12
"""The height of a floor and of a box, the width of a letter, and the least room between boxes, in pixels."""

STYLE = """text { font: 14px ui-monospace, monospace; fill: #1b1b1b; text-anchor: middle; }
rect { fill: #f4f4f1; stroke: #8a8a85; } .user rect { fill: #dfeadd; }
path { fill: none; stroke: #6f6f88; stroke-width: 1.2; marker-end: url(#tip); }
marker path { fill: #6f6f88; marker-end: none; }
@media (prefers-color-scheme: dark) { text { fill: #eee; } rect { fill: #2b2b2e; stroke: #77777c; }
.user rect { fill: #2c3d2c; } path { stroke: #a0a0b8; } marker path { fill: #a0a0b8; } }"""


def floors():
    """The floors from the top, each the names of its rooms: `pyproject.toml` states them for the check of imports."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    (layers,) = (contract["layers"] for contract in settings["contracts"] if contract["type"] == "layers")
    floors = [re.split(r" [|:] ", layer) for layer in layers]
    return [[room for room in floor if not room.startswith("(")] for floor in floors if not floor[0].startswith("(")]


def files(room):
    """The Python files of a room."""
    place = ROOT / room if room in USERS else ROOT / "axiometrics" / room
    return sorted(place.rglob("*.py")) if place.is_dir() else [place.with_suffix(".py")]


def imported(tree):
    """The names that a file imports when it runs, those within functions included."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        yield from imported(node)


def imports():
    """For each room, the other rooms that it imports."""
    rooms = {room for floor in floors() for room in floor}
    by_room = {}
    for room in sorted(rooms):
        trees = (ast.parse(file.read_text(encoding="utf-8")) for file in files(room))
        names = (name.split(".") for tree in trees for name in imported(tree))
        by_room[room] = {parts[1] for parts in names if parts[0] == "axiometrics" and len(parts) > 1} & rooms - {room}
    return by_room


def reached(room, of):
    """The rooms to which some way of imports leads from a room."""
    rooms, waiting = set(), list(of[room])
    while waiting:
        nearest = waiting.pop()
        if nearest not in rooms:
            rooms.add(nearest)
            waiting += of[nearest]
    return rooms


def arrows():
    """Pairs of rooms, the first of which imports the second: as few as still show who stands above whom.

    Arrows are taken away one by one, those over most floors first, where a way over others leads to the same room. All
    at once would take away too much, as two rooms may import each other.
    """
    row_of = {room: i for i, floor in enumerate(floors()) for room in floor}
    left = imports()
    pairs = [(room, lower) for room in left for lower in left[room]]
    for a, b in sorted(pairs, key=lambda pair: (row_of[pair[0]] - row_of[pair[1]], pair)):
        left[a].remove(b)
        if b not in reached(a, left):
            left[a].add(b)
    return sorted((a, b) for a in left for b in left[a])


def places(rows, pairs):
    """Where the middle of each box is, and of each point at which an arrow passes a floor, as (row, middle).

    An arrow that passes floors has a point on each of them, which is kept clear of boxes. Each thing moves towards the
    middle of what it is joined with, and the things of one floor then move apart, forty times.
    """
    row_of = {room: i for i, row in enumerate(rows) for room in row}
    things, joined = [list(row) for row in rows], {}
    for a, b in pairs:
        way = [a, *((a, b, i) for i in range(row_of[a] + 1, row_of[b])), b]
        for thing in way[1:-1]:
            things[thing[2]].append(thing)
        for thing_above, thing_below in pairwise(way):
            joined.setdefault(thing_above, []).append(thing_below)
            joined.setdefault(thing_below, []).append(thing_above)
    middle = {thing: 800 * (k + 1) / (len(row) + 1) for row in things for k, thing in enumerate(row)}
    for _ in range(40):
        for row in things:
            wanted = {t: sum(middle[o] for o in joined.get(t, [t])) / len(joined.get(t, [t])) for t in row}
            row.sort(key=lambda thing: (wanted[thing], str(thing)))
            _apart(row, wanted, middle)
    first = min(middle[thing] - _width(thing) / 2 for thing in middle) - GAP
    return {thing: (i, round(middle[thing] - first)) for i, row in enumerate(things) for thing in row}


def _width(thing):
    return LETTER * len(thing) + 24 if isinstance(thing, str) else 14


def _apart(row, wanted, middle):
    """Give the things of a floor places near the wanted ones, in their order and without overlaps.

    Moved to the right only, or to the left only, all would drift there. The middle of the two has no overlaps either.
    """
    moved, edge = {}, -float("inf")
    for thing in row:
        moved[thing] = max(wanted[thing], edge + _width(thing) / 2)
        edge = moved[thing] + _width(thing) / 2 + GAP
    edge = float("inf")
    for thing in reversed(row):
        left = min(wanted[thing], edge - _width(thing) / 2)
        edge = left - _width(thing) / 2 - GAP
        middle[thing] = (moved[thing] + left) / 2


def _arrow(a, b, rows, at):
    """An arrow as a curve through its points; between rooms of one floor, as a curve above their boxes."""
    (top, x), (bottom, end) = at[a], at[b]
    if top == bottom:
        y = top * ROW + 8
        curve = f"M{x} {y} C{x} {y - 22} {end} {y - 22} {end} {y - 2}"
    else:
        points = [(x, top * ROW + BOX + 8)]
        points += [(at[a, b, i][1], i * ROW + 8 + BOX / 2) for i in range(top + 1, bottom)]
        points.append((end, bottom * ROW + 6))
        curve = f"M{points[0][0]} {points[0][1]:g}"
        for (x0, y0), (x1, y1) in pairwise(points):
            half = (y0 + y1) / 2
            curve += f" C{x0} {half:g} {x1} {half:g} {x1} {y1:g}"
    return f'<path d="{curve}"><title>{escape(a)} imports {escape(b)}</title></path>'


def _box(room, row, x):
    width = round(_width(room))
    kind = ' class="user"' if room in USERS else ""
    rect = f'<rect x="{x - width // 2}" y="{row * ROW + 8}" width="{width}" height="{BOX}" rx="5"/>'
    return f'<g{kind}>{rect}<text x="{x}" y="{row * ROW + 8 + BOX * 0.68:g}">{escape(room)}</text></g>'


def drawing():
    """The drawing as SVG."""
    rows, pairs = floors(), arrows()
    at = places(rows, pairs)
    width = max(round(x + _width(thing) / 2) for thing, (_, x) in at.items()) + GAP
    label = "The rooms of axiometrics, floor by floor; an arrow leads from a room to one that it imports"
    tip = '<marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {len(rows) * ROW}" role="img"'
    return "\n".join(
        [
            f'{head} aria-label="{label}">',
            f"<style>{STYLE}</style>",
            f'<defs>{tip}<path d="M0 0L8 4L0 8z"/></marker></defs>',
            *(_arrow(a, b, rows, at) for a, b in pairs),
            *(_box(room, *at[room]) for row in rows for room in row),
            "</svg>",
            "",
        ]
    )


if __name__ == "__main__":
    FILE.write_text(drawing(), encoding="utf-8")
