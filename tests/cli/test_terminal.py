"""What people see of the command line at a terminal and in a log: colours, width, help, and how far a run is."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from axiometrics.cli import outcome
from axiometrics.cli.progress import Progress
from axiometrics.core.matrix import Matrix
from axiometrics.reports.parts.formats import report
from tests.test_foreign_files import HOSTILE

Run = Callable[..., Any]
SMALL = ("--max-size", "4,thresholds=12")


@pytest.mark.parametrize(
    ("around", "terminal", "colored"),
    [
        ({}, True, True),
        ({}, False, False),
        ({"TERM": "dumb"}, True, False),
        ({"NO_COLOR": "1"}, True, False),
        ({"NO_COLOR": ""}, True, True),
        ({"CLICOLOR": "0"}, True, False),
        ({"FORCE_COLOR": "1"}, False, True),
        ({"CLICOLOR_FORCE": "1"}, False, True),
        ({"FORCE_COLOR": "0"}, False, False),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, True, False),
    ],
)
def test_the_environment_says_where_there_are_colours(
    around: dict[str, str], terminal: bool, colored: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in around.items():
        monkeypatch.setenv(name, value)
    stream = StringIO()
    monkeypatch.setattr(stream, "isatty", lambda: terminal)
    assert outcome.colored(stream) is colored
    assert outcome.colored(stream, "always")
    assert not outcome.colored(stream, "never")


def test_a_file_has_no_colours(command: Run, tmp_path: Path) -> None:
    path = tmp_path / "found.txt"
    line = ("matrix", "-m", "rr", "-c", "confidence", *SMALL, "--color", "always")
    assert command(*line, "-o", str(path), "-o", "-").out.count("\x1b[") > 0
    assert "\x1b" not in path.read_text(encoding="utf-8")


def test_the_words_that_matter_on_stderr_have_colours(command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    said = command("matrix", "-m", "no\x1b[32m-such").err
    assert said.startswith("axiometrics: \x1b[31merror\x1b[0m: no metric")
    assert said.count("\x1b") == 2, "a name brings no colours"


@pytest.mark.parametrize(("columns", "widest"), [("40", 60), ("60", 60), ("100", 100), ("500", 200), ("x", 120)])
def test_a_report_is_as_wide_as_columns_says(
    columns: str, widest: int, command: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    options = ("matrix", "-m", "rr", "-m", "rbp", "-c", "confidence", "-c", "*threshold", *SMALL)
    lines = command(*options).out.splitlines()
    kept = lines if widest < 120 else lines[:-1]
    assert widest - 20 < max(map(len, lines)) if widest < 120 else True
    assert max(map(len, kept)) <= widest


def test_a_verbose_list_of_constraints_asks_questions(command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    question = "Does a mistake at the top cost more than one further down?"
    assert question in command("list", "constraints", "-v", "--task", "ranking").out
    assert question not in command("list", "constraints", "--task", "ranking").out
    assert question in command("list", "constraints", "--format", "json").out


def test_sizes_are_items_where_people_cluster(command: Run) -> None:
    """A counterexample of a clustering has items, one of a ranking documents."""
    assert "a counterexample of 2 items" in command("explain", "purity", "completeness", "--max-size", "4").out
    assert "a counterexample of 3 documents" in command("explain", "rr", "priority", "--max-size", "4").out


@pytest.mark.parametrize("line", ["list metrics", "list studies", "list tasks", "list constraints", "doctor"])
def test_names_that_are_longer_than_a_line_are_broken(line: str, command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The longest id has 60 characters and stands beside a label: it is broken behind a comma, and loses nothing."""
    wide = command(*line.split()).out
    monkeypatch.setenv("COLUMNS", "60")
    narrow = command(*line.split()).out
    assert max(map(len, narrow.splitlines())) <= 60
    for name in ("rs-clustering(n=30,wn=0.8,reading=tail-certain)", "ap", "scikit-learn"):
        assert (name in "".join(wide.split())) == (name in "".join(narrow.split()))


