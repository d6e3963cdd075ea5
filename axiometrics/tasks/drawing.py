"""Cases drawn: organizations side by side with `*` at what differs, and their scores. In ASCII, so that any terminal
prints them.
"""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby, zip_longest

from axiometrics.core.organization import Cluster, Organization

CONTEXT = 2
"""Ranks that are shown above and below those that differ, where a run is long."""

Column = tuple[str, list[str]]


def draw(gold: Organization, outputs: Mapping[str, Organization]) -> str:
    """The gold and the outputs side by side; outputs are compared two by two, in their order.

    >>> print(draw(Organization.parse("a b"), {"better": Organization.parse("a b"),
    ...     "worse": Organization.parse("{a b}")}))
    gold  better  worse
    a     a *     {a b} *
    b     b *
    """
    organizations = [gold, *outputs.values()]
    if all(len(o.levels) == 1 and not o.tail for o in organizations):
        return beside([("gold", _clusters(gold.levels[0])), *_of_pairs(outputs, _clusterings)])
    if all(len(o.levels) == 2 and not o.tail for o in organizations):
        return draw_classes(gold, outputs, ("positive", "negative"))
    if all(len(level) == 1 == len(level[0]) for o in outputs.values() for level in o.levels):
        return _rankings(gold, outputs)
    return "\n".join(f"{role}: {organization}" for role, organization in {"gold": gold, **outputs}.items())


def _of_pairs(outputs: Mapping[str, Organization], drawn: Callable[..., list[list[str]]]) -> list[Column]:
    roles = list(outputs)
    columns: list[Column] = []
    for i in range(0, len(roles), 2):
        pair = roles[i : i + 2]
        columns += zip(pair, drawn(*(outputs[role] for role in pair)), strict=True)
    return columns


