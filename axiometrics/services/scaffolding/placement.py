"""The files of a new thing: the files of a built-in thing in a checkout of axiometrics, and a single file elsewhere."""

from __future__ import annotations

import keyword
import os
import sys
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.machinery import PathFinder
from pathlib import Path

from axiometrics import registry
from axiometrics.core.errors import FileError, ParameterError
from axiometrics.core.files import write_whole
from axiometrics.core.page import Drawing, Page, Presentable, Section
from axiometrics.core.task import Task
from axiometrics.registry import studies, tasks
from axiometrics.services.scaffolding import texts

POINTS = {
    "definition": ("definitions", "DEFINITIONS"),
    "constraint": ("constraints", "CONSTRAINT"),
    "task": ("tasks", "TASK"),
    "study": ("studies", "STUDY"),
}
"""The things that a package declares by an entry point, each with the group of the entry point and the name in the
file.
"""

PROJECT = """[project]
name = "{id}"
version = "0.1"
dependencies = ["axiometrics"]

{points}

[tool.setuptools]
py-modules = ["{name}"]"""
"""The shortest pyproject.toml with which pip installs a single file."""


KINDS = ("metric", "definition", "constraint", "proof", "task", "study")
"""The kinds of things that can be begun."""


@dataclass(frozen=True, repr=False)
class Begun(Presentable):
    """The files of a thing, and a text that says how to go on."""

    files: Mapping[Path, str]
    then: str

    def write(self) -> None:
        """Write all files or, where one exists, none. Raises `FileError`."""
        for path in self.files:
            if path.exists():
                raise FileError(f"{path} exists: choose another name, or another folder with --dir")
        try:
            for path, text in self.files.items():
                path.parent.mkdir(parents=True, exist_ok=True)
                write_whole(path, text)
        except OSError as error:
            raise FileError(f"cannot write {error.filename or path}: {error.strerror or error}") from None

    def page(self) -> Page:
        """The files that were written, and the next steps."""
        *others, last = map(str, self.files)
        paths = f"{', '.join(others)} and {last}" if others else last
        drawing = Drawing(f"wrote {paths}\nthen:\n\n{self.then}")
        return Page("", [Section("", [drawing])], "", dict)


@dataclass(frozen=True)
class Thing:
    """A new thing: its kind, its name in Python, its task, and the folder."""

    kind: str
    name: str
    task: Task
    folder: Path

    @property
    def id(self) -> str:
        """The name of the thing in commands."""
        return self.name.strip("_").replace("_", "-").lower()

    @property
    def class_name(self) -> str:
        """The name of the thing as the name of a class. No other class of axiometrics has it."""
        return "".join(word.capitalize() for word in self.name.split("_"))

    @property
    def title(self) -> str:
        """The name in words."""
        return self.name.strip("_").replace("_", " ").capitalize()

    def filled(self, text: str, **more: str) -> str:
        """A text with the names filled in."""
        words = {**more, "name": self.name, "id": self.id, "title": self.title, "task": self.task.name}
        for key, word in words.items():
            text = text.replace(f"{{{key}}}", word)
        return text


def is_checkout(folder: Path) -> bool:
    """Whether the folder is the top of a checkout of axiometrics.

    >>> is_checkout(Path("/"))
    False
    """
    try:
        project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8")).get("project", {})
    except (OSError, ValueError):
        return False
    return project.get("name") == "axiometrics" and (folder / "axiometrics" / "tasks").is_dir()


def begin(kind: str, name: str, task: str, folder: Path, built_in: bool | None = None) -> Begun:
    """The files of a thing. `built_in` says whether the thing is a part of axiometrics; with None, it is one where the
    folder is a checkout.

    Raises `ParameterError` for an impossible name, and where the thing cannot stand in this folder.
    """
    if kind not in KINDS:
        raise ParameterError(f"{kind!r} is none of the things that can be begun, which are {', '.join(KINDS)}")
    thing = Thing(kind, _module(kind, name), tasks.task(task), folder)
    if built_in is None:
        built_in = is_checkout(folder)
    elif built_in and not is_checkout(folder):
        raise ParameterError(f"{folder} is not a checkout of axiometrics: name the top of one with --dir")
    return _built_in(thing) if built_in else _own(thing)


