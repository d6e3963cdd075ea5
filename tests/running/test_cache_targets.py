"""Cells of users' metrics: found again as long as the code they rest on is unchanged, whenever it was loaded, and never
of code that cannot be told.
"""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from axiometrics import candidates as targets
from axiometrics import registry
from axiometrics.candidates import blackbox
from axiometrics.core.matrix import Matrix
from axiometrics.running import job
from axiometrics.running import run as runner
from axiometrics.running.cache import Cache
from axiometrics.running.settings import Search, Sizes

pytestmark = pytest.mark.skipif(os.name != "posix", reason="metrics have processes of their own on POSIX systems")

MINE = """
import os
import neighbour

def metric(gains, ideal):
    from package import late
    try:
        import optional
    except ImportError:
        optional = None
    with open(os.environ["CALLS"], "a") as calls:
        calls.write("x")
    factor = neighbour.factor * late.factor * (1 if optional is None else optional.factor)
    return factor * sum(gain / 2**i for i, gain in enumerate(gains))
"""
FILES = {
    "mine.py": MINE,
    "neighbour.py": "factor = 1\n",
    "package/__init__.py": "",
    "package/late.py": "factor = 1\n",
    "unrelated.py": "",
}


class Bench:
    """A metric in a folder, its cache, and how often it has been called."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.cache, self.calls = folder / "code", folder / "cache", folder / "calls"
        if not self.calls.exists():
            self.calls.touch()
            for name, text in FILES.items():
                self.write(name, text)

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def run(self, target: str = "mine.py:metric", **more: Any) -> tuple[Matrix, int]:
        """The cells of priority and confidence, and how often the metric was called for them."""
        place = f"{self.folder}/{target}" if ".py:" in target else target
        candidate = targets.load(place, signature="gains", timeout=more.pop("timeout", None))
        before = self.calls.stat().st_size  # without the calls that tell whether lower is better
        apart = {"readings": "all"} | {name: more.pop(name) for name in ("readings", "progress") if name in more}
        settings: dict[str, Any] = {"sizes": Sizes(3), "max_examples": 3} | more
        chosen = [*registry.match_constraints("ranking:priority"), *registry.match_constraints("confidence")]
        matrix = runner.run([candidate], chosen, Search(**settings), cache=Cache(self.cache, pytest.fail), **apart)
        return matrix, self.calls.stat().st_size - before

    def kept(self) -> list[Path]:
        return sorted(self.cache.rglob("*.json"))


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    made = Bench(tmp_path)
    monkeypatch.setenv("CALLS", str(made.calls))
    return made


def verdicts(matrix: Matrix) -> list[Any]:
    return [(cell.constraint, cell.reading, cell.holds) for cell in matrix]


def test_an_unchanged_metric_is_not_called_again(bench: Bench) -> None:
    first, calls = bench.run()
    assert calls > 10
    assert {cell.evidence.kind for cell in first} == {"exhaustive", "counterexample", "not-applicable"}
    for more in ({}, {"jobs": 2}, {"budget": 1000.0}):
        again, none = bench.run(**more)
        assert again.to_json() == first.to_json(), "times included"
        assert none == 0
    written = json.loads(bench.kept()[0].read_text(encoding="utf-8"))["needs"]
    assert str(bench.folder / "package" / "late.py") in written["files"]
    assert "optional" in written["absent"]


@pytest.mark.parametrize(
    ("name", "text", "jobs"),
    [
        ("mine.py", MINE.replace("sum(", "0.0 * sum("), 1),
        ("neighbour.py", "factor = 0.0\n", 1),
        pytest.param("package/late.py", "factor = 0.0\n", 1, marks=pytest.mark.slow),
        pytest.param("package/late.py", "factor = 0.0\n", 2, marks=pytest.mark.slow),
        pytest.param("package/__init__.py", "from package import late\nlate.factor = 0.0\n", 1, marks=pytest.mark.slow),
        pytest.param("optional.py", "factor = 0.0\n", 1, marks=pytest.mark.slow),
        pytest.param("optional/__init__.py", "factor = 0.0\n", 1, marks=pytest.mark.slow),
    ],
)
def test_a_metric_that_changed_is_run_again(bench: Bench, name: str, text: str, jobs: int) -> None:
    first, _ = bench.run(jobs=jobs)
    bench.write(name, text)
    second, calls = bench.run()
    assert calls > 10
    assert (
        first.cell(first.cells[0].metric, "priority").holds,
        second.cell(first.cells[0].metric, "priority").holds,
    ) == (True, False)
    assert bench.run()[1] == 0


def test_what_the_metric_does_not_load_is_of_no_concern(bench: Bench) -> None:
    bench.run()
    bench.write("unrelated.py", "factor = -1\n")
    bench.write("optionally.py", "factor = -1\n")
    assert bench.run()[1] == 0


def test_code_that_is_run_without_being_imported_counts_too(bench: Bench) -> None:
    loaded = MINE.replace(
        "    from package import late\n",
        "    import runpy\n    late = runpy.run_path(neighbour.__file__.replace('neighbour', 'part'))\n",
    )
    bench.write("mine.py", loaded.replace("late.factor", "late['factor']"))
    bench.write("part.py", "factor = 1\n")
    bench.run()
    assert bench.run()[1] == 0
    bench.write("part.py", "factor = -1\n")
    assert bench.run()[1] > 10


@pytest.mark.slow
def test_other_settings_are_other_cells(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.run()
    for more in ({"timeout": 3.0}, {"max_examples": 4}, {"seed": 1}, {"sizes": Sizes(2)}):
        assert bench.run(**more)[1] > 0
    monkeypatch.setenv("AXIOMETRICS_MEMORY", "4096")
    assert bench.run()[1] > 0


LIBRARY = """
import os
def metric(gains, ideal):
    with open(os.environ["CALLS"], "a") as calls:
        calls.write("x")
    return float(sum(gain / 2**i for i, gain in enumerate(gains)))
