"""`axiometrics scaffold`: a metric or a constraint of one's own, begun."""

from __future__ import annotations

import keyword
import os
import sys
from importlib.machinery import PathFinder
from pathlib import Path

import click

from axiometrics.cli import options
from axiometrics.cli.output import Output
from axiometrics.core.errors import FileError, ParameterError

TASKS = ("ranking", "clustering", "filtering")

METRICS = {
    "ranking": '''"""A ranking metric, to be changed into yours."""

from axiometrics import metric


@metric(task="ranking", signature="gains")
def {name}(gains, ideal):
    """Gain by rank, each rank counting 4/5 of the one above.

    An irrelevant document costs half of what a relevant one earns at its rank.

    `gains` holds the grade of each retrieved document in rank order (0: irrelevant),
    `ideal` the grades of all relevant documents, best first.
    """
    return sum((gain if gain > 0 else -0.5) * 0.8**i for i, gain in enumerate(gains))
''',
    "clustering": '''"""A clustering metric, to be changed into yours."""

from collections import Counter

from axiometrics import metric


@metric(task="clustering", signature="labels")
def {name}(labels_true, labels_pred):
    """F of BCubed precision and recall.

    `labels_true` and `labels_pred` hold the class and the cluster of each document.
    """
    pairs = list(zip(labels_true.tolist(), labels_pred.tolist()))
    both, classes, clusters = Counter(pairs), Counter(labels_true.tolist()), Counter(labels_pred.tolist())
    precision = sum(n * n / clusters[cluster] for (_, cluster), n in both.items()) / len(pairs)
    recall = sum(n * n / classes[of] for (of, _), n in both.items()) / len(pairs)
    return 2 * precision * recall / (precision + recall)
''',
    "filtering": '''"""A filtering metric, to be changed into yours."""

from axiometrics import metric


@metric(task="filtering", signature="classification")
def {name}(y_true, y_pred):
    """Two points for each relevant document that is accepted, less one for each irrelevant one.

    Both arguments hold 0 or 1 for each document.
    """
    accepted = y_true[y_pred == 1]
    return 2 * int((accepted == 1).sum()) - int((accepted == 0).sum())
''',
}
"""A working metric of each task, which violates no constraint of its task in its default reading."""

TEST_METRIC = '''"""Tests of {name}.py."""

from pathlib import Path

import axiometrics

TARGET = f"{{Path(__file__).with_name('{name}.py')}}:{name}"
KNOWN = set()  # constraints that {name} is known to violate; each should have a reason beside it


def test_constraints():
    """It violates the constraints known above, and no other."""
    found = axiometrics.check(TARGET, max_size="{size}", max_examples=20)
    assert not [cell.message for cell in found if cell.evidence.kind == "error"]
    assert {{cell.constraint for cell in found if cell.holds is False}} == KNOWN
'''

SIZES = {"ranking": "5,thresholds=60", "clustering": "5", "filtering": "6"}
"""Sizes that a test can wait for; `axiometrics check` searches further."""

CONSTRAINTS = {
    "ranking": (
        "from axiometrics.generators.rankings import AdjacentSwaps",
        "1,0 at ranks i,i+1 are swapped into 0,1 => Q falls",
        (
            'Reading("universal", "any run, any number of relevant documents", AdjacentSwaps(), '
            'keeps="ap", breaks="p@10"),'
        ),
        "",
    ),
    "clustering": (
        "from axiometrics.generators.patterns import Pattern, Rewrites",
        "a cluster of two documents of different classes is split => Q rises",
        (
            'Reading("universal", "ab -> a|b, any gold", Rewrites(patterns, default=6, greatest=8), '
            'keeps="bcubed-precision", breaks="bcubed-recall"),'
        ),
        '''def patterns(documents):
    """The clusters that change, worse -> better, a letter naming the class of a document.

    More documents of both classes may stand elsewhere.
    """
    if documents == 2:
        yield Pattern.parse("ab -> a|b", elsewhere="ab")


''',
    ),
    "filtering": (
        "import numpy as np\n\nfrom axiometrics.generators.filterings import UnitMoves",
        "one document is moved to its right set => Q rises, where some document is already right",
        (
            'Reading("universal", "with tp + tn >= 1 before", UnitMoves(where, default=12), '
            'keeps="accuracy", breaks="recall"),'
        ),
        '''def where(worse, better):
    """Which tables (tp, fp, fn, tn) it speaks of, before and after the move."""
    return np.asarray(worse[..., 0] + worse[..., 3] >= 1)


''',
    ),
}
"""By task: imports, statement, reading, and what stands before the declaration."""

CONSTRAINT = '''"""A constraint of {task}, to be changed into yours."""

{imports}

{before}CONSTRAINT = Constraint(
    id="{id}",
    task="{task}",
    title="{title}",
    statement="{statement}",
    source="where it is from",
    readings=(
        {reading}
    ),
)
'''

