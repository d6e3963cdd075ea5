"""Additions are green as they are written: in a copy of the source, what `scaffold` writes, with nothing edited, and a
report format of few lines make no test red.

All tests of the house take minutes, so those are run that an addition can break. They were chosen by running all fast
tests in such a copy: `KEPT` names each test that failed for an addition, because it looks at all declarations at once.
The other tests that look at declarations have one set of parameters for each, and the name of an addition selects its
own (`-k`).
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

WORD = "seedling"
"""A part of the name of each addition, and of nothing else in the house."""

SCAFFOLDED = (
    ("metric", "seedling-share", "filtering"),
    ("constraint", "seedling-right", "clustering"),
    ("task", "seedling", ""),
    ("metric", "seedling-match", "seedling"),
    ("constraint", "seedling-first", "seedling"),
)
"""What is begun, its name and its task, in this order."""

FORMAT = '''"""An outline: a line a cell of the matrix, and of a page its text with a star before each line."""

from __future__ import annotations

from axiometrics.core.matrix import Matrix
from axiometrics.core.page import Page
from axiometrics.core.report import Report
from axiometrics.reports.parts.formats import report


def render(matrix: Matrix) -> str:
    """A line a cell: the metric, the constraint, the reading, and whether it holds."""
    lines = [f"* {cell.metric} {cell.constraint} {cell.reading}: {cell.holds}" for cell in matrix]
    return "\\n".join([*lines, "* end\\n"])


def page(found: Page, width: int = 120) -> str:
    """The page as plain text, with a star before each line."""
    return "".join(f"* {line}\\n" for line in report("text").show(found, width=width - 2).splitlines()) or "\\n"


REPORT = Report("seedlings", ".seedlings", render, page)
'''

KEPT = (
    "tests/candidates/containment/test_calling.py::test_there_is_an_input_for_each_signature",
    "tests/cli/test_formats.py",
    "tests/cli/test_scaffold.py::test_a_proof_is_begun_where_a_constraint_has_a_vocabulary_and_says_what_was_not_tried",
    "tests/cli/test_scaffold.py::test_what_is_written_in_a_checkout_is_formatted_as_the_house_is",
    "tests/comparison/identification/test_labels.py::test_what_leaves_a_label_out_is_no_accuracy",
    "tests/comparison/test_comparing_doc.py::test_the_sets_of_all_metrics_are_as_large_as_the_page_says",
    "tests/definitions/test_declarations.py",
    "tests/definitions/test_worked_examples.py::test_every_metric_has_a_worked_example",
    "tests/registry/test_extensions.py::test_doctor_counts_what_is_added",
    "tests/registry/test_studies.py",
    "tests/reports/test_reports.py::test_every_file_of_the_folder_is_a_format",
    "tests/tasks/test_names.py",
    "tests/test_class_names.py",
    "tests/test_cli.py::test_the_doctor_finds_nothing",
    "tests/test_conventions_doc.py::test_every_metric_is_on_the_page",
    "tests/test_packaging.py",
    "tests/verification/statements/test_every_statement.py::"
    "test_every_reading_has_a_statement_and_no_statement_is_left_over",
)
"""Files and tests that look at all declarations at once."""


MADE = ("build", "dist")
"""Folders that are made, and are no source."""


def python(copy: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(copy)}
    command = [sys.executable, "-m", *arguments]
    return subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, timeout=900, check=False)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source, to which the additions are made."""
    copy = tmp_path_factory.mktemp("additions")
    unwanted = shutil.ignore_patterns("*.egg-info")
    for path in ROOT.iterdir():
        if path.name == ".ci" or (path.is_dir() and not path.name.startswith(".") and path.name not in MADE):
            shutil.copytree(path, copy / path.name, symlinks=True, ignore=unwanted)
        elif path.is_file():
            shutil.copy(path, copy)
    for what, name, task in SCAFFOLDED:
        ran = python(copy, "axiometrics", "scaffold", what, name, *(("--task", task) if task else ()))
        assert ran.returncode == 0, ran.stderr
    (copy / "reports" / "seedlings.py").write_text(FORMAT, encoding="utf-8")
    return copy


def rows() -> dict[str, str]:
    """What CONTRIBUTING says is written for each addition."""
    lines = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").splitlines()
    return {cells[1].strip(): cells[2] for line in lines if len(cells := line.split("|")) == 6}


@pytest.mark.slow
def test_the_files_are_those_that_contributing_names(copy: Path) -> None:
    files = set()
    for what, name, task in (*SCAFFOLDED, ("report format", "seedlings", "")):
        for path in re.findall(r"`([^`<]*<[^`]*)`", rows()[f"a {what}"]):
            file = path.replace("<name>", name.replace("-", "_")).replace("<task>", task)
            files.add(file.removeprefix("axiometrics/reports/") if what == "report format" else file)
    written = {path.relative_to(copy).as_posix() for path in copy.rglob("*.py") if not path.is_symlink()}
    new = {path for path in written if not (ROOT / path).exists() and not path.endswith("/__init__.py")}
    assert {path.removeprefix("reports/") for path in new} == {path for path in files if not path.endswith("/")}
    assert all((copy / path / "__init__.py").is_file() for path in files if path.endswith("/"))


@pytest.mark.slow
@pytest.mark.long
def test_no_test_that_an_addition_can_break_turns_red(copy: Path) -> None:
    """In one run, since to collect all tests takes long: the tests of `KEPT`, and those that the name selects."""
    for file, _, name in (test.partition("::") for test in KEPT):
        assert f"def {name}" in (ROOT / file).read_text(encoding="utf-8"), f"{file} has no test {name}"
    names = [re.split("::|/", test)[-1] for test in KEPT]
    options = ("-m", "not slow", "-k", " or ".join([WORD, *names]), "-rp", "tests")
    ran = python(copy, "pytest", "-q", "-p", "no:cacheprovider", "--tb=short", *options)
    assert ran.returncode == 0, ran.stdout
    passed = re.findall(r"(?m)^PASSED (\S+)", ran.stdout)
    assert sum(WORD in test for test in passed) > 10
