"""The doors for other people's continuous integration do what docs/continuous-integration.md says: the steps of the
action are run by bash as GitHub runs them, and the hook's command as pre-commit runs it.
"""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[1]
METRIC = """
def share(labels_true, labels_pred):
    return sum(t == p for t, p in zip(labels_true, labels_pred)) / len(labels_true)


def constant(labels_true, labels_pred):
    return 1
"""
LISTED = """
[targets.constant]
target = "metrics.py:constant"
signature = "labels"

[targets.constant.violations]
"clustering:homogeneity" = "it says the same of all outputs"
"""
BRIEF = ("-c", "homogeneity", "--max-size", "3", "--max-examples", "0", "--no-laws")


def read(name: str) -> Any:
    """A file of YAML at the top."""
    return yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with one metric, which violates a constraint and says why."""
    (tmp_path / "metrics.py").write_text(METRIC, encoding="utf-8")
    (tmp_path / "axiometrics.toml").write_text(LISTED, encoding="utf-8")
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def check_step(library: Path) -> tuple[int, str]:
    """The exit code of the action's last step, and the summary of the job."""
    step = read("action.yml")["runs"]["steps"][-1]
    summary = library / "summary.md"
    around = {**os.environ, "ARGUMENTS": " ".join(BRIEF), "GITHUB_STEP_SUMMARY": str(summary)}
    assert step["env"] == {"ARGUMENTS": "${{ inputs.arguments }}"}
    ran = subprocess.run(["bash", "-e", "-o", "pipefail", "-c", step["run"]], env=around, capture_output=True)
    return ran.returncode, summary.read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_action_passes_on_a_violation_that_is_expected(library: Path) -> None:
    code, summary = check_step(library)
    assert code == 0
    assert re.search(r"\| *constant *\|.*✘", summary)


@pytest.mark.slow
def test_the_action_fails_on_a_violation_that_is_not_expected(library: Path) -> None:
    (library / "axiometrics.toml").write_text(LISTED.partition("\n[targets.constant.v")[0], encoding="utf-8")
    code, summary = check_step(library)
    assert code == 1
    assert "✘" in summary


@pytest.mark.slow
def test_the_hook_runs_the_check_of_the_file(library: Path) -> None:
    (hook,) = read(".pre-commit-hooks.yaml")
    command = [*hook["entry"].split(), *BRIEF]
    assert subprocess.run(command, capture_output=True).returncode == 0


def test_the_page_shows_hooks_and_inputs_that_exist() -> None:
    page = (ROOT / "docs" / "continuous-integration.md").read_text(encoding="utf-8")
    workflow, config = (yaml.safe_load(block) for block in re.findall(r"```yaml\n(.*?)```", page, re.DOTALL))
    used = workflow["jobs"]["axiometrics"]["steps"][-1]
    assert set(used["with"]) <= set(read("action.yml")["inputs"])
    hooks = [hook["id"] for repository in config["repos"] for hook in repository["hooks"]]
    assert hooks == [hook["id"] for hook in read(".pre-commit-hooks.yaml")]
