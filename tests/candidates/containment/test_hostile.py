"""Whatever a user's metric does, the run goes on: one error cell with its smallest input, no process left, and harmless
habits are told once.
"""

import gc
import os
import re
import runpy
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from axiometrics import candidates as targets
from axiometrics import registry
from axiometrics.candidates.containment import CallForm, Failed, Number, Worker, forked, launch, session, started
from axiometrics.core.cell import Cell
from axiometrics.core.errors import ParameterError, TargetError
from axiometrics.core.organization import Organization
from axiometrics.generators.blocks import Block
from axiometrics.running import run as runner
from axiometrics.running.candidate import builtin
from axiometrics.running.settings import Search, Sizes
from axiometrics.search import MetricFailedError
from tests.programs import alive, heed_signals

HOSTILE, EXACT = (Path(__file__).with_name(name) for name in ("hostile.py", "exactly.py"))
GAINS = CallForm("gains", False)
ONE, TWO, THREE = [[1], [1]], [[0, 1], [1]], [[0, 0, 1], [1]]

pytestmark = pytest.mark.skipif(os.name != "posix", reason="processes are isolated on POSIX systems")


def cells_of(name: str, *constraints: str, timeout: float = 5.0, jobs: int = 1) -> dict[str, list[Cell]]:
    """The cells of a hostile metric and of one of ours, from one run, under one reading of each constraint."""
    chosen = [
        replace(constraint, readings=constraint.readings[:1])
        for pattern in constraints
        for constraint in registry.match_constraints(pattern)
    ]
    candidates = [targets.load(f"{HOSTILE}:{name}", timeout=timeout), builtin(registry.metric("rbp(p=0.5)"))]
    matrix = runner.run(
        candidates, chosen, search=Search(sizes=Sizes.read("4,thresholds=6"), max_examples=5, jobs=jobs, proofs=False)
    )
    return {
        who: [cell for cell in matrix if cell.metric == candidate.id]
        for who, candidate in zip((name, "ours"), candidates, strict=True)
    }


@cache
def good(*constraints: str) -> list[Any]:
    """What is found of a metric that behaves."""
    return facts(cells_of("share", *constraints)["share"])


def children() -> set[int]:
    """The processes started by this one, or by a template that it keeps, that have not been waited for, zombies among
    them; but those that joblib keeps for the next run, and templates.
    """
    parents, lines = {}, {}
    for entry in Path("/proc").iterdir() if Path("/proc").exists() else []:
        try:
            if entry.name.isdigit():
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                lines[int(entry.name)] = (entry / "cmdline").read_text()
        except OSError:
            continue
    mine = {pid for pid, parent in parents.items() if parent == os.getpid()}
    kept = {pid for pid in mine if "template.py" in lines.get(pid, "")}
    mine |= {pid for pid, parent in parents.items() if parent in kept}
    return {pid for pid in mine - kept if not re.search("loky|resource_tracker", lines.get(pid, ""))}


@pytest.fixture(autouse=True)
def _no_process_is_left() -> Iterator[None]:
    before = children()
    yield
    gc.collect(1)  # what the test made; all that the process has kept takes a second
    if children() - before:
        gc.collect()
    deadline = time.monotonic() + 60
    while (left := children() - before) and time.monotonic() < deadline:
        time.sleep(0.05)  # one that joblib has just ended, or just begun
    assert not left


def facts(cells: list[Cell]) -> list[Any]:
    return [
        (cell.constraint, cell.reading, cell.holds, cell.evidence.kind, cell.relation, cell.message) for cell in cells
    ]


# --- each is an error cell

ERRORS = {
    "raises": "raised ValueError: two lines",
    "infinity": "returned np.float64(-inf)",
    "imaginary": "returned (1+2j), which is not a number,",
    "imaginary_of_numpy": "returned np.complex128(1+2j)",
    "none": "returned None, which is not a number,",
    "array": "returned array([0.5, 0.5]), which is not a number (TARGET[0] is its first part),",
    "text": "returned '0.5', which is not a number,",
    "unreadable": "cannot be read (ZeroDivisionError",
    "mutates": "changed its input",
    "random": "disagreed with itself",
    "endless": "gave no answer for 0.3 s: one call may take no longer (--timeout)",
    "endless_in_c": "gave no answer for 0.3 s",
    "hog": "raised MemoryError",
    "leaves": "raised SystemExit: bye",
    "interrupts": "raised KeyboardInterrupt",
    "dies": "ended its process with exit code 0",
    "segfaults": "ended its process by SIGSEGV",
    "aborts": "ended its process by SIGABRT",
    "shuts": "",
    "babbles": "wrote something else than answers into its pipe",
    "floods": "wrote something else than answers into its pipe",
    "notes": "wrote something else than answers into its pipe",
    "drips": "gave no answer for 0.3 s",
    "unspeakable": r"raised ValueError: \ud800 \x1b[31m \x00 \x1b]0;title\x07 on gold",
    "unprintable": "raised Unprintable on gold",
    "unrepresentable": "returned an object of type Unprintable, which is not a number,",
    "generates": "returned <generator object _generates>, which is not a number,",
    "hashes": "in another process on gold",
    "remembers": "in another process on gold",
}


