"""Compares the words of a file with the words of the theorems and regions that are declared here.

A proof bears out its steps, and a region its inequalities and verdicts. The sentence that explains an argument, and a
region that a cell tells in one line without its arguments, are borne out by nothing in the file: anybody could have
written them, and reports show them. So they are compared with the declarations. To compute each such region once more,
with its arguments, was rejected: it takes seconds, and `verify --strict` does it for a region that is saved by itself.

This check cannot refuse: words about an argument of which nothing is declared here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from axiometrics.verification.fields import field, shorten
from axiometrics.verification.scorers import MismatchError


class DeclaredWords(Protocol):
    """The declared words about metrics, by metric, `task:constraint` and reading."""

    def arguments(self, metric: str, constraint: str, reading: str) -> Sequence[str]:
        """The sentences that explain the theorems about a cell."""
        ...

    def lines(self, metric: str, constraint: str, reading: str) -> Mapping[str, str]:
        """Return by parameter the line that says for which values of it the constraint holds."""
        ...

    def parts(self, metric: str, constraint: str, reading: str, parameter: str) -> Sequence[tuple[bool, str]]:
        """Return for each part of the region by a parameter whether the constraint holds there, and why; empty if the
        region is not known.
        """
        ...


def check_words(cell: Mapping[str, Any], declared: DeclaredWords, where: str) -> None:
    """Check that the words of a cell about its argument and its regions are the declared words.

    Raises `MismatchError` where a word is another one, `FileError` where data is malformed.
    """
    metric, name, read = str(cell["metric"]), f"{cell['task']}:{cell['constraint']}", str(cell["reading"])
    detail = cell["evidence"]["detail"]
    proof = detail.get("proof")
    if proof is not None:
        _demand_declared(proof, declared.arguments(metric, name, read))
        if detail.get("method") not in (None, proof["words"]):
            raise MismatchError(
                f"the proof is explained as {shorten(proof['words'])}, and its method is {shorten(detail['method'])}"
            )
    for implying in detail.get("implied_by", ()):
        _demand_declared(
            implying["proof"], declared.arguments(implying["metric"], implying["constraint"], implying["reading"])
        )
    regions = detail.get("region", ())
    lines = declared.lines(metric, name, read) if regions else {}
    for region in regions:
        parameter, line = (field(region, key, str, where=f"{where}: region") for key in ("param", "holds"))
        if lines.get(parameter) != line:
            says = f"it is {shorten(lines[parameter])}" if parameter in lines else "no region is declared"
            raise MismatchError(f"by {shorten(parameter)} {says}, the file says {shorten(line)}")
        if "exact" in region:
            check_parts(region["exact"], declared.parts(metric, name, read, parameter))


def _demand_declared(proof: Mapping[str, Any], explanations: Sequence[str]) -> None:
    """Raise `MismatchError` if theorems about the cell are declared, and none of them has the explanation that the
    proof has.
    """
    if explanations and proof.get("words") not in explanations:
        raise MismatchError(f"no theorem about this cell is explained as {shorten(proof.get('words'))}")


def check_parts(exact: Mapping[str, Any], declared: Sequence[tuple[bool, str]]) -> None:
    """Check that each part of a region has the declared explanation. Raises `MismatchError` if one has not."""
    said = [(part["holds"], part.get("words")) for part in exact["parts"]]
    for i, (saved, wanted) in enumerate(zip(said, declared, strict=False), 1):
        if saved != wanted:
            raise MismatchError(f"the words of part {i} are {shorten(wanted[1])}, the file says {shorten(saved[1])}")
    if declared and len(said) != len(declared):
        raise MismatchError(f"the region is declared in {len(declared)} parts, the file has {len(said)}")
