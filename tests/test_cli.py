"""The command line: every exit code, and one clear line for every mistake."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import axiometrics
import axiometrics.__main__ as program
from axiometrics.cli import matrices
from axiometrics.cli.options import Target
from axiometrics.cli.output import Output
from axiometrics.core.errors import FileError
from axiometrics.core.matrix import Matrix, Missing
from axiometrics.registry import tasks
from axiometrics.running.carried_evidence import Carried
from axiometrics.running.run import ContradictedRunError, InterruptedRunError
from axiometrics.services import soundness
from tests.conftest import Ran

SMALL = ("--max-size", "4,thresholds=12")
METRICS = """
def gain(gains, ideal):
    return sum(g / 2**i for i, g in enumerate(gains))

def broken(labels_true, labels_pred):
    raise ValueError("no\\nway")

def odd(a, b):
    return 1

number = 3
"""


Run = Callable[..., Ran]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cli_metrics.py").write_text(METRICS, encoding="utf-8")


@pytest.fixture
def run(command: Run) -> Run:
    return command


def cells(ran: Ran) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(ran.out)["cells"]
    return rows


# --- help


@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_help_lists_the_commands(run: Run, flag: str) -> None:
    ran = run(flag)
    assert (ran.code, ran.err) == (0, "")
    assert "\nYour metric:\n  check " in ran.out


def test_the_version(run: Run) -> None:
    assert run("--version").out == f"axiometrics {axiometrics.__version__}\n"


# --- mistakes

MISTAKES = [
    ("matrx", "no command 'matrx': did you mean matrix?"),
    ("frobnicate", "there is no command 'frobnicate': the commands are check, identify"),
    ("--what", "No such option"),
    ("matrix --what", "No such option"),
    ("matrix more", "unexpected extra argument"),
    ("matrix -m nope", "no metric 'nope'"),
    ("matrix -m puritty", "no metric 'puritty': did you mean purity"),
    ("matrix -m zzz*", "no metric matches 'zzz*'"),
    ("matrix -c nope", "no constraint 'nope': known are"),
    ("matrix -c deepnes", "did you mean deepness"),
    ("matrix --study nope", "no study 'nope': known are amigo2013, "),
    ("matrix --study nope", "no study 'nope': known are amigo2013"),
    ("matrix --task nope", "'nope' is not one of"),
    ("matrix -m rbp --param q=1", "none of rbp(p=0.8) has a parameter 'q'"),
    ("matrix -m rbp --param p=2", "p=2 is outside (0, 1)"),
    ("matrix -m rbp --param p", "'p' is not a parameter: write name=value"),
    ("matrix -m rbp(p=x)", "p='x' is not a number"),
    ("matrix -m ap --reading nope", "no reading 'nope': write default, all, or one of universal"),
    ("matrix -m ap --max-size nope", "'nope' is not a size"),
    *((f"matrix -m ap --max-size {text}", f"{text!r} is not a size") for text in ("\u00b2", "0", "-1", "1" * 10)),
    ("matrix -m ap --max-size " + "9" * 5000, "is not a size: give a whole number from 1, of up to 9 digits"),
    ("matrix -m ap --max-size nope=3", "no constraint or task 'nope'"),
    ("matrix -m ap --budget 0", "Invalid value for '--budget'"),
    *(
        (
            f"matrix -m ap --budget={text}",
            f"'--budget': {text!r} is not a time: write a number of seconds above 0 and up to 100000000",
        )
        for text in ("nan", "inf", "-inf", "-1", "1e400", "1e-400", "soon")
    ),
    *(
        (f"check ap --timeout={text}", f"'--timeout': {text!r} is not a time")
        for text in ("nan", "inf", "-1", "1e9", "9" * 5000)
    ),
    *((f"matrix -m ap -j {text}", f"{text!r} is not a number of processes") for text in ("\u00b2", "0", "9" * 5000)),
    ("matrix -m ap --max-examples -1", "Invalid value for '--draws'"),
    ("matrix -j none", "'none' is not a number of processes"),
    ("matrix --format nope", "'nope' is not one of 'text'"),
    ("matrix -o nowhere/matrix.json", "cannot write 'nowhere/matrix.json': No such file"),
    ("matrix -o .", "is a directory"),
    ("matrix -m ap --expect ap/deepness", "is not an expectation: write METRIC/CONSTRAINT[@READING]=holds"),
    ("matrix -m ap --expect ap/deepness@=holds", "is not an expectation"),
    ("matrix -m ap --expect rr/deepness=holds", "--expect names the metric 'rr', this run has ap"),
    ("matrix -m ap --expect ap/rag-bag=holds", "--expect names 'rag-bag', this run has ranking:priority"),
    ("matrix -m ap --expect ap/nope=holds", "no constraint 'nope'"),
    ("matrix -m ap --expect ap/deepness@nope=holds", "has no reading 'nope'"),
    ("matrix -m ap --expected nowhere", "cannot read 'nowhere': No such file"),
    ("matrix -m ap --require nope", "--require 'nope': write proof, exhaustive, or exhaustive:N"),
    ("check", "no TARGET is named: write module:function"),
    ("check nope", "no metric 'nope'"),
    ("check nope.py:mine", "no file 'nope.py'"),
    ("check no_such_module:mine", "cannot import 'no_such_module'"),
    ("check cli_metrics.py:nope", "cli_metrics.py has no attribute 'nope'"),
    ("check cli_metrics.py:number", "cannot be called"),
    ("check cli_metrics.py:odd --signature nope", "there is no form 'nope': the forms are labels"),
    ("check cli_metrics.py:gain --task clustering", "form gains is of task ranking"),
    ("explain", "Missing argument 'METRIC'"),
    ("explain nope deepness", "no metric 'nope'"),
    ("explain ap nope", "no constraint 'nope'"),
    ("explain ap rag-bag", "ap is a metric of ranking, and rag-bag a constraint on clustering"),
    ("explain rs-priority deepness", "rs-priority"),
    ("explain ap deepness --reading nope", "no reading 'nope'"),
    ("explain ap deepness -o nowhere/x", "cannot write"),
    ("verify", "Missing argument 'FILE...'"),
    ("verify nowhere.json", "cannot read 'nowhere.json': No such file"),
    ("verify cli_metrics.py", "'cli_metrics.py' is not JSON"),
    ("verify .", "cannot read '.'"),
    ("list", "Missing argument"),
    ("list nope", "'nope' is not one of 'metrics'"),
    ("list metrics --format badge", "'badge' is not one of"),
    ("doctor more", "unexpected extra argument"),
]


@pytest.mark.parametrize(("line", "says"), MISTAKES, ids=[line[:60] or "nothing" for line, _ in MISTAKES])
def test_a_mistake_is_one_clear_line(run: Run, line: str, says: str) -> None:
    ran = run(*line.split())
    assert ran.code == 2
    assert ran.out == ""
    assert len(ran.lines) == 1
    assert ran.err.startswith("axiometrics: error: ")
    assert says in ran.err


def test_a_metric_that_can_be_called_in_several_ways_is_asked_for(run: Run) -> None:
    ran = run("check", "cli_metrics.py:odd")
    assert (ran.code, ran.out) == (2, "")
    assert ran.lines[0].startswith("axiometrics: error: cli_metrics.py:odd: its values and the names of its parameters")
    options = [line for line in ran.lines if line.startswith("  --form ")]
    assert len(options) > 1
    assert all(": odd(a=" in line for line in options)
    to_copy = [line for line in ran.lines if line.startswith("  odd = {target = ")]
    assert len(to_copy) == len(options)


def test_a_file_of_expectations_names_the_line(run: Run) -> None:
    Path("expected").write_text("# what we know\n\nap/deepness=holds # so\nap:deepness\n", encoding="utf-8")
    assert (
        "expected, line 4: 'ap:deepness' is not an expectation"
        in run("matrix", "-m", "ap", "--expected", "expected").err
    )
    Path("expected").write_bytes(b"\xff\xfe\xfa")
    assert "cannot read 'expected'" in run("matrix", "-m", "ap", "--expected", "expected").err


def test_a_file_of_expectations_says_what_it_expects_of_nothing(run: Run) -> None:
    Path("expected").write_text(
        "\ufeffap/confidence=violated\nm.py:mine/rag-bag=holds\nm.py:mine/completeness=holds\npurity/rag-bag=holds\n",
        encoding="utf-8",
    )
    ran = run("matrix", "-m", "ap", "-c", "confidence", "--expected", "expected")
    assert ran.code == 0
    assert ran.lines == [
        (
            "axiometrics: warning: expected, line 2 and 1 more: no metric 'm.py:mine' in this run, "
            "so this expects nothing of it"
        )
    ]


def test_a_document_that_is_no_matrix(run: Run) -> None:
    Path("other.json").write_text('{"schema": "other/1"}', encoding="utf-8")
    ran = run("verify", "other.json")
    assert ran.code == 2
    assert ran.err.startswith("axiometrics: error: other.json: schema is 'other/1'")


# --- matrix


def test_a_matrix_is_shown(run: Run) -> None:
    ran = run("matrix", "-m", "ap", "-m", "rbp", "-c", "deepness", "-c", "conf*", *SMALL)
    assert (ran.code, ran.err) == (0, "")
    assert next(line for line in ran.out.splitlines() if line.startswith("  RBP")).split() == ["RBP(p=0.8)", "✔", "✘"]


def test_parameters_are_given_to_those_that_have_them(run: Run) -> None:
    ran = run(
        "matrix",
        "-m",
        "rbp",
        "-m",
        "ap",
        "-m",
        "rbp(p=0.95)",
        "--param",
        "p=0.95",
        "-c",
        "confidence",
        *SMALL,
        "--format",
        "json",
    )
    assert [entry["id"] for entry in json.loads(ran.out)["metrics"]] == ["rbp(p=0.95)", "ap"]


def test_a_task_leaves_out_the_rest(run: Run) -> None:
    ran = run(
        "matrix", "-m", "ap", "-m", "purity", "-m", "f", "--task", "filtering", "--max-size", "2", "--format", "csv"
    )
    assert {line.split(",")[0] for line in ran.out.splitlines()[1:]} == {"filtering"}


@pytest.mark.slow
def test_a_study_and_more(run: Run) -> None:
    ran = run(
        "matrix", "--study", "amigo2013", "-m", "auc", "-c", "ranking:priority", "--max-size", "2", "--format", "json"
    )
    assert len(json.loads(ran.out)["metrics"]) == 49


@pytest.mark.parametrize(
    ("reading", "readings"),
    [("default", ["universal"]), ("all", ["universal", "single", "graded"]), ("single", ["single"])],
)
def test_the_reading_that_is_shown(run: Run, reading: str, readings: list[str]) -> None:
    ran = run("matrix", "-m", "rr", "-c", "priority", "--reading", reading, *SMALL, "--format", "json")
    assert [cell["reading"] for cell in cells(ran)] == readings
    assert json.loads(ran.out)["settings"]["reading"] == reading


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("m.json", "{\n"),
        ("m.csv", "task,"),
        ("m.md", "**violated 1**\n\n## Ranking"),
        ("m.txt", "RANKING"),
        ("m", "RANKING"),
    ],
)
def test_a_file_is_written_in_the_format_of_its_suffix(run: Run, name: str, begins: str) -> None:
    ran = run("matrix", "-m", "ap", "-c", "confidence", "-o", name, *SMALL)
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    assert Path(name).read_text(encoding="utf-8").startswith(begins)


def test_a_file_is_left_alone_until_there_is_something_to_write(run: Run) -> None:
    Path("old.json").write_text("old", encoding="utf-8")
    assert run("matrix", "-m", "ap", "--require", "nope", "-o", "old.json").code == 2
    assert Path("old.json").read_text(encoding="utf-8") == "old"


def test_a_new_file_does_not_stay_empty(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matrices, "run", _raises(RuntimeError("lost")))
    assert run("matrix", "-m", "ap", "-o", "new.json").code == 3
    assert not Path("new.json").exists()


def test_nothing_to_evaluate(run: Run) -> None:
    for line in ("matrix -m ap -c rag-bag", "matrix -m ap --task clustering"):
        ran = run(*line.split())
        assert (ran.code, ran.out) == (5, "")
        assert ran.err.startswith("axiometrics: error: nothing was evaluated: ")
        assert len(ran.lines) == 1


def test_ascii_and_colour(run: Run) -> None:
    line = ("matrix", "-m", "rr", "-c", "confidence", *SMALL)
    assert run(*line, "--ascii").out.isascii()
    assert "\x1b[31m" in run(*line, "--color", "always").out
    assert "\x1b" not in run(*line, "--color", "auto").out


# --- expectations

CONFIDENCE = ("-m", "ap", "-c", "confidence", *SMALL)


@pytest.mark.parametrize(
    ("options", "code", "says"),
    [
        ((), 0, ""),
        (
            ("--fail-on", "unexpected"),
            1,
            "unexpected: ap/confidence@universal: violates, tied on 2 documents (better 1, worse 1)",
        ),
        (("--fail-on", "unexpected", "--expect", "ap/confidence=violated"), 0, ""),
        (("--fail-on", "violation", "--expect", "ap/ranking:confidence=violated"), 1, "violates, tied"),
        (("--expect", "ap/confidence@universal=violated"), 0, ""),
        (("--expect", "ap/confidence=holds"), 1, "expected satisfies (--expect), found violates, tied on 2 documents"),
        (("--expect", "ap/confidence=holds", "--fail-on", "none"), 0, ""),
        (("--expected", "expected"), 1, "expected satisfies (expected, line 2), found violates"),
        (("--require", "proof"), 0, ""),
    ],
)
def test_what_is_expected(run: Run, options: tuple[str, ...], code: int, says: str) -> None:
    Path("expected").write_text(
        "# of another run\nap/confidence=holds\npurity/rag-bag=violated\nap/deepness=violated\n", encoding="utf-8"
    )
    ran = run("matrix", *CONFIDENCE, *options)
    assert ran.code == code
    assert says in ran.err
    assert bool(says) == bool(ran.err)


def test_a_proof_is_the_strongest_evidence(run: Run) -> None:
    for need in ("exhaustive:5", "proof"):
        assert run("matrix", "-m", "rbp", "-c", "deepness", *SMALL, "--require", need).code == 0


@pytest.mark.parametrize(("need", "code"), [("exhaustive", 0), ("exhaustive:4", 0), ("exhaustive:5", 1), ("proof", 1)])
def test_what_evidence_is_required(run: Run, need: str, code: int) -> None:
    ran = run(
        *("check", "cli_metrics.py:gain", "-c", "ranking:priority", *SMALL),
        *("--max-examples", "0", "--no-laws", "--require", need),
    )
    assert ran.code == code
    assert ("satisfies on exhaustive evidence to 4, weaker than required" in ran.err) == bool(code)


def test_an_expectation_of_a_reading_that_is_not_shown(run: Run) -> None:
    line = ("matrix", "-m", "rr", "-c", "ranking:priority", *SMALL, "--expect")
    assert run(*line, "rr/priority@single=holds").code == 0
    assert "expected violates (--expect), found satisfies" in run(*line, "rr/priority@single=violated").err
    assert run(*line, "rr/priority=holds", "--reading", "single").code == 0


def test_the_undetermined_warns_or_fails(run: Run) -> None:
    line = ("matrix", "-m", "ap", "-c", "ranking:priority", "--max-size", "1")
    assert run(*line).err == ""
    ran = run(*line, "--fail-on", "unexpected")
    assert (ran.code, ran.err.split(": ")[1]) == (0, "warning")
    assert run(*line, "--fail-on", "undetermined").code == 1
    assert run(*line, "--fail-on", "unexpected", "-q").err == ""


def test_many_failures_are_cut_short(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matrices, "TOLD", 1)
    ran = run(
        "matrix",
        "-m",
        "purity",
        "-m",
        "rand",
        "-m",
        "pair-f",
        "-c",
        "size-vs-quantity",
        "--reading",
        "picture",
        "--fail-on",
        "violation",
    )
    assert ran.code == 1
    assert ran.lines[0].startswith("axiometrics: unexpected: purity/size-vs-quantity@picture: violates")
    assert ran.lines[1:] == ["axiometrics: unexpected: and 2 more"]


# --- check


def test_a_metric_of_ones_own(run: Run) -> None:
    ran = run("check", "cli_metrics.py:gain", *SMALL, "--max-examples", "20")
    assert ran.code == 1
    assert ran.lines[0].startswith("axiometrics: cli_metrics.py:gain: called as gain(gains=[")
    assert any(line.startswith("axiometrics: unexpected: ") and "no --expect names" in line for line in ran.lines)
    assert ran.lines[-1].startswith("axiometrics: next: axiometrics explain cli_metrics.py:gain ")
    assert "Your metrics\n  cli_metrics.py:gain  ✔≤4" in ran.out


def test_what_was_expected_of_it_is_no_failure(run: Run) -> None:
    ran = run(
        "check",
        "cli_metrics.py:gain",
        *SMALL,
        "-c",
        "confidence",
        "--expect",
        "cli_metrics.py:gain/confidence=violated",
        "-q",
    )
    assert (ran.code, ran.err) == (0, "")


def test_one_of_ours_beside_it(run: Run) -> None:
    ran = run(
        "check",
        "ap",
        "cli_metrics.py:odd",
        "--signature",
        "gains",
        "-c",
        "confidence",
        *SMALL,
        "--fail-on",
        "none",
        "--format",
        "csv",
        "-q",
    )
    assert [line.split(",")[1] for line in ran.out.splitlines()[1:]] == ["ap", "cli_metrics.py:odd"]


def test_a_metric_that_raises(run: Run) -> None:
    ran = run("check", "cli_metrics.py:broken", "-c", "homogeneity", *SMALL, "-q")
    assert ran.code == 1
    assert "error, raised ValueError: no way on gold" in ran.err
    assert "Traceback" not in ran.err


def test_an_expected_violation_does_not_excuse_an_error(run: Run) -> None:
    expect = "cli_metrics.py:broken/homogeneity=violated"
    assert run("check", "cli_metrics.py:broken", "-c", "homogeneity", *SMALL, "-q", "--expect", expect).code == 1


# --- explain


def test_an_explanation(run: Run) -> None:
    ran = run("explain", "ap", "confidence", *SMALL)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("AP / Confidence: violates, tied\n")
    assert "\n   2  - *     . n1 *\n" in ran.out


def test_an_explanation_of_all_readings(run: Run) -> None:
    ran = run("explain", "rr", "ranking:priority", "--reading", "all", *SMALL, "-o", "explained.txt")
    assert (ran.code, ran.out) == (0, "")
    assert Path("explained.txt").read_text(encoding="utf-8").count("RR / Priority") == 3


def test_an_explanation_of_ones_own(run: Run) -> None:
    ran = run(
        "explain",
        "cli_metrics.py:odd",
        "closeness-threshold",
        "--signature",
        "gains",
        "--max-size",
        "thresholds=5",
        "--ascii",
    )
    assert ran.code == 0
    assert "form='gains'" in ran.out
    assert "score(A_n) and score(B_n) both equal 1.0" in ran.out


# --- verify


@pytest.fixture
def saved(run: Run) -> Path:
    assert (
        run(
            "matrix", "-m", "purity", "-m", "ap", "-c", "completeness", "-c", "confidence", *SMALL, "-o", "saved.json"
        ).code
        == 0
    )
    return Path("saved.json")


def test_saved_verdicts_are_verified(run: Run, saved: Path) -> None:
    ran = run("verify", "--seed", "5", str(saved))
    left, last = ran.out.splitlines()
    assert left.startswith("not re-run, and not part of what is verified: minimality 2, number of cases 2")
    assert last == "verified 2, failed 0, not re-run 0, nothing to check 0; not checked: 0 of 2; seed 5"
    assert (ran.code, ran.err) == (0, "")
    assert run("verify", "-v", str(saved)).out.startswith("verified: purity/clustering:completeness@universal: ")


def test_a_verdict_that_was_tampered_with_fails(run: Run, saved: Path) -> None:
    saved.write_text(saved.read_text(encoding="utf-8").replace('"worse": "1"', '"worse": "1/2"'), encoding="utf-8")
    ran = run("verify", str(saved))
    assert ran.code == 1
    assert ran.out.splitlines()[0].startswith("failed: purity/clustering:completeness@universal: ")


def test_there_may_be_nothing_to_verify(run: Run) -> None:
    run("matrix", "-m", "lam", "-c", "non-informative", *SMALL, "-o", "describes.json")
    ran = run("verify", "describes.json")
    assert (ran.code, ran.lines) == (
        5,
        ["axiometrics: error: nothing could be checked: --strict searches again what rests on a search"],
    )


def test_a_metric_of_ones_own_is_run_again_only_if_named(run: Run) -> None:
    run("check", "cli_metrics.py:gain", "-c", "confidence", *SMALL, "--no-laws", "-o", "mine.json")
    ran = run("verify", "mine.json")
    assert ran.code == 5
    assert ran.out.startswith("not re-run: cli_metrics.py:gain/ranking:confidence@universal: ")
    assert (
        "verified 1, failed 0, not re-run 0, nothing to check 0; not checked: 0 of 1; seed "
        in run("verify", "mine.json", "--target", "cli_metrics.py:gain").out
    )


@pytest.mark.slow
def test_a_metric_of_a_package_is_found_by_file_and_by_name(run: Run) -> None:
    for name, text in (
        ("__init__", ""),
        ("_overlap", "def overlap(one, other):\n    return 1.0\n"),
        (
            "metrics",
            (
                "from ._overlap import overlap\ndef mine(labels_true, labels_pred):\n    return "
                "overlap(labels_true, labels_pred)\n"
            ),
        ),
    ):
        Path("deep", "inner").mkdir(parents=True, exist_ok=True)
        Path("deep", "__init__.py").touch()
        Path("deep", "inner", f"{name}.py").write_text(text, encoding="utf-8")
    by_file, by_name = "deep/inner/metrics.py:mine", "deep.inner.metrics:mine"
    # as a console script: without the folder at hand
    elsewhere = "import sys; sys.path[:] = sys.path[1:]; from axiometrics.cli import main; main()"
    for target in (by_file, by_name):
        check = ["check", target, "-c", "homogeneity", "--max-size", "3", "--corpus", "evidence", "-q", "--no-cache"]
        environment = {**os.environ, "PYTHONPATH": str(Path(axiometrics.__file__).parents[1])}
        ran = subprocess.run(
            [sys.executable, "-c", elsewhere, *check], env=environment, capture_output=True, text=True, check=False
        )
        assert (ran.returncode, ran.stderr.count("a violation that no --expect names")) == (1, 1), ran.stderr
    (pinned,) = Path("evidence").rglob("*.json")
    assert json.loads(pinned.read_text(encoding="utf-8"))["metric"] == by_file
    for target in (by_file, by_name):
        assert "verified 1" in run("verify", str(pinned), "--target", target).out


def test_stdin_is_a_file(run: Run, saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(saved.read_text(encoding="utf-8")))
    assert run("verify", "-").code == 0


# --- list and doctor


@pytest.mark.parametrize(
    ("what", "some"),
    [
        *(("metrics", "rbp(p=0.8)"), ("constraints", "rag-bag"), ("tasks", "judged-only")),
        ("studies", "amigo2013"),
    ],
)
@pytest.mark.parametrize("form", ["text", "json", "markdown"])
def test_lists(run: Run, what: str, some: str, form: str) -> None:
    ran = run("list", what, "--format", form)
    assert (ran.code, ran.err) == (0, "")
    assert some in ran.out
    if form == "json":
        assert list(json.loads(ran.out)) == [what]


def test_lists_in_json_have_the_objects_of_a_matrix(run: Run) -> None:
    listed = {what: json.loads(run("list", what, "--format", "json").out)[what] for what in ("metrics", "constraints")}
    matrix = json.loads(run("matrix", "-m", "ap", *SMALL, "--format", "json").out)
    for what in ("metrics", "constraints"):  # a list has the names of others, and questions, too
        for entry in matrix[what]:
            (named,) = (
                candidate
                for candidate in listed[what]
                if (candidate["id"], candidate["task"]) == (entry["id"], entry["task"])
            )
            assert {**named, **entry} == named
    assert {entry["task"] for entry in matrix["constraints"]} == {"ranking"}


def test_the_list_of_tasks_counts_what_the_folders_hold(run: Run) -> None:
    """The constraints are the files of a folder; what else is said is declared."""
    listed = {entry["name"]: entry for entry in json.loads(run("list", "tasks", "--format", "json").out)["tasks"]}
    assert list(listed) == list(tasks.names())
    folders = Path(axiometrics.__file__).parent
    for name, entry in listed.items():
        texts = [path.read_text() for path in (folders / "constraints" / name.replace("-", "_")).glob("[a-z]*.py")]
        # a file declares one constraint, or lists several, each a record or made by a helper
        assert entry["constraints"] == sum(
            len(re.findall("^    (Constraint|embedded|_property)\\(", text, re.M)) or 1 for text in texts
        )
        metrics = json.loads(run("list", "metrics", "--task", name, "--format", "json").out)["metrics"]
        assert entry["metrics"] == len(metrics) > 0
        of = tasks.task(name)
        assert (entry["title"], entry["traits"]) == (of.title, [trait.name for trait in of.traits])
        assert [world["name"] for world in entry["worlds"]] == [world.name for world in of.worlds]
    assert {"gains", "qrel-run", "scores", "organization"} <= set(listed["ranking"]["forms"])
    assert {"gains", "trec", "scores", "organization"} <= set(listed["ranking"]["signatures"])
    (only,) = json.loads(run("list", "tasks", "--task", "filtering", "--format", "json").out)["tasks"]
    assert only == listed["filtering"]


def test_each_form_is_listed_once_with_a_call(run: Run) -> None:
    listed = json.loads(run("list", "forms", "--format", "json").out)["forms"]
    calls = {entry["form"]: entry["calls"] for entry in listed}
    assert len(calls) == len(listed)
    assert all("f(" in call for every in calls.values() for call in every)
    assert calls["cluster-dicts"] == ["f(gold, output), {item: cluster}", "f(gold, output), {cluster: [items]}"]
    of_task = json.loads(run("list", "forms", "--task", "filtering", "--format", "json").out)["forms"]
    matrices = ["confusion-matrix", "confusion-matrix-positive-first"]
    assert [entry["form"] for entry in of_task] == ["frames", "decisions", "table", *matrices, "organization"]


def test_a_list_of_one_task(run: Run) -> None:
    run("list", "metrics", "--task", "filtering", "--format", "json", "-o", "listed.json")
    assert {entry["task"] for entry in json.loads(Path("listed.json").read_text(encoding="utf-8"))["metrics"]} == {
        "filtering"
    }


def test_the_doctor_finds_nothing(run: Run) -> None:
    ran = run("doctor")
    assert (ran.code, ran.out.splitlines()[-1]) == (0, "no problem")
    assert str(Path.cwd()) not in ran.out


def test_the_doctor_finds_what_is_wrong(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("axiometrics.registry.constraints", _raises(ValueError("a file declares nothing")))
    monkeypatch.setattr("axiometrics.services.soundness._needed", lambda: ["click", "no-such-package"])
    ran = run("doctor")
    assert ran.code == 1
    assert "WRONG  no-such-package is missing: install it" in ran.out
    assert "WRONG  constraints: ValueError: a file declares nothing" in ran.out


def test_the_doctor_names_a_package_once_whatever_it_needs_on_other_pythons(monkeypatch: pytest.MonkeyPatch) -> None:
    declared = ["numpy>=1.26; python_version < '3.13'", "numpy>=2.1; python_version >= '3.13'", "ruff; extra == 'dev'"]
    monkeypatch.setattr("importlib.metadata.requires", lambda name: declared)
    assert soundness._needed() == ["numpy"]


# --- what goes wrong, and how it is told


def _raises(error: BaseException) -> Callable[..., Any]:
    def call(*_: Any, **__: Any) -> Any:
        raise error

    return call


def test_an_internal_error_is_a_line_and_a_hint(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matrices, "run", _raises(RuntimeError("lost\nmy way")))
    ran = run("matrix", "-m", "ap")
    assert ran.code == 3
    assert ran.lines == ["axiometrics: error: internal error: RuntimeError: lost my way; -v shows the traceback"]
    assert "Traceback (most recent call last)" in run("matrix", "-m", "ap", "-v").err


def test_an_interrupted_run_writes_what_was_finished(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    finished = axiometrics.matrix(["ap"], ["confidence"], max_size=3)
    monkeypatch.setattr(matrices, "run", _raises(InterruptedRunError(finished)))
    ran = run("matrix", "-m", "ap", "--format", "csv")
    assert ran.code == 130
    assert ran.out.splitlines()[1:] == ["ranking,ap,confidence,universal,false,counterexample,2,tied,2"]
    assert ran.lines == ["axiometrics: interrupted: what was finished is written, cells: 1, missing: 0"]
    monkeypatch.setattr(matrices, "run", _raises(InterruptedRunError(Matrix((), (), ()))))
    assert run("explain", "ap", "confidence").code == 130
    assert run("explain", "ap", "confidence", "--format", "json", "-o", "e.json").code == 130
    assert (Path("e.json").exists(), Path("e.partial.json").exists()) == (False, True)
    monkeypatch.setattr(matrices, "run", _raises(KeyboardInterrupt()))
    assert run("matrix", "-m", "ap").code == 130


def test_an_error_after_the_last_cell_loses_no_cell(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("axiometrics.running.carried_cells.carried", _raises(RuntimeError("lost my way")))
    ran = run("matrix", "-m", "ap", "-m", "rr", "-c", "ranking:priority", "--max-size", "3", "-o", "m.json")
    assert (ran.code, Path("m.json").exists()) == (3, False)
    assert "lost my way" in ran.lines[-1]
    data = json.loads(Path("m.partial.json").read_text(encoding="utf-8"))
    assert [cell["metric"] for cell in data["cells"]] == ["ap", "rr"]


def test_verdicts_that_contradict_each_other_are_told_after_everything_is_written(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def contradicting(cells: Any, candidates: Any) -> Carried:
        return Carried(list(cells), ("a declaration is wrong",), ("two verdicts contradict each other",))

    monkeypatch.setattr("axiometrics.running.carried_cells.carried", contradicting)
    said = [
        "axiometrics: error: a declaration is wrong",
        "axiometrics: error: two verdicts contradict each other",
    ]
    ran = run("matrix", "-m", "ap", "-c", "ranking:priority", "--max-size", "3", "-o", "m.json", "-q")
    assert (ran.code, ran.lines, Path("m.partial.json").exists()) == (3, said, False)
    assert json.loads(Path("m.json").read_text(encoding="utf-8"))["complete"] is True
    ran = run("explain", "ap", "ranking:priority", "--max-size", "3", "-q")
    assert (ran.code, ran.lines[-2:]) == (3, said)
    assert "AP / Priority: satisfies" in ran.out
    with pytest.raises(ContradictedRunError, match="a declaration is wrong\ntwo verdicts") as raised:
        axiometrics.matrix(["ap"], ["ranking:priority"], max_size=3, cache=False)
    assert len(raised.value.matrix) == 1


def test_an_internal_error_writes_what_was_finished(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*given: Any, **more: Any) -> Any:
        raise RuntimeError("lost my way")

    def then_fails(cell: Any, *given: Any, **more: Any) -> Any:
        monkeypatch.setattr("axiometrics.running.job.settle", fails)
        return cell

    said = "axiometrics: error: internal error: RuntimeError: lost my way; -v shows the traceback"
    for arguments in (("matrix", "-m", "ap", "-c", "ranking:priority"), ("explain", "rr", "ranking:priority")):
        monkeypatch.setattr("axiometrics.running.job.settle", then_fails)
        ran = run(*arguments, "--reading", "all", "--max-size", "3", "-o", "m.json")
        assert (ran.code, ran.lines[-1]) == (3, said)
        assert not Path("m.json").exists()
        data = json.loads(Path("m.partial.json").read_text(encoding="utf-8"))
        assert [data["complete"], len(data["cells"]) + data["missing"]] == [
            False,
            len(data["constraints"][0]["readings"]),
        ]
        assert len(data["cells"]) >= 1
        Path("m.partial.json").unlink()


def test_ctrl_c_while_the_command_line_is_imported_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Interrupted(ModuleType):
        def __getattr__(self, name: str) -> Any:
            raise KeyboardInterrupt

    monkeypatch.setitem(sys.modules, "axiometrics.cli", Interrupted("axiometrics.cli"))
    with pytest.raises(SystemExit) as stopped:
        program.main()
    assert (stopped.value.code, capsys.readouterr().err) == (130, "axiometrics: interrupted\n")


@pytest.mark.skipif(os.name != "posix", reason="a folder in use can be deleted on POSIX systems")
def test_a_folder_that_is_deleted_is_not_needed(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    ran = run("matrix", "-m", "ap", "-c", "confidence", "--max-size", "3", "--format", "csv")
    assert (ran.code, ran.out.splitlines()[1]) == (0, "ranking,ap,confidence,universal,false,counterexample,2,tied,2")
    ran = run("matrix", "-m", "ap", "-c", "confidence", "--max-size", "3", "-o", "m.json")
    assert (ran.code, ran.lines) == (2, ["axiometrics: error: cannot write 'm.json': No such file or directory"])


def test_an_interrupted_run_never_replaces_a_complete_file(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was finished goes to a file beside it, which says what it lacks; `verify` and `diff` understand it."""
    assert run("matrix", "-m", "ap", "-c", "confidence", "-c", "priority", "--max-size", "3", "-o", "m.json").code == 0
    whole = Path("m.json").read_text(encoding="utf-8")
    matrix = Matrix.from_json(json.loads(whole))
    cells = [cell for cell in matrix if cell.constraint == "confidence"]
    lost = tuple(Missing("ranking", cell.metric, cell.constraint, cell.reading) for cell in matrix if cell not in cells)
    stopped = replace(matrix, cells=tuple(cells), missing=lost)
    monkeypatch.setattr(matrices, "run", _raises(InterruptedRunError(stopped)))
    ran = run("matrix", "-m", "ap", "-c", "confidence", "-c", "priority", "-o", "m.json", "-o", "m.txt")
    assert ran.code == 130
    assert "to m.partial.json and m.partial.txt" in ran.err
    assert Path("m.json").read_text(encoding="utf-8") == whole
    assert not Path("m.txt").exists()
    data = json.loads(Path("m.partial.json").read_text(encoding="utf-8"))
    assert (data["complete"], data["missing"], json.loads(whole)["complete"]) == (False, 1, True)
    assert "incomplete: 1 cells are missing" in Path("m.partial.txt").read_text(encoding="utf-8")
    checked = run("verify", "m.partial.json")
    assert "not re-run: ap/ranking:priority@" in checked.out
    assert (checked.code, run("verify", "m.partial.json", "--strict").code) == (0, 1)
    assert "incomplete: the run of the new matrix was stopped" in run("diff", "m.json", "m.partial.json").out
    Path("forged.json").write_text(json.dumps({**data, "complete": True}), encoding="utf-8")
    assert run("verify", "forged.json").code == 1