"""


def grow(folder: Path) -> None:
    (folder / "library_to_test.py").write_text(LIBRARY + "\n", encoding="utf-8")


def rename(folder: Path) -> None:
    (folder / "library_to_test-1.0.dist-info").rename(folder / "library_to_test-1.1.dist-info")


def install_another(folder: Path) -> None:
    (folder / "another-1.0.dist-info").mkdir()


def touch(folder: Path) -> None:
    os.utime(folder / "library_to_test.py", ns=(10**18, 10**18))


@pytest.mark.parametrize(
    "change", [grow, install_another, *(pytest.param(change, marks=pytest.mark.slow) for change in (touch, rename))]
)
def test_a_metric_of_a_package_rests_on_its_version(
    bench: Bench, change: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "site-packages"
    (folder / "library_to_test-1.0.dist-info").mkdir(parents=True)
    (folder / "library_to_test.py").write_text(LIBRARY, encoding="utf-8")
    monkeypatch.syspath_prepend(str(folder))
    assert bench.run("library_to_test:metric")[1] > 10
    (folder / "loose.py").touch()
    assert bench.run("library_to_test:metric")[1] == 0
    change(folder)
    assert bench.run("library_to_test:metric")[1] > 10


# --- what is not kept


YOUNG = """
import os, time
def metric(gains, ideal):
    if not os.path.exists("{folder}/made.py"):
        time.sleep(0.05)  # the clock of a file system may be that coarse
        with open("{folder}/made.py", "w") as file:
            file.write("one = 1.0")
    import made
    return made.one * sum(gains)
