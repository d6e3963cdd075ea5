"""The addresses of the atlas: the anchor of a cell on a page, and the files of the site. No anchor depends on the order
of the cells.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import quote

from axiometrics.core.cell import Cell


def anchor(cell: Cell) -> str:
    """Return the id of a cell on a page with a matrix. Blanks become underscores, because an id cannot contain blanks.

    >>> from axiometrics.core.evidence import Exhaustive
    >>> anchor(Cell("ranking", "ap", "priority", "universal", True, Exhaustive(True, 9, 8)))
    'ap/priority@universal'
    """
    return re.sub(r"\s+", "_", f"{cell.metric}/{cell.constraint}@{cell.reading}")


def question_anchor(task: str, constraint: str, reading: str) -> str:
    """Return the id of a reading of a constraint, on a page of all cells."""
    return f"{task}:{constraint}@{reading}"


def fragment(anchor: str) -> str:
    """Return an anchor in the form that ends a link."""
    return f"#{quote(anchor, safe='/@():=,.')}"


def slug(name: str) -> str:
    """Return a name in the form of a file name: letters, digits and dots stay, and all other characters become hyphens.

    >>> slug("rbp(p=0.8)"), slug("<script>"), slug("..")
    ('rbp-p-0.8', 'script', 'x')
    """
    return re.sub(r"[^A-Za-z0-9.]+", "-", name).strip("-.")[:100] or "x"


class Places:
    """The files of the things of one kind, by the names of the things. If two names would have the same file, the file
    of the second one gets a number.

    >>> places = Places("metrics", [("ranking", "a(b)"), ("ranking", "a[b]")])
    >>> places["ranking", "a(b)"], places["ranking", "a[b]"]
    ('metrics/ranking/a-b.html', 'metrics/ranking/a-b-2.html')
    """

    def __init__(self, folder: str, names: Iterable[tuple[str, ...]]) -> None:
        self._of: dict[tuple[str, ...], str] = {}
        taken: set[str] = set()
        for name in dict.fromkeys(names):
            plain = "/".join([folder, *map(slug, name)])
            path, k = plain, 1
            while path.lower() in taken:  # some systems know no capitals in names of files
                k += 1
                path = f"{plain}-{k}"
            taken.add(path.lower())
            self._of[name] = f"{path}.html"

    def __getitem__(self, name: tuple[str, ...]) -> str:
        return self._of[name]

    def get(self, name: tuple[str, ...]) -> str | None:
        """Return the file. None if the site does not show the thing."""
        return self._of.get(name)
