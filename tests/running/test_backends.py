"""Tasks on workers: the same cells whatever the backend, on a real Dask cluster too, one of whose workers is killed
midway.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from axiometrics import registry
from axiometrics.cli import main
from axiometrics.core.errors import ParameterError
from axiometrics.core.files import partial
from axiometrics.core.matrix import Matrix
from axiometrics.running import backends
from axiometrics.running.backends import EndedWorkerError, Spreading, Task, spread, workers
from axiometrics.running.candidate import builtin
from axiometrics.running.job import Limit
from axiometrics.running.run import InterruptedRunError, run
from axiometrics.running.settings import Search, Sizes
from tests.cells import without_time
from tests.programs import alive, heed_signals

SIZES = Sizes.read("4,rag-bag=5,size-vs-quantity=7,filtering=3,ranking=5,thresholds=10")
METRICS = ("ap", "rbp", "rr", "f", "bcubed-f", "purity")


def computed(jobs: int = 1, budget: float | None = None, **more: Any) -> Matrix:
    candidates = [builtin(registry.metric(name)) for name in METRICS]
    return run(candidates, search=Search(sizes=SIZES, jobs=jobs, budget=budget), readings="all", **more)


@pytest.fixture(scope="module")
def alone() -> list[Any]:
    return without_time(computed())


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=50
    ) as started:
        yield started


BACKENDS = ["loky", pytest.param("dask", marks=pytest.mark.slow)]
"""A cluster takes long to begin and to end."""


def address_of(backend: str, request: pytest.FixtureRequest) -> str | None:
    """Where the cluster is that the backend asks for, if it asks for one. It has both workers: where a worker that was
    killed has not been replaced yet, joblib sees one processor and works in this process.
    """
    if backend != "dask":
        return None
    distributed = pytest.importorskip("distributed")
    address = str(request.getfixturevalue("cluster").scheduler_address)
    with distributed.Client(address, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=120)
    return address


def test_processes_find_the_same(alone: list[Any]) -> None:
    assert without_time(computed(jobs=2)) == alone


def slow_square(x: int) -> tuple[int, int]:
    time.sleep(0.2)
    return x * x, os.getpid()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_finds_the_same_with_a_worker_killed_midway(cluster: Any, alone: list[Any]) -> None:
    address = cluster.scheduler_address
    workers = cluster.workers
    finished: list[str] = []

    def killing(done: int, total: int, what: str) -> None:
        finished.append(what)
        if len(finished) == 3:
            os.kill(workers[0].process.pid, signal.SIGKILL)

    matrix = computed(spreading=Spreading("dask", address), progress=killing)
    assert len(finished) > 6
    assert without_time(matrix) == alone


@pytest.mark.filterwarnings("ignore")
@pytest.mark.slow
def test_every_task_is_done_once_and_numbered() -> None:
    answers = dict(spread([(slow_square, (x,)) for x in range(6)], 2))
    assert {i: value for i, (value, _) in answers.items()} == {i: i * i for i in range(6)}
    pids = {pid for _, pid in answers.values()}
    assert os.getpid() not in pids
    until = time.monotonic() + 60
    while any(Path(f"/proc/{pid}").exists() for pid in pids) and time.monotonic() < until:
        time.sleep(0.05)
    assert not [pid for pid in pids if Path(f"/proc/{pid}").exists()]


def refuses(x: int) -> int:
    raise ValueError(f"{x} is refused")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("backend", BACKENDS)
def test_an_error_is_that_of_the_task_and_all_there_is_to_read(
    backend: str, request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture
) -> None:
    tasks: list[Task] = [(refuses, (7,))] * 40  # some of them on their way when the first is told
    with pytest.raises(ValueError, match="7 is refused"):
        list(spread(tasks, 2, backend, address_of(backend, request)))
    assert not [record for record in caplog.records if record.name.startswith("tornado")]


def test_results_that_end_too_early_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """joblib may end its results without the error that ended them; a run must not take that for all there is."""
    import joblib

    whole = joblib.Parallel.__call__

    def but_for_one(self: Any, tasks: Any) -> Any:
        return (result for i, result in enumerate(whole(self, tasks)) if i)

    monkeypatch.setattr(joblib.Parallel, "__call__", but_for_one)
    with pytest.raises(EndedWorkerError, match="and tasks have no result"):
        list(spread([(abs, (x,)) for x in range(3)], 2))


def test_a_manager_that_fails_on_tasks_that_were_taken_away_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """loky's manager thread may fail, by chance, where a list of tasks is left before its end. Here it always does."""
    from joblib.externals.loky.process_executor import _ExecutorManagerThread

    whole, managers = _ExecutorManagerThread.run, []

    def then_fails(self: Any) -> None:
        managers.append(self)
        with suppress(KeyError):  # the failure that comes by chance
            whole(self)
        raise KeyError(7)

    monkeypatch.setattr(_ExecutorManagerThread, "run", then_fails)
    with workers(2) as performed:
        results = performed([(abs, (x,)) for x in range(9)])
        assert next(results)[1] in range(9)
        results.close()
    assert managers
    for manager in managers:  # each may end after the block
        manager.join()


