"""What holds for every test: Hypothesis draws the same examples each time, here and in CI, and waits for slow machines.
And the command line, called.
"""

import importlib
import multiprocessing
import pkgutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import hypothesis
import pytest

import axiometrics

hypothesis.settings.register_profile("ci", derandomize=True, deadline=None, database=None)
hypothesis.settings.load_profile("ci")

for _module in pkgutil.walk_packages(axiometrics.__path__, "axiometrics."):
    # a module imported while a test has a name replaced would keep the replacement
    if not _module.name.endswith(".__main__"):
        importlib.import_module(_module.name)


@pytest.fixture(autouse=True)
def _a_cache_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """No test finds what another computed, or what lies in the cache of whoever runs it."""
    monkeypatch.setenv("AXIOMETRICS_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))


class Ran(NamedTuple):
    """How a command ended and what it said."""

    code: int
    out: str
    err: str


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """The command line, called in this process with these arguments."""

    def call(*arguments: str) -> Ran:
        from axiometrics.cli import main

        with pytest.raises(SystemExit) as stopped:
            main(arguments)
        found = capsys.readouterr()
        assert isinstance(stopped.value.code, int)
        return Ran(stopped.value.code, found.out, found.err)

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
