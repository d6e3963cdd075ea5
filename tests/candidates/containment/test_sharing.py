"""Metrics of one module share a process as long as none can see what another one did: each answers as it does alone."""

import os
from pathlib import Path

import pytest

from axiometrics import candidates as targets
from axiometrics import registry
from axiometrics.candidates.containment import CallForm, Failed, Number, Worker, started
from axiometrics.core.errors import TargetError
from axiometrics.running import run as runner
from axiometrics.running.settings import Search

GAINS = CallForm("gains", False)
ONE, TWO, THREE = [[1], [1]], [[0, 1], [1]], [[0, 0, 1], [1]]

MODULE = """
import decimal, math, os, random, signal, subprocess, sys, threading, time
import numpy as np
from functools import partial
with open(os.path.join(os.path.dirname(__file__), "imports"), "a") as file:
    file.write(".")
state, held, inside = 0.0, [], {"a": [{}]}
class Box:
    value = 0.0
    def __init__(self):
        self.mine = [0.0]
class Slot:
    __slots__ = ("value",)
box, slot = Box(), Slot()
slot.value = 0.0
dice, rolled = random.Random(1), np.zeros(2)
def made():
    hidden = 0.0
    def add(more):
        nonlocal hidden
        hidden += more
        return hidden
    return add
add = made()
def default(more=[]):
    return more
def seen():
    return (state + len(held) + len(inside["a"][0]) + Box.value + box.mine[0] + slot.value + add(0.0) + len(default())
            + float(rolled.sum()) + (math.tau > 7) + len(os.environ.get("LEFT", "")) + (threading.active_count() > 1))
def first(gains, ideal):
    global state
    {deed}
    return sum(g / 2.0**i for i, g in enumerate(gains))
def second(gains, ideal):
    return sum(g / 4.0**i for i, g in enumerate(gains)) + seen()
"""

pytestmark = pytest.mark.skipif(os.name != "posix", reason="processes are isolated on POSIX systems")


def pair(folder: Path, deed: str = "pass") -> tuple[Worker, Worker]:
    """The two metrics of the module, the first of which does a deed at each call."""
    path = folder / "shared.py"
    path.write_text(MODULE.replace("{deed}", deed))
    return started(f"{path}:first")[0], started(f"{path}:second")[0]


def imports(folder: Path) -> int:
    return len((folder / "imports").read_text())


def place(worker: Worker) -> int:
    assert worker._process is not None
    return worker._process.pid


def test_metrics_that_leave_nothing_share_an_import(tmp_path: Path) -> None:
    first, second = pair(tmp_path)
    for _ in range(2):
        assert first.ask(GAINS, [ONE, TWO]) == first.again(GAINS, [ONE, TWO]) == [Number(1.0), Number(0.5)]
        assert second.ask(GAINS, [ONE, TWO]) == second.again(GAINS, [ONE, TWO]) == [Number(1.0), Number(0.25)]
    assert place(first) == place(second)
    assert imports(tmp_path) == 2, "one for each seed of hashes"
    first.close()
    assert second.ask(GAINS, [TWO]) == [Number(0.25)], "the process goes on for the other one"
    second.close()


