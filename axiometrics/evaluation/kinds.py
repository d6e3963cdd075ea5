"""Tell the kind of a gold by its content: qrels, labels, an organization, or a kind that another task declares."""

from __future__ import annotations

import re
from collections.abc import Sequence

from axiometrics.core.errors import FileError, OrganizationError
from axiometrics.core.organization import Organization
from axiometrics.core.task import FileKind
from axiometrics.evaluation.files import Source, in_memory, shown
from axiometrics.evaluation.forms import kind_by_form
from axiometrics.evaluation.grades import finite
from axiometrics.evaluation.labels import beginning, delimiter_of
from axiometrics.evaluation.parquet import PARQUET
from axiometrics.evaluation.tables import NOTHING_SAID, NUMPY, TableColumns, json_of
from axiometrics.evaluation.trec import QRELS, RANK, RUN
from axiometrics.registry.tasks import file_kinds
from axiometrics.tasks.organizations import LABELS, ORGANIZATIONS
from axiometrics.tasks.organizations import QRELS as JUDGED

_DRAWN = re.compile(r"[{}>]|(^|\s)\.\.\.(\s|$)")
"""The signs of an organization in the text form. Other files rarely have them."""


OVERLAPPING = ("bcubed-extended-precision", "bcubed-extended-recall", "bcubed-extended-f", "rs-clustering")
"""The metrics that are shown for labels that overlap, unless the user names others."""


@in_memory
def kind_of(source: Source, said: TableColumns = NOTHING_SAID) -> FileKind:
    """The kind of a gold whose content has been read. `said` are the columns of a table that the user names.

    Raises `FileError` if the kind cannot be told, and for a run.
    """
    content = source.content or b""
    if content.startswith((PARQUET, NUMPY)):
        return _demanded(kind_by_form(source, said), source)
    text = source.text()
    for kind in () if said.roles else file_kinds().values():
        if kind.looks is not None and kind.looks(text):
            return kind
    if (formed := kind_by_form(source, said)) is not None:
        return formed
    lines = [line for line in beginning(text) if not line.lstrip().startswith("#")]
    if not lines:
        source.fail(None, "there is nothing but comments")
    words = [line.split() for line in lines]
    if are_of_run(words):
        raise FileError(f"{source.path}: this looks like a run, and GOLD comes first: give the qrels, then the runs")
    if text.lstrip().startswith("{") and re.match(r'\s*\{\s*"levels"\s*:', text):
        return ORGANIZATIONS
    drawn = sum(bool(_DRAWN.search(line)) for line in lines) * 2 > len(lines)
    if not drawn and _are_qrels(words):
        return JUDGED
    mark = delimiter_of(text)
    if not drawn and mark is not None and sum(line.count(mark) >= 1 for line in lines) * 2 > len(lines):
        return LABELS
    return _organization(source, text, lines)


def are_of_run(words: Sequence[list[str]]) -> bool:
    """Whether most lines, given as lists of words, are lines of a run."""
    runs = (len(line) >= len(RUN.columns) and _is_number(line[RANK]) and _is_number(line[RUN.number]) for line in words)
    return sum(runs) * 2 > len(words)


def _are_qrels(words: Sequence[list[str]]) -> bool:
    """Whether most lines have four words, or have more words of which the fourth is a number. A single line of four
    words may also be an organization of four documents, so that it must have a grade, or the iteration that is usual in
    qrels.
    """
    columns = len(QRELS.columns)
    fitting = [
        line for line in words if len(line) == columns or (len(line) > columns and _is_number(line[QRELS.number]))
    ]
    if len(fitting) * 2 <= len(words):  # of two lines, one may have run together with the next
        return len(fitting) * 2 == len(words) and all(
            _is_number(line[3]) and line[1] in {"0", "Q0"} for line in fitting
        )
    return len(fitting) > 1 or _is_number(fitting[0][QRELS.number]) or fitting[0][1] in {"0", "Q0"}


def _demanded(kind: FileKind | None, source: Source) -> FileKind:
    if kind is None:
        source.fail(None, "no column says what it holds: say --columns query=NAME,document=NAME,grade=NAME")
    return kind


def _organization(source: Source, text: str, lines: Sequence[str]) -> FileKind:
    """An organization, if the lines have the signs of one. Otherwise the file is refused: if its kind is not known, its
    words would be read as documents, and the result would look like valid scores.
    """
    _demand_no_other_form(source, text)
    drawn = sum(bool(_DRAWN.search(line)) for line in lines)
    if drawn * 2 >= len(lines):
        return ORGANIZATIONS
    reason = f"{{, > or ... in {drawn} of {len(lines)} lines" if drawn else "no {, > or ..."
    if not drawn:
        try:
            Organization.parse(text)
        except OrganizationError as error:
            reason = str(error).replace(f" of {text!r}", "")
        else:
            demand_plain_organization(source)
    tried = [
        f"qrels ({len(lines[0].split())} of {len(QRELS.columns)} columns in {shown(lines[0])})",
        "a table (no header that names a query and a document, or a document and a label)",
        "labels (no tab, comma or semicolon)",
        f"an organization ({reason})",
    ]
    raise FileError(
        f"{source.path}: the kind of this file cannot be recognised; it is none of {', '.join(tried)}: give --as "
        f"qrels, labels or organization, "
        f"or name the columns by --columns"
    )


def _demand_no_other_form(source: Source, text: str) -> None:
    """Raise `FileError` for XML, and for JSON that is not an organization. Both contain signs that organizations
    contain, too, so that they would be read as organizations.
    """
    start = text.lstrip()
    if start.startswith("<"):
        source.fail(
            None,
            "this looks like XML or HTML: give qrels, labels, a table or an organization, or say --as organization",
        )
    data = json_of(source)
    if data and not (isinstance(data, dict) and "levels" in data):
        source.fail(
            None,
            'JSON that is neither {"topic": {"document": number}}, a list of labels, one object a line nor {"levels": '
            "...}: write one of them",
        )


@in_memory
def demand_plain_organization(source: Source) -> None:
    """Raise `FileError` if a text that can be read as an organization may also be a label file, because it has several
    lines and no sign of an organization. Also raises it if the text is XML, or JSON of something else.
    """
    text = source.text()
    _demand_no_other_form(source, text)
    lines = beginning(text)
    if len(lines) < 2 or _DRAWN.search(text):
        return
    words = {len(line.split()) for line in lines}
    like = {1: "one label a line", 2: "documents and labels parted by blanks"}.get(
        max(words), "columns parted by blanks"
    )
    raise FileError(
        f"{source.path}: this may be a label file ({like}) or an organization of one level: {len(lines)} lines "
        f"were looked at, none of them with {{, > or ...: say --as labels or --as organization"
    )


def _is_number(word: str) -> bool:
    return finite(word) is not None
