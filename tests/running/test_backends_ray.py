"""Tasks on a real Ray head of this machine: the same cells, a worker that dies is replaced, and errors are those of the
tasks.
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import ModuleType

import pytest

from axiometrics import registry
from axiometrics.core.errors import ParameterError
from axiometrics.core.matrix import Matrix
from axiometrics.running import backends
from axiometrics.running.backends import spread
from axiometrics.running.run import Spreading, builtin, run
from axiometrics.running.settings import Search, Sizes

ray = pytest.importorskip("ray")
psutil = pytest.importorskip("psutil")

pytestmark = pytest.mark.filterwarnings("ignore")


class Head:
    """A head of two workers; it and all that it started are gone at the end."""

    def __init__(self, folder: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = f"127.0.0.1:{free.getsockname()[1]}"
        options = ["--num-cpus", "2", "--include-dashboard", "false", "--disable-usage-stats", "--temp-dir", folder]
        command = [
            sys.executable,
            "-m",
            "ray.scripts.scripts",
            "start",
            "--head",
            "--block",
            "--port",
            self.address.rpartition(":")[2],
            *options,
        ]
        found_here = {
            **os.environ,
            "RAY_AUTH_MODE": "disabled",
            "PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path),
        }
        self.process = subprocess.Popen(command, env=found_here, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def at_work(self) -> list[int]:
        """The processes that tasks of ours run in."""
        found = []
        for child in psutil.Process(self.process.pid).children(recursive=True):
            with suppress(psutil.Error):  # it ended meanwhile
                found += [child.pid] if " ".join(child.cmdline()).startswith("ray::axiometrics") else []
        return found

    def end(self) -> None:
        children = psutil.Process(self.process.pid).children(recursive=True)
        self.process.terminate()
        self.process.wait(30)
        _, left = psutil.wait_procs(children, 10)
        for child in left:
            child.kill()


@pytest.fixture(scope="module")
def head() -> Iterator[Head]:
    folder = tempfile.mkdtemp(prefix="ray")  # a path that is short: sockets lie in it
    started = Head(folder)
    try:
        yield started
    finally:
        started.end()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def connected(head: Head) -> Iterator[Head]:
    """As for a caller who is connected to a cluster already, and stays so."""
    ray.init(head.address, **backends.RAY_OPTIONS)
    yield head
    assert ray.is_initialized()
    ray.shutdown()


def computed(jobs: int = 1, **more: object) -> Matrix:
    sizes = Sizes.read("4,rag-bag=5,size-vs-quantity=7,filtering=3,ranking=5,thresholds=10")
    return run(
        [builtin(registry.metric(name)) for name in ("ap", "rr", "f", "purity")],
        search=Search(sizes=sizes, jobs=jobs),
        readings="all",
        **more,  # type: ignore[arg-type]
    )


def told_of(matrix: Matrix) -> list[object]:
    return [{**c.to_json(), "evidence": {**c.evidence.to_json(), "seconds": 0}} for c in matrix]


def test_no_head_at_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backends, "PATIENCE", 1.5)
    with pytest.raises(ParameterError, match=r"no head answers at '127.0.0.1:9' within 1.5 s: check --cluster;"):
        list(spread([], 2, "ray", "127.0.0.1:9"))


@pytest.mark.parametrize(
    ("address", "told"),
    [("nowhere", "no cluster to work on at 'nowhere': .*nowhere"), ("local", "no cluster; start one")],
)
def test_an_address_that_is_none(address: str, told: str) -> None:
    with pytest.raises(ParameterError, match=told):
        list(spread([], 2, "ray", address))


def test_the_same_cells_with_a_worker_killed_midway(head: Head, capfd: pytest.CaptureFixture[str]) -> None:
    killed: list[int] = []

    def killing(done: int, total: int, what: str) -> None:
        if not killed and (pids := head.at_work()):
            killed.append(pids[0])
            os.kill(pids[0], signal.SIGKILL)

    matrix = computed(spreading=Spreading("ray", head.address), progress=killing)
    assert killed
    assert told_of(matrix) == told_of(computed())
    assert capfd.readouterr().out == ""
    assert not ray.is_initialized()


def dies_the_first_time(mark: str) -> int:
    if not Path(mark).exists():
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return os.getpid()


def refuses(x: int) -> int:
    raise ValueError(f"{x} is refused")


def sleeps(seconds: float) -> None:
    time.sleep(seconds)


def test_what_a_worker_died_of_is_done_again(connected: Head, tmp_path: Path) -> None:
    found = dict(spread([(dies_the_first_time, (str(tmp_path / name),)) for name in "ab"], 2, "ray"))
    assert sorted(found) == [0, 1]
    assert os.getpid() not in found.values()


def test_an_error_is_that_of_the_task_and_leaves_nothing_running(connected: Head) -> None:
    with pytest.raises(ValueError, match="7 is refused"):
        list(spread([(sleeps, (60.0,)), (refuses, (7,))], 2, "ray"))
    until = time.monotonic() + 20
    while connected.at_work() and time.monotonic() < until:
        time.sleep(0.1)
    assert not connected.at_work()


def test_what_a_worker_cannot_load_is_told(connected: Head, monkeypatch: pytest.MonkeyPatch) -> None:
    only_here = ModuleType("only_here")
    exec("def call():\n    return 1", only_here.__dict__)
    monkeypatch.setitem(sys.modules, "only_here", only_here)
    with pytest.raises(ParameterError, match=r"a worker has not what is here .*only_here"):
        list(spread([(only_here.call, ())], 2, "ray"))
