"""What a call leaves to happen later is told as late, and blamed on no input; and a process that ends clears away what
it has made.
"""

import os
import re
import sys
import tempfile
import time
from pathlib import Path

import pytest

from axiometrics import candidates as targets
from axiometrics import registry
from axiometrics.candidates.containment import CallForm, Failed, Number, session, started
from axiometrics.core.evidence import Erroneous
from axiometrics.running import run as runner
from axiometrics.running.settings import Search

GAINS = CallForm("gains", False)
ONE, TWO, THREE = [[1], [1]], [[0, 1], [1]], [[0, 0, 1], [1]]

METRIC = """
import ctypes, json, os, signal, sys, threading, time
{before}
armed = []
def later(death):
    while armed:
        time.sleep(0.001)  # the death is under way
    armed.append(threading.Event())
    threading.Thread(target=lambda: (armed[0].wait(), death()), daemon=True).start()
def metric(gains, ideal):
    for event in armed:
        event.set()
    if len(gains) >= 2:
        {deed}
    return sum(g / 2.0**i for i, g in enumerate(gains))
"""

pytestmark = pytest.mark.skipif(os.name != "posix", reason="processes are isolated on POSIX systems")


def target(folder: Path, deed: str, before: str = "") -> str:
    path = folder / "late.py"
    path.write_text(METRIC.format(deed=deed, before=before))
    return f"{path}:metric"


ABORT = "later(os.abort)"
"""A death that comes once another call has begun, so once this one has been answered, however slow the machine is."""

RAISE = (
    "later(lambda: ctypes.pythonapi.PyThreadState_SetAsyncExc("
    "ctypes.c_ulong(threading.main_thread().ident), ctypes.py_object(SystemExit)))"
)
RING = "signal.signal(signal.SIGALRM, signal.SIG_DFL); later(lambda: signal.setitimer(signal.ITIMER_REAL, 0.001))"

HERE = r"; this was noticed (at|after|before) the call"
ALONE = ", but not in a new process that was given this input alone"
ANSWERED = " some time after it had answered"


@pytest.mark.parametrize(
    ("deed", "said"),
    [
        (ABORT, "ended its process by SIGABRT"),
        pytest.param(  # between two calls, in the next one, or while its answer is read
            RAISE,
            r"ended its process with exit code 0|raised SystemExit|.* what cannot be read \(SystemExit\)",
            marks=pytest.mark.slow,
        ),
        pytest.param(RING, "ended its process by SIGALRM", marks=pytest.mark.slow),
    ],
)
def test_a_late_death_is_told_as_late_and_blames_no_input(deed: str, said: str, tmp_path: Path) -> None:
    worker, _ = started(target(tmp_path, deed))
    cases = [ONE, ONE, TWO, *[ONE] * 300, THREE]
    *numbers, failed = worker.ask(GAINS, cases)
    assert numbers[:3] == [Number(1.0), Number(1.0), Number(0.5)], "what was answered before is not to blame"
    assert len(numbers) < len(cases)
    assert isinstance(failed, Failed)
    assert failed.late
    assert re.fullmatch(f"({said})({ALONE}|{ANSWERED}){HERE}", failed.reason)
    assert worker.ask(GAINS, [ONE] * 300) == [Number(1.0)] * 300


@pytest.mark.slow
def test_a_late_death_is_an_error_without_an_input_in_every_run(tmp_path: Path) -> None:
    chosen = [*registry.match_constraints("ranking:priority"), *registry.match_constraints("confidence")]
    for order in (chosen, chosen[::-1]):
        matrix = runner.run([targets.load(target(tmp_path, ABORT))], order, Search.of(4, max_examples=0))
        assert [cell.constraint for cell in matrix] == [constraint.id for constraint in order]
        for cell in matrix:
            assert isinstance(cell.evidence, Erroneous)
            assert (cell.holds, cell.evidence.input) == (None, None)
            noticed = rf"ended its process by SIGABRT({ALONE}|{ANSWERED}){HERE} on gold .*, output .*"
            assert re.fullmatch(noticed, cell.message)


