"""`--format` and `--output` of all commands: what they offer, and one rule of suffixes. The format is that of the
suffix; a suffix of no format, or of none that the command has, is refused before anything is done.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from axiometrics.cli import main
from axiometrics.reports.parts import formats as reporting

PAGES = {
    report.name for report in reporting.reports() if report.page and not report.of_records and not report.of_badges
}
"""The formats that show every page."""

COMMANDS = {name: main.get_command(click.Context(main), name) for name in main.list_commands(click.Context(main))}
WRITERS = {
    name: command
    for name, command in COMMANDS.items()
    if command is not None and any("--output" in option.opts and option.name == "to" for option in command.params)
}
"""Every command that writes to a file in a format; the atlas writes a folder."""


def offered(name: str) -> list[str]:
    """The formats that a command has."""
    (form,) = (option for option in WRITERS[name].params if option.name == "form")
    assert isinstance(form.type, click.Choice)
    return [str(choice) for choice in form.type.choices]


def line(name: str) -> list[str]:
    """The command with a word for all that it requires: it would fail, if it were not refused at once."""
    words = [name]
    for option in WRITERS[name].params:
        if option.required:
            word = str(option.type.choices[0]) if isinstance(option.type, click.Choice) else "nothing-of-this-name"
            words += [word] * max(option.nargs, 1) if isinstance(option, click.Argument) else [option.opts[0], word]
    return words


QUICK = {
    "check": ("ap", "-c", "confidence", "--max-size", "3", "--fail-on", "none", "-q"),
    "explain": ("ap", "confidence", "--max-size", "3", "-q"),
    "list": ("tasks",),
    "matrix": ("-m", "ap", "-c", "confidence", "--max-size", "3", "-q"),
    "separate": ("precision", "recall", "-q"),
}
"""Command lines that are answered in a moment."""


@pytest.mark.parametrize("name", WRITERS)
def test_a_command_offers_every_format_of_pages(name: str) -> None:
    assert set(offered(name)) >= PAGES


def test_a_suffix_means_one_format() -> None:
    suffixes = [report.suffix for report in reporting.reports()]
    assert len(suffixes) == len(set(suffixes))


@pytest.mark.parametrize("name", WRITERS)
def test_the_suffix_of_no_format_of_a_command_is_refused_before_anything_is_done(name: str, tmp_path: Path) -> None:
    others = {report.suffix: report.name for report in reporting.reports() if report.name not in offered(name)}
    for suffix in (*others, *map(str.upper, others), ".pdf", ".log", ".jsonl", ".htm"):
        path = tmp_path / f"found{suffix}"
        ran = CliRunner().invoke(main, [*line(name), "-o", str(path)])
        assert (ran.exit_code, ran.stdout, path.exists()) == (2, "", False)
        assert ran.stderr.count("\n") == 1
        if suffix.lower() in others:
            said = f"has the suffix of {others[suffix.lower()]}, which this command does not write: it writes text"
        else:
            said = f"has the suffix '{suffix}', which is not that of a format: end it in .txt (text), .md (markdown)"
        assert said in ran.stderr


@pytest.mark.parametrize("name", QUICK)
def test_every_suffix_of_a_command_says_the_format(name: str, tmp_path: Path) -> None:
    """Several files at once, and each as stdout would have it in that format."""
    forms = offered(name)
    paths = {form: tmp_path / f"found{reporting.report(form).suffix}" for form in forms}
    to = [word for path in paths.values() for word in ("-o", str(path))]
    ran = CliRunner().invoke(main, [name, *QUICK[name], *to])
    assert (ran.exit_code, ran.stdout) == (0, "")
    for form, path in paths.items():
        written = path.read_text(encoding="utf-8")
        alone = CliRunner().invoke(main, [name, *QUICK[name], "--format", form])
        assert _timeless(written) == _timeless(alone.stdout)
    assert len({path.read_text(encoding="utf-8") for path in paths.values()}) == len(forms)


def _timeless(text: str) -> str:
    without = re.sub(r'"seconds": [0-9.e-]+', "", text)
    return re.sub(r"<code>axiometrics .*?</code>", "", without)  # the command, which names its own files


def test_latex_is_a_fragment_with_the_document_that_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "t.tex"
    line = ["matrix", *QUICK["matrix"], "--width", "column", "--name", "ap=Average Precision", "-o", str(path)]
    assert CliRunner().invoke(main, line).exit_code == 0
    assert r"\quad Average Precision &" in path.read_text(encoding="utf-8")
    page = (tmp_path / "t-page.tex").read_text(encoding="utf-8")
    assert page.startswith("\\documentclass[twocolumn]{article}\n")
    assert page.endswith("\\begin{document}\n\\pagestyle{empty}\n\\input{t}\n\\end{document}\n")
    (tmp_path / "u-page.tex").mkdir()
    ran = CliRunner().invoke(main, ["matrix", *QUICK["matrix"], "-o", str(tmp_path / "u.tex")])
    assert (ran.exit_code, (tmp_path / "u.tex").exists()) == (2, False)
    assert "u-page.tex': Is a directory" in ran.stderr


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (("--name", "ap"), "'ap' is not METRIC|CONSTRAINT=TEXT: write, for example, 'rbp(p=0.8)=RBP'"),
        (("--name", "nothing=x"), "--name 'nothing': the table has no metric or constraint of this name; it has"),
        (("--group", "bcubed*=x"), "--group 'bcubed*' matches no metric of the table; it has ap"),
        (("--group", "=x"), "'=x' is not PATTERN=HEADING: write, for example, 'bcubed*=BCubed'"),
    ],
)
def test_names_and_groups_of_nothing_are_refused(given: tuple[str, ...], says: str) -> None:
    ran = CliRunner().invoke(main, ["matrix", *QUICK["matrix"], *given])
    assert (ran.exit_code, ran.stdout, ran.stderr.count("\n")) == (2, "", 1)
    assert says in ran.stderr


def test_a_name_may_be_in_any_spelling() -> None:
    given = ("--name", "Ap=Mine", "--name", "Confi dence=Depth")
    ran = CliRunner().invoke(main, ["matrix", *QUICK["matrix"], *given])
    assert (ran.exit_code, "Mine" in ran.stdout, "Depth" in ran.stdout) == (0, True, True)
    two = ["matrix", "-m", "rbp", "-m", "rbp(p=0.5)", *QUICK["matrix"][2:], "--name", "RBP=x"]
    assert "--name 'RBP' means rbp(p=0.8), rbp(p=0.5): name one" in CliRunner().invoke(main, two).stderr


def test_a_name_may_have_parameters() -> None:
    line = ["matrix", "-m", "rbp(p=0.5)", *QUICK["matrix"][2:], "--name", "rbp(p=0.5)=R = B", "--group", "rbp*="]
    lines = CliRunner().invoke(main, line).stdout.splitlines()
    assert [row.split("  ")[1] for row in lines if "R = B" in row] == ["R = B"]
    assert "Ranking" not in "".join(lines)


@pytest.mark.parametrize("name", WRITERS)
def test_a_format_that_contradicts_a_suffix_is_refused_before_anything_is_done(name: str, tmp_path: Path) -> None:
    """A badge is JSON, so that its name may end in .json."""
    suffixes = {form: reporting.report(form).suffix for form in offered(name)}
    for form, own in suffixes.items():
        for suffix in suffixes.values():
            path = tmp_path / f"result{suffix}"
            if own == suffix or (form, suffix) == ("badge", ".json"):
                continue
            ran = CliRunner().invoke(main, [*line(name), "--format", form, "-o", str(path)])
            assert (ran.exit_code, ran.stdout, path.exists(), ran.stderr.count("\n")) == (2, "", False, 1)
            assert f"and --format says {form}: end it in {own}, or leave --format out" in ran.stderr


def test_a_badge_may_end_in_json(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    ran = CliRunner().invoke(main, ["check", *QUICK["check"], "--format", "badge", "-o", str(path)])
    assert (ran.exit_code, json.loads(path.read_text(encoding="utf-8"))["schemaVersion"]) == (0, 1)


def test_the_format_that_is_named_is_that_of_every_file(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("a.json", "b.log", "c")]
    ran = CliRunner().invoke(main, ["list", "tasks", "--format", "json", *(w for p in paths for w in ("-o", str(p)))])
    assert (ran.exit_code, ran.stdout) == (0, "")
    assert all("tasks" in json.loads(path.read_text(encoding="utf-8")) for path in paths)


def test_a_name_without_suffix_and_stdout_are_text(tmp_path: Path) -> None:
    path = tmp_path / "found"
    ran = CliRunner().invoke(main, ["separate", "precision", "recall", "-o", str(path), "-o", "-"])
    assert ran.exit_code == 0
    assert path.read_text(encoding="utf-8") == ran.stdout
    assert ran.stdout.startswith("Precision and Recall: separated")


def test_of_several_files_one_that_cannot_be_written_ends_it_before_anything_is_done(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "no" / "bad.json"
    ran = CliRunner().invoke(main, ["matrix", "-o", str(good), "-o", str(bad)])
    assert (ran.exit_code, ran.stdout, good.exists()) == (2, "", False)
    assert "cannot write" in ran.stderr


def test_a_drawing_has_a_suffix_of_drawings(tmp_path: Path) -> None:
    path = tmp_path / "region.html"
    ran = CliRunner().invoke(main, ["region", "rbp", "priority", "p", "--plot", str(path)])
    assert (ran.exit_code, ran.stdout, path.exists()) == (2, "", False)
    assert "end it in .png, .svg, .pdf" in ran.stderr
