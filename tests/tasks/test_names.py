"""No name of a task stands in the house outside the folder of the task: a task is added without a change elsewhere."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import axiometrics
from axiometrics import registry

HOUSE = Path(axiometrics.__file__).parent

OWN = ("tasks/", "studies/", "candidates/libraries/", "metrics/", "constraints/")
"""Where a task may be named: its own folder; studies, adapters of libraries, metrics and constraints, each of which is
of some task.
"""

RELATION = "the relation `clustering` of reliability and sensitivity, which is not the task"

SIGNATURE = "the signature of decisions, which has this name and is older than the task"

EXCEPTIONS = {
    **{
        (place, "classification"): SIGNATURE
        for place in (
            *("candidates/laws/declared.py", "candidates/conduct/own.py", "candidates/conduct/doubts.py"),
            *("candidates/conduct/labels.py", "candidates/targets.py", "candidates/declaration.py"),
            "comparison/identification/label_inputs.py",
        )
    },
    (
        "proving/theorems/focused/normalized_cumulated_gain.py",
        "focused",
    ): "a reading, of runs whose elements are disjoint",
    ("relations/clustering.py", "clustering"): RELATION,
    ("relations/parameters.py", "clustering"): RELATION,
    ("relations/scores.py", "clustering"): RELATION,
    ("evaluation/loss_cases.py", "clustering"): RELATION,
    ("comparison/identification/departures.py", "ranking"): "what is said of documents of a run, and of topics",
    ("comparison/identification/exchange.py", "organization"): "the form of that name",
    ("comparison/inputs.py", "organization"): "the form of that name",
    ("registry/other_names.py", "filtering"): "the task whose metrics nobody doubts when a function has their name",
    **{
        ("comparison/task_questions.py", task): "the tasks about which a newcomer is asked questions"
        for task in ("ranking", "filtering", "clustering", "classification", "ordinal")
    },
    **{
        ("reports/atlas/behaviour.py", task): "the tasks whose metrics have a curve or a surface"
        for task in ("ranking", "filtering", "classification")
    },
    ("reports/atlas/site.py", "ranking"): "the task whose table stands open on a front page",
    ("auditing/published/amigo2013.py", "organization"): "a field of a claim, which holds an organization in text form",
}
"""File and word -> why the word stands there."""


def files(folder: Path) -> Iterator[Path]:
    """Every Python file below; folders that are links are followed."""
    for path in sorted(folder.iterdir()):
        if path.is_dir():
            yield from files(path)
        elif path.suffix == ".py":
            yield path


def words(code: ast.AST) -> Iterator[tuple[str, int]]:
    """Every string of the code, and every name of a keyword argument, with its line."""
    for node in ast.walk(code):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value, node.lineno
        elif isinstance(node, ast.keyword) and node.arg is not None:
            yield node.arg, node.value.lineno


def named() -> dict[tuple[str, str], int]:
    """File and word -> a line where the name of a built-in task stands."""
    places = {}
    for path in files(HOUSE):
        place = path.relative_to(HOUSE).as_posix()
        if not place.startswith(OWN):
            for word, line in words(ast.parse(path.read_text(encoding="utf-8"))):
                if word in registry.tasks._built_in():
                    places[place, word] = line
    return places


def test_no_task_is_named_outside_its_folder() -> None:
    assert {
        f"{place}:{line}: {word}" for (place, word), line in named().items() if (place, word) not in EXCEPTIONS
    } == set()


@pytest.mark.slow
def test_every_exception_is_needed() -> None:
    occurrences = named()
    assert [exception for exception, why in EXCEPTIONS.items() if exception not in occurrences] == []


def test_a_name_would_be_found() -> None:
    code = ast.parse('"""ranking"""\nif task == "ranking":\n    f(ranking=1)\nx: "ranking" = f"{x}ranking"\n')
    assert [word for word, _ in words(code)].count("ranking") == 5
    assert len(list(files(HOUSE))) > 300
    assert {"generators", "reports"} <= {path.relative_to(HOUSE).parts[0] for path in files(HOUSE)}
