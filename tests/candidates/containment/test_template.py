"""Processes of metrics are forks of one that has imported what they need, and each is as if it were started anew."""

import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from axiometrics.candidates.containment import CallForm, Failed, Number, Worker, started, templates
from axiometrics.candidates.containment.templates import TEMPLATES

GAINS = CallForm("gains", False)
ONE = [[1], [1]]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere each process is started anew")


def metric(folder: Path, value: str, before: str = "") -> str:
    path = folder / "metric.py"
    path.write_text(f"import os, random, signal, sys\n{before}\ndef metric(gains, ideal):\n    return float({value})\n")
    return f"{path}:metric"


@pytest.fixture
def own(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Templates that no other test has asked."""
    monkeypatch.setenv("AXIOMETRICS", "a template for these tests")
    yield
    monkeypatch.undo()
    with TEMPLATES._lock:
        for key in [
            key for key, template in TEMPLATES._kept.items() if ("AXIOMETRICS", "a template for these tests") in key
        ]:
            TEMPLATES._kept.pop(key).end()


def template_of(worker: Worker) -> int:
    """The number of the process that the worker's process was forked from."""
    assert worker._process is not None
    return int(Path(f"/proc/{worker._process.pid}/stat").read_text().rpartition(")")[2].split()[1])


def pid_of(worker: Worker) -> float:
    (answer,) = worker.ask(GAINS, [ONE])
    assert isinstance(answer, Number), answer
    return float(answer.value)


def test_processes_of_one_seed_are_forks_of_one_template_and_others_are_not(tmp_path: Path) -> None:
    folders = [tmp_path / "a", tmp_path / "b"]
    for folder in folders:
        folder.mkdir()
    first, second = (started(metric(folder, "os.getpid()"))[0] for folder in folders)
    assert template_of(first) == template_of(second) != os.getpid()
    first.again(GAINS, [ONE])
    assert first._other is not None
    assert template_of(first._other) != template_of(first)
    assert pid_of(first) != pid_of(second)
    for worker in (first, second):
        worker.close()


@pytest.mark.parametrize("draw", ["random.random()", "__import__('numpy').random.random()"])
def test_forks_draw_by_chance_what_others_do_not(draw: str, tmp_path: Path) -> None:
    workers = [started(metric(tmp_path, draw))[0] for _ in range(2)]
    assert pid_of(workers[0]) != pid_of(workers[1])
    for worker in workers:
        worker.close()


def test_a_fork_has_the_environment_and_the_folder_of_its_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = metric(tmp_path, "len(here) + given", "here, given = os.getcwd(), int(os.environ['AXIOMETRICS_GIVEN'])")
    templates_of = []
    for given, folder in enumerate(("a", "bbb")):
        (tmp_path / folder).mkdir()
        monkeypatch.chdir(tmp_path / folder)
        monkeypatch.setenv("AXIOMETRICS_GIVEN", str(1000 * given))
        worker, _ = started(target)
        assert pid_of(worker) == len(str(tmp_path / folder)) + 1000 * given
        templates_of.append(template_of(worker))
        worker.close()
    assert len(set(templates_of)) == 1


@pytest.mark.slow
def test_what_is_read_at_the_start_of_a_process_has_a_template_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = metric(tmp_path, "len(os.environ['OPENBLAS_NUM_THREADS'])")
    monkeypatch.setattr(templates, "MOST", 1)  # so that the first one has to go, with a fork that goes on
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "2")
    first, _ = started(target)
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "01")
    second, _ = started(target)
    assert (pid_of(first), pid_of(second)) == (1, 2)
    old = template_of(first)
    assert old != template_of(second)
    first.close()
    (retired,) = (template.process for template in TEMPLATES._retired if template.process.pid == old)
    retired.wait(60)  # those of earlier tests may have forks that go on
    second.close()


def test_a_file_that_was_written_a_moment_ago_is_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in ("first_helper", "second_helper"):
        (tmp_path / f"{name}.py").write_text(f"value = {len(name)}\n")
        worker, _ = started(metric(tmp_path, f"{name}.value", f"import {name}"))
        assert pid_of(worker) == len(name)
        worker.close()


def test_a_template_that_was_killed_is_replaced_and_its_forks_are_told_as_late(tmp_path: Path, own: None) -> None:
    target = metric(tmp_path, "1")
    worker, _ = started(target)
    assert pid_of(worker) == 1
    assert worker._process is not None
    os.kill(template_of(worker), signal.SIGKILL)
    while worker._process.poll() is None:
        time.sleep(0.01)
    (answer,) = worker.ask(GAINS, [ONE])
    assert isinstance(answer, Failed)
    assert answer.late
    assert pid_of(worker) == 1
    worker.close()


@pytest.mark.slow
def test_a_template_that_was_stopped_goes_on(tmp_path: Path, own: None) -> None:
    target = metric(tmp_path, "1")
    worker, _ = started(target)
    stopped = template_of(worker)
    os.kill(stopped, signal.SIGSTOP)
    worker.close()
    worker, _ = started(target)
    assert template_of(worker) == stopped
    os.kill(stopped, signal.SIGSTOP)
    other, _ = started(target)
    assert (pid_of(worker), pid_of(other)) == (1, 1)
    for each in (worker, other):
        each.close()


def test_a_fork_has_no_descriptors_but_its_own(tmp_path: Path) -> None:
    target = metric(tmp_path, "sum(1 for name in os.listdir('/proc/self/fd'))")
    alone, _ = started(target)
    first = pid_of(alone)
    many = [started(target)[0] for _ in range(3)]
    assert {pid_of(worker) for worker in many} == {first}
    for worker in (alone, *many):
        worker.close()
