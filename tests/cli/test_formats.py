"""`--format` and `--output` of the commands that write other than a matrix: what they offer, and whose suffix is taken
for what.
"""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from axiometrics.candidates import library_report as libraries_writing
from axiometrics.cli import main
from axiometrics.reports.parts import formats as reporting

PAGES = ("text", "markdown", "latex", "json")
WRITERS = {
    "audit": (*PAGES, "csv"),
    "audit-library": libraries_writing.FORMATS,
    "score": (*PAGES, "csv"),
    "region": PAGES,
    "separate": ("text", "markdown", "json"),
    "strength": PAGES,
    "diff": ("text", "markdown", "json"),
}
LINES = {
    "audit": ("no_such_claims.json",),
    "audit-library": ("sklearn",),
    "score": ("no_such_gold", "no_such_run"),
    "region": ("rbp", "priority", "p"),
    "separate": ("precision", "recall"),
    "strength": ("--task", "filtering"),
    "diff": ("no_such_file.json", "no_such_file.json"),
}


def command(name: str) -> click.Command:
    found = main.get_command(click.Context(main), name)
    assert isinstance(found, click.Command)
    return found


@pytest.mark.parametrize("name", WRITERS)
def test_a_command_offers_what_it_can_write(name: str) -> None:
    (form,) = (option for option in command(name).params if option.name == "form")
    assert isinstance(form.type, click.Choice)
    assert set(form.type.choices) == set(WRITERS[name])


def test_a_command_that_finds_pages_offers_what_the_reports_can_make_of_them() -> None:
    shown = {report.name: report for report in reporting.reports() if report.page is not None}
    assert set(WRITERS["score"]) == set(shown)
    assert [name for name, report in shown.items() if report.of_records] == ["csv"]


def test_a_suffix_means_one_format() -> None:
    suffixes = [report.suffix for report in reporting.reports()]
    assert len(suffixes) == len(set(suffixes))


@pytest.mark.parametrize("name", WRITERS)
def test_the_suffix_of_a_format_that_a_command_has_not_is_refused_before_anything_is_done(
    name: str, tmp_path: Path
) -> None:
    path = tmp_path / "found.HTML"
    ran = CliRunner().invoke(main, [name, *LINES[name], "-o", str(path)])
    assert (ran.exit_code, ran.stdout, path.exists()) == (2, "", False)
    assert "has the suffix of html, which this command does not write: it writes text, markdown" in ran.stderr
    assert ran.stderr.count("\n") == 1


def test_another_suffix_is_text(tmp_path: Path) -> None:
    path = tmp_path / "found.log"
    assert CliRunner().invoke(main, ["separate", "precision", "recall", "-o", str(path)]).exit_code == 0
    assert path.read_text(encoding="utf-8").startswith("Precision and Recall: separated")