DRAIN = """
def drain():
    for fd in range(3, 12):
        try:
            os.set_blocking(fd, False)
            os.read(fd, 1 << 20)
        except OSError:
            pass
"""


@pytest.mark.parametrize(
    "deed",
    [
        "os.kill(os.getppid(), signal.SIGINT)",
        "os.kill(os.getppid(), signal.SIGTERM)",
        "json.loads = json.dumps = None",
        "drain()",
    ],
)
def test_what_the_metric_does_to_those_around_it_changes_nothing(deed: str, tmp_path: Path) -> None:
    if "SIGTERM" in deed and sys.platform != "linux":
        pytest.skip("elsewhere it is not told who sends a signal")
    worker, _ = started(target(tmp_path, deed, DRAIN))
    for _ in range(3):
        assert worker.ask(GAINS, [ONE, TWO, *[ONE] * 50]) == [
            Number(1.0),
            Number(0.5),
            *[Number(1.0)] * 50,
        ]


def when_told(folder: Path) -> str:
    """A death that comes once there is a file `now`."""
    waits = f"any(iter(lambda: time.sleep(0.001) or os.path.exists({str(folder / 'now')!r}), True))"
    return f"threading.Thread(target=lambda: ({waits}, os.abort()), daemon=True).start()"


@pytest.mark.slow
def test_a_death_between_two_requests_is_told_by_the_next_one(tmp_path: Path) -> None:
    worker, _ = started(target(tmp_path, when_told(tmp_path)))
    assert worker.ask(GAINS, [ONE, TWO]) == [Number(1.0), Number(0.5)]
    (tmp_path / "now").touch()
    while worker._process is not None and worker._process.poll() is None:
        time.sleep(0.05)
    assert worker.ask(GAINS, [TWO, ONE]) == [
        Failed(f"ended its process by SIGABRT{ANSWERED}; this was noticed before the call", late=True)
    ]
    assert worker.ask(GAINS, [ONE]) == [Number(1.0)]


def test_a_call_on_which_only_an_earlier_one_makes_the_process_die_is_not_to_blame(tmp_path: Path) -> None:
    worker, _ = started(target(tmp_path, "(seen.add(len(gains)), seen == {2, 3} and os.abort())", "seen = set()"))
    for _ in range(2):
        assert worker.ask(GAINS, [ONE, TWO, ONE, THREE, ONE]) == [
            *(Number(1.0), Number(0.5), Number(1.0)),
            Failed(f"ended its process by SIGABRT{ALONE}; this was noticed at the call", late=True),
        ]


@pytest.mark.parametrize(
    ("deed", "how"),
    [
        ("os.abort()", "ended its process by SIGABRT"),
        ("[][0]", "raised IndexError: list index out of range"),
        pytest.param(
            *("time.sleep(60)", "gave no answer for 1 s: one call may take no longer (--timeout)"),
            marks=pytest.mark.slow,
        ),
    ],
)
def test_a_failure_that_does_not_come_again_blames_no_input(deed: str, how: str, tmp_path: Path) -> None:
    once = tmp_path / "once"
    first = f"if not os.path.exists({str(once)!r}): open({str(once)!r}, 'w').close(); {deed}"
    worker, _ = started(target(tmp_path, first), timeout=1.0 if "sleep" in deed else 10.0)
    assert worker.ask(GAINS, [ONE, TWO, ONE]) == [
        Number(1.0),
        Failed(f"{how}{ALONE}; this was noticed at the call", late=True),
    ]
    assert worker.ask(GAINS, [ONE, TWO, ONE]) == [Number(1.0), Number(0.5), Number(1.0)]


@pytest.mark.slow
def test_a_call_that_fails_and_leaves_a_death_behind_is_to_blame_for_its_failure(tmp_path: Path) -> None:
    worker, _ = started(target(tmp_path, f"{when_told(tmp_path)}; [][0]"))
    for _ in range(2):
        assert worker.ask(GAINS, [ONE, TWO, ONE]) == [
            Number(1.0),
            Failed("raised IndexError: list index out of range"),
        ]
        (tmp_path / "now").touch()
        while worker._process is not None and worker._process.poll() is None:
            time.sleep(0.01)
        worker.close()
        (tmp_path / "now").unlink()