FIRST = {"raises", "random", "endless", "segfaults", "hashes"}
"""One of each way to fail; the others, of which many end a process again and again, are slow. That an input is changed,
too much memory taken, or `SystemExit` raised is tested in `test_calling`, below, and in `test_targets`.
"""


@pytest.mark.parametrize("name", [pytest.param(n, marks=[] if n in FIRST else pytest.mark.slow) for n in ERRORS])
def test_each_is_one_error_cell_with_the_smallest_input_and_the_other_cells_are_computed(
    name: str, capfd: pytest.CaptureFixture[str]
) -> None:
    cells = cells_of(
        name, "ranking:priority", "deepness-threshold", timeout=0.3 if name.startswith(("endless", "drips")) else 5.0
    )
    errors = [cell for cell in cells[name] if cell.evidence.kind == "error"]
    assert {cell.constraint for cell in errors} == {"priority", "deepness-threshold"}
    for cell in errors:
        assert ERRORS[name] in cell.message
        assert cell.message.isprintable()
        assert " on gold " in cell.message
        failing = [
            Organization.from_json(cell.evidence.to_json()["detail"]["input"][side]) for side in ("gold", "output")
        ]
        assert failing[1].size <= 2 or cell.constraint == "deepness-threshold"
    assert [cell.holds for cell in cells["ours"]] == [True, True]
    assert capfd.readouterr().out == ""


@pytest.mark.slow
def test_a_segmentation_fault_is_the_same_error_in_several_processes() -> None:
    alone, shared = (cells_of("segfaults", "ranking:priority", "confidence", jobs=jobs) for jobs in (1, 2))
    assert {name: facts(cells) for name, cells in alone.items()} == {
        name: facts(cells) for name, cells in shared.items()
    }
    assert {cell.evidence.kind for cell in alone["segfaults"]} == {"error"}


def test_the_smallest_failing_input_is_told_wherever_it_stands_in_the_block(tmp_path: Path) -> None:
    path = tmp_path / "late.py"
    path.write_text(
        "def metric(gains, ideal):\n    if len(ideal) > 1:\n        raise ValueError\n    return "
        "sum(g / 2**i for i, g in enumerate(gains))\n"
    )
    judge = targets.load(f"{path}:metric").judge("ranking")
    block = next(iter(registry.match_constraints("ranking:priority")[0].readings[0].judged.blocks(5)))
    assert isinstance(block, Block)
    universe = next(iter(block.places.values()))[0]
    sizes = []
    for k in range(len(universe)):
        output, gold = universe.outputs(k, False)
        if gold.size > 1:
            sizes.append((len(output.documents | gold.documents), output.size + gold.size))
    with pytest.raises(MetricFailedError) as caught:
        judge.values(universe, np.arange(len(universe))[::-1])
    assert caught.value.data is not None
    output, gold = (Organization.from_json(caught.value.data[side]) for side in ("output", "gold"))
    assert (len(output.documents | gold.documents), output.size + gold.size) == min(sizes) < max(sizes)


@pytest.mark.slow
def test_processes_that_serve_several_runs_see_a_metric_that_changed(tmp_path: Path) -> None:
    path = tmp_path / "changing.py"
    chosen = [*registry.match_constraints("confidence"), *registry.match_constraints("ranking:priority")]
    verdicts = []
    for value in ("sum(g / 2**i for i, g in enumerate(gains))", "float(len(gains))"):
        path.write_text(f"def metric(gains, ideal):\n    return {value}\n")
        matrix = runner.run(
            [targets.load(f"{path}:metric")], chosen, search=Search(sizes=Sizes(3), max_examples=0, jobs=2)
        )
        verdicts.append([cell.holds for cell in matrix])
    assert verdicts == [[False, True], [False, False]]


# --- what is harmless


