"""`axiometrics scaffold`: what it writes works as written, and nothing is overwritten."""

import ast
import importlib
import json
import os
import re
import shutil
import subprocess
import sys
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from axiometrics import registry
from axiometrics.cli import main
from axiometrics.core.task import Task
from axiometrics.judging import ExactJudge
from axiometrics.proving.theorem import Open, Theorem
from axiometrics.registry.tasks import task, tasks, with_same_data
from axiometrics.search import Effort, search
from axiometrics.services.scaffolding.placement import begin, is_checkout

ROOT = Path(__file__).parents[2]
CALLED = [entry.name for entry in tasks() if entry.signatures]
"""The tasks whose metrics may be functions of a user."""

SPOKEN_OF = [
    entry.name for entry in tasks() if any(c.vocabulary for c in registry.constraints() if c.task == entry.name)
]
"""The tasks of which a proof is begun: some constraint names its quantities."""

ASKED = [entry.name for entry in tasks() if entry.examples().constraint or entry.gold is entry.output]
"""The tasks for which a constraint is begun."""


def run(*arguments: str) -> str:
    """What the command says."""
    result = CliRunner().invoke(main, ["scaffold", *arguments])
    assert result.exit_code == 0, result.output
    return result.output


def refused(*arguments: str) -> str:
    """The line with which the command declines."""
    result = CliRunner().invoke(main, ["scaffold", *arguments])
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1), result.output
    return result.stderr


def python(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([*filter(None, [os.environ.get("PYTHONPATH")]), str(ROOT)]),
    }
    return subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )


def judged_as_they_are(record: Task) -> bool:
    """Whether the metrics of a task are judged by constraints on its own data alone."""
    return all(reduction.is_identity for reduction in record.reductions)


@pytest.mark.thorough
def test_every_metric_and_constraint_passes_its_test_as_written(tmp_path: Path) -> None:
    judged = [entry.name for entry in tasks() if entry.name in ASKED and judged_as_they_are(entry)]
    begun = [("metric", of) for of in CALLED if of in judged] + [("constraint", of) for of in judged]
    for what, of in begun:
        said = run(what, f"my_{what}_{of}", "--task", of, "--dir", str(tmp_path))
        assert f"test_my_{what}_{of}.py".replace("-", "_") in said
    ran = python(tmp_path, "pytest", "-q", "-p", "no:cacheprovider", ".")
    assert f"{len(begun)} passed" in ran.stdout, ran.stdout


@pytest.mark.slow
def test_the_test_of_a_metric_fails_where_the_metric_violates_a_constraint(tmp_path: Path) -> None:
    run("metric", "mine", "--task", "filtering", "--dir", str(tmp_path))
    path = tmp_path / "mine.py"
    path.write_text(path.read_text(encoding="utf-8").replace("return 2 *", "return 0 *"), encoding="utf-8")
    ran = python(tmp_path, "pytest", "-q", "-p", "no:cacheprovider", ".")
    assert "1 failed" in ran.stdout, ran.stdout


@pytest.mark.slow
def test_a_constraint_is_known_once_what_is_said_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("setuptools", minversion="64", reason="building a package needs setuptools")
    monkeypatch.chdir(tmp_path)
    said = run("constraint", "my_constraint", "--task", "filtering")
    (content,) = re.findall(r"write to pyproject\.toml:\n\n(.*?)\n\nand then:", said, re.DOTALL)
    Path("pyproject.toml").write_text(content, encoding="utf-8")
    test, install, matrix = [
        line.removeprefix("python -m ").split()
        for line in said.splitlines()
        if line.startswith(("python -m ", "axiometrics "))
    ]
    assert python(tmp_path, *test, "-q", "-p", "no:cacheprovider").returncode == 0
    assert install == ["pip", "install", "-e", "."]
    offline = (
        "--no-deps",
        "--no-build-isolation",
        "--no-index",
        "--quiet",
        "--disable-pip-version-check",
        "--target",
        "installed",
    )
    assert python(tmp_path, "pip", "install", ".", *offline).returncode == 0
    Path("my_constraint.py").rename("not_imported_from_here.py")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "installed"))
    ran = python(tmp_path, *matrix, "-m", "accuracy", "-m", "recall", "--format", "csv", "-q")
    assert [line.split(",")[1:5] for line in ran.stdout.splitlines()[1:]] == [
        ["accuracy", "my-constraint", "universal", "true"],
        ["recall", "my-constraint", "universal", "false"],
    ]


