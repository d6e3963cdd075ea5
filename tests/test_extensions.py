"""What other packages add: an example package, installed for real, and packages whose entry points cannot be used."""

import json
import logging
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from axiometrics import registry
from axiometrics.extensions import load
from axiometrics.packs import PACKS, Pack

ROOT = Path(__file__).parents[1]
EXAMPLE = Path(__file__).parent / "example_package"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which pip installed the example package."""
    pytest.importorskip("setuptools", minversion="77", reason="building the example package needs setuptools")
    source, target = tmp_path_factory.mktemp("source") / "example", tmp_path_factory.mktemp("installed")
    shutil.copytree(EXAMPLE, source)
    options = ("--no-deps", "--no-build-isolation", "--no-index", "--quiet", "--disable-pip-version-check", "--target", str(target))
    subprocess.run([sys.executable, "-m", "pip", "install", *options, str(source)], check=True, capture_output=True, timeout=240)
    return target


def run(path: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command line with that folder on the path."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(path), str(ROOT)]), "PYTHONWARNINGS": "error"}
    return subprocess.run([sys.executable, "-m", "axiometrics", *arguments], env=environment, capture_output=True, text=True, timeout=240, check=False)


def test_an_installed_package_adds_a_metric_a_constraint_and_a_pack(installed: Path) -> None:
    found = run(installed, "matrix", "--pack", "decisions", "-c", "improvement", "-c", "filtering:priority", "--format", "json", "-q")
    assert (found.returncode, found.stderr) == (0, "")
    verdicts = {(cell["metric"], cell["constraint"]): cell["holds"] for cell in json.loads(found.stdout)["cells"]}
    # tp/(tp+fp+fn) stays 0 while tp = 0, whatever leaves the positive set; with tp >= 1 a move to the right set raises tp or lowers fp
    assert verdicts[("overlap", "improvement")] is True
    assert verdicts[("overlap", "priority")] is False
    assert verdicts[("accuracy", "improvement")] is True


@pytest.mark.parametrize(("metric", "old", "new"), [("overlap", "ratio(t.tp,", "ratio(-t.tp,"), ("f", ">= 1)", ">= 0)")], ids=["metric", "constraint"])
def test_no_cell_is_taken_that_rests_on_former_code_of_another_package(installed: Path, tmp_path: Path, metric: str, old: str, new: str) -> None:
    """Between two runs the metric is turned round, or the constraint asks more: F stays 0 where the first error to go is an irrelevant document."""
    changed = shutil.copytree(installed, tmp_path / "changed", ignore=shutil.ignore_patterns("__pycache__"))
    module = changed / "axiometrics_example" / "__init__.py"
    verdicts = []
    for text in (module.read_text(encoding="utf-8"), module.read_text(encoding="utf-8").replace(old, new)):
        module.write_text(text, encoding="utf-8")
        found = run(changed, "matrix", "-m", metric, "-c", "improvement", "--format", "json", "-q")
        verdicts += [cell["holds"] for cell in json.loads(found.stdout)["cells"]]
        shutil.rmtree(module.parent / "__pycache__", ignore_errors=True)
    assert verdicts == [True, False]


def test_doctor_counts_what_is_added(installed: Path) -> None:
    found = run(installed, "doctor")
    assert found.returncode == 0, found.stdout
    assert "ok     from other packages: 1 metrics, 1 constraints, 1 packs" in found.stdout


def package(folder: Path, points: str, module: str = "", name: str = "other") -> None:
    """A package as pip leaves it: a module and its metadata."""
    metadata = folder / f"{name}-1.0.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(points)
    (folder / f"{name}_module.py").write_text(module)


MODULE = """
from axiometrics.core.metric import Metric
from axiometrics import registry
from axiometrics.packs import PACKS, Pack

def constant(counts):
    return 0 * counts.tp

