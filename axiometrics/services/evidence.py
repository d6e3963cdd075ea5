"""The comparison of evidence with the evidence that a user requires."""

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
"""The kinds of evidence, the one that weighs most first."""


def weight(cell: Cell) -> tuple[Any, ...]:
    """A key that orders the cells of one metric in one run, in whatever order they were found: a violation weighs most,
    and evidence that reaches further weighs more.
    """
    evidence = cell.evidence
    size = evidence.size or 0
    return (
        -_ORDER.index(evidence.kind),
        bool(evidence.minimal),
        -size if isinstance(evidence, Refuted) else size,
        evidence.cases,
        json.dumps(cell.to_json()["counterexample"]),
    )


def grounds(cell: Cell) -> str:
    """The evidence on which a cell speaks for the metric, in words.

    >>> from axiometrics.core.evidence import Exhaustive
    >>> grounds(Cell("clustering", "mine", "rag-bag", "universal", True, Exhaustive(True, 40, 5)))
    'on exhaustive evidence to 5'
    """
    evidence = cell.evidence
    if seen(cell):
        return "by a witness" if seen(cell) == "witness" else "in every case that there is"
    return f"on {evidence.kind} evidence{f' to {evidence.size}' if evidence.kind in SIZED else ''}"


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

    A cell lacks it where it satisfies the constraint on weaker evidence, and where it is not known whether it satisfies
    the constraint. A violation and a descriptive cell need no such evidence.
    """
    kind, size = needed
    actual = cell.evidence.kind
    if actual in {"undetermined", "error"}:
        return f"{verdict(cell)}, {cell.message}; required is {kind}{f' to {size}' if size else ''}"
    if (
        not cell.holds
        or actual in {"proof", "region"}
        or (kind == actual == "exhaustive" and (cell.evidence.size or 0) >= size)
    ):
        return ""
    return f"{verdict(cell)} {grounds(cell)}, weaker than required"