@pytest.mark.parametrize(
    ("name", "remark"),
    [
        ("prints", "prints to stdout, which is not shown, e.g. 'hello hello"),
        pytest.param("complains", "prints to stderr, which is not shown, e.g. 'oh no'", marks=pytest.mark.slow),
        ("complains_raw", r"prints to stderr, which is not shown, e.g. 'oh \x1b[31m no oh"),
        ("warns", "warns, e.g. 'UserWarning: not so good'"),
        pytest.param("threads", "leaves threads running (3 after one batch of calls)", marks=pytest.mark.slow),
        ("forks", ""),
        pytest.param("asks", "", marks=pytest.mark.slow),
        ("leaves_children", ""),
        pytest.param("deaf", "", marks=pytest.mark.slow),
    ],
)
def test_what_is_harmless_is_told_once_and_changes_nothing(
    name: str, remark: str, capfd: pytest.CaptureFixture[str]
) -> None:
    cells = cells_of(name, "ranking:priority", "deepness-threshold")
    assert facts(cells[name]) == good("ranking:priority", "deepness-threshold")
    captured = capfd.readouterr()
    assert captured.out == ""
    if remark:
        (line,) = captured.err.splitlines()
        assert line.startswith(f"axiometrics: {HOSTILE}:{name}: the metric {remark}")
    else:
        assert captured.err == ""


def test_single_precision_and_exact_numbers_come_through() -> None:
    half, _ = started(f"{HOSTILE}:half")
    assert half.ask(GAINS, [[[1, 1, 1], [1]]]) == [Number(1.75, 2.0**-23)]
    exact, described = started(f"{EXACT}:exact")
    assert exact.ask(CallForm("gains", True), [[[1, 1, 1], [1]]]) == [Number(Fraction(7, 4))]
    assert described.declared["exact"] is True
    matrix = runner.run(
        [targets.load(f"{EXACT}:exact")],
        registry.match_constraints("ranking:priority"),
        search=Search(sizes=Sizes(4), max_examples=0),
    )
    assert (matrix.cells[0].holds, matrix.cells[0].evidence.exact) == (True, True)


# --- the process


def test_a_worker_that_died_is_started_again_for_the_next_case() -> None:
    worker, _ = started(f"{HOSTILE}:segfaults")
    for _ in range(2):
        assert worker.ask(GAINS, [ONE, ONE, TWO, ONE]) == [
            Number(1.0),
            Number(1.0),
            Failed("ended its process by SIGSEGV"),
        ]
    assert worker.ask(GAINS, [ONE]) == [Number(1.0)]
    assert worker._process is not None
    os.kill(worker._process.pid, signal.SIGKILL)
    while worker._process.poll() is None:
        time.sleep(0.01)
    late = Failed("ended its process by SIGKILL some time after it had answered; this was noticed {} the call", True)
    (answer,) = worker.ask(GAINS, [ONE])
    assert isinstance(answer, Failed)
    assert (answer.late, answer.reason.replace("before", "{}")) == (True, late.reason), "a death between two calls"
    assert worker.ask(GAINS, [ONE]) == [Number(1.0)]


@pytest.mark.slow
def test_the_time_limit_is_for_one_call_and_not_for_a_batch(tmp_path: Path) -> None:
    path = tmp_path / "slow.py"
    path.write_text("import time\ndef metric(gains, ideal):\n    time.sleep(0.02)\n    return 0.5\n")
    worker, _ = started(f"{path}:metric", timeout=1.5)  # a busy machine may keep a call waiting
    assert worker.ask(GAINS, [ONE] * 80) == [Number(0.5)] * 80


@pytest.mark.slow
def test_more_cases_than_a_pipe_or_a_batch_holds() -> None:
    worker, _ = started(f"{HOSTILE}:share")
    assert worker.ask(GAINS, [ONE] * 600) == [Number(1.0)] * 600
    assert worker.ask(GAINS, [[[0] * 1000 + [1], [1]]] * 40) == [Number(2.0**-1000)] * 40, "120 kB of questions"
    worker, _ = started(f"{EXACT}:exact")
    assert len(worker.ask(CallForm("gains", True), [[[1] * 1000, [1]]] * 250)) == 250, "150 kB of answers"


def test_ctrl_c_ends_the_worker() -> None:
    worker, _ = started(f"{HOSTILE}:endless", timeout=60)

    def stop(*where: Any) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(KeyboardInterrupt):
            worker.ask(GAINS, [TWO])
    finally:
        signal.signal(signal.SIGALRM, before)
    assert worker.ask(GAINS, [ONE]) == [Number(1.0)]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere daemons live on")
