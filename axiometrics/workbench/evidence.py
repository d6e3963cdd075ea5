"""Evidence weighed against what is required of it."""

from __future__ import annotations

import re

from axiometrics.core.errors import ParameterError
from axiometrics.core.verdict import Cell


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

    It lacks it where the constraint holds on weaker evidence, and where it is not known whether it holds. Of a violation, and of a cell that judges
    nothing, none is needed.
    """
    kind, size = needed
    found = cell.evidence.kind
    if found in {"undetermined", "error"}:
        return f"{found}, {cell.message}; required is {kind}{f' to {size}' if size else ''}"
    if not cell.holds or found in {"proof", "region"} or (kind == found == "exhaustive" and (cell.evidence.size or 0) >= size):
        return ""
    return f"holds on {found} evidence{f' to {cell.evidence.size}' if found == 'exhaustive' else ''}, weaker than required"
