"""Evidence compared with the evidence that a user requires."""

from __future__ import annotations

import json
import re
from typing import Any

from axiometrics.core.cell import SIZED, Cell
from axiometrics.core.errors import ParameterError
from axiometrics.core.evidence import Refuted
from axiometrics.reports.parts.tables import seen
from axiometrics.reports.parts.words import verdict

_ORDER = (
    "counterexample",
    "error",
    "proof",
    "region",
    "exhaustive",
    "grid",
    "sampled",
    "undetermined",
    "descriptive",
    "not-applicable",
)


def weight(cell: Cell) -> tuple[Any, ...]:
    """A key that orders the cells of one metric in one run, whichever came first: a violation weighs most, and evidence
    that reaches further weighs more.
    """
    found = cell.evidence
    size = found.size or 0
    return (
        -_ORDER.index(found.kind),
        bool(found.minimal),
        -size if isinstance(found, Refuted) else size,
        found.cases,
        json.dumps(cell.to_json()["counterexample"]),
    )


def grounds(cell: Cell) -> str:
    """The evidence on which a cell speaks for the metric, in words.

    >>> from axiometrics.core.evidence import Exhaustive
    >>> grounds(Cell("clustering", "mine", "rag-bag", "universal", True, Exhaustive(True, 40, 5)))
    'on exhaustive evidence to 5'
    """
    found = cell.evidence
    if seen(cell):
        return "by a witness" if seen(cell) == "witness" else "in every case that there is"
    return f"on {found.kind} evidence{f' to {found.size}' if found.kind in SIZED else ''}"


def required(text: str | None, option: str = "--require") -> tuple[str, int] | None:
    """The required kind of evidence, and its least size.

    >>> required("exhaustive:8"), required("proof")
    (('exhaustive', 8), ('proof', 0))
    """
    if text is None:
        return None
    kind, colon, size = text.partition(":")
    if (kind == "proof" and not colon) or (kind == "exhaustive" and (re.fullmatch("[0-9]{1,9}", size) or not colon)):
        return kind, int(size or 0)
    raise ParameterError(f"{option} {text!r}: write proof, exhaustive, or exhaustive:N")


def unmet(cell: Cell, needed: tuple[str, int]) -> str:
    """The reason why a cell lacks the required evidence, in words; empty where it does not.

    It lacks it where the constraint holds on weaker evidence, and where it is not known whether it holds. Of a
    violation, and of a cell that describes, none is needed.
    """
    kind, size = needed
    found = cell.evidence.kind
    if found in {"undetermined", "error"}:
        return f"{verdict(cell)}, {cell.message}; required is {kind}{f' to {size}' if size else ''}"
    if (
        not cell.holds
        or found in {"proof", "region"}
        or (kind == found == "exhaustive" and (cell.evidence.size or 0) >= size)
    ):
        return ""
    return f"{verdict(cell)} {grounds(cell)}, weaker than required"