def test_how_long_it_took(run: Run) -> None:
    assert " cells in " in run("matrix", *CONFIDENCE, "-v").err


@pytest.mark.slow
def test_stdout_without_utf8_gets_ascii() -> None:
    ran = _outside("matrix", "-m", "rr", "-c", "priority", "--max-size", "3", PYTHONIOENCODING="latin-1")
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert ran.stdout.isascii()
    assert b"N*" in ran.stdout


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device is full here")
def test_a_full_stdout_is_one_line() -> None:
    with open("/dev/full", "wb") as full:
        line = [sys.executable, "-m", "axiometrics", "list", "metrics"]
        ran = subprocess.run(line, stdout=full, stderr=subprocess.PIPE, text=True, check=False, env=_environment())
    assert (ran.returncode, ran.stderr) == (
        2,
        "axiometrics: error: cannot write to stdout: No space left on device\n",
    )


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="needs a shell with pipes")
def test_a_reader_that_goes_away_is_no_error() -> None:
    command = f"{sys.executable} -m axiometrics matrix -m ap --max-size 3 -c confidence --fail-on violation"
    ran = subprocess.run(
        ["bash", "-c", f"{command} | true; echo ${{PIPESTATUS[0]}}"],
        capture_output=True,
        text=True,
        check=True,
        env=_environment(),
    )
    assert ran.stdout == "1\n"
    assert ran.stderr.splitlines() == [
        "axiometrics: unexpected: ap/confidence@universal: violates, tied on 2 documents (better 1, worse 1)"
    ]


def test_a_file_can_become_unwritable(tmp_path: Path) -> None:
    folder = tmp_path / "there"
    folder.mkdir()
    output = Output([Target(str(folder / "matrix.txt"), "text")])
    shutil.rmtree(folder)
    with pytest.raises(FileError, match=r"cannot write '.*matrix\.txt'"):
        output.write("text")


def _outside(*args: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "axiometrics", *args],
        capture_output=True,
        check=False,
        env={**_environment(), **environment},
    )


def _environment() -> dict[str, str]:
    """The environment of a process started elsewhere that is to find the same axiometrics."""
    return {**os.environ, "PYTHONPATH": str(Path(axiometrics.__file__).parents[1])}