TEST_CONSTRAINT = '''"""Tests of {name}.py: a constraint that everything satisfies, or nothing, is probably wrong."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from axiometrics import registry
from axiometrics.search import ExactJudge, search

spec = spec_from_file_location("{name}", Path(__file__).with_name("{name}.py"))
module = module_from_spec(spec)
spec.loader.exec_module(module)


@pytest.mark.parametrize("reading", module.CONSTRAINT.readings, ids=lambda reading: reading.name)
def test_controls(reading):
    """The metric said to satisfy the reading does, and the one said to fail it fails."""
    judges = [ExactJudge(registry.metric(name)) for name in (reading.keeps, reading.breaks)]
    assert [cell.holds for cell in search(module.CONSTRAINT, reading, judges)] == [True, False]
'''

PROJECT = """[project]
name = "{id}"
version = "0.1"
dependencies = ["axiometrics"]

{points}

[tool.setuptools]
py-modules = ["{name}"]"""
"""The least pyproject.toml with which pip installs a constraint that stands alone."""


@click.command(short_help="Begin a metric or a constraint of your own.")
@click.argument("what", type=click.Choice(["metric", "constraint"]))
@click.argument("name")
@click.option("--task", type=click.Choice(TASKS), default="ranking", help="Its task. Default: ranking.")
@click.option(
    "--dir",
    "folder",
    type=click.Path(file_okay=False),
    default=".",
    metavar="FOLDER",
    help="Write there instead of into the current folder.",
)
@options.verbose
def scaffold(what: str, name: str, task: str, folder: str) -> None:
    """Write NAME.py, a metric or a constraint that works as it stands, and test_NAME.py, which pytest passes; and say
    how to go on.

    NAME is a Python identifier. Nothing is overwritten: a file that exists is exit 2. docs/extending.md tells how a
    package of yours makes its metrics and constraints known to axiometrics.

    \b
    Examples:
      axiometrics scaffold metric my_metric
      axiometrics scaffold constraint my_constraint --task clustering --dir src
    """
    if not name.isidentifier() or keyword.iskeyword(name) or not _id(name):
        raise ParameterError(f"{name!r} names no Python file: write letters, digits and _, e.g. my_{what}")
    if what == "metric":
        texts = METRICS[task].format(name=name), TEST_METRIC.format(name=name, size=SIZES[task])
        following = f"axiometrics check {Path(folder, name)}.py:{name}"
    else:
        texts = _constraint(name, task), TEST_CONSTRAINT.format(name=name)
        following = _known(name, Path(folder))
    paths = Path(folder, f"{name}.py"), Path(folder, f"test_{name}.py")
    _demand_free(name, Path(folder))
    _write(paths, texts)
    Output().write(f"wrote {paths[0]} and {paths[1]}\nthen:\n\npython -m pytest {paths[1]}\n{following}\n")


def _known(name: str, folder: Path) -> str:
    """How a constraint is made known: what is added to the pyproject.toml of its package, or all of one where there is
    none.
    """
    points = f'[project.entry-points."axiometrics.constraints"]\n{_id(name)} = "{name}:CONSTRAINT"'
    found = [
        parent for parent in (folder.resolve(), *folder.resolve().parents) if (parent / "pyproject.toml").is_file()
    ]
    if found:
        where, lead = os.path.relpath(found[0]), f"with the name under which your package has {name}, add"
    else:
        where, lead = os.path.relpath(folder), "write"
        points = PROJECT.format(id=_id(name), name=name, points=points)
    using = f"python -m pip install -e {where}\naxiometrics matrix -c {_id(name)}"
    return (
        f"\nto make it known to axiometrics, {lead} to "
        f"{Path(where, 'pyproject.toml')}:\n\n{points}\n\nand then:\n\n{using}"
    )


def _id(name: str) -> str:
    return name.strip("_").replace("_", "-").lower()


def _constraint(name: str, task: str) -> str:
    imports, statement, reading, before = CONSTRAINTS[task]
    ours = ["from axiometrics.core.constraint import Constraint, Reading", imports.split("\n")[-1]]
    others = imports.split("\n")[:-1]
    words = {"id": _id(name), "title": name.strip("_").replace("_", " ").capitalize()}
    return CONSTRAINT.format(
        imports="\n".join([*others, *sorted(ours)]) + ("\n" if before else ""),
        statement=statement,
        reading=reading,
        before=before,
        task=task,
        **words,
    )


def _demand_free(name: str, folder: Path) -> None:
    """Raise `ParameterError` where a file of that name would be imported in the place of another module."""
    others = [path for path in sys.path if Path(path).resolve() != folder.resolve()]
    if name in sys.stdlib_module_names or PathFinder.find_spec(name, others) is not None:
        raise ParameterError(
            f"{name!r} is the name of a module that is here already, and a file of that name would "
            f"hide it: choose another name"
        )


def _write(paths: tuple[Path, Path], texts: tuple[str, str]) -> None:
    """Both files or, where one exists, neither."""
    for path in paths:
        if path.exists():
            raise FileError(f"{path} exists: choose another name, or another folder with --dir")
    try:
        paths[0].parent.mkdir(parents=True, exist_ok=True)
        for path, text in zip(paths, texts, strict=True):
            with path.open("x", encoding="utf-8", newline="\n") as file:
                file.write(text)
    except OSError as error:
        raise FileError(f"cannot write {error.filename or paths[0]}: {error.strerror or error}") from None


COMMAND = scaffold
