"""A metric that leaks, or dies by chance again and again, has a verdict in bounded time, and its cells say why."""

import mmap
import os
import re
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from axiometrics import candidates as targets
from axiometrics import registry
from axiometrics.candidates.containment import CallForm, Failed, Number, forked, launch, server, started, worker
from axiometrics.candidates.containment.launch import start_fork
from axiometrics.running import run as runner
from axiometrics.running.settings import Search

GAINS = CallForm("gains", False)
ONE, TWO = [[1], [1]], [[0, 1], [1]]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere memory has no limit")

Metric = Callable[[list[int], list[int]], float]


def leaking(mebibytes: int) -> Metric:
    """A metric that keeps so much at each call, in pages of its own: what is allocated plainly may be memory that the
    test process had and gave back, and then a call adds nothing.
    """
    kept: list[mmap.mmap] = []

    def leaks(gains: list[int], ideal: list[int]) -> float:
        try:
            kept.append(mmap.mmap(-1, mebibytes << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS))
        except OSError as error:
            raise MemoryError from error
        return float(sum(gain / 2**rank for rank, gain in enumerate(gains)))

    return leaks


def dying() -> Metric:
    """A metric whose process dies at its second call, whatever that is."""
    calls: list[None] = []

    def dies(gains: list[int], ideal: list[int]) -> float:
        calls.append(None)
        if len(calls) == 2:
            os.abort()
        return 1.0

    return dies


@pytest.fixture
def starts(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The processes that are started, each of which may grow by 64 MiB."""
    seeds: list[int] = []

    def start(function: Metric, seed: int) -> object:
        seeds.append(seed)
        return start_fork(function, seed)

    monkeypatch.setattr(worker, "start_fork", start)
    monkeypatch.setenv(launch.VARIABLE, "64")
    return seeds


def test_a_leak_is_one_error_with_its_diagnosis_after_six_processes(
    starts: list[int], capfd: pytest.CaptureFixture[str]
) -> None:
    messages: list[str] = []
    metric = leaking(4)
    metric.__name__ = "leaks"
    chosen = [*registry.match_constraints("ranking:priority"), *registry.match_constraints("confidence")]
    matrix = runner.run(
        [targets.candidate(metric, timeout=10.0)],
        chosen,
        Search.of(6, max_examples=0),
        progress=lambda done, total, what: messages.append(what),
    )
    assert {cell.evidence.kind for cell in matrix} == {"error"}
    for cell in matrix:
        said = r"grew (3\.\d|4|4\.\d) MiB a call; 6 processes ended, the last after it raised MemoryError on gold .*"
        assert re.fullmatch(said, cell.message), cell.message
    assert len(starts) <= 1 + 2 * worker.ENDINGS + 1, "each process, one that is asked alone, and the second process"
    (line,) = capfd.readouterr().err.splitlines()
    assert re.search(r"leaks: the metric grew [34.\d]+ MiB a call, so its process is started again", line)
    assert any(what.startswith("restarts of metrics: 6  ranking:") for what in messages), "before what a terminal cuts"


@pytest.mark.parametrize(("term", "begins"), [("xterm", "\r\x1b[Kaxiometrics: "), ("dumb", "axiometrics: ")])
def test_a_remark_is_one_line_and_takes_the_place_of_progress_on_a_terminal(
    term: str, begins: str, starts: list[int], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def prints(gains: list[int], ideal: list[int]) -> float:
        sys.stdout.write("hello")
        return 1.0

    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", term)
    subject = forked(prints)
    subject.name = "hostile\x1b[2J\nverified 99"
    assert subject.ask(GAINS, [ONE]) == [Number(1.0)]
    subject.close()
    said = f"{begins}hostile\\x1b[2J\\nverified 99: the metric prints to stdout, which is not shown, e.g. 'hello'\n"
    assert capsys.readouterr().err == said


def test_a_small_leak_has_verdicts_because_another_process_goes_on(starts: list[int]) -> None:
    subject = forked(leaking(3))
    cases = [ONE, TWO] * 40
    assert subject.ask(GAINS, cases) == [Number(1.0), Number(0.5)] * 40
    assert 0 < subject.restarts < worker.ENDINGS
    subject.close()


def test_a_metric_that_is_given_up_is_not_asked_again(starts: list[int]) -> None:
    subject = forked(dying())
    for k in range(1, worker.ENDINGS + 1):
        failed = subject.ask(GAINS, [ONE, ONE])[-1]
        assert isinstance(failed, Failed)
        assert failed.late
        assert subject.restarts == k
    said = (
        "ended or failed without an input to blame; 6 processes ended, the last after it ended its process by SIGABRT"
    )
    assert failed == Failed(said, late=True)
    before = len(starts)
    assert subject.ask(GAINS, [ONE]) == subject.again(GAINS, [ONE]) == [Failed(said, late=True)]
    assert subject.ask(GAINS, []) == []
    assert len(starts) == before


def test_an_input_that_is_to_blame_counts_for_nothing(starts: list[int]) -> None:
    def fails(gains: list[int], ideal: list[int]) -> float:
        return 1.0 if len(gains) < 2 else os.abort()

    subject = forked(fails)
    for _ in range(3):
        assert subject.ask(GAINS, [ONE, TWO]) == [Number(1.0), Failed("ended its process by SIGABRT")]
    assert subject.restarts == 0


@pytest.mark.slow
def test_threads_are_told(starts: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "THREADS", 20)
    monkeypatch.setattr(server, "LINGERING", 0.0)
    monkeypatch.setenv(launch.VARIABLE, "0")
    event = threading.Event()

    def leaves(gains: list[int], ideal: list[int]) -> float:
        threading.Thread(target=event.wait, daemon=True).start()
        if threading.active_count() > 40:
            raise RuntimeError("can't start new thread")
        return 1.0

    subject = forked(leaves)
    *numbers, failed = subject.ask(GAINS, [ONE] * 1000)
    assert set(numbers) == {Number(1.0)}
    assert isinstance(failed, Failed)
    assert re.match(
        r"left (1 thread|1\.\d+ threads) running a call; 6 processes ended, the last after it raised", failed.reason
    )


@pytest.mark.parametrize("line", ['{"grew": [1, 2]}', '{"grew": [1, 2, 1e99]}'])
def test_growth_that_is_forged_is_no_answer(line: str, tmp_path: Path) -> None:
    path = tmp_path / "forges.py"
    path.write_text(
        "import os\nfrom contextlib import suppress\n\ndef metric(gains, ideal):\n    for end in range(3, 12):\n"
        f"        with suppress(OSError):\n            os.write(end, b'{line}\\n')\n    return 1.0\n"
    )
    subject, _ = started(f"{path}:metric")
    assert subject.ask(GAINS, [ONE]) == [Failed("wrote something else than answers into its pipe")]
    subject.close()
