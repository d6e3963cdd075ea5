"""Pages in every format: columns stand under each other, nothing is wider than asked, every sign is shown as it is, and
JSON and CSV round nothing.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import axiometrics
import axiometrics as ax
from axiometrics.cli import main
from axiometrics.core.errors import DeclarationError
from axiometrics.core.page import Column, Drawing, Facts, Page, Part, Section, Table
from axiometrics.core.report import Report
from axiometrics.reports.parts.formats import report
from tests.reports.typeset import compiled, needs_latex

SIXTEEN = 0.1234567890123456
NASTY = r"a|b *c* _d_ `e` [f] <g> #h ~i \j -k"


def page(*parts: Part, title: str = "", heading: str = "", **fields: Any) -> Page:
    return Page(title, [Section(heading, parts)], "test/1", dict, **fields)


def shown(form: str, *parts: Part, **wishes: Any) -> str:
    return report(form).show(page(*parts), **wishes)


def scores(systems: int = 1, metrics: int = 2, **fields: Any) -> Table:
    columns = (Column("system"), *(Column(f"metric {i}", "right", 4) for i in range(metrics)))
    return Table(columns, [[f"s{i}", *[SIXTEEN] * metrics] for i in range(systems)], **fields)


PARTS: tuple[Part, ...] = (
    "A paragraph.",
    Facts(["A sentence.", ("label", "what is said")]),
    Drawing("a  *\n  {b}"),
    scores(2),
    Table((Column("claim", share=0.5), Column("verdict", share=0.3)), [("x", "y")], "Claims"),
)


# --- what a page is


def test_a_row_has_a_cell_for_each_column() -> None:
    with pytest.raises(DeclarationError, match="a row has 1 cells, and the table 2 columns"):
        Table((Column("a"), Column("b")), [("x",)])


def test_data_and_records_are_made_only_where_they_are_written() -> None:
    def never() -> Any:
        raise AssertionError("made")

    shown_page = Page("", [Section("", ["said"])], "test/1", never, never)
    for form in ("text", "markdown", "latex"):
        assert "said" in report(form).show(shown_page)
    for form in ("json", "csv"):
        with pytest.raises(AssertionError, match="made"):
            report(form).show(shown_page)


def test_a_report_without_pages_says_so() -> None:
    with pytest.raises(DeclarationError, match="report x shows no pages"):
        Report("x", ".x", str).show(page())


# --- text


def test_text_stands_in_columns() -> None:
    table = Table(
        (Column("name"), Column("share\nof all", "right"), Column("value", "right", 2)),
        [("long name", "1/3", 10), ("b", None, Fraction(1, 8))],
        caption="Shares",
    )
    assert shown("text", table).splitlines() == [
        "Shares",
        "name          share    value",
        "             of all",
        "---------  --------  -------",
        "long name       1/3    10.00",
        "b                 -     0.12",
    ]


@pytest.mark.parametrize("width", [80, 100, 120])
def test_a_wide_table_is_parted_and_each_piece_names_its_rows(width: int) -> None:
    lines = shown("text", scores(2, 30), width=width).splitlines()
    assert max(map(len, lines)) <= width
    assert sum(line.startswith("system") for line in lines) > 1
    assert sum(line.startswith("s1") for line in lines) == sum(line.startswith("system") for line in lines)
    for i in range(30):
        assert sum(bool(re.search(rf"metric {i}\b", line)) for line in lines) == 1
    assert sum(line.count("0.1235") for line in lines) == 2 * 30


def test_a_table_of_long_names_is_written_as_records_where_it_is_narrow() -> None:
    name, other = "n" * 40, "o" * 41
    table = Table((Column("metric"), Column("known as"), Column("empty")), [(name, other, ""), ("a", "b", "c")])
    assert shown("text", table, width=60).splitlines() == [
        f"metric    {name}",
        f"known as  {other}",
        "",
        "metric    a",
        "known as  b",
        "empty     c",
    ]
    assert shown("text", table, width=100).splitlines()[0].split() == ["metric", "known", "as", "empty"]


def test_a_wide_table_is_turned_where_it_says_what_its_columns_are() -> None:
    lines = shown("text", scores(2, 30, across="metric"), width=80).splitlines()
    assert [line.split() for line in lines[:3]] == [
        ["metric", "s0", "s1"],
        ["---------", "------", "------"],
        ["metric", "0", "0.1235", "0.1235"],
    ]
    assert len(lines) == 2 + 30
    both = shown("text", scores(40, 30, across="metric"), width=80).splitlines()
    assert max(map(len, both)) <= 80
    assert sum(line.startswith("metric  ") for line in both) > 1


def test_text_is_wrapped_but_no_name_is_broken() -> None:
    name = "x" * 90
    lines = shown("text", " ".join(["word"] * 40), Facts([" ".join(["fact"] * 40), name]), width=80).splitlines()
    assert max(len(line) for line in lines if name not in line) <= 80
    assert name in lines
    assert [line for line in lines if line.startswith("    fact")]


def test_labels_stand_beside_what_is_said() -> None:
    said = Facts([("depends on the reading", f"a claim\n{'word ' * 20}"), ("agrees", "another")], margin=15)
    assert shown("text", said, width=80).splitlines() == [
        "depends on     a claim",
        "the reading    word word word word word word word word word word word word word",
        "                 word word word word word word word",
        "agrees         another",
    ]
    assert shown("text", Facts([("a", "one"), ("long", "two")])).splitlines() == ["a     one", "long  two"]


def test_facts_stand_inwards_under_their_caption() -> None:
    said = Facts(["first " * 20, ("x", "y")], "about")
    lines = shown("text", said, width=80).splitlines()
    assert (lines[0], lines[-1]) == ("about", "  x  y")
    assert max(map(len, lines)) <= 80
    assert shown("markdown", Facts([("x", "y")], "about")) == "**about**\n\n- x: y\n"
    assert shown("text", Facts([], "about")) == "about\n"


def test_headings_are_underlined_and_sections_stand_apart() -> None:
    shown_page = Page("Title", [Section("One", ["said"]), Section("", ["more"])], "test/1", dict)
    assert report("text").show(shown_page) == "Title\n=====\n\n\nOne\n---\nsaid\n\n\nmore\n"


def test_text_has_words_for_a_table_of_sentences() -> None:
    table = Table((Column("claim"),), [("cell",)], "Claims", as_text=("in words",))
    assert shown("text", table) == "Claims\nin words\n"
    assert shown("text", Table((Column("claim"),), [("cell",)], "Claims", as_text=()), "end") == "end\n"
    assert "cell" in shown("markdown", table)
    assert "in words" not in shown("markdown", table)


@pytest.mark.parametrize("form", ["text", "markdown"])
def test_ascii_leaves_out_every_other_character(form: str) -> None:
    parts = ("é ✔", Facts(["≤"]), scores(), Drawing("→"))
    assert not shown(form, *parts).isascii()
    assert shown(form, *parts, ascii=True).isascii()


def test_a_drawing_knows_how_much_room_there_is() -> None:
    drawing = Drawing(partial(str.__mul__, "x"))
    assert shown("text", drawing, width=90).strip() == "x" * 90
    assert shown("markdown", drawing, width=90).splitlines()[1] == "x" * 90
    assert shown("text", Drawing("y" * 200), width=80).strip() == "y" * 200


@pytest.mark.parametrize("form", ["text", "markdown", "latex"])
@pytest.mark.parametrize("across", ["", "metric"])
def test_a_table_without_rows_has_its_headings(form: str, across: str) -> None:
    out = shown(form, scores(0, 2, across=across))
    assert re.search(r"system.*metric 0.*metric 1", out)
    assert shown(form, scores(0, 40, across=across))


# --- markdown


def unescaped(text: str) -> str:
    """What Markdown shows of a line: each backslash before punctuation is gone."""
    return re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", text)


def test_markdown_shows_every_sign_as_it_is() -> None:
    table = Table((Column(NASTY), Column("b")), [(NASTY, "-"), ("- c", "-0.5")], NASTY)
    lines = report("markdown").show(page(table, NASTY, Facts([NASTY, "- x"]), heading=NASTY)).splitlines()
    rows = [re.split(r"(?<!\\)\|", line)[1:-1] for line in lines if line.startswith("|")]
    assert [[unescaped(cell.strip()) for cell in row] for row in (rows[0], *rows[2:])] == [
        [NASTY, "b"],
        [NASTY, "-"],
        ["- c", "-0.5"],
    ]
    assert unescaped(lines[0]) == f"## {NASTY}"
    assert [unescaped(line) for line in lines[-4:]] == [NASTY, "", f"- {NASTY}", "- - x"]
    assert lines[-1] == r"- \- x"


def test_markdown_has_one_table_however_wide_with_its_alignment() -> None:
    lines = shown("markdown", scores(2, 40, across="metric"), width=80).splitlines()
    assert len(lines) == 4
    assert re.fullmatch(r"\|:-+\|(-+:\|){40}", lines[1])
    assert "share of all" in shown("markdown", Table((Column("share\nof all"),), [("x",)]))


def test_a_drawing_does_not_end_its_own_fence() -> None:
    lines = shown("markdown", Drawing("```\n# no heading")).splitlines()
    assert lines[0] == lines[-1] == "````"


# --- json and csv


def test_no_cell_of_csv_is_a_formula_of_a_spreadsheet() -> None:
    cells = ("=HYPERLINK(A1)", "@SUM(A1)", "+cmd", "-1/2", "a=b")
    shown_page = page(records=lambda: Table.records(("name",), [[cell] for cell in cells]))
    rows = list(csv.reader(io.StringIO(report("csv").show(shown_page), newline="")))
    assert [row[0] for row in rows[1:]] == ["'=HYPERLINK(A1)", "'@SUM(A1)", "'+cmd", "-1/2", "a=b"]


def test_json_and_csv_round_nothing() -> None:
    third = Fraction(1, 3)
    data: Mapping[str, Any] = {"rows": [{"value": SIXTEEN, "exact": str(third)}]}
    headings = ("name", "value", "exact", "none")
    shown_page = Page(
        "",
        [Section("", [scores()])],
        "test/1",
        lambda: data,
        lambda: Table(tuple(Column(name, digits=2) for name in headings), [('a,"b"\nc', SIXTEEN, third, None)]),
    )
    assert json.loads(report("json").show(shown_page)) == {"schema": "test/1", **data}
    (row,) = csv.DictReader(io.StringIO(report("csv").show(shown_page), newline=""))
    assert row == {"name": r'a,"b"\nc', "value": repr(SIXTEEN), "exact": "1/3", "none": ""}
    assert "0.1235" in report("text").show(shown_page)


# --- latex


def test_latex_is_escaped_and_balanced() -> None:
    out = shown("latex", *PARTS, NASTY + " 100% & $x$", scores(3, 60), Drawing("a  b_c  \n   {d}"))
    begun, ended = (re.findall(rf"\\{word}{{(\w+)}}", out) for word in ("begin", "end"))
    assert sorted(begun) == sorted(ended)
    assert begun.count("tabular") > 2, "a table that is too wide is parted"
    plain = re.sub(r"\\.", "", "\n".join(line for line in out.splitlines() if not line.startswith("%")))
    assert plain.count("{") == plain.count("}")
    assert r"\texttt{a~~b\_c~~}\par" in out
    assert r"100\% \& \$x\$" in out


@needs_latex
def test_latex_compiles(tmp_path: Path) -> None:
    shown_page = page(
        *PARTS, NASTY, scores(0), scores(3, 60), Drawing(f"  {NASTY}\n\n≤ 語"), title=NASTY, heading=NASTY
    )
    compiled(report("latex").show(shown_page), tmp_path)


@needs_latex
def test_latex_keeps_to_the_page(tmp_path: Path) -> None:
    """A command is longer than a line, and two columns have no share of their own."""
    columns = (Column("constraint"), Column("values that keep it"), Column("why none does", share=0.5))
    rows = [("priority@universal", "none", "it is violated where the metric is defined")]
    log = compiled(shown("latex", Table(columns, rows), Drawing("print([x, y]) " * 20)), tmp_path)
    assert "Overfull" not in log


def test_a_long_cell_is_whole_in_html_and_cut_on_paper() -> None:
    said = "the score falls <where> it should rise"
    table = Table((Column("id"), Column("said", most=22)), [("a", said), ("b", "short")])
    whole = (
        "<td><details><summary>the score falls ...</summary>the score falls &lt;where&gt; it should rise</details></td>"
    )
    assert whole in shown("html", table)
    assert "<td>short</td>" in shown("html", table)
    for form in ("latex", "markdown", "text"):
        assert "the score falls ..." in shown(form, table)
        assert "should rise" not in shown(form, table)


def test_numbers_stand_at_the_right_of_html_within_a_page_with_margins() -> None:
    text = shown("html", scores(metrics=1))
    assert '<main class="page">' in text
    assert '<th scope="col">system</th><th scope="col" class="right">metric 0</th>' in text
    assert '<th scope="row">s0</th><td class="right">0.1235</td>' in text
    assert ".page .right { text-align: right; }" in text


EXPLAINED = ("explain", "purity", "rag-bag", "--max-size", "5", "-q")


def test_html_draws_a_case_whose_columns_do_not_depend_on_a_font(tmp_path: Path) -> None:
    """The gold and both outputs of Rag Bag: five documents each, one of which stands elsewhere."""
    file = tmp_path / "e.html"
    assert CliRunner().invoke(main, [*EXPLAINED, "-o", str(file)]).exit_code == 0
    html = file.read_text(encoding="utf-8")
    svg = re.findall(r'<svg class="case".*?</svg>', html)
    assert [drawing.count("<circle") for drawing in svg] == [5, 5, 5]
    assert [drawing.count("moved") for drawing in svg] == [0, 1, 1]
    assert [*re.findall("<figcaption>(.*?)</figcaption>", html)] == ["gold", "better", "worse"]
    assert "found:    the difference is 0, tied" in html
    in_notebook = ax.explain("purity", "rag-bag", max_size=5)._repr_html_()
    assert re.findall(r'<svg class="case".*?</svg>', in_notebook) == svg
    assert in_notebook.startswith("<style>"), "a notebook has no style of ours"


def test_html_says_what_made_it_and_when(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    for words in ([*EXPLAINED, "-o"], ["matrix", "-m", "purity", "-c", "rag-bag", "--max-size", "4", "-q", "-o"]):
        file = tmp_path / "<b>.html"
        assert CliRunner().invoke(main, [*words, str(file)]).exit_code == 0
        html = file.read_text(encoding="utf-8")
        made = html.partition("<footer>")[2].partition("</footer>")[0]
        assert f"axiometrics {axiometrics.__version__} on 1970-01-02: <code>axiometrics {words[0]} " in made
        assert "&lt;b&gt;.html" in made
        assert "<h1>" in html
        assert 'name="viewport"' in html