@pytest.mark.slow
def test_a_death_of_the_second_process_is_told_as_late_too(tmp_path: Path) -> None:
    where = "os.environ['PYTHONHASHSEED'] == '2' and " + ABORT
    matrix = runner.run(
        [targets.load(target(tmp_path, where))],
        registry.match_constraints("ranking:priority"),
        Search.of(4, max_examples=0),
    )
    (cell,) = matrix
    assert isinstance(cell.evidence, Erroneous)
    assert cell.evidence.input is None
    assert re.match(rf"ended its process by SIGABRT({ALONE}|{ANSWERED})", cell.message), cell.message


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a supervisor is told nothing of what is traced")
def test_a_process_that_has_itself_traced_ends_by_its_signal(tmp_path: Path) -> None:
    worker, _ = started(target(tmp_path, "ctypes.CDLL(None).ptrace(0, 0, 0, 0); os.kill(os.getpid(), signal.SIGTRAP)"))
    assert worker.ask(GAINS, [ONE, TWO]) == [Number(1.0), Failed("ended its process by SIGTRAP")]


LITTER = """
import atexit, tempfile
from multiprocessing import shared_memory
from pathlib import Path
HERE = Path(__file__).parent
kept = [tempfile.NamedTemporaryFile(), tempfile.mkdtemp(), shared_memory.SharedMemory(create=True, size=100)]
(HERE / "shared").write_text(kept[2].name)
atexit.register((HERE / "ended").touch)
"""


@pytest.mark.parametrize("deed", ["pass", "os.abort()", pytest.param("time.sleep(1000)", marks=pytest.mark.slow)])
def test_nothing_is_left_of_what_a_metric_has_made(deed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    monkeypatch.setattr(session, "GRACE", 60.0)  # a busy machine has time enough too
    worker, _ = started(target(tmp_path, deed, LITTER), timeout=1.5 if "sleep" in deed else 10.0)
    assert len(list(temporary.iterdir())) == 1
    assert isinstance(worker.ask(GAINS, [ONE, TWO])[-1], Number if deed == "pass" else Failed)
    assert worker.ask(GAINS, [ONE]) == [Number(1.0)], "of the process that died, or of a new one"
    shared = Path("/dev/shm") / (tmp_path / "shared").read_text()
    if deed == "pass":
        assert not (tmp_path / "ended").exists()
        assert shared.exists() or sys.platform != "linux"
    worker.close()
    assert not list(temporary.iterdir())
    assert not shared.exists()
    assert (tmp_path / "ended").exists(), "where it could, it ended by itself"


TIDIER = """
import subprocess
from pathlib import Path
HERE = Path(__file__).parent
SLOW = "'resource_tracker import main'; import os, sys, time\\n"
SLOW += "while os.getppid() == int(sys.argv[1]): time.sleep(0.001)\\n"
SLOW += "time.sleep(2); open(sys.argv[2], 'w')"
subprocess.Popen([sys.executable, "-c", SLOW, str(os.getpid()), str(HERE / "tidied")])
"""
"""Starts a process that tidies, as slowly as one on a busy machine, when its parent has ended."""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere it is not known which processes tidy")
def test_a_process_that_tidies_is_waited_for_and_the_death_is_told_all_the_same(tmp_path: Path) -> None:
    worker, _ = started(target(tmp_path, "os.abort()", TIDIER))
    assert worker.ask(GAINS, [ONE, TWO]) == [Number(1.0), Failed("ended its process by SIGABRT")]
    assert (tmp_path / "tidied").exists()


@pytest.mark.slow
def test_a_metric_that_closes_the_pipe_of_its_answers_is_ended(tmp_path: Path) -> None:
    closes = "(os.closerange(3, 64), time.sleep(1000))"
    worker, _ = started(target(tmp_path, closes))
    assert worker.ask(GAINS, [ONE, TWO]) == [Number(1.0), Failed("closed the pipe for its answers")]
    assert worker.ask(GAINS, [ONE]) == [Number(1.0)]
