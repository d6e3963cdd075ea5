"""Regions as people see them: footnotes of text and Markdown, and lines of an explanation."""

from __future__ import annotations

import re
import shlex
from functools import cache

import pytest
from click.testing import CliRunner

import axiometrics
from axiometrics import registry
from axiometrics.cli import main
from axiometrics.core.cell import Cell
from axiometrics.core.evidence import ParameterRegion, Proven
from axiometrics.core.matrix import Matrix
from axiometrics.reports.parts import formats as reporting
from axiometrics.reports.parts import tables
from axiometrics.reports.parts.arrangement import Arrangement
from tests.cells import explain_cell

METRICS = ("utility", "f", "lam", "ap", "p@10", "rbp", "rs-ranking")
CLOSENESS = (
    "Closeness threshold is satisfied for these values of one parameter (proved): P@10 for k >= 4; RBP(p=0.8) for "
    "0.7548776662... < p < 1; R*S(W30=0.8) for 0 < wn < 0.8989558107..., for n >= 14"
)
PRIORITY = (
    "Priority is satisfied for these values of one parameter (proved): Utility(tp=2,fp=-1,fn=0,tn=0) for tp > 0, "
    "for fp < 0, for fn < 2, for tn > -1; "
    "Lam%(smoothing=0) for smoothing > 0"
)


WHOLE = Arrangement(verbose=True)


@cache
def small(*metrics: str, reading: str = "default") -> Matrix:
    constraints = ("filtering:priority", "ranking:priority", "closeness-threshold", "confidence")
    return axiometrics.matrix(
        metrics or METRICS, constraints, reading=reading, max_size="3,thresholds=12", max_examples=0
    )


def notes(report: str) -> list[str]:
    """The footnotes on regions, each in one line."""
    flowing = re.sub(r"\n    ", " ", report)
    return [line for line in flowing.splitlines() if "is satisfied for these values" in line]


def test_a_footnote_tells_the_regions_of_a_column() -> None:
    assert notes(reporting.report("text").show(small(), arranged=WHOLE)) == [PRIORITY, CLOSENESS]


@pytest.mark.parametrize("width", [80, 100, 120])
@pytest.mark.parametrize("ascii", [False, True])
def test_footnotes_are_wrapped_between_inequalities(width: int, ascii: bool) -> None:
    report = reporting.report("text").show(small(), width=width, ascii=ascii, arranged=WHOLE)
    assert notes(report) == [PRIORITY, CLOSENESS]
    for inequality in ("for tp > 0", "for 0.7548776662... < p < 1", "for 0 < wn < 0.8989558107...", "for n >= 14"):
        assert sum(inequality in line for line in report.splitlines()) == 1
    assert max(map(len, report.splitlines()[:-1])) <= width
    assert report.isascii() is ascii


@pytest.mark.parametrize("width", [60, 80, 120])
def test_a_footnote_has_three_lines_at_most_and_says_where_the_rest_is(width: int) -> None:
    lines = reporting.report("text").show(small(), width=width).splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("Priority is satisfied for these values"))
    whole = next(i for i, line in enumerate(lines[at + 1 :]) if not line.startswith("    ")) + 1
    assert whole <= 3
    assert (lines[at + 2] == "    (-v shows the rest, as does `axiometrics explain`)") is (width < 80)


def test_what_two_other_readings_say_of_a_column_is_one_note_of_three_lines() -> None:
    """Size vs Quantity is violated by five metrics under one reading, and satisfied by one under another one."""
    metrics = ["inverse-purity", "f-purity", "f-max", "f-max-cluster", "matching-accuracy", "nmi(average=max)"]
    matrix = axiometrics.matrix(metrics, "size-vs-quantity")
    text = reporting.report("text")
    note = text.show(matrix, width=60).partition("* Size vs Quantity: ")[2].partition("\n\n")[0].splitlines()
    assert len(note) == 3
    assert note[-1] == "    (-v shows the rest, as does `axiometrics explain`)"
    whole = text.show(matrix, width=60, arranged=WHOLE)
    assert "violates it under strong" in whole
    assert "satisfies it under picture" in whole


def test_a_region_that_is_all_or_none_is_no_footnote() -> None:
    """RBP satisfies priority for every p and confidence for none; the sign says as much."""
    regions = {cell.constraint: cell.regions for cell in small("rbp")}
    assert [region.holds for region in regions["priority"]] == ["every p (0 < p < 1)"]
    assert [region.holds for region in regions["confidence"]] == ["no p"]
    (note,) = notes(reporting.report("text").show(small("rbp"), arranged=WHOLE))
    assert note == (
        "Closeness threshold is satisfied for these values of one parameter (proved): for 0.7548776662... < p < 1"
    )
    assert notes(reporting.report("text").show(small("ap", "auc"))) == []


