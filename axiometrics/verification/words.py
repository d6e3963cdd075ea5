"""What a file says in words, compared with what the theorems and regions that are declared here say.

A proof bears out its steps, and a region its inequalities and verdicts. The sentence that explains an argument, and a
region that a cell tells in one line without its arguments, are borne out by nothing in the file: anybody could have
written them, and reports show them. So they are compared with the declarations. To compute each such region once more,
with its arguments, was rejected: it takes seconds, and `verify --strict` does it for a region that is saved by itself.

What this cannot refuse: words about an argument of which nothing is declared here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from axiometrics.verification.fields import field, shorten
from axiometrics.verification.scorers import MismatchError


class DeclaredWords(Protocol):
    """What is declared of metrics in words, asked for by metric, `task:constraint` and reading."""

    def arguments(self, metric: str, constraint: str, reading: str) -> Sequence[str]:
        """The sentences that explain the theorems about a cell."""
        ...

    def lines(self, metric: str, constraint: str, reading: str) -> Mapping[str, str]:
        """By parameter, the line that says for which values the constraint holds."""
        ...

    def parts(self, metric: str, constraint: str, reading: str, parameter: str) -> Sequence[tuple[bool, str]]:
        """Of the region by a parameter, for each part whether the constraint holds, and why; none if it is unknown."""
        ...


def check_words(cell: Mapping[str, Any], declared: DeclaredWords, where: str) -> None:
    """That what a cell says of its argument and of regions is what is declared.

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
    for one in detail.get("implied_by", ()):
        _demand_declared(one["proof"], declared.arguments(one["metric"], one["constraint"], one["reading"]))
    told = detail.get("region", ())
    lines = declared.lines(metric, name, read) if told else {}
    for region in told:
        parameter, line = (field(region, key, str, where=f"{where}: region") for key in ("param", "holds"))
        if lines.get(parameter) != line:
            says = f"it is {shorten(lines[parameter])}" if parameter in lines else "no region is declared"
            raise MismatchError(f"by {shorten(parameter)} {says}, the file says {shorten(line)}")
        if "exact" in region:
            check_parts(region["exact"], declared.parts(metric, name, read, parameter))


def _demand_declared(proof: Mapping[str, Any], known: Sequence[str]) -> None:
    """Raise `MismatchError` where theorems about the cell are declared, and none is explained so."""
    if known and proof.get("words") not in known:
        raise MismatchError(f"no theorem about this cell is explained as {shorten(proof.get('words'))}")


def check_parts(exact: Mapping[str, Any], declared: Sequence[tuple[bool, str]]) -> None:
    """That each part of a region is explained as it is declared. Raises `MismatchError` where one is not."""
    said = [(part["holds"], part.get("words")) for part in exact["parts"]]
    for i, (one, other) in enumerate(zip(said, declared, strict=False), 1):
        if one != other:
            raise MismatchError(f"the words of part {i} are {shorten(other[1])}, the file says {shorten(one[1])}")
    if declared and len(said) != len(declared):
        raise MismatchError(f"the region is declared in {len(declared)} parts, the file has {len(said)}")
