"""The committed configuration of a project: metrics, names, signatures, groups, and violations that are expected."""

import json
import os
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import axiometrics as ax
from axiometrics.candidates.configuration import Configured, configuration
from axiometrics.cli import main
from axiometrics.core.errors import AxiometricsError, FileError, TargetError

METRICS = """
def early(g, best):
    return float(g[0]) if g else 0.0


def none(labels_true, labels_pred):
    return 0.0
"""
EARLY = "metrics_of_toml.py:early"
RELEVANT, RUN = ax.Organization.parse("a > b"), ax.Organization.parse("b > a > ...")
TOML = """
[groups]
"sklearn.*" = "scikit-learn"

[targets]
rand = "sklearn.metrics:rand_score"

[targets.first]
target = "metrics_of_toml.py:early"
signature = "gains"
task = "ranking"

[targets.first.violations]
"ranking:deepness" = "only the first document is looked at"
"priority" = "only the first document is looked at"
"""

REASON = (
    "axiometrics: expected: metrics_of_toml.py:early/priority@universal: violates: axiometrics.toml, first: only the "
    "first document is looked at"
)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "metrics_of_toml.py").write_text(METRICS)
    (tmp_path / "axiometrics.toml").write_text(TOML)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, [*arguments, "--no-cache", "--max-size", "4", "--max-examples", "0"])
    return result.exit_code, result.stdout, result.stderr


def test_the_file_of_the_folder_is_read(project: Path) -> None:
    names = configuration()
    assert [metric.name for metric in names.metrics] == ["rand", "first"]
    rand, first = names.metrics
    assert (rand.target, rand.group, rand.signature) == ("sklearn.metrics:rand_score", "scikit-learn", None)
    assert (first.signature, first.task, first.group) == ("gains", "ranking", "")
    assert names.of("first") is first
    assert names.of("metrics_of_toml.py:early") is first
    assert names.requested(["ap"]) == [Configured("ap", "ap")]


def test_a_violation_that_the_file_expects_does_not_fail_and_the_name_is_shown(project: Path) -> None:
    code, out, err = run("check", "first", "-c", "ranking:priority", "--no-laws")
    assert code == 0, err
    assert "first" in out
    assert REASON in err.splitlines()
    (project / "axiometrics.toml").write_text(TOML.partition("[targets.first.violations]")[0])
    code, _, err = run("check", "first", "-c", "ranking:priority", "--no-laws")
    assert code == 1
    assert "a violation that no --expect names" in err


@pytest.mark.thorough
def test_check_without_a_target_takes_all_of_the_file(project: Path) -> None:
    pytest.importorskip("sklearn")
    code, out, _ = run("check", "-c", "ranking:priority", "-c", "homogeneity", "--no-laws", "--format", "json")
    entries = {entry["display"]: entry for entry in json.loads(out)["metrics"]}
    assert set(entries) == {"rand", "first"}
    assert entries["rand"]["family"] == "scikit-learn"
    assert entries["first"]["id"] == "metrics_of_toml.py:early"
    assert code in {0, 1}


def test_explain_takes_the_names_too(project: Path) -> None:
    result = CliRunner().invoke(main, ["explain", "first", "ranking:priority", "--max-size", "4"])
    assert result.exit_code == 0, result.stderr
    assert "first" in result.stdout
    assert REASON in result.stderr.splitlines()


@pytest.mark.slow
def test_compare_identify_and_separate_take_the_names_too(project: Path) -> None:
    compared = CliRunner().invoke(main, ["compare", "first", "metrics_of_toml.py:early", "--max-size", "2", "-q"])
    assert "equals metrics_of_toml.py:early" in compared.stdout, compared.stderr
    outcome = CliRunner().invoke(main, ["identify", "first", "--max-size", "3", "-q", "--format", "json"])
    assert json.loads(outcome.stdout)["targets"][0]["equal"] == "dcg@1", outcome.stderr
    apart = CliRunner().invoke(main, ["separate", "first", "rr", "--max-size", "3", "-q"])
    assert apart.exit_code == 0, apart.stderr


def test_python_takes_the_names_of_the_file_in_the_folder_or_of_another_one(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cell = ax.check("first", constraints=["ranking:priority"], max_size=3, max_examples=0).cell("first", "priority")
    assert (cell.task, cell.metric, cell.holds) == ("ranking", "metrics_of_toml.py:early", False)
    assert ax.call("first", [[1, 0], [1]]) == 1
    monkeypatch.chdir(project.parent)
    with pytest.raises(AxiometricsError, match="first"):
        ax.check("first", constraints=["ranking:priority"])
    path = str(project / "axiometrics.toml")
    assert ax.score(gold=RELEVANT, system=RUN, metrics=["first"], config=path) == {
        f"{project.name}{os.sep}{EARLY}": 0.0
    }


def test_an_audit_of_a_file_has_the_signatures_names_and_reasons(project: Path) -> None:
    result = CliRunner().invoke(
        main, ["audit-library", "metrics_of_toml.py", "--part", "constraints", "--max-size", "3", "-q"]
    )
    assert result.exit_code == 0, result.stderr
    assert re.search(r"early +ranking +as the configuration says", result.stdout)
    assert re.search(r"(?m)^ +first +", result.stdout)
    assert "early/priority@universal is violated, as expected: only the first document is looked at" in result.stdout


def test_verify_reads_how_a_named_target_is_called(project: Path) -> None:
    _, saved, _ = run("check", "first", "-c", "ranking:priority", "--no-laws", "--format", "json")
    (project / "saved.json").write_text(saved)
    result = CliRunner().invoke(main, ["verify", "saved.json", "--target", "first"])
    assert result.exit_code == 0, result.stderr
    assert "verified 1," in result.stdout


def test_a_file_elsewhere_names_paths_from_its_folder(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    below = project / "below"
    below.mkdir()
    monkeypatch.chdir(below)
    assert configuration().metrics == ()
    names = configuration(os.path.join("..", "axiometrics.toml"))
    assert names.metrics[1].target == os.path.join("..", "metrics_of_toml.py:early")


def test_no_target_at_all_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(TargetError, match=r"no TARGET is named.*axiometrics\.toml"):
        configuration().requested([])
    assert CliRunner().invoke(main, ["check"]).exit_code == 2


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[targets", "is not TOML"),
        ("a = " + "9" * 5000, "is not TOML"),
        ("a = " + "[" * 100_000, "is not TOML"),
        ("targetz = 1", "'targetz', which is not known: known are targets, groups"),
        ("[targets.a]\nsignature = 'gains'", "targets.a names no TARGET"),
        ("[targets.a]\ntarget = 'm:f'\nsignatur = 'gains'", "'signatur', which is not known"),
        ("[targets.a]\ntarget = 3", "'target' of targets.a is 3: write a text"),
        ("[targets.a]\ntarget = 'm:f'\nlower-is-better = 'yes'", "write true or false"),
        ("[targets.a]\ntarget = 'm:f'\nviolations = {priority = ' '}", "has no reason"),
        ("[targets.a]\ntarget = 'm:f(2)'", "write name=2"),
    ],
)
def test_what_nobody_understands_is_told(tmp_path: Path, text: str, problem: str) -> None:
    path = tmp_path / "axiometrics.toml"
    path.write_text(text)
    with pytest.raises(AxiometricsError) as caught:
        configuration(str(path))
    assert problem in str(caught.value)


def test_a_file_that_is_not_there_is_told() -> None:
    with pytest.raises(FileError, match="cannot read 'no_such'"):
        configuration("no_such")