@pytest.mark.parametrize(
    "how", ["closed", *(pytest.param(how, marks=pytest.mark.slow) for how in ("died", "hung", "forked"))]
)
def test_daemons_end_with_the_worker_and_nobody_else_does(how: str) -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as bystander:
        worker = (
            forked(runpy.run_path(str(HOSTILE))["daemonizes"])
            if how == "forked"
            else started(f"{HOSTILE}:daemonizes", timeout=1.5 if how == "hung" else 5.0)[0]
        )
        (answer,) = worker.ask(GAINS, [ONE])
        assert isinstance(answer, Number)
        daemon = int(answer.value)
        assert alive(daemon)
        if how in {"closed", "forked"}:
            worker.close()
        else:
            assert isinstance(worker.ask(GAINS, [TWO if how == "hung" else THREE])[0], Failed)
        assert not alive(daemon)
        assert bystander.poll() is None
        bystander.communicate(b"\n")


def test_a_process_that_was_waited_for_is_not_signalled(monkeypatch: pytest.MonkeyPatch) -> None:
    worker, _ = started(f"{HOSTILE}:dies")
    process = worker._process
    assert process is not None
    os.kill(process.pid, signal.SIGKILL)
    while process.poll() is None:
        time.sleep(0.01)
    monkeypatch.setattr(os, "kill", lambda *where: pytest.fail("its number may be another's"))
    worker.close()


def test_a_second_process_has_other_hashes_and_answers_alike() -> None:
    worker, _ = started(f"{HOSTILE}:hashes")
    first, second = (ask(GAINS, [TWO] * 2) for ask in (worker.ask, worker.again))
    assert first == worker.ask(GAINS, [TWO] * 2) == started(f"{HOSTILE}:hashes")[0].ask(GAINS, [TWO] * 2), (
        "the same in every run"
    )
    assert first != second
    worker, _ = started(f"{HOSTILE}:share")
    assert worker.ask(GAINS, [ONE, TWO]) == worker.again(GAINS, [ONE, TWO]) == [Number(1.0), Number(0.5)]


def test_a_clock_disagrees_with_itself_though_it_moves_by_less_than_the_error_bound() -> None:
    (cell,) = cells_of("clock", "ranking:priority")["clock"]
    assert "in another process on gold" in cell.message


@pytest.mark.slow
def test_a_sum_over_a_set_disagrees_by_rounding_alone() -> None:
    worker, _ = started(f"{HOSTILE}:sums_a_set")
    case = [{f"d{i}": 1 for i in range(20)}, {f"d{i}": 20.0 - i for i in range(20)}]
    assert worker.ask(CallForm("trec", False), [case]) != worker.again(CallForm("trec", False), [case]), (
        "in the last digits"
    )
    chosen = registry.match_constraints("deepness-threshold")
    matrix = runner.run([targets.load(f"{HOSTILE}:sums_a_set")], chosen, Search.of("thresholds=40"))
    assert matrix.cells[0].evidence.kind != "error", matrix.cells[0].message


@pytest.mark.skipif(
    sys.platform != "linux", reason="elsewhere an idle worker ends with its parent, a busy one after its call"
)
@pytest.mark.parametrize(
    "by", [signal.SIGKILL, *(pytest.param(by, marks=pytest.mark.slow) for by in (signal.SIGTERM, signal.SIGINT))]
)
def test_a_killed_parent_takes_its_worker_along(by: signal.Signals) -> None:
    code = f"""
from axiometrics.candidates.containment import CallForm, started
worker, _ = started({str(HOSTILE)!r} + ":daemonizes", timeout=60)
(daemon,) = worker.ask(CallForm("gains", False), [{ONE}])
print(worker._process.pid, int(daemon.value), flush=True)
worker.ask(CallForm("gains", False), [{TWO}])
"""
    with subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        preexec_fn=heed_signals,
    ) as parent:
        assert parent.stdout is not None
        started_by_it = list(map(int, parent.stdout.readline().split()))
        assert len(started_by_it) == 2
        assert all(map(alive, started_by_it))
        parent.send_signal(by)
        parent.wait(120)
    deadline = time.monotonic() + 60
    while any(map(alive, started_by_it)) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not any(map(alive, started_by_it))


# --- functions that Python hands over


