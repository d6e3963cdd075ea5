"""What is shown of a check where code is reviewed: Markdown for a comment or a job summary, and a badge."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import axiometrics as ax
from axiometrics.core.errors import ParameterError
from axiometrics.core.matrix import Matrix, Missing
from axiometrics.core.page import Page
from axiometrics.reports import markdown
from axiometrics.reports.parts.formats import by_suffix, report
from axiometrics.verification.page import STATUSES, Verification
from tests.reports.test_reports import made, matrix_of

Command = Callable[..., Any]
LINE = ("check", "ap", "-c", "confidence", "-c", "ranking:priority", "--max-size", "3", "--max-examples", "0", "-q")


def folded(text: str) -> list[str]:
    """The titles of what is folded; each is closed, and a blank line ends its markup."""
    titles = re.findall(r"^<details><summary>(.*)</summary>\n\n", text, re.MULTILINE)
    assert text.count("<details>") == text.count("\n\n</details>") == len(titles)
    return titles


def test_a_check_is_a_comment(command: Command) -> None:
    ran = command(*LINE, "--format", "markdown")
    assert ran.code == 1
    lines = ran.out.splitlines()
    assert lines[0] == "**1 unexpected verdict:** satisfied 1, violated 1"
    assert lines[2].startswith("- ap/confidence@universal: violates, tied on")
    assert "| AP " in ran.out
    assert folded(ran.out) == ["Signs", "AP / Confidence: violates, tied"]
    assert "score(better) and score(worse) both equal" in ran.out
    accepted = command(*LINE, "--format", "markdown", "--expect", "ap/confidence=violated")
    assert (accepted.code, accepted.out.splitlines()[0]) == (0, "**As expected:** satisfied 1, violated 1")
    shown = command("matrix", "-m", *LINE[1:], "--format", "markdown")
    assert (shown.code, shown.out.splitlines()[0]) == (0, "**satisfied 1, violated 1**")


def test_a_comment_has_room_for_it() -> None:
    """GitHub refuses a comment of more than 65,536 characters."""
    few = matrix_of(*(made("counterexample", False) for _ in range(markdown.DRAWN)))
    many = matrix_of(*few.cells, few.cells[0])
    assert markdown.render(few).count("score(better)") == 2 * markdown.DRAWN
    assert "score(better)" not in markdown.render(many)
    assert "`axiometrics explain METRIC CONSTRAINT` draws a counterexample." in markdown.render(many)
    comment = markdown.render(many, unexpected=[f"line {i}" for i in range(50)])
    assert "- line 19\n- and 30 more\n" in comment
    assert comment.startswith("**50 unexpected verdicts:** violated 41")


def test_names_from_outside_are_no_markup() -> None:
    matrix = matrix_of(made("counterexample", False))
    matrix.metrics[0].update({"display": "</summary><script>"})  # type: ignore[attr-defined]
    text = report("markdown").show(matrix)
    assert "<script>" not in text
    assert folded(text)[-1].startswith("&lt;/summary&gt;&lt;script&gt; / Rag Bag")


@pytest.mark.parametrize(
    ("cells", "unexpected", "message", "color"),
    [
        ([made("proof", True)], [], "satisfied 1", "brightgreen"),
        ([made("proof", True)], None, "satisfied 1", "blue"),
        ([made("counterexample", False)], [], "violated 1", "brightgreen"),
        ([made("counterexample", False)], ["x"], "violated 1", "red"),
        ([made("undetermined", None, message="why")], [], "undetermined 1", "yellow"),
        ([made("proof", True), made("error", None, message="why")], [], "satisfied 1, errors 1", "yellow"),
        ([made("descriptive", None), made("not-applicable", None, message="w")], [], "described 1", "brightgreen"),
    ],
)
def test_a_badge_says_what_came_of_it(cells: list[Any], unexpected: list[str] | None, message: str, color: str) -> None:
    """In the form that shields.io documents for an endpoint."""
    said = json.loads(report("badge").show(matrix_of(*cells), unexpected=unexpected))
    assert said == {"schemaVersion": 1, "label": "axiometrics", "message": message, "color": color}


def test_a_badge_counts_violations_that_are_expected_apart() -> None:
    cells = [made("proof", True), *(made("counterexample", False, constraint=name) for name in "abc")]
    for expected, message in (
        (2, "satisfied 1, violated 1, violated as expected 2"),
        (3, "satisfied 1, violated as expected 3"),
    ):
        said = json.loads(report("badge").show(matrix_of(*cells), unexpected=[], expected=expected))
        assert said["message"] == message


def test_a_run_that_was_stopped_has_no_colour_of_success() -> None:
    stopped = Matrix((), (), (), missing=(Missing("clustering", "mine", "rag-bag", "universal"),))
    said = json.loads(report("badge").show(stopped, unexpected=[]))
    assert (said["message"], said["color"]) == ("missing 1", "lightgrey")


@pytest.mark.parametrize(
    ("expected", "code", "color"), [((), 1, "red"), (("--expect", "ap/confidence=violated"), 0, "brightgreen")]
)
def test_a_file_with_the_suffix_of_badges_is_one(
    expected: tuple[str, ...], code: int, color: str, command: Command, tmp_path: Path
) -> None:
    badge, plain = tmp_path / "axiometrics.badge.json", tmp_path / "m.json"
    assert command(*LINE, *expected, "-o", str(badge), "-o", str(plain)).code == code
    assert json.loads(badge.read_text(encoding="utf-8"))["color"] == color
    checked = command("verify", str(plain), "--format", "badge", "--seed", "1")
    said = json.loads(checked.out)
    assert (said["message"], said["color"]) == ("verified 2", "brightgreen")
    by_file = by_suffix("x.BADGE.json"), by_suffix("badge.json"), by_suffix(".json")
    assert [form.name for form in by_file if form] == ["badge", "json", "json"]


def test_the_example_of_the_page_is_what_is_printed(command: Command) -> None:
    page = (Path(__file__).parents[2] / "docs" / "terminal.md").read_text(encoding="utf-8")
    ((line, expected),) = re.findall(r"^\$ axiometrics (.*)\n(.*\n)", page, re.MULTILINE)
    assert command(*line.split(), "--max-size", "3", "--max-examples", "0").out == expected


def test_a_badge_of_what_failed_is_red() -> None:
    data = ax.matrix(metrics=["ap"], constraints=["confidence"], max_size=3).to_json()
    data["cells"][0]["counterexample"]["scores"]["better"] = "1/7"
    verification = ax.verify(data)
    assert isinstance(verification, Verification)
    said = json.loads(report("badge").show(verification.page()))
    assert said["color"] == "red"
    assert "failed 1" in said["message"]
    assert set(STATUSES) >= {"failed"}


def test_a_page_without_a_badge_says_so() -> None:
    with pytest.raises(ParameterError, match="badge shows a badge, and this page has none"):
        report("badge").show(Page("", [], "", dict))
