"""Reports: each format of one small run, and each sign of each kind of evidence."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import click
import jsonschema
import msgspec
import pytest

import axiometrics
from axiometrics import registry, reports, schemas
from axiometrics.core.cell import Cell, Counterexample, drawn
from axiometrics.core.errors import DeclarationError, FileError, UnknownNameError
from axiometrics.core.evidence import KINDS, TYPES, Proven, Refuted, Sampled, Scan
from axiometrics.core.matrix import Matrix, Missing
from axiometrics.core.organization import Organization
from axiometrics.core.report import Report
from axiometrics.reports.parts import formats as reporting
from axiometrics.reports.parts import tables
from axiometrics.reports.parts.arrangement import Arrangement
from tests.reports.typeset import compiled, needs_latex

METRICS = ("purity", "inverse-purity", "bcubed-f", "rs-clustering", "f", "lam", "ap", "rbp", "rr")
COUNTEREXAMPLE = Counterexample(
    {
        "gold": {"levels": [[["a"], ["b"]]], "tail": False},
        "outputs": {
            "better": {"levels": [[["a"], ["b"]]], "tail": False},
            "worse": {"levels": [[["a", "b"]]], "tail": False},
        },
        "scores": {"better": "1/2", "worse": "2/3"},
        "documents": 2,
    }
)


@cache
def small(reading: str = "default") -> Matrix:
    if reading == "all":
        sizes = "4,rag-bag=5,size-vs-quantity=7,filtering=4,ranking=5,thresholds=12"
        return axiometrics.matrix(METRICS, reading="all", max_size=sizes)
    every = small("all")  # the search computes all readings anyway
    first = {(constraint.task, constraint.id, constraint.readings[0].name) for constraint in registry.constraints()}
    cells = tuple(cell for cell in every if (cell.task, cell.constraint, cell.reading) in first)
    return replace(every, cells=cells, settings={**every.settings, "reading": "default"})


@cache
def schema() -> Any:
    return schemas.schema("matrix")


def made(kind: str, holds: bool | None, **fields: Any) -> Cell:
    """A cell of a kind of evidence."""
    failed = kind == "counterexample"
    details = {"counterexample": {"minimal": True}, "descriptive": {"profile": "hump"}, "grid": {"grid": "0 or 1"}}.get(
        kind, {}
    )
    evidence = TYPES[kind](True, 5, fields.pop("size", 8), 0.5, **details | fields.pop("said", {}))
    relation = "reversed" if failed else None
    return Cell(
        "clustering",
        "mine",
        fields.pop("constraint", "rag-bag"),
        "universal",
        holds,
        evidence,
        relation,
        COUNTEREXAMPLE if failed else None,
        **fields,
    )


def matrix_of(*cells: Cell) -> Matrix:
    entry = {
        "id": "mine",
        "base": "mine",
        "params": {},
        "display": "Mein Maß",
        "family": "user",
        "task": "clustering",
        "source": "user",
        "inferred": "labels",
    }
    described = [
        {"id": cell.constraint, "task": "clustering", "statement": "", "source": "", "readings": ["universal"]}
        for cell in cells
        if cell.constraint == "rag-bag"
    ]
    return Matrix((entry,), tuple(described), cells, {}, axiometrics.__version__)


def test_every_file_of_the_folder_is_a_format() -> None:
    files = {path.stem for path in Path(reports.__file__).parent.glob("*.py")} - {"__init__"}
    assert set(reporting.formats()) == files
    assert [report.name for report in reporting.reports()] == list(reporting.formats())


@pytest.mark.parametrize("report", reporting.reports(), ids=lambda report: report.name)
def test_a_suffix_finds_its_format(report: Report) -> None:
    assert reporting.by_suffix(f"m{report.suffix}") is reporting.by_suffix(f"M{report.suffix.upper()}") is report


def test_no_format_has_that_name_or_suffix() -> None:
    assert reporting.by_suffix(".docx") is None
    with pytest.raises(UnknownNameError, match="no format 'docx': known are text"):
        reporting.report("docx")


def test_a_report_that_does_not_declare_itself_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(DeclarationError, match="begin it with a dot"):
        Report("x", "x", str)
    monkeypatch.setattr("axiometrics.reports.csv.REPORT", None)
    reporting.report.cache_clear()
    with pytest.raises(DeclarationError, match="must declare REPORT, a Report named 'csv'"):
        reporting.report("csv")


@pytest.mark.slow
def test_formats_take_only_wishes_they_know() -> None:
    assert reporting.report("json").show(small(), ascii=True, color=True) == reporting.report("json").show(small())


# --- json and csv


@pytest.mark.slow
@pytest.mark.parametrize("reading", ["default", "all"])
def test_json_is_what_the_schema_says(reading: str) -> None:
    document = json.loads(reporting.report("json").show(small(reading)))
    jsonschema.Draft202012Validator.check_schema(schema())
    jsonschema.Draft202012Validator(schema()).validate(document)
    assert document["counts"] == small(reading).counts
    assert sum(document["counts"].values()) == len(document["cells"])


def test_json_is_read_again() -> None:
    read = Matrix.from_json(json.loads(reporting.report("json").show(small("all"))))
    assert read.to_json() == small("all").to_json()


def test_json_has_a_line_a_cell() -> None:
    lines = reporting.report("json").show(small()).splitlines()
    assert sum(line.startswith('  {"task"') for line in lines) == len(small())


def test_json_writes_no_nan() -> None:
    cell = made(
        "error", None, message="returned nan", said={"input": {"value": float("nan"), "list": [float("inf"), 1.5]}}
    )
    document = json.loads(reporting.report("json").show(matrix_of(cell)), parse_constant=pytest.fail)
    assert document["cells"][0]["evidence"]["detail"] == {"input": {"value": "nan", "list": ["inf", 1.5]}}


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"holds": None}, "None is not one of [True, False]"),
        ({"more": 1}, "Additional properties"),
        ({"relation": "tied"}, "None was expected"),
        ({"evidence": {**Sampled(True, 3).to_json(), "seconds": -1}}, "less than the minimum"),
        ({"evidence": {**Proven(True, 3).to_json(), "kind": "guess"}}, "is not one of"),
        ({"evidence": Refuted(True, 3, minimal=True).to_json()}, "True is not one of [False]"),
        ({"evidence": Proven(True, 0).to_json()}, "less than the minimum"),
        ({"evidence": {**Proven(True, 3).to_json(), "minimal": True}}, "is not of type 'null'"),
        ({"evidence": {**Proven(True, 3).to_json(), "detail": {"input": {}}}}, "Additional properties"),
        ({"evidence": {**Proven(True, 3).to_json(), "detail": {"n0": 3}}}, "is a dependency of 'n0'"),
    ],
)
def test_the_schema_refuses_what_no_cell_can_say(change: dict[str, Any], problem: str) -> None:
    document = matrix_of(made("proof", True)).to_json()
    document["cells"][0].update(change)
    errors = list(jsonschema.Draft202012Validator(schema()).iter_errors(document))
    for error in errors:
        errors.extend(error.context or ())
    assert any(problem in error.message for error in errors)
    with pytest.raises(FileError, match="a damaged matrix"):
        Matrix.from_json(document)


@pytest.mark.parametrize("kind", KINDS)
def test_the_schema_takes_every_kind(kind: str) -> None:
    holds = {
        "proof": True,
        "exhaustive": False,
        "grid": True,
        "sampled": True,
        "region": True,
        "counterexample": False,
    }.get(kind)
    jsonschema.Draft202012Validator(schema()).validate(matrix_of(made(kind, holds, message="why")).to_json())


def test_csv_tells_which_cells_are_missing() -> None:
    stopped = replace(small("all"), missing=(Missing("ranking", "mine", "priority", "universal"),))
    *cells, last = csv.DictReader(io.StringIO(reporting.report("csv").show(stopped)))
    assert len(cells) == len(small("all"))
    assert {name: word for name, word in last.items() if word} == {
        "task": "ranking",
        "metric": "mine",
        "constraint": "priority",
        "reading": "universal",
        "kind": "missing",
    }
    assert tables.counts_line(stopped) == f"{tables.counts_line(small('all'))}; incomplete: 1 cells are missing"


def test_csv_has_a_line_a_cell() -> None:
    rows = list(csv.DictReader(io.StringIO(reporting.report("csv").show(small("all")))))
    assert list(rows[0]) == [
        "task",
        "metric",
        "constraint",
        "reading",
        "holds",
        "kind",
        "size",
        "relation",
        "documents",
    ]
    assert len(rows) == len(small("all"))
    row = next(
        row
        for row in rows
        if (row["metric"], row["constraint"], row["reading"]) == ("purity", "completeness", "universal")
    )
    assert list(row.values())[4:] == ["false", "counterexample", "2", "tied", "2"]
    assert {row["holds"] for row in rows} == {"true", "false", ""}


# --- text and markdown

SIGNS = [
    (made("proof", True), "✔", "Y"),
    (made("exhaustive", True), "✔≤8", "y8"),
    (made("grid", True), "✔≤8#", "y8#"),
    (made("sampled", True), "~", "s"),
    (made("region", True), "✔", "Y"),
    (made("region", False), "✘", "N"),
    (made("counterexample", False), "✘", "N"),
    (made("proof", False), "✘", "N"),
    (made("exhaustive", False, size=400), "✘≤400", "n400"),
    (made("descriptive", None), "hump", "hump"),
    (made("not-applicable", None, message="why"), "-", "-"),
    (made("undetermined", None, message="why"), "?", "?"),
    (made("undetermined", None, message="why", said={"scan": Scan(400, [2], None)}), "none≤400", "none<=400"),
    (made("error", None, message="why"), "!", "!"),
]


@pytest.mark.parametrize(("cell", "sign", "in_ascii"), SIGNS)
def test_every_kind_has_its_sign(cell: Cell, sign: str, in_ascii: str) -> None:
    assert tables.glyph(cell) == sign
    assert tables.glyph(cell, ascii=True) == in_ascii
    sized = "" if cell.counterexample is None else f"({cell.counterexample.data['documents']})"
    assert f"  {sign}{sized}\n" in reporting.report("text").show(matrix_of(cell))
    assert f"  {in_ascii}{sized}\n" in reporting.report("text").show(matrix_of(cell), ascii=True)


def test_kinds_of_evidence_do_not_share_signs() -> None:
    signs = {kind: tables.glyph(made(kind, True)) for kind in ("proof", "exhaustive", "sampled")}
    assert len(set(signs.values())) == 3


def test_a_cell_names_the_n_of_its_threshold() -> None:
    witness = made("proof", True, said={"scan": Scan(9, [2, 3, 5])})
    onwards = made("exhaustive", True, size=9, said={"scan": Scan(9, [6, 7, 8, 9], 6)})
    neither = made("undetermined", None, message="why", said={"scan": Scan(9, [2], None)})
    assert [tables.mark(cell) for cell in (witness, onwards, neither)] == ["✔ n=2..3,5", "✔≤9 n0=6", "none≤9"]
    assert tables.mark(None) == ""


@pytest.mark.parametrize("form", ["text", "markdown"])
@pytest.mark.parametrize("reading", ["default", "all"])
def test_every_report_ends_with_the_counts(form: str, reading: str) -> None:
    last = reporting.report(form).show(small(reading)).splitlines()[-1]
    counts = small(reading).counts
    assert last == ", ".join(f"{kind} {counts[kind]}" for kind in KINDS if counts[kind])


@pytest.mark.parametrize("form", ["text", "markdown"])
def test_metrics_stand_under_their_families(form: str) -> None:
    report = reporting.report(form).show(small())
    lines = [line.strip("| *").split("  ")[0] for line in report.splitlines()]
    at = [
        lines.index(name)
        for name in ("Set matching", "Purity", "Inverse Purity", "BCubed", "BCubed F", "Filtering", "F(beta=1)")
    ]
    assert at == sorted(at)
    assert report.count("Reliability and Sensitivity") == 1


def test_a_text_of_few_readings() -> None:
    lines = reporting.report("text").show(small()).splitlines()
    header = next(line for line in lines if line.startswith("CLUSTERING"))
    assert header.split("  ")[0] == "CLUSTERING"
    assert "universal" not in "\n".join(lines), "the first reading is not named"
    assert next(line for line in lines if line.startswith("  AP ")).split()[1:4] == ["✔", "✔≤5*", "✘"]
    assert next(line for line in lines if line.startswith("  RBP(p=0.8)")).split()[3:7] == ["✔", "n0=6", "✔", "n=2..5"]
    assert "* Completeness: satisfies it under picture (proved): Inverse Purity" in lines


def test_a_text_of_all_readings_has_a_column_each() -> None:
    report = reporting.report("text").show(small("all"))
    header = next(line for line in report.splitlines() if "sizes" in line)
    assert header.split() == ["universal", "picture", "universal", "picture", "universal", "picture", "sizes", "strong"]
    assert "satisfies it under" not in report
    assert "* a different reading of the constraint gives a different verdict" in report


@pytest.mark.parametrize("width", [60, 80, 100, 120, 200])
def test_a_table_is_split_where_it_would_be_too_wide(width: int) -> None:
    report = reporting.report("text").show(small("all"), width=width)
    assert {cell.reading for cell in small("all")} <= set(report.split())
    *lines, last = report.splitlines()
    if width < 120:
        lines.append(last)
        assert sum(line.startswith("proof ") for line in lines[-3:]) == 1
    else:
        assert last.startswith("proof"), "a script reads the last line"
    assert max(map(len, lines)) <= width


@pytest.mark.parametrize("form", ["text", "markdown", "html"])
@pytest.mark.parametrize(
    "matrix",
    [
        lambda: small("all"),
        lambda: matrix_of(made("error", None, message="naïve ✘"), made("sampled", True, constraint="not-ours")),
    ],
    ids=["all", "made"],
)
def test_ascii_is_ascii(form: str, matrix: Callable[[], Matrix]) -> None:
    assert reporting.report(form).show(matrix(), ascii=True).isascii()


def test_a_legend_explains_what_is_used_and_no_more() -> None:
    assert tables.legend(matrix_of(made("proof", True))) == ["✔ the metric satisfies the constraint: proved"]
    assert tables.legend(matrix_of(made("exhaustive", True)), ascii=True) == [
        "yk the metric satisfies the constraint in every case up to size k; larger cases are not decided"
    ]
    assert tables.legend(matrix_of(made("grid", True))) == [
        "✔≤n# the metric satisfies the constraint in every case up to size n whose free numbers lie on a grid, and in "
        "the random cases off the grid that were tried; other numbers and larger cases are not decided. Grid: 0 or 1"
    ]
    assert len(tables.legend(matrix_of(*(cell for cell, _, _ in SIGNS)))) == 11


def test_what_a_scan_says_ends_where_it_ended() -> None:
    """Of the n beyond, neither legend nor explanation says anything but that they are not decided."""
    onwards = made("exhaustive", True, size=9, said={"scan": Scan(9, [6, 7, 8, 9], 6)})
    neither = made("undetermined", None, message="why", said={"scan": Scan(9, [2], None)})
    witness = made("proof", True, said={"scan": Scan(9, [2, 3])})
    argument = {"words": "", "excess": "1", "symbols": {}, "facts": [], "define": [], "steps": []}
    proved = made("proof", True, said={"scan": Scan(9, [6, 7, 8, 9], 6), "proof": argument})
    scanned, open_, seen, argued = (tables.legend(matrix_of(cell)) for cell in (onwards, neither, witness, proved))
    assert scanned == ["✔≤9 n0=6 means: satisfied at every n from 6 to 9; greater n are not decided"]
    assert len(open_) == 1
    assert open_[0].startswith("none≤n ")
    assert "this is not a violation" in open_[0]
    assert "a witness was found" in seen[0]
    assert not any("proved" in entry for entry in seen)
    assert "✔ n0=6 means: satisfied from n = 6 on" in argued


def test_colours_repeat_the_signs() -> None:
    plain, painted = (reporting.report("text").show(small(), color=color) for color in (False, True))
    assert click.style("✘", fg="red") in painted
    assert click.unstyle(painted) == plain


def test_reasons_are_told_together() -> None:
    lines = reporting.report("text").show(small()).splitlines()
    assert (
        "- Size vs Quantity (overlap): the metric is defined on partitions only (Purity, Inverse Purity, BCubed F)"
        in lines
    )
    alone = reporting.report("text").show(matrix_of(made("error", None, message="raised ValueError: no way")))
    assert "! Rag Bag: raised ValueError: no way\n" in alone


def test_a_constraint_nobody_declares_has_a_title() -> None:
    assert "Not ours" in reporting.report("markdown").show(matrix_of(made("proof", True, constraint="not-ours")))


def test_markdown_escapes_what_it_would_take_for_marks() -> None:
    report = reporting.report("markdown").show(small())
    assert "| R\\*S " in report
    assert "| ✘\\* " in report
    assert "## Clustering" in report


def test_an_empty_matrix_is_its_counts() -> None:
    empty = Matrix((), (), ())
    assert reporting.report("text").show(empty) == tables.counts_line(empty) + "\n"
    assert reporting.report("csv").show(empty).count("\n") == 1


# --- latex


def latex_cell(text: str) -> str:
    """What LaTeX sets of a cell of the table."""
    signs = {
        r"\axholds{}": "✔",
        r"\axfails{}": "✘",
        r"$\sim$": "~",
        r"\textasteriskcentered{}": "*",
        r"\allowbreak{}": "",
        r"\quad ": "",
        r"\%": "%",
        "--": "-",
    }
    for command, sign in signs.items():
        text = text.replace(command, sign)
    text = re.sub(r"\$_\{\\le (\d+)\}\$", r"≤\1", text)
    text = re.sub(r"\\textsuperscript\{(.*?)\}", r"\1", text)
    return re.sub(r"\\,\{\\scriptsize (.*)\}", r" \1", text).strip()


@pytest.mark.parametrize("reading", ["default", "all"])
@pytest.mark.parametrize("width", ["page", "column"])
def test_latex_has_the_cells_of_the_tables(reading: str, width: str) -> None:
    """Each row in as many pieces as its columns need, all cells once."""
    lines = reporting.report("latex").show(small(reading), arranged=Arrangement(width=width)).splitlines()
    rows: dict[tuple[str, str], list[str]] = {}
    task = ""
    for line in lines:
        if line.startswith(r"\caption{"):
            task = line.removeprefix(r"\caption{").partition(" ")[0].lower()
        if line.startswith(r"\quad "):
            name, *cells = [latex_cell(cell) for cell in line.removesuffix(r" \\").split(" & ")]
            rows.setdefault((task, name), []).extend(cells)
    assert rows == {
        (table.task, row.display): list(map(tables.mark, row.cells))
        for table in tables.tables(small(reading))
        for row in table.rows
    }
    assert lines[-3] == tables.counts_line(small(reading)) + r"\par"


def test_latex_names_and_groups_are_those_of_the_author() -> None:
    arranged = Arrangement(
        names={"purity": "P & Q", "Inverse Purity": "iP", "clustering:rag-bag": "RB_1", "completeness": "C"},
        groups={"bcubed-*": "First", "*purity": ""},
    )
    text = reporting.report("latex").show(small(), arranged=arranged)
    assert r"\quad P \& Q" not in text, "under no heading, a row is not set in"
    rows = [line for line in text.splitlines() if line.startswith((r"\quad", "P ", "iP ", r"\multicolumn"))]
    heads = [line for line in rows if "multicolumn" in line]
    assert heads[0].endswith(r"{\itshape First} \\")
    assert [row.split(" & ")[0] for row in rows[:4]] == [heads[0], r"\quad BCubed F", r"P \& Q", "iP"]
    assert r"\rotatebox{90}{RB\_1}" in text
    assert r"\rotatebox{90}{C}" in text
    assert "C: satisfies it under picture (proved): iP" in reporting.report("text").show(small(), arranged=arranged)
    markdown = reporting.report("markdown").show(small(), arranged=arranged)
    assert "| **First** " in markdown
    assert "| P & Q " in markdown


def test_latex_says_what_is_in_the_notes_and_escapes_it() -> None:
    report = reporting.report("latex").show(matrix_of(made("error", None, message="50% & $5 \\input{x}")))
    assert r"50\% \& \$5 \textbackslash{}input\{x\}" in report
    assert r"\input{" not in report


@needs_latex
@pytest.mark.parametrize("width", ["page", "column"])
@pytest.mark.parametrize(
    "matrix",
    [lambda: small("all"), lambda: matrix_of(*(cell for cell, _, _ in SIGNS)), lambda: many_metrics()],
    ids=["all", "made", "many"],
)
def test_latex_compiles_and_fits(matrix: Callable[[], Matrix], width: str, tmp_path: Path) -> None:
    log = compiled(reporting.report("latex").show(matrix(), arranged=Arrangement(width=width)), tmp_path)
    assert "Float too large" not in log
    assert "Overfull" not in log


@needs_latex
def test_latex_of_an_empty_matrix_compiles(tmp_path: Path) -> None:
    compiled(reporting.report("latex").show(Matrix((), (), ())), tmp_path, "a table")


def many_metrics() -> Matrix:
    """More rows than a page has room for, with names of every length."""
    matrix = matrix_of(made("proof", True))
    entry, cell = matrix.metrics[0], matrix.cells[0]
    names = [f"m{i}{'x' * (i % 30)}" for i in range(120)]
    families = [f"family {i // 25}" for i in range(120)]
    entries = [
        {**entry, "id": name, "display": name, "family": family} for name, family in zip(names, families, strict=True)
    ]
    return Matrix(
        tuple(entries), matrix.constraints, tuple(msgspec.structs.replace(cell, metric=name) for name in names)
    )


# --- html


class Page(HTMLParser):
    """A page as a reader meets it: cells of tables, links, anchors, text; every element has to be closed."""

    VOID = frozenset({"meta", "input", "br"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.anchors: list[str] = []
        self.rows: list[list[str]] = []
        self.text: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag not in self.VOID:
            self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in {"td", "th"}:
            self.rows[-1].append("")
        if tag == "a" and "td" in self.open:
            self.links.append(str(given["href"]))
        if "id" in given:
            self.anchors.append(str(given["id"]))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "tr" in self.open and self.rows[-1]:
            self.rows[-1][-1] += data
        self.text.append(data)


@pytest.mark.parametrize("reading", ["default", "all"])
def test_html_has_the_tables_and_a_link_from_each_cell_to_its_evidence(reading: str) -> None:
    report = reporting.report("html").show(small(reading))
    page = Page(report)
    expected = [
        [row.display, *map(tables.mark, row.cells)] for table in tables.tables(small(reading)) for row in table.rows
    ]
    assert [row for row in page.rows if row in expected] == expected
    assert len(page.anchors) == len(set(page.anchors))
    cells = {f"#{anchor}" for anchor in page.anchors if "/" in anchor}
    assert (len(page.links), set(page.links)) == (len(small(reading)), cells)
    assert report.count('data-kind="counterexample"') == small(reading).counts["counterexample"]
    assert f"<br>{tables.counts_line(small(reading))}</footer>" in report


def test_html_draws_the_counterexamples() -> None:
    report = reporting.report("html").show(small("all"))
    text = "".join(Page(report).text)
    for cell in small("all"):
        if cell.counterexample is not None:
            (constraint,) = registry.match_constraints(f"{cell.task}:{cell.constraint}")
            words = drawn(cell.task, cell.counterexample.data, constraint.reading(cell.reading).demand).splitlines()
            assert all(line.removeprefix("demanded: ") in text for line in words if line.startswith("demanded:"))
            assert all(line in text for line in words if line.startswith("found:"))
            for value in [cell.counterexample["gold"], *cell.counterexample["outputs"].values()]:
                label = escape(str(Organization.from_json(value)))
                assert f'aria-label="{label}"' in report or re.search(
                    rf"<title id=.t\d+.>{re.escape(label)}</title>", report
                )


def test_html_takes_nothing_for_its_own_marks() -> None:
    hostile = "</td><script>alert('x')</script>&amp;"
    entry = {
        "id": "mine",
        "base": "mine",
        "params": {},
        "display": hostile,
        "family": hostile,
        "task": "clustering",
        "source": "user",
    }
    matrix = Matrix(
        (entry,), (), (made("error", None, message=hostile), made("sampled", True, constraint=hostile)), {}, hostile
    )
    report = reporting.report("html").show(matrix)
    assert report.count("<script>") == 1
    assert "".join(Page(report).text).count(hostile) >= 5


def test_html_shows_what_nobody_here_declares() -> None:
    text = "".join(
        Page(
            reporting.report("html").show(
                matrix_of(made("error", None, constraint="not-ours", message="raised ValueError"))
            )
        ).text
    )
    assert "Mein Maß / not-ours, reading universal" in text
    assert "error: raised ValueError" in text


def test_html_loads_nothing() -> None:
    assert not re.findall(r"(?:src|href)=\"(?!#)|url\(|@import|https?://", reporting.report("html").show(small()))
