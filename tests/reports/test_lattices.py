"""The pages on what the constraints of a task exclude and imply."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

import axiometrics as ax
from axiometrics import registry
from axiometrics.core.matrix import Matrix
from axiometrics.core.page import Page
from axiometrics.possibility.relations import reduced, task_relations
from axiometrics.possibility.relations_page import constraint_lattice
from axiometrics.possibility.severity import with_severities
from axiometrics.reports.atlas import ConstraintLattice, StudyMatrix, site, write_site
from axiometrics.reports.atlas.lattices import LatticeEdge, ordered
from axiometrics.running.candidate import builtin
from tests.reports.chromium import BROWSER, visited


@cache
def lattice(task: str = "classification", size: int = 2) -> ConstraintLattice:
    relations = task_relations(task, 60, size=size)
    assert relations is not None
    return constraint_lattice(relations)


@cache
def files() -> dict[str, str]:
    return dict(site([StudyMatrix("none", Matrix((), (), ()))], {}, [lattice()]))


def test_a_page_shows_each_relation_with_its_cases() -> None:
    """Monotonicity and a constant baseline exclude each other: of a gold without positive items, the prediction of none
    is better than that of one, and both are means that the baseline makes one number.
    """
    page = files()["lattices/classification.html"]
    assert "constant-baseline and monotonicity" in page or "monotonicity and constant-baseline" in page
    anchors = re.findall(r' id="([^"]+)"', page)
    links = re.findall(r'<a href="#([^"]+)" class="(?:follows|conflict)"', page)
    assert len(links) == len(lattice().edges) > 2
    assert set(links) <= set(anchors)
    assert len(anchors) == len(set(anchors))
    for edge in lattice().edges:
        section = page.partition(f'id="{edge.anchor}"')[2].partition("</details>")[0]
        assert edge.label in section
        assert "<td>" in section or "demands what a case of" in section


def test_the_page_of_relations_shows_the_drawings_and_folds_the_rows() -> None:
    """A row of a table stands within an element that is opened by a click, so that the drawings are what is seen."""
    page = dict(site([StudyMatrix("one", ax.matrix("purity", "clustering:homogeneity", max_size=3))], {}, [lattice()]))[
        "relations.html"
    ]
    drawn = re.findall(r'<a href="lattices/classification.html#([^"]+)" class="(?:follows|conflict)"', page)
    assert drawn == re.findall(r'<a href="#([^"]+)" class="(?:follows|conflict)"', str(lattice().drawing))
    folded = re.sub(r"<details.*?</details>", "", page, flags=re.DOTALL)
    assert "universal implies picture" in page
    assert "<table" not in folded
    assert "universal implies picture" not in folded
    assert 'href="lattices/classification.html"' in folded


def test_the_page_of_a_metric_says_what_nobody_can_have_and_what_it_gives_up() -> None:
    """No metric of two classes has both monotonicity and a constant baseline. Accuracy has monotonicity, so it lacks
    the constant baseline.
    """
    names = ["classification:monotonicity", "classification:constant-baseline"]
    matrix = ax.matrix("accuracy", names, max_size=4)
    matrix = with_severities(matrix, lambda cell: builtin(registry.metric("accuracy")).judge(cell.task), 60)
    pages = dict(site([StudyMatrix("two", matrix)], {}, [lattice()]))
    page = pages["metrics/classification/accuracy.html"]
    section = page.partition("What nobody can have")[2]
    both = next(edge for edge in lattice().conflicts if {n.partition("@")[0] for n in edge.names} == set(names))
    line = next(line for line in section.splitlines() if f"#{both.anchor}" in line)
    assert "Constant Baseline" in line
    assert ">Monotonicity" not in line
    assert re.search(r"<small>\([\d.]+ of its range\)</small>", page.partition("What nobody can have")[0])


def test_the_page_of_a_metric_sets_its_formula() -> None:
    matrix = ax.matrix("purity", "clustering:homogeneity", max_size=3)
    page = dict(site([StudyMatrix("one", matrix)]))["metrics/clustering/purity.html"]
    formula = page.partition('<div class="formula">')[2].partition("</div>")[0]
    assert "<munder><mi>max</mi><mi>i</mi></munder><msub><mi>t</mi>" in formula
    assert "<code>" not in formula


def test_a_line_has_a_dot_for_each_constraint_of_a_conflict() -> None:
    drawing = str(lattice().drawing)
    assert drawing.count("<circle") == sum(len(edge.names) for edge in lattice().conflicts)
    assert all(f">{title}</text>" in drawing for title in lattice().titles.values())


def test_what_follows_stands_below_that_from_which_it_follows() -> None:
    assert ordered(["d", "c", "b", "a"], [("a", "b"), ("b", "c"), ("a", "d")]) == ["a", "d", "b", "c"]
    assert sorted(ordered(["a", "b"], [("a", "b"), ("b", "a")])) == ["a", "b"], "constraints that imply each other"
    assert reduced([("a", "b"), ("b", "a"), ("b", "c"), ("a", "c")]) == [("a", "b"), ("b", "a"), ("b", "c"), ("a", "c")]


def test_names_are_no_markup() -> None:
    edge = LatticeEdge("x", "<b>", ["<i>", "j"], False, Page("", [], "", dict))
    drawing = str(ConstraintLattice("t", [], {"<i>": "<i>", "j": "j"}, [edge], []).drawing)
    assert "<i>" not in drawing
    assert "<b>" not in drawing


def test_what_time_leaves_out_is_said() -> None:
    relations = task_relations("classification", 0, size=2)
    assert relations is not None
    assert not relations.complete
    assert any("This is not all" in line for line in constraint_lattice(relations).says)


def test_no_program_is_solved_when_the_time_has_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    """One program of the relevance scores takes more than a minute, whatever the time of the whole is."""
    monkeypatch.setattr("scipy.optimize.linprog", lambda *_, **__: pytest.fail("a program is solved"))
    relations = task_relations("classification", 0, size=2)
    assert relations is not None
    assert not relations.complete


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="no Chromium on this machine")
def test_the_drawing_scrolls_within_its_box_on_a_phone(tmp_path: Path) -> None:
    ranking = lattice("ranking", 4)
    write_site(str(tmp_path / "site"), site([StudyMatrix("none", Matrix((), (), ()))], {}, [ranking]))
    says = """
      found.page = document.documentElement.scrollWidth > innerWidth;
      const box = document.querySelector(".wide"), svg = box.querySelector("svg");
      found.box = box.scrollWidth > box.clientWidth;
      found.letters = Math.min(...[...svg.querySelectorAll("text")].map((text) => parseFloat(getComputedStyle(text).fontSize)));
      found.cut = [...svg.querySelectorAll("text, circle")].filter((part) => {
        const at = part.getBBox(); return at.x < 0 || at.x + at.width > svg.viewBox.baseVal.width; }).length;
      const names = [...svg.querySelectorAll("text:not(.number)")].map((text) => text.getBBox());
      found.covered = [...svg.querySelectorAll("circle")].filter((dot) => names.some(
        (name) => name.x + name.width > dot.getBBox().x)).length;
      found.open = document.querySelector("details:target").open;
    """  # noqa: E501
    measured = visited(tmp_path / "site" / "lattices" / "ranking.html", says, f"#{ranking.conflicts[0].anchor}")
    assert measured["console"] == []
    assert not measured["page"]
    assert measured["box"]
    assert measured["letters"] >= 12
    assert measured["cut"] == measured["covered"] == 0
    assert measured["open"]
