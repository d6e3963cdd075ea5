"""The cells that a saved matrix covers, as the file itself states them, so that cells which somebody cuts out are
noticed.

The names of the cells are told as products, metrics by readings, and bound by a digest. The digest covers names only: a
cell is judged by its evidence. A file whose statement is rewritten with its cells is a smaller matrix, which is as true
as the whole one; nothing can tell it from a run that was asked for less.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Annotated, Any, NamedTuple

from msgspec import Meta

from axiometrics.core.documents import Count, Document, Name

MOST = 1_000_000
"""The cells that a file may say it covers: all studies together have some thousands."""

Place = tuple[str, str]
"""The name of a cell: its metric, and its reading as `task:constraint@reading`."""


class Covered(Document, frozen=True):
    """Metrics that have a cell under each of these readings.

    Attributes
    ----------
    metrics : their ids
    readings : the readings, as `task:constraint@reading`
    """

    metrics: Annotated[list[Name], Meta(min_length=1)]
    readings: Annotated[list[Name], Meta(min_length=1)]


class CoveredCells(Document, frozen=True):
    """The cells of a matrix, those that a stopped run did not finish among them.

    Attributes
    ----------
    cells : their number
    digest : the SHA-256 of their names, one a line, sorted
    products : the names, as products of metrics and readings
    """

    cells: Count
    digest: Name
    products: list[Covered]


def coverage(places: Iterable[Place]) -> CoveredCells:
    """The statement of the cells of these metrics and readings."""
    names = dict.fromkeys(places)
    readings: dict[str, list[str]] = {}
    for metric, reading in names:
        readings.setdefault(metric, []).append(reading)
    together: dict[tuple[str, ...], list[str]] = {}
    for metric, of in readings.items():
        together.setdefault(tuple(sorted(of)), []).append(metric)
    return CoveredCells(
        len(names),
        digest(names),
        [Covered(metrics, list(dict.fromkeys(readings[metrics[0]]))) for metrics in together.values()],
    )


def digest(places: Iterable[Place]) -> str:
    """The SHA-256 of the names of cells."""
    lines = sorted(f"{reading} {metric}" for metric, reading in places)
    return f"sha256:{sha256(chr(10).join(lines).encode(errors='surrogatepass')).hexdigest()}"


class Gap(NamedTuple):
    """A difference between the cells of a file and the cells that the file says it covers. A `lost` cell is stated and
    missing; any other is present and not stated.
    """

    metric: str
    reading: str
    lost: bool


def gaps(data: Mapping[str, Any]) -> list[Gap]:
    """Where a saved matrix does not have the cells that it says it covers; none where it says nothing.

    Raises `ValueError` where the statement contradicts itself or is too long, and `KeyError` or `TypeError` where it is
    malformed.
    """
    said = data.get("covers")
    if said is None:
        return []
    if sum(len(product["metrics"]) * len(product["readings"]) for product in said["products"]) > MOST:
        raise ValueError(f"the file says that it covers more than {MOST} cells")
    stated = dict.fromkeys(
        (m, r) for product in said["products"] for m in product["metrics"] for r in product["readings"]
    )
    present = dict.fromkeys(
        (cell["metric"], f"{cell['task']}:{cell['constraint']}@{cell['reading']}")
        for cell in [*data["cells"], *data.get("missing_cells", ())]
    )
    if said["digest"] != digest(stated) or said["cells"] != len(stated):
        raise ValueError("the cells that the file says it covers are not those of its digest")
    return [
        *(Gap(*place, True) for place in stated if place not in present),
        *(Gap(*place, False) for place in present if place not in stated),
    ]


def in_words(wrong: list[Gap]) -> str:
    """The gaps in words: for each of the two kinds, how many there are, and the first of them."""
    lost, stray = ([gap for gap in wrong if gap.lost is kind] for kind in (True, False))
    parts = [
        f"{len(some)} cells {words}, the first is {some[0].metric}/{some[0].reading}"
        for some, words in (
            (lost, "are missing that the matrix says it covers"),
            (stray, "are there that it does not say"),
        )
        if some
    ]
    return "; ".join(parts)