def _module(kind: str, name: str) -> str:
    """The name of the module. Raises `ParameterError` where a file cannot have this name."""
    module = name.replace("-", "_")
    if name.startswith("-") or not module.isidentifier() or keyword.iskeyword(module) or not module.strip("_"):
        raise ParameterError(
            f"{name!r} cannot be the name of a Python file: use letters, digits, _ and -, e.g. my-{kind}; a letter "
            f"comes first"
        )
    return module


# --- what is in the files


def _formula(thing: Thing) -> str:
    return thing.filled(thing.task.examples().formula or texts.FORMULA)


def _definition(thing: Thing) -> str:
    return thing.filled(thing.task.examples().definition or texts.DEFINITION)


def _text(thing: Thing) -> str:
    """The text of the only file of a thing. The text is the same in axiometrics and elsewhere."""
    examples = thing.task.examples()
    if thing.kind == "definition":
        return _definition(thing)
    if thing.kind == "constraint":
        if not examples.constraint and thing.task.gold is not thing.task.output:
            raise ParameterError(
                f"no constraint is begun for the task {thing.task.name}: its golds are not outputs, so none is known "
                f"that serves it; begin with a copy of one in constraints/{thing.task.name.replace('-', '_')}"
            )
        keeps, breaks = examples.controls
        return thing.filled(examples.constraint or texts.CONSTRAINT, keeps=keeps, breaks=breaks)
    if thing.kind == "study":
        return _study(thing)
    return thing.filled(examples.proof) if examples.proof else _open_proof(thing)


def _task(thing: Thing, controls: bool) -> str:
    """The text of a task. `controls` says whether controls are written with it."""
    imported = "Examples, FileKind, Outputs" if controls else "FileKind, Outputs"
    text = texts.TASK.replace("FileKind, Outputs", imported)
    return thing.filled(text, **{"class": thing.class_name, "controls": texts.EXAMPLES if controls else ""})


def _open_proof(thing: Thing) -> str:
    """The text for a task without an example of a proof. It says that nothing was tried yet for its first constraint
    with a vocabulary.
    """
    own = [constraint for constraint in registry.constraints() if constraint.task == thing.task.name]
    speaking = next((constraint for constraint in own if constraint.vocabulary), None)
    if speaking is None:
        raise ParameterError(
            f"no proof is begun for the task {thing.task.name}: a proof speaks in the vocabulary of a constraint, and "
            f"no constraint of the task names one; write one first (docs/proofs.md)"
        )
    readings = _tuple([reading.name for reading in speaking.readings], lines=False)
    return thing.filled(texts.OPEN, constraint=speaking.name, readings=readings)


def _study(thing: Thing) -> str:
    """The text of a study with two metrics and the constraints of the task."""
    metrics = [metric.base for metric in registry.metrics() if metric.task == thing.task.name][:2]
    constraints = [constraint.name for constraint in registry.constraints() if constraint.task == thing.task.name]
    if not constraints:
        raise ParameterError(f"the task {thing.task.name} has no constraint that a study could choose: write one first")
    listed = {"metrics": metrics, "constraints": constraints}
    return thing.filled(texts.STUDY, **{key: _tuple(names) for key, names in listed.items()})


def _tuple(names: Sequence[str], lines: bool = True) -> str:
    """Names as an argument of a call: with `lines`, one name on each line; on the line of the call where there is only
    one name, or without `lines`.
    """
    if len(names) == 1 or not lines:
        listed = ", ".join(f'"{name}"' for name in names)
        return f"({listed},)" if len(names) == 1 else f"({listed})"
    return "(\n" + "".join(f'        "{name}",\n' for name in names) + "    )"