def killed_when(file: str) -> None:
    while not Path(file).exists():
        time.sleep(0.01)
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.skipif(os.name != "posix", reason="SIGKILL is of POSIX systems")
def test_a_worker_that_is_killed_is_told_and_what_was_finished_is_kept(tmp_path: Path) -> None:
    """As by the system, where memory is short: the run does not go on with fewer results, nor for ever."""
    now = tmp_path / "now"
    tasks: list[Task] = [(abs, (-1,)), (killed_when, (str(now),)), (abs, (-2,)), *[(slow_square, (3,))] * 20]
    results = spread(tasks, 2)
    assert sorted([next(results), next(results)]) == [(0, 1), (2, 2)]
    now.touch()
    with pytest.raises(EndedWorkerError, match=r"a worker process has ended.*, and tasks have no result: .*--jobs"):
        list(results)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("backend", BACKENDS)
def test_what_a_worker_cannot_load_is_told(
    backend: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    only_here = ModuleType("only_here")
    exec("def call():\n    return 1", only_here.__dict__)
    monkeypatch.setitem(sys.modules, "only_here", only_here)
    with pytest.raises(
        ParameterError, match=rf"--backend {backend}: a worker lacks something that is installed here .*only_here"
    ):
        list(
            spread(
                [(only_here.call, ()), (only_here.call, ())],
                2,
                backend,
                address_of(backend, request),
            )
        )


def test_a_backend_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DASK_SCHEDULER_ADDRESS", raising=False)
    with pytest.raises(ParameterError, match="expected loky or dask"):
        list(spread([], 2, "threads"))
    with pytest.raises(ParameterError, match="no cluster"):
        list(spread([], 2, "dask"))
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ParameterError, match=r"needs dask\[distributed\]: pip install 'axiometrics\[dask\]'"):
        list(spread([], 2, "dask"))


@pytest.mark.parametrize("backend", ["ray", "threads"])
def test_a_backend_that_is_not_there_is_one_line_and_exit_2(backend: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["matrix", "--backend", backend])
    captured = capsys.readouterr()
    assert ended.value.code == 2
    assert captured.out == ""
    (line,) = captured.err.splitlines()
    assert f"--backend {backend}: " in line
    assert ("Ray any more" in line) is (backend == "ray")
    assert "dask" in line, "the cure"


@pytest.mark.filterwarnings("ignore")
@pytest.mark.slow
def test_no_scheduler_at_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backends, "PATIENCE", 1.0)
    with pytest.raises(ParameterError, match="no scheduler answers"):
        list(spread([], 2, "dask", "tcp://127.0.0.1:9"))


@pytest.mark.slow
def test_ctrl_c_leaves_what_was_finished() -> None:
    def interrupting(done: int, total: int, what: str) -> None:
        if done == 4:
            raise KeyboardInterrupt

    with pytest.raises(InterruptedRunError) as caught:
        computed(jobs=2, progress=interrupting)
    assert 0 < len(caught.value.matrix) < len(computed())