"""


@pytest.mark.parametrize(
    "text",
    [
        # code that is newer than the process that runs it
        YOUNG,
        # code from nowhere
        (
            "exec(compile('one = 1', '/nowhere/made.py', 'exec'))\ndef metric(gains, ideal):\n    "
            "return float(sum(gains))\n"
        ),
        (
            "def metric(gains, ideal):\n    exec(compile('one = 1', '/nowhere/made.py', 'exec'))\n   "
            " return float(sum(gains))\n"
        ),
        # errors
        "import itertools\ncount = itertools.count()\ndef metric(gains, ideal):\n    return float(next(count))\n",
        "def metric(gains, ideal):\n    raise ValueError(gains)\n",
    ],
)
def test_what_cannot_be_told_and_what_failed_is_not_kept(bench: Bench, text: str) -> None:
    bench.write("mine.py", text.replace("{folder}", str(bench.folder)))
    matrix, _ = bench.run()
    kinds = [json.loads(path.read_text(encoding="utf-8"))["cell"]["evidence"]["kind"] for path in bench.kept()]
    assert set(kinds) <= {"not-applicable"}
    assert len(matrix) > len(kinds)


def test_a_module_without_a_file_is_not_known(bench: Bench) -> None:
    code = (
        "from axiometrics.running.dependencies import Watch\nimport sys, types\nwatch = "
        "Watch()\nsys.modules['made'] = types.ModuleType('made')\n"
    )
    code += (
        "import colorsys\nprint(watch.imported('made'), watch.imported('colorsys') and 'known', "
        "watch.imported('math') and 'known')"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split() == [
        "None",
        "known",
        "known",
    ]


def test_a_function_given_in_python_is_not_kept(bench: Bench) -> None:
    def mine(gains: list[int], ideal: list[int]) -> float:
        return float(sum(gains))

    runner.run(
        [targets.candidate(mine)],
        registry.match_constraints("confidence"),
        search=Search(sizes=Sizes(3)),
        cache=Cache(bench.cache, pytest.fail),
    )
    assert not bench.kept()


def test_a_metric_that_was_changed_under_way_is_not_known(bench: Bench) -> None:
    candidate = targets.load(f"{bench.folder}/mine.py:metric")
    judge: Any = candidate.judge("ranking")
    first = candidate.needs(judge)
    assert first is not None
    judge.caller.close()
    judge.caller.introduced()
    assert candidate.needs(judge) == first
    bench.write("neighbour.py", "factor = -1.0\n")
    assert candidate.needs(judge) == first, "the process has what it loaded"
    judge.caller.close()
    judge.caller.introduced()
    assert candidate.needs(judge) is None


def test_a_search_that_had_no_time_for_random_cases_is_not_kept(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    for module in (runner, job, blackbox):
        monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: now[0]))

    def until_random(done: int, total: int, what: str) -> None:
        now[0] += 2.0 if what.startswith("random") else 0.0

    matrix, _ = bench.run(budget=1.0, progress=until_random)
    cell = next(cell for cell in matrix if cell.holds)
    assert cell.evidence.kind == "exhaustive"
    assert "sampled" not in cell.evidence.to_json()["detail"]
    again, _ = bench.run()
    assert again.cell(cell.metric, cell.constraint, cell.reading).evidence.to_json()["detail"]["sampled"] > 0


# --- several processes


def _running(folder: str) -> None:
    Bench(Path(folder)).run()


@pytest.mark.slow
def test_two_processes_share_a_folder(bench: Bench, at_once: Callable[..., None], tmp_path: Path) -> None:
    at_once(_running, str(tmp_path))
    assert bench.calls.stat().st_size > 10
    matrix, none = bench.run()
    assert none == 0
    assert verdicts(matrix) == verdicts(bench.run(timeout=3.0)[0])


QUICK = "def metric(gains, ideal):\n    return 0.5\n"
# It sticks only in the search: before it, every metric is called some fifty times to learn its sign and invariances.
STUCK = """
import os, time
calls = 0
def metric(gains, ideal):
    global calls
    calls += 1
    while calls > 70 and not os.path.exists(os.environ["GO"]):
        time.sleep(0.01)
    return float(sum(gain / 2**i for i, gain in enumerate(gains)))
"""


def quick_cells(cache: Path) -> dict[Path, int]:
    """The files of cells of the metric that is quick, with their numbers in the file system: one that is written anew
    has another.
    """
    inodes = {}
    for path in cache.rglob("*.json"):
        cell = json.loads(path.read_text(encoding="utf-8"))["cell"]
        if isinstance(cell, dict) and cell.get("metric") == "quick.py:metric":
            inodes[path] = path.stat().st_ino
    return inodes


def kill_all_of(group: int) -> None:
    """Kill the processes of a group, but not the one of joblib that tidies up behind the others."""
    pids = [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]
    for pid in [group, *(pid for pid in pids if pid != group)]:
        with contextlib.suppress(OSError):
            if os.getpgid(pid) == group and "resource_tracker" not in Path(f"/proc/{pid}/cmdline").read_text():
                os.kill(pid, signal.SIGKILL)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a busy worker does not end with its parent")
def test_a_kill_loses_only_what_is_in_progress(tmp_path: Path) -> None:
    (tmp_path / "quick.py").write_text(QUICK, encoding="utf-8")
    (tmp_path / "stuck.py").write_text(STUCK, encoding="utf-8")
    cache, go = tmp_path / "cache", tmp_path / "go"
    command = [
        sys.executable,
        "-m",
        "axiometrics",
        "check",
        "quick.py:metric",
        "stuck.py:metric",
        "--form",
        "gains",
        "-c",
        "priority",
        "-c",
        "confidence",
        "--max-size",
        "5",
    ]
    command += [
        "--no-laws",
        "--max-examples",
        "0",
        "--timeout",
        "600",
        "--reading",
        "all",
        "--format",
        "csv",
        "--progress",
        "none",
        "--fail-on",
        "none",
    ]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path)), "GO": str(go)}

    def start(*options: str, **more: Any) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [*command, *options],
            cwd=tmp_path,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            **more,
        )

    with start("-j", "2", "--cache-dir", str(cache), start_new_session=True) as process:
        deadline = time.monotonic() + 300
        try:
            while len(quick_cells(cache)) < 2 and process.poll() is None and time.monotonic() < deadline:
                time.sleep(0.05)
        finally:
            kill_all_of(process.pid)
    kept = quick_cells(cache)
    assert len(kept) >= 2, "each job in progress has settled it, and waits for the other metric"
    go.touch()
    again = [start("-j", "2", "--cache-dir", str(cache)), start("--no-cache")]
    resumed, whole = (process.communicate(timeout=600)[0] for process in again)
    assert resumed == whole
    assert len(whole.splitlines()) > 8
    assert quick_cells(cache).items() > kept.items()