@pytest.mark.parametrize("columns", ["60", "80", "200"])
def test_exact_scores_are_as_wide_as_the_terminal(columns: str, command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The score is long enough for several lines of 60; no sign of it is lost."""
    monkeypatch.setenv("COLUMNS", columns)
    text = command("explain", "v-measure", "rag-bag", "--max-size", "7").out
    exact = "(10*log(5) - 6*log(3) - 4*log(2))/(10*log(5) - 3*log(3) - 4*log(2))"
    scores = text[text.index("score(better)") : text.index("demanded:")]
    assert exact in " ".join(scores.split())
    assert max(map(len, scores.splitlines())) <= int(columns)
    assert scores.count("\n") == {"60": 3, "80": 2, "200": 1}[columns]


@pytest.mark.parametrize("color", ["never", "always"])
def test_a_long_name_leaves_room_for_the_signs(color: str, command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that is longer than half a line is broken behind commas; none of its characters is lost."""
    name = "long(alpha=0.5,beta=0.5,gamma=0.25,delta=0.125,reading=listed)"
    monkeypatch.setenv("COLUMNS", "60")
    table = command("matrix", "-m", "rr", "-c", "confidence", *SMALL, "--name", f"rr={name}", "--color", color).out
    lines = re.sub(r"\x1b\[\d+m", "", table).splitlines()
    assert max(map(len, lines)) <= 60
    assert name in "".join(re.sub("[✘ ]", "", line) for line in lines)


def test_without_a_command_there_is_the_help(command: Run) -> None:
    alone, with_help = command(), command("-h")
    assert (alone.code, alone.out, alone.err) == (0, with_help.out, "")
    assert "Usage: axiometrics" in alone.out


def test_names_from_files_bring_no_colours_of_their_own() -> None:
    """Neither where a report has colours."""
    import axiometrics

    data = axiometrics.matrix(["ap"], ["ranking:confidence"], max_size=3).to_json()
    name = f"{HOSTILE}\x1b[32mproved"
    data["metrics"][0] |= {"id": name, "display": name, "family": name}
    data["cells"][0] |= {"metric": name, "message": name}
    del data["covers"]
    matrix = Matrix.from_json(data)
    shown = report("text").show(matrix, color=True)
    plain = report("text").show(matrix)
    assert shown.count("\x1b") == 2
    assert re.sub("\x1b\\[[0-9]+m", "", shown) == plain
    assert report("text").show(matrix.page(), color=True).count("\x1b") == 2


class Clock:
    """A clock that a test moves."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr("axiometrics.cli.progress.time", self)

    def monotonic(self) -> float:
        return self.now


def printed(capsys: pytest.CaptureFixture[str], progress: Progress, done: int, total: int = 8) -> str:
    """What a call adds to stderr."""
    progress(done, total, "ranking:priority\x1b[2J")
    return capsys.readouterr().err


def test_progress_on_a_terminal_is_one_line_that_goes_away(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "90")
    clock = Clock(monkeypatch)
    with Progress("auto") as progress:
        assert printed(capsys, progress, 0) == "", "nothing in the first second"
        clock.now = 60
        line = printed(capsys, progress, 2)
        assert line == "\r[#####...............]  2/8  1 min  about 3 min left  ranking:priority\\x1b[2J".ljust(90)
        clock.now = 60.05
        assert printed(capsys, progress, 3) == "", "ten times a second at most"
        clock.now = 70
        assert "  0/4  1 min  ranking" in printed(capsys, progress, 0, 4), "another part, of which nothing is known"
        clock.now = 80
        assert "  1/4  1 min  about 30 s left  " in printed(capsys, progress, 1, 4)
    assert capsys.readouterr().err == "\r" + 89 * " " + "\r"


def test_a_run_that_is_quick_shows_nothing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    clock = Clock(monkeypatch)
    with Progress("auto") as progress:
        for i in range(9):
            clock.now = i / 10
            progress(i, 8, "ranking:priority")
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(("how", "term"), [("plain", "xterm"), ("auto", "dumb")])
def test_a_log_has_few_lines_however_long_the_run(
    how: str, term: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", term)
    monkeypatch.setattr("axiometrics.cli.progress.PLAIN", 10.0)
    clock = Clock(monkeypatch)
    with Progress(how) as progress:
        for second in range(1000):
            clock.now = second
            progress(second, 1000, "ranking:priority")
    lines = capsys.readouterr().err.splitlines()
    assert [line.split()[1] for line in lines] == [f"{s}/1000" for s in (10, 30, 70, 150, 310, 470, 630, 790, 950)]
    assert lines[1] == "axiometrics: 30/1000  30 s  about 16 min left  ranking:priority"


def test_progress_that_is_not_wanted_is_silent(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = Clock(monkeypatch)
    with Progress("none") as progress:
        clock.now = 1000
        progress(1, 9, "ranking:priority")
    assert capsys.readouterr().err == ""