@pytest.mark.slow
def test_a_function_with_a_time_limit_is_called_in_a_fork() -> None:
    def endless(gains: list[int], ideal: list[int]) -> float:
        while len(gains) >= 2:
            pass
        return factor * sum(gains)

    factor = 0.5
    worker = forked(endless, timeout=1.5)
    assert worker.ask(GAINS, [ONE, TWO, ONE]) == [
        Number(0.5),
        Failed("gave no answer for 1.5 s: one call may take no longer (--timeout)"),
    ]
    cell = runner.run(
        [targets.candidate(endless, timeout=0.3)],
        registry.match_constraints("ranking:priority"),
        search=Search(max_examples=0),
    ).cells[0]
    assert (cell.holds, cell.evidence.kind) == (None, "error")


def test_a_fork_does_not_write_to_the_terminal(capfd: pytest.CaptureFixture[str]) -> None:
    assert forked(runpy.run_path(str(HOSTILE))["complains_raw"]).ask(GAINS, [ONE, TWO]) == [
        Number(1.0),
        Number(0.5),
    ]
    assert len(capfd.readouterr().err.splitlines()) == 1


def test_a_function_without_one_is_called_here() -> None:
    called = []

    def here(gains: list[int], ideal: list[int]) -> float:
        called.append(os.getpid())
        return float(sum(gains))

    runner.run(
        [targets.candidate(here)],
        registry.match_constraints("confidence"),
        search=Search(sizes=Sizes(3), max_examples=0),
    )
    assert set(called) == {os.getpid()}


def test_a_real_ctrl_c_in_a_function_called_here_is_no_error_of_the_metric() -> None:
    pressed = False

    def stopped(gains: list[int], ideal: list[int]) -> float:
        if pressed:
            raise KeyboardInterrupt
        return float(sum(gains))

    candidate = targets.candidate(stopped, signature="gains")
    pressed = True
    with pytest.raises(runner.InterruptedRunError):
        runner.run([candidate], registry.match_constraints("confidence"))


# --- the import


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("import ctypes\nctypes.string_at(0)", "ended its process by SIGSEGV"),
        ("import os\nos._exit(3)", "ended its process with exit code 3"),
        ("while True: pass", "gave no answer for 0.5 s: the import may take no longer"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
        ("x = bytearray(1 << 33)", "MemoryError (an import may take 2048 MiB; AXIOMETRICS_MEMORY allows more)"),
        (
            "import os\nfor fd in range(3, 9):\n    try: os.write(fd, b'{}\\n')\n    except OSError: pass",
            "wrote something else than answers",
        ),
        ("class metric:\n    def __getattr__(self, name): return 1 / 0\nmetric = metric()", "cannot read"),
    ],
)
def test_a_hostile_import_is_one_clear_line(
    text: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "START", 0.5 if "while" in text else 60.0)
    path = tmp_path / "hostile_import.py"
    path.write_text(text)
    with pytest.raises(TargetError) as caught:
        targets.load(f"{path}:metric", timeout=0.4)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


# --- limits


def test_the_memory_limit_is_that_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    def takes(gains: list[int], ideal: list[int]) -> float:
        return float(len(bytearray(300 * 2**20)) > 0)

    for limit, enough in (("100", False), ("600", True), ("0", True)):
        monkeypatch.setenv(launch.VARIABLE, limit)
        (answer,) = forked(takes).ask(GAINS, [ONE])
        assert isinstance(answer, Number) is enough, (limit, answer)
    monkeypatch.setenv(launch.VARIABLE, "much")
    with pytest.raises(ParameterError, match="AXIOMETRICS_MEMORY='much'"):
        targets.load(f"{HOSTILE}:share")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is no limit")
def test_address_space_that_is_only_reserved_is_no_memory(tmp_path: Path) -> None:
    path = tmp_path / "reserves.py"
    path.write_text(f"{RESERVE}\nhere = reserved()\ndef metric(gains, ideal):\n    return float(len(reserved()))\n")
    worker, _ = started(f"{path}:metric")
    assert worker.ask(GAINS, [ONE]) == [Number(2.0**36)]


RESERVE = """
import mmap
def reserved():
    return mmap.mmap(-1, 1 << 36, flags=mmap.MAP_PRIVATE, prot=0)
"""


@pytest.mark.parametrize("timeout", [0, -1, float("nan"), float("inf")])
def test_a_time_limit_is_above_0(timeout: float) -> None:
    with pytest.raises(ParameterError, match="seconds above 0"):
        Worker("mine", lambda seed: pytest.fail(f"started with {seed}"), timeout, False)