OURS = Metric("ap", "AP", "ranking", "ranking", "nobody", constant)
FINE = Metric("fine", "Fine", "filtering", "filtering", "nobody", constant)
NOWHERE = Metric("nowhere", "Nowhere", "cooking", "cooking", "nobody", constant)
PACK = Pack(metrics=("fine",))
"""

BAD = {
    "missing = no_such_module:METRICS": "ModuleNotFoundError: No module named 'no_such_module'",
    "nothing = other_module:NOTHING": "has no attribute 'NOTHING'",
    "clash = other_module:OURS": "the metric ap is already declared: rename it",
    "function = other_module:constant": "other_module:constant is a function: expected a Metric or a tuple of them",
    "nowhere = other_module:NOWHERE": "the metric nowhere is of the task 'cooking': expected one of clustering, filtering, ranking, organization",
}


@pytest.fixture
def load_from(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder on the path, for packages of a test."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "other_module", raising=False)
    return tmp_path


@pytest.mark.parametrize("point", BAD)
def test_an_entry_point_that_cannot_be_used_is_told_and_breaks_nothing(point: str, load_from: Path, caplog: pytest.LogCaptureFixture) -> None:
    package(load_from, f"[axiometrics.metrics]\n{point}\nfine = other_module:FINE\n", MODULE)
    with caplog.at_level(logging.WARNING, "axiometrics"):
        names = [metric.base for metric in registry._our_metrics()]
        found = load(names, [c.name for c in registry._our_constraints()], PACKS, registry.TASK_ORDER)
    assert [metric.base for metric in found.metrics] == ["fine"]
    (problem,) = found.problems
    assert problem.startswith(f"the entry point {point.split()[0]} of axiometrics.metrics, from other, is left out: ")
    assert problem.endswith(BAD[point])
    assert [record.getMessage() for record in caplog.records] == [f"axiometrics: warning: {problem}"]


def test_packs_and_constraints_that_clash_are_refused(load_from: Path) -> None:
    module = MODULE + "CLASH = Pack(constraints=(registry._our_constraints()[0],))\n"
    package(load_from, "[axiometrics.packs]\namigo2013 = other_module:PACK\nclash = other_module:CLASH\nmine = other_module:PACK\n", module)
    found = load([], [c.name for c in registry._our_constraints()], PACKS, registry.TASK_ORDER)
    assert found.packs == (("mine", Pack(metrics=("fine",))),)
    assert ["is already declared" in problem for problem in found.problems] == [True, True]


def test_the_first_of_two_packages_that_clash_is_kept(load_from: Path) -> None:
    package(load_from, "[axiometrics.metrics]\nfine = other_module:FINE\n", MODULE)
    package(load_from, "[axiometrics.metrics]\nfine = other_module:FINE\n", name="second")
    found = load([], [], (), registry.TASK_ORDER)
    assert [metric.base for metric in found.metrics] == ["fine"]
    assert ["from second" in problem for problem in found.problems] == [True]


def test_a_failing_entry_point_is_one_line_on_stderr_and_wrong_for_doctor(tmp_path: Path) -> None:
    package(tmp_path, "[axiometrics.metrics]\nmissing = no_such_module:METRICS\n")
    listed = run(tmp_path, "list", "metrics", "--task", "filtering")
    assert listed.returncode == 0
    assert listed.stderr.splitlines() == [
        "axiometrics: warning: the entry point missing of axiometrics.metrics, from other, is left out: ModuleNotFoundError: No module named 'no_such_module'"
    ]
    doctor = run(tmp_path, "doctor")
    assert doctor.returncode == 1
    assert "WRONG  the entry point missing of axiometrics.metrics" in doctor.stdout


def test_list_packs_shows_what_is_added(installed: Path) -> None:
    found = run(installed, "list", "packs", "--format", "json")
    assert {"name": "decisions", "metrics": ["overlap", "accuracy", "f(beta=1)"]} in json.loads(found.stdout)["packs"]