def beside(columns: Sequence[Column]) -> str:
    """Columns of lines under their headings."""
    widths = [max(map(len, [heading, *lines])) for heading, lines in columns]
    rows = [
        [heading for heading, _ in columns],
        *map(list, zip_longest(*(lines for _, lines in columns), fillvalue="")),
    ]
    return "\n".join(
        "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )


def natural(text: str) -> list[tuple[int, str]]:
    """A key by which names are sorted as people count: d2 before d10."""
    parts = re.split(r"([0-9]+)", text)
    return [(len(number := part.lstrip("0")), number) if part.isdigit() else (0, part) for part in parts]


def _cluster(cluster: Iterable[str]) -> str:
    return str(Organization([[sorted(cluster, key=natural)]]))


def _clusters(level: Iterable[Cluster]) -> list[str]:
    return sorted(map(_cluster, level), key=lambda text: natural(text.strip("{}")))


def _clusterings(*pair: Organization) -> list[list[str]]:
    """Two clusterings, line by line: clusters that differ beside those they share documents with, then the clusters
    common to both.
    """
    counts = [Counter(frozenset(cluster) for cluster in organization.levels[0]) for organization in pair]
    if len(counts) == 1:
        return [_clusters(pair[0].levels[0])]
    shared = counts[0] & counts[1]
    left, right = (
        sorted((count - shared).elements(), key=lambda cluster: (-len(cluster), natural(_cluster(cluster))))
        for count in counts
    )
    rows: list[tuple[str, str]] = []
    while left or right:
        group = _linked((left or right)[0], [*left, *right])
        lefts, rights = [c for c in left if c <= group], [c for c in right if c <= group]
        left, right = [c for c in left if not c <= group], [c for c in right if not c <= group]
        beside = [
            rights.pop(max(range(len(rights)), key=lambda i: len(rights[i] & cluster))) if rights else None
            for cluster in lefts
        ]
        rows += [(f"{_cluster(a)} *", f"{_cluster(b)} *" if b else "") for a, b in zip(lefts, beside, strict=True)]
        rows += [("", f"{_cluster(b)} *") for b in rights]
    rows += [(text, text) for text in _clusters(tuple(cluster) for cluster in shared.elements())]
    return [[row[i] for row in rows] for i in range(2)]


def _linked(group: frozenset[str], clusters: Sequence[frozenset[str]]) -> frozenset[str]:
    """The documents of all clusters that hang together with this one."""
    larger = group.union(*(cluster for cluster in clusters if cluster & group))
    return group if larger == group else _linked(larger, clusters)


def draw_classes(gold: Organization, outputs: Mapping[str, Organization], names: Sequence[str]) -> str:
    """The items of each class, whose names are given, in the gold and in the outputs. A star is at an item that is not
    in the same class in all outputs.

    >>> print(draw_classes(Organization.parse("a > b > c"), {"better": Organization.parse("a > b > c"),
    ...     "worse": Organization.parse("a > {} > b c")}, "123"))
       gold  better  worse
    1  a     a       a
    2  b     b*      -
    3  c     c       b* c
    """

    def places(organization: Organization) -> dict[str, int]:
        return {document: i for i, _, document in organization.occurrences()}

    first, *rest = map(places, outputs.values())
    moved = {document for other in rest for document in first if other.get(document) != first[document]}

    def cell(organization: Organization, level: int, marked: bool) -> list[str]:
        documents = sorted((d for cluster in organization.levels[level] for d in cluster), key=natural)
        words = " ".join(f"{_cluster([d])}*" if marked and d in moved else _cluster([d]) for d in documents)
        return textwrap.wrap(words, 24, break_long_words=False, break_on_hyphens=False) or ["-"]

    columns: list[Column] = [("", []), *((name, []) for name in ("gold", *outputs))]
    for level, name in enumerate(names):
        cells = [[name], cell(gold, level, False), *(cell(output, level, True) for output in outputs.values())]
        for (_, lines), added in zip(columns, cells, strict=True):
            lines += added + [""] * (max(map(len, cells)) - len(added))
    return beside(columns)


def _rankings(gold: Organization, outputs: Mapping[str, Organization]) -> str:
    """The drawing of rankings: each line is a rank, with the grade of each document: R for relevant and . for
    irrelevant, or the number where the gold is graded.
    """
    grades = gold.grades()
    letters = {0: ".", 1: "R"} if max([gold.top_grade, *grades.values()]) <= 1 else {0: "."}
    runs = [[document for _, _, document in output.occurrences()] for output in outputs.values()]
    longest = max(map(len, runs))

    def cell(run: Sequence[str], other: Sequence[str], rank: int) -> str:
        own, theirs = (r[rank] if rank < len(r) else None for r in (run, other))
        if own is None:
            return "-" if theirs is None else "- *"
        grade = grades.get(own, 0)
        return f"{letters.get(grade, grade)} {_cluster([own])}{' *' if own != theirs else ''}"

    pairs = [(run, runs[i ^ 1] if i ^ 1 < len(runs) else run) for i, run in enumerate(runs)]
    lines = [[str(rank + 1).rjust(4), *(cell(run, other, rank) for run, other in pairs)] for rank in range(longest)]
    missing = sorted((d for d, grade in grades.items() if grade and not any(d in run for run in runs)), key=natural)
    columns = [(name, [line[i] for line in _shortened(lines)]) for i, name in enumerate(["rank", *outputs])]
    below = f"\nrelevant, not retrieved: {' '.join(missing)}" if missing else ""
    return f"gold: {gold}\n\n{beside(columns)}{below}"


def _shortened(lines: list[list[str]]) -> list[list[str]]:
    """If many ranks in a row do not differ, only the first and the last of them are drawn."""
    kept: list[list[str]] = []
    for differ, group in groupby(lines, lambda line: any(text.endswith("*") for text in line)):
        alike = list(group)
        if differ or len(alike) <= 4 * CONTEXT:
            kept += alike
        else:
            kept += [*alike[:CONTEXT], [":".rjust(4), *(":" for _ in alike[0][1:])], *alike[-CONTEXT:]]
    return kept
