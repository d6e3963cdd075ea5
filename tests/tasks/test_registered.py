"""How tasks are found: a file that names a task nobody declares, and a folder that declares none, are refused in one
clear line.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import axiometrics.constraints
import axiometrics.metrics
import axiometrics.tasks
from axiometrics import registry
from axiometrics.core.errors import DeclarationError, UnknownNameError
from axiometrics.core.organization import Organization
from axiometrics.core.task import Task
from axiometrics.registry import tasks

METRIC = """
from axiometrics.core.metric import Metric

METRICS = (Metric("tasty", "Tasty", "cooking", "cooking", "nobody", lambda counts: 0 * counts.tp),)
"""

CONSTRAINT = """
from dataclasses import replace

from axiometrics.constraints.filtering.priority import CONSTRAINT as PRIORITY

CONSTRAINT = replace(PRIORITY, id="tasty", task="cooking")
"""


def folder_with(text: str, folder: Path) -> Path:
    """A file in the folder of a task, as metrics and constraints stand."""
    file = folder / "cooking" / "tasty.py"
    file.parent.mkdir()
    (file.parent / "__init__.py").write_text("", encoding="utf-8")
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("package", "attribute", "text", "what"),
    [
        (axiometrics.metrics, "_our_metrics", METRIC, "the metric tasty"),
        (axiometrics.constraints, "_our_constraints", CONSTRAINT, "the constraint tasty"),
    ],
    ids=["metric", "constraint"],
)
def test_a_file_of_a_task_that_nobody_declares_is_refused(
    package: object, attribute: str, text: str, what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = folder_with(text, tmp_path)
    monkeypatch.setattr(package, "__path__", [*package.__path__, str(tmp_path)])  # type: ignore[attr-defined]
    with pytest.raises(DeclarationError) as refused:
        getattr(registry, attribute).__wrapped__()
    message = str(refused.value)
    assert message.startswith(f"{file}: {what} is of the task 'cooking', which is not declared: ")
    assert f"the tasks are {', '.join(tasks.names())}" in message
    assert "axiometrics/tasks/cooking/" in message
    assert "\n" not in message
    for module in ("cooking.tasty", "cooking"):
        monkeypatch.delitem(sys.modules, f"{package.__name__}.{module}")  # type: ignore[attr-defined]


def test_a_command_tells_of_such_a_file_in_one_line(tmp_path: Path) -> None:
    file = folder_with(METRIC, tmp_path)
    code = (
        "import sys, axiometrics.metrics as ours; ours.__path__.append(sys.argv[1]); "
        "from axiometrics.cli import main; main(['list', 'metrics'])"
    )
    completed = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, timeout=240, check=False
    )
    assert completed.returncode == 2
    assert completed.stdout == ""
    (line,) = completed.stderr.splitlines()
    assert "internal error" not in line
    assert f"{file}: the metric tasty is of the task 'cooking'" in line


@pytest.mark.parametrize("text", ["", "TASK = 'cooking'\n", "from axiometrics.tasks.ranking import TASK\n"])
def test_a_folder_of_tasks_declares_the_task_of_its_name(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cooking").mkdir()
    (tmp_path / "cooking" / "__init__.py").write_text(text, encoding="utf-8")
    monkeypatch.setattr(axiometrics.tasks, "__path__", [*axiometrics.tasks.__path__, str(tmp_path)])
    with pytest.raises(DeclarationError, match="must declare TASK, a Task of the folder's name"):
        tasks._built_in.__wrapped__()
    monkeypatch.delitem(sys.modules, "axiometrics.tasks.cooking")


@pytest.mark.parametrize("name", ["", "Ranking", "in context", "in_context", "-"])
def test_a_name_that_nobody_can_ask_for_is_refused(name: str) -> None:
    with pytest.raises(DeclarationError, match="use a to z, digits and -"):
        Task(name, "Cooking", Organization, Organization)


def test_a_task_is_found_by_its_name_and_others_are_listed() -> None:
    assert [tasks.task(name).name for name in tasks.names()] == list(tasks.names())
    with pytest.raises(UnknownNameError) as refused:
        tasks.task("cooking")
    assert str(refused.value) == f"there is no task 'cooking': the tasks are {', '.join(tasks.names())}"


def test_signatures_and_kinds_of_files_are_those_of_the_tasks() -> None:
    ours = ["labels", "classification", "gains", "trec", "scores", "organization"]
    assert [name for name in tasks.signatures() if name in ours] == ours
    assert [tasks.signature(name) for name in tasks.signatures()] == list(tasks.signatures().values())
    assert {name: tasks.called_by(name)[:4] for name in ours} == {
        "labels": ("clustering",),
        "classification": ("filtering", "classification"),
        "gains": ("ranking",),
        "trec": ("ranking",),
        "scores": ("ranking",),
        "organization": ("clustering", "filtering", "ranking", "classification"),
    }
    assert {kind: tasks.scored_in(kind)[:4] for kind in ("qrels", "labels", "organization")} == {
        "qrels": ("ranking",),
        "labels": ("clustering", "filtering", "organization", "classification"),
        "organization": ("clustering", "filtering", "ranking", "organization"),
    }


def test_a_trait_that_no_task_declares_refuses_nothing() -> None:
    trait = tasks.task("filtering").trait("graded")
    assert trait.refuses(None, None) == ""
    assert trait.lacking == "the metric is not graded"