def _users_metric(thing: Thing) -> str:
    examples = thing.task.examples()
    if examples.metric:
        return thing.filled(examples.metric)
    if not thing.task.signatures:
        raise ParameterError(
            f"the task {thing.task.name} has no form in which a function could be called: write a metric of "
            f"axiometrics with --built-in, or a `Metric` in a package of yours (docs/extending.md)"
        )
    signature = thing.task.signatures[0]
    names = signature.parameters[0] if signature.parameters else ("first", "second")
    return thing.filled(
        texts.METRIC,
        form=signature.public or signature.name,
        call=signature.call,
        parameters=", ".join(names),
        equal=" == ".join(names[:2]),
    )


# --- a file of one's own


def _own(thing: Thing) -> Begun:
    kind, name, folder = thing.kind, thing.name, thing.folder
    if kind == "proof":
        raise ParameterError(
            "a proof stands in axiometrics itself: run this in a checkout, or name one with --dir; metrics of other "
            "packages have no proofs"
        )
    _demand_free_module(name, folder)
    main, test = folder / f"{name}.py", folder / f"test_{name}.py"
    if kind == "metric":
        example = thing.task.examples()
        violated = str(set(example.violates) or "set()").replace("'", '"')
        tested = thing.filled(texts.TEST_METRIC, size=example.size, known=violated)
        files = {main: _users_metric(thing), test: tested}
        following = f"axiometrics check {main}:{name}"
    else:
        files = {main: _task(thing, controls=False) if kind == "task" else _text(thing)}
        if kind == "constraint":
            files[test] = thing.filled(texts.TEST_CONSTRAINT)
        following = _entry_points(thing)
    first = [f"python -m pytest {test}"] if test in files else _metric_first(thing, "in your package")
    return Begun(files, "\n".join([*first, following]))


def _entry_points(thing: Thing) -> str:
    """The text about the entry points of a thing: the lines to add to the pyproject.toml of its package, or a whole
    file where there is none.
    """
    folder = thing.folder
    group, attribute = POINTS[thing.kind]
    points = f'[project.entry-points."axiometrics.{group}"]\n{thing.id} = "{thing.name}:{attribute}"'
    projects = [
        parent for parent in (folder.resolve(), *folder.resolve().parents) if (parent / "pyproject.toml").is_file()
    ]
    if projects:
        where, lead = os.path.relpath(projects[0]), f"with the name under which your package has {thing.name}, add"
    else:
        where, lead = os.path.relpath(folder), "write"
        points = thing.filled(PROJECT, points=points)
    using = f"python -m pip install -e {where}\n{_shown(thing)}"
    return (
        f"\nto make it known to axiometrics, {lead} to "
        f"{Path(where, 'pyproject.toml')}:\n\n{points}\n\nand then:\n\n{using}"
    )


def _shown(thing: Thing) -> str:
    """The command that shows a new thing at work."""
    return {
        "metric": f"axiometrics matrix -m {thing.id}",
        "definition": f"axiometrics matrix -m {thing.id} -o matrix.json\naxiometrics verify matrix.json",
        "constraint": f"axiometrics matrix -c {thing.id}",
        "proof": f"axiometrics matrix -m {thing.id} -o matrix.json\naxiometrics verify matrix.json",
        "task": "axiometrics list tasks",
        "study": f"axiometrics matrix --study {thing.id}",
    }[thing.kind]


def _demand_free_module(name: str, folder: Path) -> None:
    """Raise `ParameterError` where Python would import a file of that name instead of another module."""
    others = [path for path in sys.path if Path(path).resolve() != folder.resolve()]
    if name in sys.stdlib_module_names or PathFinder.find_spec(name, others) is not None:
        raise ParameterError(
            f"{name!r} is the name of a module that is here already, and a file of that name would "
            f"hide it: choose another name"
        )