def test_time_that_is_up_is_up_everywhere() -> None:
    matrix = computed(jobs=2, budget=0.0)
    assert {cell.evidence.kind for cell in matrix} <= {"undetermined", "not-applicable"}


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the process of a metric ends after its call")
@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGHUP])
def test_no_process_and_no_file_outlives_a_run_with_several_processes(by: signal.Signals, tmp_path: Path) -> None:
    """Neither those that the tasks run in, nor the templates, the supervisors and the metrics that these started."""
    (tmp_path / "temporary").mkdir()
    (tmp_path / "slow.py").write_text("""
import os, tempfile, time
from pathlib import Path
kept = []
def metric(gains, ideal):
    if not kept and os.environ.get("PYTHONHASHSEED") == "1":
        kept.append(tempfile.NamedTemporaryFile())
        pids = [os.getpid()]
        for _ in range(3):  # its supervisor, their template, and what runs the task
            pids.append(int(Path(f"/proc/{pids[-1]}/stat").read_text().rpartition(")")[2].split()[1]))
        Path(f"told-{os.getpid()}.new").write_text(" ".join(map(str, pids)))
        os.rename(f"told-{os.getpid()}.new", f"told-{os.getpid()}")
    time.sleep(0.01)
    return sum(g * 0.5**i for i, g in enumerate(gains))
""")
    command = [sys.executable, "-m", "axiometrics", "check", "slow.py:metric", "-j", "2", "--no-cache"]
    around = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "TMPDIR": str(tmp_path / "temporary")}
    with subprocess.Popen(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env=around,
        preexec_fn=heed_signals,
    ) as process:
        of_tasks: list[set[int]] = []
        while len(of_tasks) < 2:
            assert process.poll() is None
            time.sleep(0.05)
            processes = [set(map(int, file.read_text().split())) for file in tmp_path.glob("told-*[0-9]")]
            of_tasks = [
                line for line in processes if process.pid not in line
            ]  # trial calls are made before there are tasks
        pids = set().union(*of_tasks)
        assert len(pids) == 8
        process.send_signal(by)
        _, said = process.communicate(timeout=120)
    until = time.monotonic() + 60
    while (any(map(alive, pids)) or any((tmp_path / "temporary").iterdir())) and time.monotonic() < until:
        time.sleep(0.05)
    assert not any(map(alive, pids))
    assert not list((tmp_path / "temporary").iterdir())
    if by == signal.SIGHUP:
        assert process.returncode == 130
        assert "axiometrics: interrupted: what was finished is written" in said


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc").exists(), reason="it is not told which processes there are")
def test_ctrl_c_while_processes_start_is_one_line() -> None:
    """One that is at its imports would print a traceback; several moments are tried."""
    command = [sys.executable, "-m", "axiometrics", "matrix", "-j", "2", "-q", "--no-cache"]
    for pause in (0.0, 0.2):
        with subprocess.Popen(
            command,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            preexec_fn=heed_signals,
        ) as process:
            while not any("loky" in line for line in commands_below(process.pid)):
                assert process.poll() is None
                time.sleep(0.01)
            time.sleep(pause)
            os.killpg(process.pid, signal.SIGINT)
            _, message = process.communicate(timeout=120)
        assert message.startswith("axiometrics: interrupted")
        assert message.count("\n") == 1, message


def commands_below(pid: int) -> list[str]:
    """The command lines of the children of a process."""
    commands = []
    for entry in Path("/proc").iterdir():
        with suppress(OSError, IndexError):
            if entry.name.isdigit() and int((entry / "stat").read_text().rpartition(")")[2].split()[1]) == pid:
                commands.append((entry / "cmdline").read_text())
    return commands


@pytest.mark.slow
def test_a_clock_that_jumps_changes_no_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time of day is not asked for processes of this machine."""
    clocks = SimpleNamespace(monotonic=time.monotonic, time=lambda: pytest.fail("the time of day may jump"))
    for module in ("run", "schedule", "job"):
        monkeypatch.setattr(f"axiometrics.running.{module}.time", clocks)
    matrix = computed(jobs=2, budget=600.0)
    assert "undetermined" not in {cell.evidence.kind for cell in matrix}


def test_on_a_cluster_the_time_counts_from_the_first_job_of_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """Machines have neither a monotonic clock nor the time of day in common."""
    now = [1000.0]
    clocks = SimpleNamespace(monotonic=lambda: now[0], time=lambda: pytest.fail("the time of day may jump"))
    monkeypatch.setattr("axiometrics.running.job.time", clocks)
    monkeypatch.setattr("axiometrics.running.job._begun", {})
    first, second = Limit(60.0, "first"), Limit(60.0, "second")
    assert first.deadline() == 1060.0
    now[0] = 1050.0
    assert (first.deadline(), second.deadline()) == (1060.0, 1110.0)
    assert (Limit(7.0).deadline(), Limit(None, "first").deadline()) == (7.0, None)


@pytest.mark.slow
def test_time_that_is_up_is_up_on_a_cluster(cluster: Any) -> None:
    matrix = computed(budget=0.0, spreading=Spreading("dask", cluster.scheduler_address))
    assert {cell.evidence.kind for cell in matrix} <= {"undetermined", "not-applicable"}


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is sent to a group of processes")
def test_ctrl_c_with_several_processes_is_one_line(tmp_path: Path) -> None:
    """All of them get it, as from a terminal, while jobs are waiting; the thread that hands these out trips over what
    is taken from it.
    """
    kept, saved = tmp_path / "kept", tmp_path / "m.json"
    options = ["--reading", "all", "--max-size", "6", "-j", "2", "-q", "--cache-dir", str(kept), "-o", str(saved)]
    command = [sys.executable, "-m", "axiometrics", "matrix", *options]
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, start_new_session=True, preexec_fn=heed_signals
    ) as process:
        while len(list(kept.glob("*/*.json"))) < 10:
            assert process.poll() is None
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        _, message = process.communicate(timeout=120)
    assert process.returncode == 130, message
    assert "Traceback" not in message
    assert f"axiometrics: interrupted: what was finished is written to {partial(str(saved))}" in message
    assert json.loads(Path(partial(str(saved))).read_text(encoding="utf-8"))["complete"] is False
    assert not saved.exists()
