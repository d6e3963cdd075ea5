"""What a gold holds, told by its content: qrels, labels, an organization, or a kind that another task declares."""

from __future__ import annotations

import re
from collections.abc import Sequence

from axiometrics.core.errors import FileError, OrganizationError
from axiometrics.core.organization import Organization
from axiometrics.core.task import FileKind
from axiometrics.evaluation.files import Source, in_memory, shown
from axiometrics.evaluation.labels import beginning, delimiter_of
from axiometrics.evaluation.trec import QRELS, RUN
from axiometrics.registry.tasks import file_kinds
from axiometrics.tasks.organizations import LABELS, ORGANIZATIONS
from axiometrics.tasks.organizations import QRELS as JUDGED

_DRAWN = re.compile(r"[{}>]|(^|\s)\.\.\.(\s|$)")
"""What an organization in the text form has and other files, as a rule, have not."""


OVERLAPPING = ("bcubed-extended-precision", "bcubed-extended-recall", "bcubed-extended-f", "rs-clustering")
"""The defaults for labels that overlap."""


@in_memory
def kind_of(source: Source) -> FileKind:
    """The kind of a gold whose content has been read.

    Raises `FileError` where it is none, or a run.
    """
    text = source.text()
    for kind in file_kinds().values():
        if kind.looks is not None and kind.looks(text):
            return kind
    lines = beginning(text)
    words = [line.split() for line in lines]
    runs = sum(len(one) == len(RUN.columns) and _is_number(one[RUN.number]) for one in words)
    if runs * 2 > len(lines):
        raise FileError(f"{source.path}: this looks like a run, and GOLD comes first: give the qrels, then the runs")
    if text.lstrip().startswith("{") and re.match(r'\s*\{\s*"levels"\s*:', text):
        return ORGANIZATIONS
    drawn = sum(bool(_DRAWN.search(line)) for line in lines) * 2 > len(lines)
    if not drawn and _are_qrels(words):
        return JUDGED
    mark = delimiter_of(text)
    if not drawn and mark is not None and sum(line.count(mark) >= 1 for line in lines) * 2 > len(lines):
        return LABELS
    return _organization(source, text, lines[0])


def _are_qrels(words: Sequence[list[str]]) -> bool:
    """Whether most lines have four words; one such line may be four documents, unless the words are those of qrels."""
    fitting = [one for one in words if len(one) == len(QRELS.columns)]
    if len(fitting) * 2 <= len(words):
        return False
    return len(fitting) > 1 or _is_number(fitting[0][QRELS.number]) or fitting[0][1] in {"0", "Q0"}


def _organization(source: Source, text: str, line: str) -> FileKind:
    try:
        Organization.parse(text)
    except OrganizationError as error:
        reason = str(error).replace(f" of {text!r}", "")
        if _DRAWN.search(text):
            return ORGANIZATIONS
        tried = [
            f"qrels ({len(line.split())} of {len(QRELS.columns)} columns in {shown(line)})",
            "labels (no tab, comma or semicolon)",
            f"an organization ({reason})",
        ]
        raise FileError(
            f"{source.path}: cannot tell what this is; tried {', '.join(tried)}: say --as qrels, labels or organization"
        ) from None
    demand_plain_organization(source)
    return ORGANIZATIONS


@in_memory
def demand_plain_organization(source: Source) -> None:
    """Raise `FileError` where a text that reads as an organization may as well be a label file: it has several lines,
    and none of the signs of an organization.
    """
    text = source.text()
    lines = beginning(text)
    if len(lines) < 2 or _DRAWN.search(text):
        return
    words = {len(line.split()) for line in lines}
    like = {1: "one label a line", 2: "documents and labels parted by blanks"}.get(
        max(words), "columns parted by blanks"
    )
    raise FileError(
        f"{source.path}: this may be a label file ({like}) or an organization of one level, written in {len(lines)} "
        f"lines without {{, > or ...: say --as labels or --as organization"
    )


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True