# --- a built-in


def _built_in(thing: Thing) -> Begun:
    _demand_free_id(thing)
    house, of = thing.folder / "axiometrics", thing.name if thing.kind == "task" else thing.task.name.replace("-", "_")
    if thing.kind == "task":
        files = {
            house / "tasks" / thing.name / "__init__.py": _task(thing, controls=True),
            thing.folder / "metrics" / thing.name / "controls.py": thing.filled(texts.CONTROLS),
            house / "definitions" / thing.name / "controls.py": thing.filled(texts.CONTROL_DEFINITIONS),
        }
    elif thing.kind == "study":
        files = {house / "studies" / thing.name / "__init__.py": _text(thing)}
    else:
        folders = {
            "metric": thing.folder / "metrics" / of,
            "definition": house / "definitions" / of,
            "constraint": thing.folder / "constraints" / of,
            "proof": house / "proving" / "theorems" / of,
        }
        # a metric is two things: its formula, and its definition, by which saved verdicts are re-checked
        texts_of = {"metric": {"metric": _formula(thing), "definition": _definition(thing)}}
        wanted = texts_of.get(thing.kind) or {thing.kind: _text(thing)}
        files = {folders[kind] / f"{thing.name}.py": text for kind, text in wanted.items()}
    for path in list(files):
        if not (path.parent / "__init__.py").exists():
            files.setdefault(
                path.parent / "__init__.py", f'"""{path.parts[-3].capitalize()} of {of.replace("_", "-")}."""\n'
            )
    return Begun(files, _steps(thing))


def _steps(thing: Thing) -> str:
    """The steps that are left to do by hand, and the command that shows the thing at work."""
    steps = _metric_first(thing, f"in metrics/{thing.task.name.replace('-', '_')}/{thing.name}.py")
    if thing.kind in ("metric", "definition"):
        steps.append("change the example in the docstring of the definition into one that you worked by hand")
    if thing.kind == "metric":
        steps.append(
            "say in docs/conventions.md, or in docs/conventions-of-classes.md, what it is at 0/0, or that it never is"
        )
    if thing.kind == "constraint":
        of = thing.task.name.replace("-", "_")
        steps.append(f"write its readings a second time in axiometrics/verification/statements/{of}.py")
        steps.append("name it in the studies that look at it, below axiometrics/studies/")
        steps.append(f"write a test of its cases in tests/constraints/{of}/")
    if thing.kind == "proof":
        steps.append("once a study shows the metric, run make proofs and commit what it writes")
    if thing.kind == "study":
        steps.append(f"once it is as you want it, save its cells: python tests/matrices/test_matrices.py {thing.id}")
        steps.append("run make proofs and commit what it writes")
    return "\n".join([*steps, "", _shown(thing)] if steps else [_shown(thing)])


def _metric_first(thing: Thing, where: str) -> list[str]:
    """The first step where a definition or a proof is about a metric that is not declared."""
    bases = {metric.base for metric in registry.metrics(controls=True) if metric.task == thing.task.name}
    if thing.kind not in ("definition", "proof") or thing.id in bases:
        return []
    return [f"write the metric {thing.id} {where}: no metric of the task {thing.task.name} has that name yet"]


def _demand_free_id(thing: Thing) -> None:
    """Raise `ParameterError` where axiometrics already has a thing of that name. A definition and a proof share the
    name of their metric.
    """
    taken: Mapping[str, Callable[[], set[str]]] = {
        "metric": lambda: {metric.base for metric in registry.metrics(controls=True)},
        "constraint": lambda: {c.id for c in registry.constraints() if c.task == thing.task.name},
        "task": lambda: set(tasks.names()),
        "study": lambda: set(studies.studies()),
    }
    if thing.kind in taken and thing.id in taken[thing.kind]():
        raise ParameterError(f"there is a {thing.kind} {thing.id!r} already: choose another name")
