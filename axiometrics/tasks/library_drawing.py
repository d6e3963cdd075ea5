"""Cases of element retrieval drawn: the trees of the articles, and beside each element its rank in every output."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from axiometrics.core.library import Element, Library
from axiometrics.core.organization import Organization


def draw(gold: Library, outputs: Mapping[str, Any]) -> str:
    """The elements of the gold with their specificity, indented by depth, and the ranks that outputs give them; `*`
    stands where these differ.

    >>> print(draw(Library.parse("article(0+0 sec(2+1) sec(1+0))"), {"better": Organization.parse("a1/sec[1]"),
    ...     "worse": Organization.parse("a1/sec[2]")}))
    gold                    better  worse
    a1                 1/3
      a1/sec[1] (2+1)  1/2  1       .      *
      a1/sec[2] (1+0)  0    .       1      *
    """
    ranks = {role: _ranks(output) for role, output in outputs.items() if isinstance(output, Organization)}
    rows = [["gold", "", *ranks]]
    for article in gold.articles:
        for path, element in article.elements.items():
            own = f" ({element.own}+{element.highlighted})" if element.own else ""
            point = f" @{article.entry}" if path == article.name and article.entry is not None else ""
            rows.append(_row(f"{'  ' * path.count('/')}{path}{own}{point}", _specificity(element), path, ranks))
    seen = gold.documents.union(*(output.documents for output in outputs.values())) - gold.documents
    rows += [_row(document, "", document, ranks) for document in sorted(seen)]
    widths = [max(len(row[i]) for row in rows if i < len(row)) for i in range(len(rows[0]))]
    lines = ["  ".join(text.ljust(width) for text, width in zip(row, [*widths, 0], strict=False)) for row in rows]
    length = [] if gold.length is None else [f"mean length of articles {gold.length}"]
    more = [f"{role}: {', '.join(map(str, output))}" for role, output in outputs.items() if role not in ranks]
    return "\n".join([*(line.rstrip() for line in lines), *length, *more])


def _row(name: str, specificity: str, path: str, ranks: Mapping[str, Mapping[str, int]]) -> list[str]:
    cells = [str(of[path]) if path in of else "." for of in ranks.values()]
    shown = ["" if all(cell == "." for cell in cells) else cell for cell in cells]
    return [name, specificity, *shown, *(["*"] if len(set(cells)) > 1 else [])]


def _ranks(output: Organization) -> dict[str, int]:
    return {document: level + 1 for level, _, document in output.occurrences()}


def _specificity(element: Element) -> str:
    size, highlighted = _text(element)
    return "0" if not highlighted else "1" if size == highlighted else f"{highlighted}/{size}"


def _text(element: Element) -> tuple[int, int]:
    below = [_text(child) for child in element.children]
    return element.own + sum(size for size, _ in below), element.highlighted + sum(
        highlighted for _, highlighted in below
    )
