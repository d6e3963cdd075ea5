"""Evidence weighed against what is required of it."""

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
    """By what cells found of one metric in one run are ordered, whichever came first: what speaks against it, then what
    reaches further, weighs most.
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
    """On what a cell rests that speaks for the metric.

    >>> from axiometrics.core.evidence import Exhaustive
    >>> grounds(Cell("clustering", "mine", "rag-bag", "universal", True, Exhaustive(True, 40, 5)))
    'on exhaustive evidence to 5'
    """
    found = cell.evidence
    if seen(cell):
        return "by a witness" if seen(cell) == "witness" else "in every case that there is"
    return f"on {found.kind} evidence{f' to {found.size}' if found.kind in SIZED else ''}"


def required(text: str | None, option: str = "--require") -> tuple[str, int] | None:
    """What is asked for: the kind of evidence, and the least size.

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
    """Why a cell lacks the evidence that is needed, in words, or nothing.

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
