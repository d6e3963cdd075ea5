"""What holds for every test: Hypothesis draws the same examples each time, here and in CI, and waits for slow machines;
`make test` and CI have it draw fewer. Each test has a cache of its own. And the command line, called; cells that
several tests look at, computed once.
"""

import gc
import importlib
import itertools
import math
import multiprocessing
import os
import pkgutil
import shutil
import sys
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

import hypothesis
import pytest

import axiometrics

hypothesis.settings.register_profile("ci", derandomize=True, deadline=None, database=None)
hypothesis.settings.register_profile("fast", hypothesis.settings.get_profile("ci"), max_examples=25)
hypothesis.settings.load_profile("ci")

# Where Python is told to keep no compiled modules, each of the some hundred processes that tests start compiles the
# whole package again, and each collection every test: the suite takes half as long again.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Where constants are kept that Hypothesis reads in the sources of the house. A process that tests start in a folder of
# its own parsed all sources again for a second and a half at its first random case.
os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", str(Path(__file__).parents[1] / ".hypothesis"))

# A process that is forked from one whose OpenMP has made threads waits for them for ever when it uses OpenMP itself.
os.environ["OMP_NUM_THREADS"] = "1"

# Exact numbers are made of many small objects, few of them in cycles: to look for these as often as Python does unless
# told takes a fifteenth of the time.
gc.set_threshold(100_000, 50, 100)

for _module in pkgutil.walk_packages(axiometrics.__path__, "axiometrics."):
    # a module imported while a test has a name replaced would keep the replacement
    if not _module.name.endswith(".__main__"):
        importlib.import_module(_module.name)

# What a command prints does not depend on how fast the machine is: no line of progress comes in between, and all
# probes, laws and trial calls are made. Tests of these limits set them themselves.
for _home, _limit in {
    ("cli.progress", "SETTLED"),
    ("cli.progress", "PLAIN"),
    ("cli.commands.check", "LAWS_AT_ONCE"),
    ("cli.commands.check", "TRIALS"),
    ("candidates.blackbox", "AT_ONCE"),
}:
    setattr(importlib.import_module(f"axiometrics.{_home}"), _limit, math.inf)

# Reports have the width of a pipe, whatever terminal the tests are run at, and no colours are forced on them.
for _name in ("COLUMNS", "FORCE_COLOR", "CLICOLOR_FORCE", "NO_COLOR"):
    os.environ.pop(_name, None)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Iterator[None]:
    """Before `-m` chooses among the tests, say which are slow; afterwards, order those that are left."""
    _leave_few_fast(items)
    for item in items:
        if item.get_closest_marker("thorough"):
            item.add_marker(pytest.mark.slow)
    yield
    _begin_with_long(items, getattr(config, "workerinput", {}).get("workercount", 1))


def _leave_few_fast(items: list[pytest.Item]) -> None:
    """`few(n)`: of the parameter sets of this test that are not slow anyway, n that are spread over all stay fast."""
    for _, group in itertools.groupby(items, key=lambda item: item.nodeid.partition("[")[0]):
        fast = [item for item in group if not any(map(item.get_closest_marker, ("slow", "thorough")))]
        few = fast[0].get_closest_marker("few") if fast else None
        for i, item in enumerate(fast if few else ()):
            if few and i * few.args[0] % len(fast) >= few.args[0]:
                item.add_marker(pytest.mark.thorough)


