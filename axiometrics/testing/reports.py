"""Check a report: it shows every page and every matrix, and no text can end the markup around it."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from html.parser import HTMLParser
from inspect import signature

from axiometrics import registry
from axiometrics.core.cell import Cell, Counterexample
from axiometrics.core.evidence import Erroneous, Proven, Refuted
from axiometrics.core.matrix import Matrix, Missing
from axiometrics.core.page import Badge, Column, Drawing, Facts, MatrixPart, Page, Part, Section, Table
from axiometrics.core.report import Report
from axiometrics.registry import tasks
from axiometrics.reports.parts import formats
from axiometrics.testing.demands import demand

NASTY = "<b>a</b> | *c* _d_ `e` [f](g) #h $i$ \\j {k} & \"l\" 'm' é"
"""Signs that Markdown, HTML, LaTeX, CSV or JSON read as markup."""

HARMLESS = "".join(sign if sign.isalnum() or sign == " " else "x" for sign in NASTY)
"""A text of the same length without such signs."""

HIDDEN = "\x1b\x07\u202e"
"""Signs that a terminal obeys, and one that turns the direction of writing; none of them may be printed."""


def check_report(report: Report | str) -> None:
    """Raise `AssertionError` unless a format shows what every format of axiometrics has to show.

    * A page with each kind of part (paragraph, facts, drawing, table, matrix) shows every text in it, and a format of
      records shows all of its records. A page without parts, a table without rows and a matrix without cells are shown.
    * The text ends with a line break. No sign is left that a terminal obeys. Names with signs of markup leave the
      structure as it is: where the text is HTML, JSON or CSV it is read again; of every format the number of lines is
      the same as with harmless names.
    * `ascii=True` leaves no other character, where the format takes it.

    Parameters
    ----------
    report : a report, or the name of a format
    """
    checked = formats.report(report) if isinstance(report, str) else report
    name = f"report {checked.name}"
    shows: list[tuple[str, Callable[[str], Page | Matrix]]] = [("the matrix", matrix)]
    if checked.page is not None:
        shows += [("the page", page), ("a page without parts", lambda text: page(text, parts=()))]
    for label, made in shows:
        _demand_shown(checked, label, made, name)
    _demand_words(checked, name)
    for label, empty in (("a matrix without cells", Matrix((), (), (), {}, "0")), ("a page of no section", blank())):
        if checked.page is not None or isinstance(empty, Matrix):
            _shown(checked, empty, label, name)


# --- what is shown


def matrix(text: str) -> Matrix:
    """A matrix with a cell that holds, one that is violated, one that has an error, and one that is missing."""
    constraint = registry.constraints()[0]
    where = constraint.task, text, constraint.id
    described = {"id": text, "base": text, "params": {}, "display": text, "family": text, "task": constraint.task}
    violated = Refuted(True, 5, 8, minimal=True)
    cells = (
        Cell(*where, "universal", True, Proven(True, 5)),
        Cell(*where, "violated", False, violated, "tied", _counterexample(constraint.task)),
        Cell(*where, "failed", None, Erroneous(False, 1), message=text),
    )
    listed = {**constraint.describe(), "statement": text, "source": text}
    return Matrix(({**described, "source": text},), (listed,), cells, {}, "0", (Missing(*where, "stopped"),))


def _counterexample(task: str) -> Counterexample:
    """A gold and two outputs of a small world of the task."""
    outputs = next(iter(tasks.task(task).worlds[0].outputs(2, False)))
    shown = {role: outputs.output(k).to_json() for k, role in enumerate(("better", "worse"))}
    scores = dict.fromkeys(shown, "1/2")
    return Counterexample({"gold": outputs.gold.to_json(), "outputs": shown, "scores": scores, "documents": 2})


def page(text: str, parts: tuple[Part, ...] | None = None) -> Page:
    """A page that has the text in each place, or that has these parts alone."""
    every: tuple[Part, ...] = (
        f"paragraph {text}",
        Facts([f"sentence {text}", (f"label {text}", f"said {text}")], f"facts {text}"),
        Drawing("drawn\n  as it is"),
        Table((Column(f"heading {text}"), Column("value", "right", 4)), [(f"cell {text}", 0.5)], f"table {text}"),
        Table((Column("without rows"),), []),
        MatrixPart(matrix(text)),
    )
    return Page(
        f"title {text}",
        [Section(f"section {text}", every if parts is None else parts)],
        "test/1",
        lambda: {"text": text, "number": 0.5},
        lambda: Table.records(("text", "number"), [(f"record {text}", 0.5)]),
        Badge(f"badge {text}", "blue"),
    )


def blank() -> Page:
    """An empty page."""
    return Page("", [], "", dict, lambda: Table.records(("text",), []), Badge("", "blue"))


# --- what is asked


def _shown(report: Report, shown: Page | Matrix, label: str, name: str, **wishes: object) -> str:
    try:
        text = report.show(shown, **wishes)
    except Exception as error:
        demand(False, name, f"{label} raises {type(error).__name__}: {error}", "show every page and every matrix")
        raise
    demand(isinstance(text, str), name, f"{label} gives a {type(text).__name__}", "return a text")
    demand(text.endswith("\n"), name, f"{label} ends with {text[-20:]!r}", "end with a line break")
    return text


def _demand_shown(report: Report, label: str, made: Callable[[str], Page | Matrix], name: str) -> None:
    texts = [_shown(report, made(text), label, name) for text in (NASTY, HARMLESS)]
    counts = [_lines(report, text, label, name) for text in texts]
    problem = f"{label} has {counts[0]} lines or tags with the name {NASTY!r}, and {counts[1]} with {HARMLESS!r}"
    demand(counts[0] == counts[1], name, problem, "escape what the format reads as its own")
    hidden = sorted(set(HIDDEN) & set(_shown(report, made(f"a{HIDDEN}b"), label, name)))
    demand(not hidden, name, f"{label} has the signs {hidden}", "leave it to Report.show, which escapes them")
    plain = _shown(report, made("é"), label, name, ascii=True, width=100)
    if "ascii" in _wishes(report, made("é")):
        demand(plain.isascii(), name, f"{label} has other characters with ascii=True", "use reports.parts.tables")


def _wishes(report: Report, shown: Page | Matrix) -> frozenset[str]:
    """The names of the options of a report."""
    function = report.page if isinstance(shown, Page) else report.render
    return frozenset() if function is None else frozenset(signature(function).parameters)


def _lines(report: Report, text: str, label: str, name: str) -> object:
    """The structure of a text: its tags, its rows, the number of entries of its document, or the number of its
    lines.
    """
    try:
        if report.suffix.endswith(".json"):
            return len(json.loads(text))
        if report.suffix.endswith(".csv"):
            return [len(row) for row in csv.reader(io.StringIO(text, newline=""))]
        if report.suffix.endswith((".html", ".htm")):
            tags = _Tags()
            tags.feed(text)
            return tags.seen
    except (ValueError, csv.Error) as error:
        demand(False, name, f"{label} cannot be read as {report.suffix} ({error})", "escape every text")
    return text.count("\n")


class _Tags(HTMLParser):
    """The tags of a page, in their order."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        self.seen.append(f"/{tag}")


def _demand_words(report: Report, name: str) -> None:
    """Check that everything said on a page stands in the text; for a format of records, of badges or of data, that
    these do.
    """
    if report.page is None:
        return
    places = ("title", "section", "paragraph", "sentence", "label", "said", "facts", "heading", "cell", "table")
    wanted = [f"{place} mine" for place in places] + ["drawn", "as it is", "0.5000", "without rows"]
    if report.of_records:
        wanted = ["record mine", "0.5"]
    elif report.of_badges:
        wanted = ["badge mine"]
    elif report.suffix.endswith(".json"):
        wanted = ["mine", "0.5"]
    text = _shown(report, page("mine"), "the page", name)
    lacking = [words for words in wanted if words.replace(" ", "") not in "".join(text.split()).replace("~", "")]
    demand(not lacking, name, f"the page lacks {lacking}", "show every part of a page (axiometrics.core.page)")