def test_in_a_project_its_own_file_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pyproject.toml").touch()
    said = run("constraint", "mine", "--dir", "src/pack")
    assert "with the name under which your package has mine, add to pyproject.toml:\n\n[project.entry-points" in said
    assert "[project]" not in said
    assert "pip install -e .\n" in said


def test_it_writes_into_the_current_folder_a_ranking_metric(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run("metric", "mine")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine.py", "test_mine.py"]
    assert 'task="ranking"' in (tmp_path / "mine.py").read_text(encoding="utf-8")


@pytest.mark.parametrize("existing", ["mine.py", "test_mine.py"])
def test_nothing_is_overwritten(tmp_path: Path, existing: str) -> None:
    (tmp_path / existing).write_text("precious\n")
    assert f"{existing} exists: choose another name, or another folder with --dir" in refused(
        "metric", "mine", "--dir", str(tmp_path)
    )
    assert [path.name for path in tmp_path.iterdir()] == [existing]
    assert (tmp_path / existing).read_text() == "precious\n"


@pytest.mark.parametrize("name", ["2nd", "-my-metric", "my.metric", "class", "a/b", "__", "-"])
def test_a_name_that_is_no_identifier_is_refused(name: str, tmp_path: Path) -> None:
    assert "cannot be the name of a Python file: use letters, digits, _ and -" in refused(
        "metric", "--dir", str(tmp_path), "--", name
    )
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["numpy", "json", "sys", "axiometrics"])
def test_a_name_that_would_hide_a_module_is_refused(name: str, tmp_path: Path) -> None:
    assert f"'{name}' is the name of a module that is here already" in refused("metric", name, "--dir", str(tmp_path))
    assert not list(tmp_path.iterdir())


def test_an_id_with_hyphens_is_a_file_with_underscores(tmp_path: Path) -> None:
    run("constraint", "rag-bag-2", "--task", "clustering", "--dir", str(tmp_path))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["rag_bag_2.py", "test_rag_bag_2.py"]
    assert 'id="rag-bag-2"' in (tmp_path / "rag_bag_2.py").read_text(encoding="utf-8")


def test_it_offers_what_it_can_begin(tmp_path: Path) -> None:
    assert "'pack' is not one of 'metric', 'definition'" in refused("pack", "mine", "--dir", str(tmp_path))


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("proof", "mine"), "a proof stands in axiometrics itself: run this in a checkout"),
        (("metric", "mine", "--built-in"), "is not a checkout of axiometrics: name the top of one with --dir"),
        (("metric", "mine", "--task", "organization"), "has no form in which a function could be called"),
    ],
)
def test_what_cannot_stand_there_is_refused(arguments: tuple[str, ...], why: str, tmp_path: Path) -> None:
    assert why in refused(*arguments, "--dir", str(tmp_path))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("what", ["definition", "task", "study"])