@pytest.mark.parametrize(
    "deed",
    [
        "state = 1.0",
        "held.append(0)",
        "inside['a'][0][len(gains)] = 0",
        "Box.value = 1.0",
        "box.mine[0] = 1.0",
        "slot.value = 1.0",
        "add(1.0)",
        "default().append(0)",
        "rolled[0] = 1.0",
        "math.tau = 8.0",
        "os.environ['LEFT'] = 'x'",
        "threading.Thread(target=time.sleep, args=(60,), daemon=True).start()",
        "random.random()",
        "dice.random()",
        "np.random.random()",
        "np.seterr(all='ignore')",
        "decimal.getcontext().prec = 3",
        "os.chdir('/')",
        "sys.path.append('/nowhere')",
        "held.__init__(iter([0]))",
        "signal.signal(signal.SIGUSR1, signal.SIG_IGN)",
        "os.dup(1)",
        "subprocess.Popen(['sleep', '60'])",
        "sys.setrecursionlimit(2000)",
        "globals()['second_'] = 1",
        "globals()['seen'] = lambda: 1.0",
        "sys.modules['shared'].__dict__['Box'] = Slot",
    ],
)
def test_what_one_leaves_behind_no_other_sees(deed: str, tmp_path: Path) -> None:
    first, second = pair(tmp_path, deed)
    assert first.ask(GAINS, [ONE, TWO]) == [Number(1.0), Number(0.5)]
    assert second.ask(GAINS, [ONE, TWO]) == [Number(1.0), Number(0.25)]
    assert place(first) != place(second)
    assert first.ask(GAINS, [TWO]) == [Number(0.5)]
    assert imports(tmp_path) == 2, "each has its own now"
    for worker in (first, second):
        worker.close()


def test_a_death_takes_the_process_and_blames_its_own_input(tmp_path: Path) -> None:
    first, second = pair(tmp_path, "len(gains) > 1 and os._exit(3)")
    assert second.ask(GAINS, [TWO]) == [Number(0.25)]
    assert first.ask(GAINS, [ONE, TWO, THREE]) == [Number(1.0), Failed("ended its process with exit code 3")]
    assert second.ask(GAINS, [TWO, ONE]) == [Number(0.25), Number(1.0)]
    for worker in (first, second):
        worker.close()


def test_a_death_that_another_metric_caused_is_no_failure(tmp_path: Path) -> None:
    first, second = pair(tmp_path)
    assert first.ask(GAINS, [ONE]) == [Number(1.0)]
    assert second.ask(GAINS, [ONE]) == [Number(1.0)]
    host = first._host
    assert host is not None
    assert host.process is not None
    host.process.send_signal(9)
    while host.process.poll() is None:
        pass
    assert first.ask(GAINS, [TWO]) == [Number(0.5)]
    assert not first.alone
    assert second.alone, "it was served last, so what happens next is told of it"
    assert second.ask(GAINS, [TWO]) == [Number(0.25)]
    assert place(first) != place(second)
    for worker in (first, second):
        worker.close()


def test_a_module_that_was_changed_is_imported_anew(tmp_path: Path) -> None:
    first, second = pair(tmp_path)
    (tmp_path / "shared.py").write_text((tmp_path / "shared.py").read_text().replace("4.0", "16.0"))
    third, _ = started(f"{tmp_path / 'shared.py'}:second")
    assert third.ask(GAINS, [TWO]) == [Number(0.0625)]
    assert second.ask(GAINS, [TWO]) == [Number(0.25)], "its process has what it loaded"
    for worker in (first, second, third):
        worker.close()


def test_a_name_that_is_not_there_leaves_the_others_alone(tmp_path: Path) -> None:
    first, second = pair(tmp_path)
    with pytest.raises(TargetError, match="third"):
        started(f"{tmp_path / 'shared.py'}:third")
    assert second.ask(GAINS, [TWO]) == [Number(0.25)]
    assert first.ask(GAINS, [TWO]) == [Number(0.5)]
    assert imports(tmp_path) == 1
    for worker in (first, second):
        worker.close()


def test_a_run_of_many_metrics_imports_their_module_once_for_each_seed(tmp_path: Path) -> None:
    path = tmp_path / "many.py"
    lines = ["import os", "open(os.path.join(os.path.dirname(__file__), 'imports'), 'a').write('.')"]
    lines += [
        f"def f{k}(gains, ideal):\n    return sum(g / (i + {k + 1}) for i, g in enumerate(gains))" for k in range(20)
    ]
    path.write_text("\n".join(lines))
    candidates = [targets.load(f"{path}:f{k}") for k in range(20)]
    runner.run(candidates, registry.match_constraints("confidence"), Search.of(3, max_examples=2))
    assert imports(tmp_path) == 2
