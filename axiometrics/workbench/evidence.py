"""Evidence weighed against what is required of it."""

from __future__ import annotations

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
    if (kind == "proof" and not colon) or (kind == "exhaustive" and (size.isdigit() or not colon)):
        return kind, int(size or 0)
    raise ParameterError(f"{option} {text!r}: write proof, exhaustive, or exhaustive:N")


def weaker(cell: Cell, needed: tuple[str, int]) -> bool:
    """Whether a cell holds, but on weaker evidence than needed."""
    kind, size = needed
    if not cell.holds or cell.evidence.kind in {"proof", "region"}:
        return False
    return kind == "proof" or cell.evidence.kind != "exhaustive" or (cell.evidence.size or 0) < size