def _begin_with_long(items: list[pytest.Item], processes: int) -> None:
    """Each process runs its share of the tests marked `long` first; the tests of one file stay together. A long test at
    the end would run alone, while the other processes have nothing to do. xdist gives each process an equal part of
    the list.
    """
    others = [item for item in items if item.get_closest_marker("long") is None]
    long = [item for item in items if item.get_closest_marker("long")]
    files = [list(group) for _, group in itertools.groupby(long, key=lambda item: item.path)]
    ordered: list[pytest.Item] = []
    for k in range(processes):
        share = [item for file in files[k::processes] for item in file]
        rest = max(0, (len(items) - len(ordered)) // (processes - k) - len(share))
        ordered += share + others[:rest]
        del others[:rest]
    items[:] = ordered + others


def pytest_collection_finish(session: pytest.Session) -> None:
    """Modules and the thousands of tests that were collected stay: no collection of garbage goes through them again."""
    gc.collect()
    gc.freeze()


_numbers = itertools.count()


@pytest.fixture(scope="session")
def _modules_read(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a cache notes of the modules of the package, which say what its cells rest on. Notes are kept from one
    session to the next beside what Hypothesis keeps: each is about the exact text of a module.
    """
    from axiometrics.running.cache import NOTES
    from axiometrics.running.sources import SHIPPED, Sources

    kept = Path(os.environ["HYPOTHESIS_STORAGE_DIRECTORY"]) / NOTES
    noted = tmp_path_factory.getbasetemp() / NOTES
    reader = Sources()
    for file in (SHIPPED, kept):
        reader.recall(file)
    for module in pkgutil.walk_packages(axiometrics.__path__, "axiometrics."):
        if reader.file(module.name) is not None:
            reader._module(module.name)
    reader.note(kept)
    shutil.copyfile(kept, noted)
    return noted


@pytest.fixture(autouse=True)
def _a_cache_of_its_own(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """No test finds what another computed, or what lies in the cache of whoever runs it. Each cache knows the modules,
    which each of the processes that tests start would read again for a second.
    """
    folder = tmp_path_factory.getbasetemp() / "caches" / str(next(_numbers))
    monkeypatch.setenv("AXIOMETRICS_CACHE_DIR", str(folder))
    if "running" not in request.path.parts:
        noted = request.getfixturevalue("_modules_read")
        folder.mkdir(parents=True)
        os.link(noted, folder / noted.name)


_arguments: dict[tuple[Any, ...], tuple[tuple[Any, ...], Any]] = {}


@pytest.fixture(autouse=True)
def _arguments_once(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same theorem about the same metric and reading is shown, and compared with the metric, once a process: some
    hundred tests compute cells that are proved. Those that judge proofs, or what a run computes, prove anew.
    """
    from axiometrics.running import settled_cells

    if {"proving", "verification", "search", "running", "regions"} & set(
        request.path.relative_to(request.config.rootpath).parts
    ):
        return
    argument = settled_cells._argument

    def once(theorem: Any, metric: Any, constraint: Any, reading: Any, seed: int) -> Any:
        about = (theorem, metric.id, metric.formula, metric.direct, constraint.id, reading.name, seed)
        families = (reading.cases, constraint.vocabulary)
        entry = _arguments.get(about)
        if entry is None or any(family is not other for family, other in zip(entry[0], families, strict=True)):
            entry = families, argument(theorem, metric, constraint, reading, seed)
            _arguments[about] = entry
        return deepcopy(entry[1])

    monkeypatch.setattr(settled_cells, "_argument", once)


@pytest.fixture(scope="session")
def cells_of_all(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a cache that all processes of this session share. Its cells were computed in this session: only
    what a test says about computing may not come from it.
    """
    base = tmp_path_factory.getbasetemp()
    return (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "cells-of-all"


@pytest.fixture(scope="session")
def matrix_of(cells_of_all: Path) -> Callable[..., axiometrics.Matrix]:
    """`axiometrics.matrix`, which computes no cell that a test has asked it for before."""
    from axiometrics.running.cache import Cache
    from axiometrics.running.run import run

    def call(*arguments: object, **options: object) -> axiometrics.Matrix:
        with mock.patch("axiometrics.api.run", partial(run, cache=Cache(cells_of_all, pytest.fail))):
            return axiometrics.matrix(*arguments, **options)  # type: ignore[arg-type]

    return call


class Ran(NamedTuple):
    """How a command ended and what it said."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """What it said on stderr, by lines."""
        return self.err.splitlines()


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """The command line, called in this process with these arguments."""

    def call(*arguments: str) -> Ran:
        from axiometrics.cli import main

        with pytest.raises(SystemExit) as stopped:
            main(arguments)
        captured = capsys.readouterr()
        assert isinstance(stopped.value.code, int)
        return Ran(stopped.value.code, captured.out, captured.err)

    return call


@pytest.fixture
def at_once() -> Callable[..., None]:
    """Two processes that call a function with the same arguments at the same time; both have to end well."""

    def call(function: Callable[..., object], *arguments: str) -> None:
        context = multiprocessing.get_context("spawn")
        processes = [context.Process(target=function, args=arguments) for _ in range(2)]
        for process in processes:
            process.start()
        for process in processes:
            process.join(120)
            assert process.exitcode == 0

    return call


@pytest.fixture
def files_here(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The files that the module of the test declares as `FILES`, in the folder in which the test runs."""
    monkeypatch.chdir(tmp_path)
    for name, content in request.module.FILES.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