@pytest.mark.parametrize(
    ("param", "holds", "noted"),
    [
        ("k", "every k", False),
        ("k", "every k (k >= 1)", False),
        ("k", "no k", False),
        ("k", "k = 3", True),
        ("k", "k >= 4 and 1 <= k <= 2", True),
        ("no", "no >= 4", True),
        ("every", "every > 0", True),
    ],
)
def test_what_is_all_or_none(param: str, holds: str, noted: bool) -> None:
    cell = Cell(
        "ranking",
        "p@10",
        "priority",
        "universal",
        True,
        Proven(True, 5, 8, region=[ParameterRegion(param, holds)]),
    )
    matrix = Matrix((registry.metric("p@10").describe(),), (), (cell,))
    (table,) = tables.tables(matrix)
    assert list(tables.regions(table)) == ([("Priority", [f"for {holds}"])] if noted else [])


def test_a_footnote_says_what_single_cells_say() -> None:
    """The least k of P@k in the footnote is the least at which the search finds a witness."""
    (least,) = re.findall(r"P@10 for k >= (\d+)", CLOSENESS)
    k = int(least)
    for cut, holds in ((k - 1, False), (k, True)):
        assert small(f"p@{cut}").cell(f"p@{cut}", "closeness-threshold").holds is holds


def test_each_reading_has_its_footnote() -> None:
    footnotes = notes(reporting.report("text").show(small("p@10", reading="all"), arranged=WHOLE))
    assert footnotes == [
        "Closeness threshold (prose) is satisfied for these values of one parameter (proved): for k >= 4",
        "Closeness threshold (printed) is satisfied for these values of one parameter (proved): for k >= 3",
    ]


def test_markdown_has_the_same_footnotes() -> None:
    lines = reporting.report("markdown").show(small()).splitlines()
    unescaped = [re.sub(r"\\(.)", r"\1", line) for line in lines]
    assert f"- {PRIORITY}" in unescaped
    assert f"- {CLOSENESS}" in unescaped
    assert r"RBP(p=0.8) for 0.7548776662... \< p \< 1" in "\n".join(lines)


def test_the_evidence_stays_of_its_kind() -> None:
    assert small().counts["region"] == 0
    assert small().cell("rbp", "closeness-threshold").evidence.kind == "proof"
    assert small().cell("lam", "filtering:priority").evidence.kind == "counterexample"


def explained(metric: str, constraint: str, reading: str | None = None) -> str:
    cell = small(metric, reading="all").cell(metric, constraint, reading)
    declared = registry.constraint(f"{cell.task}:{cell.constraint}")
    return explain_cell(cell, declared, registry.metric(metric).display)


def test_an_explanation_tells_the_region_and_the_command() -> None:
    lines = explained("rbp", "closeness-threshold").splitlines()
    at = lines.index("region    satisfied for 0.7548776662... < p < 1")
    assert lines[at + 1] == "          axiometrics region rbp closeness-threshold p"
    assert "\nregion    satisfied for no k\n" in explained("p@10", "confidence")
    assert "\nregion " not in explained("ap", "priority")


@pytest.mark.parametrize(
    ("metric", "constraint", "reading"),
    [
        ("rbp", "priority", None),
        ("rbp(p=0.5)", "closeness-threshold", "printed"),
        ("p@3", "closeness-threshold", "printed"),
        ("lam", "priority", "interior"),
    ],
)
def test_the_command_of_an_explanation_prints_the_region(metric: str, constraint: str, reading: str | None) -> None:
    lines = explained(metric, constraint, reading).splitlines()
    (at,) = (i for i, line in enumerate(lines) if line.startswith("region "))
    printed = CliRunner().invoke(main, shlex.split(lines[at + 1])[1:])
    assert printed.exit_code == 0, printed.stderr
    title, *_ = lines_printed = printed.stdout.splitlines()
    (holds,) = (line for line in lines_printed if line.startswith("satisfied for"))
    cell = small(metric, reading="all").cell(metric, constraint, reading)
    assert title.startswith(f"{registry.metric(metric).display}: {constraint} ({cell.reading}) by ")
    assert lines[at] == f"region    {holds}"


def test_every_parameter_has_a_command_of_its_own() -> None:
    text = explained("rs-ranking", "closeness-threshold")
    assert "region    satisfied for 0 < wn < 0.8989558107..., the other parameters as they are\n" in text
    assert "          axiometrics region rs-ranking closeness-threshold wn\n" in text
    assert "region    satisfied for n >= 14, the other parameters as they are\n" in text
    assert "          axiometrics region rs-ranking closeness-threshold n\n" in text
