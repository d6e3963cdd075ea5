"""The atlas: each link leads to a page, each cell has a page, no name is taken as markup, and no
folder of the user is overwritten."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urldefrag

import pytest

import axiometrics as ax
from axiometrics import registry
from axiometrics.core.evidence import Proven
from axiometrics.core.library import Library
from axiometrics.core.matrix import Matrix, Missing
from axiometrics.core.organization import Organization
from axiometrics.core.page import Column, Page, Section, Table
from axiometrics.regions.page import holds_text
from axiometrics.regions.region import described
from axiometrics.registry import studies
from axiometrics.reports.atlas import (
    StudyMatrix,
    figures,
    one_page,
    plots,
    site,
    views,
    write_site,
)
from axiometrics.reports.atlas.formulas import math
from axiometrics.reports.parts.arrangement import Arrangement
from tests.reports.chromium import BROWSER, browser
from tests.reports.look import HITS, faults

METRICS = ["purity", "v-measure", "bcubed-f", "rbp(p=0.8)", "ap"]
CONSTRAINTS = ["clustering:rag-bag", "clustering:homogeneity", "ranking:priority", "ranking:closeness-threshold"]


@cache
def small() -> Matrix:
    return ax.matrix(metrics=METRICS, constraints=CONSTRAINTS, reading="all", max_size="5,rag-bag=7,thresholds=20")


@cache
def files() -> dict[str, str]:
    page = Page("", (Section("", (Table((Column("claim"),), (("<b>bold</b>",),)),)),), "schema", dict)
    return dict(site([StudyMatrix("amigo2013", small(), studies.studies()["amigo2013"])], {"amigo2013": page}))


class Links(HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.links += [value for name in ("href", "src") if (value := given.get(name))]
        if given.get("id"):
            self.anchors.add(str(given["id"]))


def test_curves_show_the_scores_of_a_threshold_by_n() -> None:
    """RBP(p=0.8) of 1 0^3 is 1/5, of 0 0 1 1 it is (1/5)(16/25 + 64/125) = 0.2304; at n = 20 the second has less."""
    key = "ranking", "rbp(p=0.8)", "closeness-threshold", "prose"
    cell = next(c for c in small() if (c.task, c.metric, c.constraint, c.reading) == key)
    drawn = str([figure.drawing for figure in views.cells(small())[id(cell)].plots if "A_n" in figure.caption])
    assert re.findall(r"[AB]_n: [\d.]+ at n = 2, [\d.e-]+ at n = 20", drawn) == [
        "A_n: 0.2 at n = 2, 0.2 at n = 20",
        "B_n: 0.23 at n = 2, 0.0114 at n = 20",
    ]


def test_searches_know_the_other_names_of_metrics() -> None:
    listed = json.loads(files()["search.js"].partition("= ")[2].rstrip(";\n"))
    (names,) = [entry[3] for entry in listed if entry[:2] == ["metric", "AP (ranking)"]]
    assert {"map", "mapcut", "averageprecisionscore"} <= set(names.split())
    elsewhere = next(entry for entry in listed if entry[:2] == ["metric", "nDCG (ranking)"])
    assert elsewhere[2] == ""
    assert elsewhere[4].endswith("axiometrics matrix -m ranking:ndcg shows its verdicts")
    assert ["clustering metric", "MUC", "", "muc"] in [entry[:4] for entry in listed]
    assert f'<tr data-names="{names}"><th scope="row">' in files()["studies/amigo2013.html"]
    assert (
        "<dt>also called</dt><dd>MAP (ir_measures); map, map_cut_10 (trec_eval)" in files()["metrics/ranking/ap.html"]
    )


def test_every_link_leads_to_a_file_and_an_anchor_of_the_site(tmp_path: Path) -> None:
    pages = {path: Links(text) for path, text in files().items() if path.endswith(".html")}
    number = 0
    for path, page in pages.items():
        for link in page.links:
            if link.startswith("https://doi.org/"):
                continue
            target, anchor = urldefrag(link)
            at = (tmp_path / path).parent.joinpath(unquote(target)).resolve() if target else tmp_path / path
            file = str(at.relative_to(tmp_path.resolve()))
            assert file in files(), f"{path} -> {link}"
            assert not anchor or unquote(anchor) in pages[file].anchors, f"{path} -> {link}"
            number += 1
    assert number > 500


def test_the_front_page_says_which_study_is_incomplete() -> None:
    stopped = replace(small(), missing=(Missing("clustering", "purity", "rag-bag", "universal"),))
    (front,) = [text for name, text in site([StudyMatrix("mine", stopped)]) if name == "index.html"]
    assert "incomplete, cells missing: 1" in front
    assert "incomplete" not in files()["index.html"]


def test_the_front_page_shows_a_matrix_and_a_counterexample() -> None:
    text = files()["index.html"]
    assert text.index("<h2>Ranking</h2>") < text.index("<h2>Clustering</h2>"), "what most readers know is first"
    assert re.search(r'<td class="holds"[^>]*><a href="cells/ranking/rbp-p-0.8/', text)
    assert text.count('<svg class="case"') == 3, "the gold and two outputs"
    assert "single)" not in text, "further readings stand on the page of the study"


def test_the_front_page_names_audits_by_the_titles_of_their_studies() -> None:
    (title,) = re.findall(r'<a href="audit/amigo2013.html">(.*?)</a>', files()["index.html"])
    assert title == studies.studies()["amigo2013"].title


def test_every_cell_has_a_page_with_its_evidence() -> None:
    for cell in small():
        path = f"cells/{cell.task}/{cell.metric.replace('(p=0.8)', '-p-0.8')}/{cell.constraint}/{cell.reading}.html"
        text = files()[path]
        assert "axiometrics explain" in text
        assert f'studies/amigo2013.html#{cell.metric}/{cell.constraint}@{cell.reading}"' in text
        if isinstance(cell.evidence, Proven) and cell.evidence.proof:
            assert text.count("<math") >= len(cell.evidence.proof["facts"]) + len(cell.evidence.proof["steps"])
        if cell.counterexample is not None:
            assert text.count('<svg class="case"') == 1 + len(cell.counterexample["outputs"])


def test_addresses_do_not_depend_on_what_else_is_shown() -> None:
    alone = ax.matrix(metrics=["v-measure"], constraints=["clustering:rag-bag"], max_size="5")
    pages = dict(site([StudyMatrix("mine", alone)]))
    address = "cells/clustering/v-measure/rag-bag/universal.html"
    assert address in pages
    assert address in files()
    assert 'id="v-measure/rag-bag@universal"' in one_page(alone)
    assert 'id="v-measure/rag-bag@universal"' in one_page(small())


def test_names_and_groups_of_the_author_reach_the_page() -> None:
    given = Arrangement({"purity": "My purity", "rag-bag": "Stray"}, {"purity": "Mine", "v-*": ""})
    text, plain = one_page(small(), arranged=given), one_page(small())
    assert ">My purity<" in text
    assert "Stray" in text
    assert '">Mine</th>' in text
    assert "Set matching" in plain
    assert "Set matching" not in text
    assert set(re.findall(r'id="[^"]+@[^"]+"', text)) == set(re.findall(r'id="[^"]+@[^"]+"', plain))


def test_no_name_is_markup() -> None:
    data = json.loads(json.dumps(small().to_json()).replace("V-measure", "<script>alert(1)</script>"))
    hostile = Matrix.from_json(data)
    texts = [one_page(hostile), *dict(site([StudyMatrix("<b>", hostile)])).values()]
    assert not any("<script>alert" in text for text in texts)
    assert sum("&lt;script&gt;alert(1)&lt;/script&gt;" in text for text in texts) > 5
    assert "<b>bold</b>" not in files()["audit/amigo2013.html"]


def test_nothing_is_loaded_from_elsewhere() -> None:
    for path, text in files().items():
        loads = re.findall(r"src=\"(?:https?:)?//|<link[^>]*href=\"(?:https?:)?//|url\(|@import", text)
        assert not loads, path


@pytest.mark.slow
def test_the_matrix_in_all_readings_is_one_page_below_a_megabyte(matrix_of: Callable[..., Matrix]) -> None:
    whole = matrix_of(studies.studies()["amigo2013"].metrics, reading="all")
    assert len(list(whole)) > 500
    assert len(one_page(whole).encode()) < 1_050_000


def test_golds_that_are_not_organizations_are_told() -> None:
    named = ["i-rec@2", "adp"], ["diversity:intent-probability", "scoring:big-difference"]
    text = one_page(ax.matrix(metrics=named[0], constraints=named[1], max_size="2", max_examples=0))
    assert "<pre>P(i1)=2/3 P(i2)=1/3\nd1: i1\nd2: i2</pre>" in text
    assert "document  gold  better  worse" in text
    assert text.count("score(better) = ") == 1


# --- drawings and formulas


@pytest.mark.parametrize(
    ("left", "right", "moved"),
    [
        ("{a1 a2} {b c d}", "{a1 a2 b} {c d}", {"b"}),
        ("a > b > c", "b > a > c", {"a", "b"}),
        ("a b > c", "a > b c", {"b"}),
        ("a > b", "a > b", set()),
    ],
)
def test_what_moved_is_marked(left: str, right: str, moved: set[str]) -> None:
    assert figures.moved(Organization.parse(left), Organization.parse(right)) == moved
    assert figures.moved(Organization.parse(right), Organization.parse(left)) == moved


def test_articles_are_drawn_as_trees_with_ranks() -> None:
    """Bars as long as their text, filled as far as it is highlighted; what differs has a star; entry points follow."""
    gold = Library.parse("article(0+0 sec(2+1) sec(2+2))@1")
    better, worse = Organization.parse("a1/sec[2] > a1@0"), Organization.parse("a1/sec[1] > a1@0")
    drawn = figures.outputs(gold, {"better": better, "worse": worse})
    assert drawn is not None
    assert list(drawn) == ["gold", "better", "worse"]
    assert re.findall(r'class="(text|found)"[^>]*width="([0-9.]+)"', drawn["gold"]) == [
        ("text", "120.0"),
        ("found", "90.0"),
        ("text", "60.0"),
        ("found", "30.0"),
        ("text", "60.0"),
        ("found", "60.0"),
    ]
    assert "a1 @1 3/4" in drawn["gold"]
    for role, path in (("better", "a1/sec[2] 2/2"), ("worse", "a1/sec[1] 1/2")):
        assert re.findall(
            rf'>{re.escape(path)}</text><g class="moved"><circle [^>]*/><text [^>]*>(\d)<', drawn[role]
        ) == ["1"]
        assert drawn[role].count("star") == 1
        assert 'class="irrelevant"' in drawn[role]
        assert ">a1@0</text>" in drawn[role]


def test_a_long_ranking_is_shortened_around_what_differs() -> None:
    run = Organization.parse(" > ".join(f"d{i}" for i in range(1, 61)))
    drawn = figures.organization(run, figures.Palette({}), {"d30", "d31"})
    shown = {int(number) for number in re.findall(r'class="level"[^>]*>(\d+)<', drawn)}
    assert shown == {1, 2, 3, *range(28, 34), 58, 59, 60}
    assert drawn.count("⋮") == 2


def test_a_region_is_drawn_where_its_intervals_end() -> None:
    """The end points that are read from the words of a region are those of the intervals that were established."""
    drawn = 0
    for metric, constraint, reading in (
        ("rbp(p=0.8)", "ranking:closeness-threshold", "prose"),
        ("p@10", "ranking:closeness-threshold", "printed"),
        ("utility(tp=2,fp=-1,fn=0,tn=0)", "filtering:priority", "universal"),
        ("rs-ranking", "ranking:closeness-threshold", "prose"),
        ("ap", "ranking:priority", "universal"),
    ):
        about = registry.metric(metric)
        declared = registry.constraint(constraint)
        for parameter, holds in described(about, declared, declared.reading(reading)):
            stretches = plots.stretches(holds_text(holds, parameter), parameter.name)
            assert stretches is not None
            ends = [
                (end, closed)
                for stretch in stretches[0]
                for end, closed in ((stretch.low, stretch.low_closed), (stretch.high, stretch.high_closed))
            ]
            exact = [
                (end, closed)
                for interval in holds
                for end, closed in ((interval.low, interval.low_closed), (interval.high, interval.high_closed))
            ]
            assert len(ends) == len(exact)
            for (text, closed), (end, is_closed) in zip(ends, exact, strict=True):
                assert (text is None) == (end is None)
                if text is not None and end is not None:
                    assert closed == is_closed
                    assert float(Fraction(text.removesuffix("..."))) == pytest.approx(float(end.number), abs=1e-9)
            drawn += plots.region(holds_text(holds, parameter), parameter.name, "1") is not None
    assert drawn > 5


@pytest.mark.parametrize("words", ["p is anything", "0 < q < 1", "0 < p < 1 or so"])
def test_words_of_another_form_are_not_drawn(words: str) -> None:
    assert plots.region(words, "p") is None


def test_studies_lead_to_each_other_and_families_are_filtered() -> None:
    named = dict(site([StudyMatrix("one", small()), StudyMatrix("two", small())]))
    assert 'href="../studies/two.html"' in named["studies/one.html"]
    cell = named["cells/clustering/v-measure/rag-bag/universal.html"]
    assert "back to the matrix of one" in cell
    assert "back to the matrix of two" in cell
    assert 'name="family"' in named["studies/one.html"]


def test_a_formula_says_the_same_as_its_text() -> None:
    """The text content of the markup, with its structure written out, is read back by Python to the same value."""
    for text in ("(a + b)/(a - b)", "2*(x + 1)**2 - 3*x/4", "-(a - b) - (a - 2)", "a/(b/x)", "a - (b - x)", "2*3*a*b"):
        values = {"a": 7, "b": 3, "x": 5}
        assert _value(_Node.of(str(math(text))), values) == pytest.approx(eval(text, {}, values))


class _Node(HTMLParser):
    """The tree of a formula."""

    def __init__(self) -> None:
        super().__init__()
        self.stack: list[list[Any]] = [["root"]]

    @classmethod
    def of(cls, text: str) -> list[Any]:
        parser = cls()
        parser.feed(text)
        return list(parser.stack[0][1])

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.stack.append([tag])

    def handle_endtag(self, tag: str) -> None:
        node = self.stack.pop()
        assert node[0] == tag
        self.stack[-1].append(node)

    def handle_data(self, data: str) -> None:
        self.stack[-1].append(data)


def _value(node: list[Any], values: dict[str, int]) -> float:
    return float(eval(_python(node), {}, values))


def _python(node: list[Any]) -> str:
    tag, *inside = node
    if tag in {"mi", "mn", "mo"}:
        text = str(unescape(inside[0]))
        return {"−": "-", "·": "*", "\u2062": "*"}.get(text, text)
    parts = [_python(part) for part in inside]
    if tag == "mfrac":
        return f"(({parts[0]})/({parts[1]}))"
    if tag == "msup":
        return f"({parts[0]})**({parts[1]})"
    return " ".join(parts)


# --- the folder


@pytest.mark.parametrize(
    ("text", "shown"),
    [("2*before*R", "2·before·R"), ("b*R", "b\u2062R"), ("(a + b)*R", "(a+b)\u2062R"), ("before*gain", "before·gain")],
)
def test_names_in_a_product_stay_apart(text: str, shown: str) -> None:
    assert unescape(re.sub("<[^>]*>", "", math(text))) == shown


def test_no_factor_behind_a_sum_is_read_as_a_part_of_its_terms() -> None:
    behind, before = str(math("total(i, t[i])*x")), str(math("1/n*total(i, t[i])"))
    assert behind.index("</mrow><mo>") < behind.index("<mi>x</mi>")
    assert behind.startswith("<math><mrow><mo>(</mo><munder>")
    assert "(" not in before


def test_a_formula_has_no_row_within_a_row() -> None:
    assert "<mrow><mrow><mn>2</mn>" not in math("(2*a)/(3*b)")
    assert math("1/(2*a)").count("<mrow>") == 1


def test_a_drawing_that_is_repeated_is_drawn_once() -> None:
    """The page with each reference replaced by what it refers to has all drawings of all cells, as large as they are
    and with their labels.
    """
    text = one_page(small())
    defined = re.findall(
        r'<(?:symbol|g) class="(?:case|strip)" id="d(\d+)"((?: viewBox="[^"]*")?)><title id="t\1">(.*?)</title>(.*?)'
        r'</(?:symbol|g)>(?=<symbol|<g class="strip|</svg>)',
        text,
    )
    drawn = {number: (label, box, inside) for number, box, label, inside in defined}
    used = re.findall(
        r'<svg class="(\w+)" role="img" aria-labelledby="t(\d+)"([^>]*)><use href="#d(\d+)"/></svg>', text
    )
    assert {number for *_, number in used} == set(drawn)
    assert min(Counter(number for *_, number in used).values()) > 1
    drawings = Counter(
        f'<svg class="{of}" role="img" aria-label="{drawn[i][0]}"{drawn[i][1]}{size}>{drawn[i][2]}</svg>'
        for of, named, size, i in used
        if named == i
    )
    drawings += Counter(re.findall(r'<svg class="(?:case|strip)" role="img" aria-label=.*?</svg>', text, re.DOTALL))
    shown = Counter(
        str(drawing)
        for view in views.cells(small()).values()
        for drawing in [*(figure.drawing for figure in (*view.figures, *view.plots)), view.strip]
        if drawing is not None and drawing.startswith("<svg")
    )
    assert drawings == shown


def test_the_one_page_says_of_each_cell_what_its_page_in_the_site_says() -> None:
    """What cells have in common stands once, in the section of their reading, or in the cell that another links to."""
    text = one_page(small())
    sections = text.split('<section class="question"')[1:]
    assert len(sections) == len({(cell.task, cell.constraint, cell.reading) for cell in small()})
    own = {
        name: (section.split("<details id=")[0], cell)
        for section in sections
        for name, cell in re.findall(r'<details id="([^"]+)"><summary>(.*?)\n</details>', section, re.DOTALL)
    }
    assert len(own) == len(small())
    shared = 0
    for path, page in files().items():
        if not path.startswith("cells/"):
            continue
        (name,) = re.findall(r'<a href="[^"]*#([^"]+)">back to', page)
        common, cell = own[name]
        elsewhere = [unquote(to) for to in re.findall(r'are those[^<]*<a href="#([^"]+)"', cell)]
        shared += len(elsewhere)
        said = common + cell + "".join(own[to][1] for to in elsewhere)
        for pattern in (r"<math>.*?</math>", r"<dd>(?!<math)(.*?)</dd>", r"<figcaption>.*?</figcaption>"):
            parts = re.findall(pattern, page, re.DOTALL)
            assert parts or pattern != r"<dd>(?!<math)(.*?)</dd>"
            missing = [part for part in parts if part not in said]
            assert not missing, (path, missing)
    assert shared > 2


def test_every_link_of_the_one_page_leads_to_one_place_in_it() -> None:
    text = one_page(small())
    page, anchors = Links(text), re.findall(r' id="([^"]+)"', text)
    assert len(anchors) == len(set(anchors))
    links = [unquote(link[1:]) for link in page.links if not link.startswith("https://doi.org/")]
    assert len(links) > len(small())
    assert set(links) <= set(anchors)


def test_the_command_shows_saved_matrices(tmp_path: Path, command: Callable[..., Any]) -> None:
    saved = tmp_path / "amigo2013.json"
    saved.write_text(json.dumps(small().to_json()))
    ran = command("atlas", str(saved), "--no-audit", "--severity", "0", "--lattice", "0", "-o", str(tmp_path / "site"))
    assert ran.code == 0
    sources = tmp_path / "sources"
    sources.mkdir()
    (sources / "search.js").write_text("const mine = 1;")
    refused = command("atlas", str(tmp_path / "none.json"), "-o", str(sources))
    assert (refused.code, refused.err.count("\n")) == (2, 1)
    assert "is not empty (it holds 'search.js') and holds no atlas" in refused.err, "before a file is read"
    assert [path.name for path in sources.iterdir()] == ["search.js"]
    assert "index.html" in ran.err
    text = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert "10.1145/2484028.2484081" in text, "a file that is named like a study is shown as that study"
    refused = command("atlas", str(saved), "--study", "amigo2013", "-o", str(tmp_path / "other"))
    assert (refused.code, "give only one of the two" in refused.err) == (2, True)
    refused = command("atlas", str(tmp_path / "none.json"), "-o", str(tmp_path / "other"))
    assert (refused.code, "cannot read" in refused.err) == (2, True)
    assert not (tmp_path / "other").exists()


# --- in a browser

pytest_browser = pytest.mark.skipif(BROWSER is None, reason="no Chromium on this machine")

FILTERS = """(() => { const found = {};
  const form = document.querySelector(".tools");
  const shown = () => [...document.querySelectorAll(".matrix tbody tr:not(.family)")]
    .filter((row) => row.offsetParent).map((row) => row.cells[0].textContent);
  const set = (name, value) => { form.elements[name].value = value; form.dispatchEvent(new Event("input")); };
  found.whole = shown();
  set("text", "purity"); found.text = shown(); set("text", "");
  set("text", "map_cut_5"); found.other = shown(); set("text", "");
  set("text", "bag v-meas"); found.pair = [shown(), [...document.querySelectorAll(".matrix thead th")]
    .filter((head) => head.offsetParent && head.dataset.name).map((head) => head.dataset.name)]; set("text", "");
  set("text", "average precision"); found.rows = shown(); set("text", "");
  set("task", "ranking"); found.task = shown(); set("task", "");
  const heads = [...document.querySelectorAll(".matrix thead th")];
  const box = heads.find((head) => head.dataset.name === "Rag Bag (universal)").querySelector("input");
  box.click(); found.satisfy = shown(); box.click();
  found.columns = heads.filter((head) => head.offsetParent).length;
  form.elements.readings.click(); found.all = heads.filter((head) => head.offsetParent).length;
  return found; })()"""

CHOICE = """(() => {
  const form = document.querySelector(".tools");
  form.elements.verdict.value = "fails";
  form.dispatchEvent(new Event("input"));
  document.querySelector(".matrix [aria-label^='sort by Rag']").click();
  document.querySelector(".matrix [aria-label='only metrics that satisfy Homogeneity (universal)']").click();
})()"""
"""A reader filters, sorts, and asks for the metrics that satisfy a constraint."""

ROWS = """[...document.querySelectorAll(".matrix tbody tr:not(.family)")].filter((row) => row.offsetParent)
  .map((row) => [...row.cells].filter((cell) => cell.offsetParent).map((cell) => cell.textContent + cell.className))"""


@pytest_browser
@pytest.mark.slow
def test_no_page_of_the_atlas_has_a_fault_that_a_browser_shows(tmp_path: Path) -> None:
    write_site(str(tmp_path / "site"), files().items())
    assert list(faults(tmp_path / "site")) == []


@pytest_browser
@pytest.mark.slow
def test_filters_links_and_phone_in_chromium(tmp_path: Path) -> None:
    target = tmp_path / "site"
    write_site(str(target), files().items())
    (tmp_path / "m.html").write_text(one_page(small()), encoding="utf-8")
    with browser() as window:
        study = (target / "studies" / "amigo2013.html").as_uri()
        window.visit(study)
        assert not window.run("document.documentElement.scrollWidth > innerWidth"), "the table scrolls, not the page"
        seen = window.run(FILTERS)
        texts = ["v-measure rag universal", "v-measure deepness", "MAP@20", "mean Average Precision", "AP"]
        cell, none, named, blanks, first, elsewhere, absent = window.run(HITS % json.dumps([*texts, "ARI", "MUC"]))
        window.run(CHOICE)
        rows, address = window.run(ROWS), window.run("location.search")
        again = [window.visit(study + address).run(ROWS), window.run("location.search")]
        assert window.console == []
        window.visit((tmp_path / "m.html").as_uri() + "#bcubed-f/rag-bag@universal")
        opened = window.run("""(() => {
          const cell = document.getElementById("bcubed-f/rag-bag@universal");
          const top = cell.querySelector("summary").getBoundingClientRect().top;
          return [cell.open, top >= 0 && top < innerHeight, cell.querySelectorAll("math").length]; })()""")
        assert window.console == []
    place = "../cells/clustering/v-measure/rag-bag/universal.html"
    assert rows != seen["whole"]
    assert again == [rows, address], "the address keeps what was chosen"
    assert cell == [["V-measure / Rag Bag, universal (clustering)", place]]
    assert none == [["No page has these words.", ""]]
    assert named[0] == ["AP (ranking)", "../metrics/ranking/ap.html"]
    assert elsewhere[0] == ["Adjusted Rand (clustering)", ""]
    assert absent == [["MUC", ""]], "the box says why we do not have it"
    assert blanks == named[:1]
    assert first[0] == named[0], "before pages that have the letters in a word"
    assert seen["pair"] == [["V-measure"], ["Rag Bag (universal)"]]
    assert {"Purity", "V-measure", "AP"} <= set(seen["whole"])
    assert seen["text"] == ["Purity"]
    assert seen["other"] == ["AP"]
    assert seen["rows"] == ["AP"]
    assert set(seen["task"]) == {"AP", "RBP(p=0.8)"}
    assert "BCubed F" in seen["satisfy"]
    assert not {"Purity", "V-measure"} & set(seen["satisfy"])
    assert seen["columns"] < seen["all"]
    assert opened[:2] == [True, True], "a link to a cell shows its heading"
    assert opened[2] > 5
