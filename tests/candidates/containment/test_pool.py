"""Many metrics: few have a process at a time, with few descriptors, and what is found of each is the same."""

import os
import resource
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from axiometrics import candidates as targets
from axiometrics import registry
from axiometrics.candidates.containment import CallForm, Failed, Number, forked, pool, worker
from axiometrics.candidates.containment.launch import start_fork
from axiometrics.candidates.containment.pool import POOL, Pool
from axiometrics.running import job, schedule
from axiometrics.running import run as runner
from axiometrics.running.candidate import builtin
from axiometrics.running.job import CALLED
from axiometrics.running.settings import Search
from tests.cells import without_time

GAINS = CallForm("gains", False)
ONE, TWO = [[1], [1]], [[0, 1], [1]]

pytestmark = pytest.mark.skipif(os.name != "posix", reason="processes are isolated on POSIX systems")


def metric(k: int) -> Callable[[list[int], list[int]], float]:
    """A metric named by its number, which satisfies what its neighbours satisfy."""

    def weighted(gains: list[int], ideal: list[int]) -> float:
        return float(sum(gain / (k + 2) ** rank for rank, gain in enumerate(gains)))

    weighted.__name__ = f"metric{k}"
    return weighted


@pytest.fixture
def three(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Room for three processes; those of other tests are ended."""
    monkeypatch.setattr(POOL, "most", 1)
    with_room = forked(metric(0))
    with_room.ask(GAINS, [ONE])
    with_room.close()
    monkeypatch.setattr(POOL, "most", 3)
    yield
    for reference in POOL._known:
        process = reference()
        if process is not None:
            process.rest()


@pytest.mark.usefixtures("three")
def test_few_processes_live_and_each_metric_answers_as_before() -> None:
    workers = [forked(metric(k)) for k in range(5)]
    for _ in range(2):
        for k, process in enumerate(workers):
            assert (
                process.ask(GAINS, [ONE, TWO]) == process.again(GAINS, [ONE, TWO]) == [Number(1.0), Number(1 / (k + 2))]
            )
            assert sum(process.lives for each in workers for process in (each, each._other) if process is not None) <= 3
    assert [process.lives for process in workers] == [False] * 4 + [True], (
        "the one that was asked longest ago ends first"
    )


@pytest.mark.usefixtures("three")
def test_few_descriptors_are_held(tmp_path: Path) -> None:
    folder = Path("/proc/self/fd")
    if not folder.exists():
        pytest.skip("the system does not tell which descriptors are open")
    before, workers = len(list(folder.iterdir())), [forked(metric(k)) for k in range(8)]
    for process in workers:
        process.ask(GAINS, [ONE])
        assert len(list(folder.iterdir())) <= before + 3 * 3
    for process in workers:
        process.close()
    assert len(list(folder.iterdir())) == before


def test_one_that_is_at_a_call_is_not_ended() -> None:
    class Busy:
        lives = True

        def __init__(self, busy: bool) -> None:
            self.busy = busy

        def rest(self) -> bool:
            self.lives = self.busy
            return not self.busy

    of, first, second, third, fourth = Pool(2), Busy(True), Busy(False), Busy(True), Busy(False)
    for process in (first, second, third):
        of.admit(process)
    assert [process.lives for process in (first, second, third)] == [True, False, True]
    of.admit(fourth)
    assert fourth.lives, "where all are at a call there is one process more"
    of.admit(first)
    assert [process.lives for process in (first, third, fourth)] == [True, True, False]


def test_descriptors_beyond_1024_are_served() -> None:
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if soft < 1200:
        pytest.skip("the system allows no such descriptor")
    with ExitStack() as stack:
        for _ in range(1030):
            stack.callback(os.close, os.open(os.devnull, os.O_RDONLY))
        process = forked(metric(0))
        assert process.ask(GAINS, [ONE, TWO]) == [Number(1.0), Number(0.5)]
        process.close()


def test_a_process_that_the_system_does_not_allow_is_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    allowed = [True, False]

    def start(function: Callable[..., float], seed: int) -> object:
        if not allowed.pop(0):
            raise OSError(24, "Too many open files")
        return start_fork(function, seed)

    monkeypatch.setattr(worker, "start_fork", start)
    process = forked(metric(0))
    assert process.ask(GAINS, [ONE]) == [Number(1.0)]
    process.close()
    assert process.ask(GAINS, [ONE]) == [
        Failed("could not be started again: cannot start a process for 'metric0': Too many open files")
    ]


def test_groups_of_metrics_change_no_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = [*registry.match_constraints("ranking:priority"), *registry.match_constraints("confidence")]
    candidates = [*(targets.candidate(metric(k)) for k in range(3)), builtin(registry.metric("p@2"))]
    calls: list[tuple[int, int]] = []

    def cells() -> list[Any]:
        calls.clear()
        search = Search.of(3, max_examples=0)
        matrix = runner.run(candidates, chosen, search, progress=lambda done, total, what: calls.append((done, total)))
        return without_time(matrix)

    together = cells()
    assert {total for _, total in calls} == {len(chosen[0].readings) + len(chosen[1].readings)}
    for module in (job, schedule):
        monkeypatch.setattr(module, "CALLED", 1)
    assert cells() == together
    assert calls == sorted(calls), "what is done grows"
    assert calls[-1] == (calls[-1][1], 3 * (len(chosen[0].readings) + len(chosen[1].readings)))


def test_a_group_fits_into_the_pool() -> None:
    assert 2 * CALLED < pool.MOST, "each metric has a second process, and one may be tried alone"