def test_what_a_package_may_bring_is_begun_as_one_file(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file can be imported, and the entry point that is told names what is in it."""
    said = run(what, "mine", "--task", "filtering", "--dir", str(tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["mine.py"]
    ((group, attribute),) = re.findall(r'entry-points."axiometrics.(\w+)"\]\nmine = "mine:(\w+)"', said)
    assert group == {"definition": "definitions", "task": "tasks", "study": "studies"}[what]
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "mine", raising=False)
    assert hasattr(importlib.import_module("mine"), attribute)


# --- in a checkout


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of what is installed, which may be changed; with what Python compiled of it, which it takes seconds to
    make again. What pytest compiled is its own.
    """
    unwanted = shutil.ignore_patterns("*-pytest-*.pyc")
    for folder in ("axiometrics", "metrics", "constraints", "generators", "reports"):
        if (ROOT / folder).exists():
            shutil.copytree(ROOT / folder, tmp_path / folder, symlinks=True, ignore=unwanted)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*.py") if not path.is_symlink()}


def axiometrics(checkout: Path, *arguments: str) -> str:
    """The command line of a checkout."""
    environment = {**os.environ, "PYTHONPATH": str(checkout), "PYTHONWARNINGS": "error"}
    ran = subprocess.run(
        [sys.executable, "-m", "axiometrics", *arguments],
        cwd=checkout,
        env=environment,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, ""), ran.stderr
    return ran.stdout


def matrix(checkout: Path, *arguments: str) -> set[tuple[object, ...]]:
    """Metric, constraint, reading, holds and kind of each cell; `m.json` holds the matrix."""
    axiometrics(checkout, "matrix", *arguments, "-q", "-o", "m.json")
    cells = json.loads((checkout / "m.json").read_text(encoding="utf-8"))["cells"]
    return {
        (*(cell[key] for key in ("metric", "constraint", "reading", "holds")), cell["evidence"]["kind"])
        for cell in cells
    }


@pytest.mark.slow
def test_a_built_in_metric_with_its_definition_a_constraint_and_a_proof(checkout: Path) -> None:
    """They are written where the house has such files, and the commands serve them."""
    before = files(checkout)
    for what, name in (("metric", "my-share"), ("constraint", "set-right"), ("proof", "my-share")):
        run(what, name, "--task", "filtering", "--dir", str(checkout))
    assert files(checkout) - before == {
        "metrics/filtering/my_share.py",
        "axiometrics/definitions/filtering/my_share.py",
        "constraints/filtering/set_right.py",
        "axiometrics/proving/theorems/filtering/my_share.py",
    }
    options = ("-m", "my-share", "-m", "recall", "-c", "priority", "-c", "set-right", "--max-size", "5")
    assert matrix(checkout, *options) == {
        ("my-share", "priority", "universal", True, "proof"),
        ("my-share", "set-right", "universal", True, "exhaustive"),
        ("recall", "priority", "universal", False, "counterexample"),
        ("recall", "set-right", "universal", False, "counterexample"),
    }
    assert "verified 3, failed 0, not re-run 0" in axiometrics(checkout, "verify", "m.json")


@pytest.mark.thorough
def test_every_built_in_works_as_written(checkout: Path) -> None:
    """Each kind of thing for each task, and a task and a study that were begun just before."""
    run("task", "numbers-2", "--dir", str(checkout))
    for entry in tasks():
        run("metric", f"new-{entry.name}", "--task", entry.name, "--dir", str(checkout))
        run("constraint", f"asks-{entry.name}", "--task", entry.name, "--dir", str(checkout))
        if entry.name in SPOKEN_OF:
            run("proof", f"new-{entry.name}", "--task", entry.name, "--dir", str(checkout))
    axiometrics(checkout, "scaffold", "metric", "found-out", "--task", "numbers-2")
    axiometrics(checkout, "scaffold", "constraint", "gold-first", "--task", "numbers-2")
    axiometrics(checkout, "scaffold", "study", "paper-2", "--task", "numbers-2")
    listed = axiometrics(checkout, "list", "tasks", "--format", "json", "--task", "numbers-2")
    assert '"metrics": 1, "constraints": 1' in listed

    judged = [entry.name for entry in tasks() if entry.name in ASKED and judged_as_they_are(entry)]
    names = [f"new-{name}" for name in judged]
    options = ("--max-size", "4", "--max-examples", "0")
    chosen = [*(("-m", name) for name in (*names, "found-out")), ("-c", "asks-*"), ("-c", "gold-first")]
    chosen += [("-c", "priority"), ("-c", "homogeneity")]
    rows = matrix(checkout, *chain(*chosen), *options)
    assert {row for row in rows if row[1] not in {"priority", "homogeneity"}} == {
        *(
            (f"new-{name}", f"asks-{of}", "universal", True, "exhaustive")
            for name in judged
            for of in with_same_data(name)
        ),
        ("found-out", "gold-first", "universal", True, "exhaustive"),
    }
    proved = {row[0] for row in rows if row[4] == "proof"}
    assert proved == {f"new-{entry.name}" for entry in tasks() if entry.examples().proof} != set()
    assert "verified 3, failed 0, not re-run 0" in axiometrics(checkout, "verify", "m.json")
    assert matrix(checkout, "--study", "paper-2", *options) == {
        ("found-out", "gold-first", "universal", True, "exhaustive")
    }
    assert "the gold as output (better)" in axiometrics(checkout, "explain", "found-out", "gold-first")


def test_what_is_written_in_a_checkout_is_formatted_as_the_house_is(checkout: Path) -> None:
    pytest.importorskip("ruff", reason="ruff says how the house is formatted")
    before = files(checkout)
    for i, entry in enumerate(tasks()):
        for what in ("metric", "constraint", "study", *(("proof",) if entry.name in SPOKEN_OF else ())):
            for name in (f"mine-{i}", f"a-longer-name-of-{entry.name}"):
                run(what, name, "--task", entry.name, "--dir", str(checkout))
    run("task", "numbers-2", "--dir", str(checkout))
    written = sorted(files(checkout) - before)
    for rule in (["check"], ["format", "--check"]):
        ran = python(checkout, "ruff", *rule, "--no-cache", *written)
        assert ran.returncode == 0, ran.stdout


def test_a_constraint_is_begun_for_every_task() -> None:
    assert set(ASKED) == {entry.name for entry in tasks()}


@pytest.mark.parametrize(
    "of", [entry.name for entry in tasks() if entry.examples().constraint and entry.gold is not entry.output]
)
def test_a_constraint_as_written_is_kept_by_its_first_control_and_broken_by_the_second(of: str, tmp_path: Path) -> None:
    run("constraint", "mine", "--task", of, "--dir", str(tmp_path))
    place: dict[str, Any] = {}
    exec((tmp_path / "mine.py").read_text(encoding="utf-8"), place)
    constraint = place["CONSTRAINT"]
    reading = constraint.readings[0]
    judges = [ExactJudge(registry.metric(name)) for name in (reading.keeps, reading.breaks)]
    cells = search(constraint, reading, judges, Effort(4, examples=0))
    assert [cell.holds for cell in cells] == [True, False]


def test_a_name_that_is_taken_is_refused_in_a_checkout(checkout: Path) -> None:
    before = files(checkout)
    for what, name in (("metric", "ap"), ("constraint", "priority"), ("task", "ranking"), ("study", "amigo2013")):
        assert f"there is a {what} '{name}' already" in refused(what, name, "--dir", str(checkout))
    assert files(checkout) == before


def test_a_proof_is_begun_where_a_constraint_has_a_vocabulary_and_says_what_was_not_tried(checkout: Path) -> None:
    """Of a task without an example of a proof, the file speaks of a constraint that has a vocabulary."""
    for begun_task in map(task, SPOKEN_OF):
        run("proof", "mine", "--task", begun_task.name, "--dir", str(checkout))
        path = checkout / "axiometrics" / "proving" / "theorems" / begun_task.name.replace("-", "_") / "mine.py"
        place: dict[str, Any] = {}
        exec(path.read_text(encoding="utf-8"), place)
        (entry,) = place["ENTRIES"]
        constraint = registry.constraint(entry.constraint)
        assert (constraint.task, bool(constraint.vocabulary), entry.metrics) == (begun_task.name, True, ("mine",))
        assert {*entry.readings} <= {reading.name for reading in constraint.readings}
        assert isinstance(entry, Theorem if begun_task.examples().proof else Open)
    run("task", "numbers-2", "--dir", str(checkout))
    said = python(checkout, "axiometrics", "scaffold", "proof", "mine", "--task", "numbers-2")
    assert said.returncode == 2
    assert "no constraint of the task names one" in said.stderr


@pytest.mark.parametrize("what", ["definition", "proof"])
@pytest.mark.parametrize("name", ["ap", "bp"])
def test_the_metric_of_a_definition_or_a_proof_is_written_first(what: str, name: str) -> None:
    """Else the commands that are told end with: no metric of that name."""
    first = "write the metric bp in metrics/ranking/bp.py: no metric of the task ranking has that name yet\n"
    assert begin(what, name, "ranking", ROOT, built_in=True).then.startswith(first) == (name == "bp")


def test_a_definition_in_a_package_says_that_its_metric_is_written_first(tmp_path: Path) -> None:
    said = begin("definition", "nobodys_metric", "ranking", tmp_path).then
    assert said.startswith("write the metric nobodys-metric in your package: no metric of the task ranking")


def test_a_file_of_ones_own_may_be_begun_in_a_checkout(checkout: Path) -> None:
    run("metric", "mine", "--own", "--dir", str(checkout))
    assert (checkout / "test_mine.py").is_file()


def test_a_checkout_is_told_by_its_project(tmp_path: Path) -> None:
    assert is_checkout(ROOT)
    assert not is_checkout(tmp_path)
    (tmp_path / "axiometrics" / "tasks").mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "another"\n')
    assert not is_checkout(tmp_path)


def shows(shown: object, real: object) -> bool:
    """Whether the code of a page is that of a file, node by node: `...` at the end of a call (here `**...`) stands for
    all further arguments, the string "..." for any text, and nothing else for anything but itself.
    """
    if isinstance(shown, ast.Constant) and shown.value == "...":
        return isinstance(real, ast.Constant) and isinstance(real.value, str)
    if isinstance(shown, ast.Call) and isinstance(real, ast.Call) and shown.keywords and shown.keywords[-1].arg is None:
        named = {keyword.arg: keyword.value for keyword in real.keywords}
        return (
            shows(shown.func, real.func)
            and shows(shown.args, real.args[: len(shown.args)])
            and all(
                keyword.arg in named and shows(keyword.value, named[keyword.arg]) for keyword in shown.keywords[:-1]
            )
        )
    if isinstance(shown, list) and isinstance(real, list):
        return len(shown) == len(real) and all(map(shows, shown, real))
    if isinstance(shown, ast.AST) and type(shown) is type(real):
        return all(shows(value, getattr(real, name)) for name, value in ast.iter_fields(shown))
    return shown == real


def test_a_page_that_shows_different_code_is_found_out() -> None:
    real = ast.parse('A = (f("x", "title", low=0), g(id="one", task="two", more=[1, 2]))').body
    for right in ('A = (f("x", "...", low=0), g(id="one", **...))', 'A = (f("x", **...), g(task="two", **...))'):
        assert shows(ast.parse(right).body, real)
    for wrong in (
        'A = (f("x", "...", low=1), g(id="one", **...))',
        'A = (f("x", "..."), g(id="one", **...))',
        'A = (f("y", **...), g(id="one", **...))',
        'A = (f("x", **...), g(id="two", **...))',
        'A = (f("x", **...), g(name="one", **...))',
        'A = (f("x", **...), h(id="one", **...))',
        'A = (f("x", **...),)',
        'B = (f("x", **...), g(id="one", **...))',
        'A = (f("x", "...", "...", **...), g(id="one", **...))',
    ):
        assert not shows(ast.parse(wrong).body, real), wrong


EXTENDING = re.findall(r"```(\w*)\n(.*?)```", (ROOT / "docs/extending.md").read_text(encoding="utf-8"), re.DOTALL)


def test_the_page_on_extending_shows_the_example_package() -> None:
    example = ROOT / "tests/registry/example_package"
    (toml,), (code, *_) = ([text for language, text in EXTENDING if language == kind] for kind in ("toml", "python"))
    assert toml in (example / "pyproject.toml").read_text(encoding="utf-8")
    source = ast.parse((example / "axiometrics_example/__init__.py").read_text(encoding="utf-8")).body
    real = {
        ast.unparse(assignment.targets[0]): assignment for assignment in source if isinstance(assignment, ast.Assign)
    }
    shown = ast.parse(code.replace(", ...)", ", **...)")).body
    assert [ast.unparse(assignment.targets[0]) for assignment in shown if isinstance(assignment, ast.Assign)] == [
        "METRICS",
        "COVERAGE",
        "IMPROVEMENT",
        "DECISIONS",
    ]
    for assignment in shown:
        assert isinstance(assignment, ast.Assign)
        assert shows(assignment, real[ast.unparse(assignment.targets[0])]), ast.unparse(assignment)


@pytest.mark.slow
def test_the_commands_of_the_page_on_extending_write_what_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (commands,) = (text for language, text in EXTENDING if not language)
    for line in commands.splitlines():
        run(*line.removeprefix("axiometrics scaffold ").split())
    assert sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.py")) == [
        "my_metric.py",
        "src/my_constraint.py",
        "src/test_my_constraint.py",
        "test_my_metric.py",
    ]
    ran = python(tmp_path, "axiometrics", "check", "my_metric.py:my_metric", "--max-size", "5,thresholds=20", "-q")
    assert (ran.returncode, "✘" in ran.stdout) == (0, False), ran.stdout
