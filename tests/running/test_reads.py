"""Cells of a metric that reads data: used again only as long as each file, folder and variable is as it was read."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from axiometrics import candidates, registry
from axiometrics.running.cache import Cache
from axiometrics.running.run import run
from axiometrics.running.settings import Search, Sizes

pytestmark = pytest.mark.skipif(os.name != "posix", reason="metrics have processes of their own on POSIX systems")

METRIC = """
import json, os, sqlite3, subprocess
from pathlib import Path

HERE = Path(__file__).parent
IMPORT

def metric(gains, ideal):
    with open(os.environ["CALLS"], "a") as calls:
        calls.write("x")
    factor = 1.0
    CALL
    return factor * sum(gain / 2**i for i, gain in enumerate(gains))
"""
READS = {
    "a file": "factor = json.loads((HERE / 'data' / 'w.json').read_text())",
    "a file, by the working folder": "factor = json.load(open('data/w.json'))",
    "a file, as the system opens it": "factor = float(os.read(os.open('data/w.json', os.O_RDONLY), 9))",
    "a file that may lack": "try: factor = float(open('data/late.json').read())\n    except FileNotFoundError: pass",
    "a file that is looked for": "factor = 0.0 if os.path.exists('data/late.json') else 1.0",
    "a path that is looked for": "factor = 0.0 if (HERE / 'data' / 'late.json').is_file() else 1.0",
    "a folder": "factor = 1.0 if len(os.listdir('data')) == 2 else 0.0",
    "a pattern": "factor = 1.0 if len(list((HERE / 'data').glob('*.json'))) == 1 else 0.0",
    "a database": "factor = sqlite3.connect('data/w.db').execute('select w from t').fetchone()[0]",
    "a database, by its address": "factor = sqlite3.connect('file:data/w.db?mode=ro', uri=True)"
    ".execute('select w from t').fetchone()[0]",
    "a look whether a file can be read": "factor = 0.0 if os.access('data/late.json', os.R_OK) else 1.0",
    "a variable": "factor = float(os.environ['FACTOR'])",
    "a variable, by getenv": "factor = float(os.getenv('FACTOR'))",
    "a variable that may lack": "factor = float(os.environ.get('LATE', 1))",
    "a variable that is looked for": "factor = 0.0 if 'LATE' in os.environ else 1.0",
    "all variables": "factor = 0.0 if 'LATE' in dict(os.environ) else 1.0",
}


class Bench:
    """A metric that reads something, its cache, and how often it has been called."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.calls = folder, folder / "calls"
        self.data = folder / "data"
        self.data.mkdir()
        self.calls.touch()
        self.spoil("1.0")
        (self.data / "late.json").unlink()

    def write(self, at_call: str = "", at_import: str = "") -> None:
        text = METRIC.replace("CALL\n", f"{at_call}\n").replace("IMPORT", at_import.replace("\n    ", "\n"))
        (self.folder / "mine.py").write_text(text, encoding="utf-8")

    def spoil(self, factor: str) -> None:
        """Write other data."""
        for name in ("w.json", "late.json"):
            (self.data / name).write_text(factor, encoding="utf-8")
        (self.data / "w.db").unlink(missing_ok=True)
        with sqlite3.connect(self.data / "w.db") as database:
            database.execute("create table t (w)")
            database.execute("insert into t values (?)", (float(factor),))
        database.close()

    def run(self, jobs: int = 1) -> tuple[Any, int]:
        """The cell of priority, and how often the metric was called for it."""
        before = self.calls.stat().st_size
        cache = Cache(self.folder / "cache", pytest.fail)
        candidate = candidates.load(f"{self.folder}/mine.py:metric", signature="gains", cache=cache)
        search = Search(sizes=Sizes(3), max_examples=3, jobs=jobs)
        (cell,) = run([candidate], registry.match_constraints("ranking:priority"), search, cache=cache)
        return cell.to_json(), self.calls.stat().st_size - before


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FACTOR", "1")
    made = Bench(tmp_path)
    monkeypatch.setenv("CALLS", str(made.calls))
    return made


def changed(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.spoil("0.0")
    monkeypatch.setenv("FACTOR", "0")
    monkeypatch.setenv("LATE", "0")


def hold(bench: Bench, change: Callable[[], Any], jobs: int = 1) -> None:
    """The cells are used again until the change, from then on the new ones."""
    for expected in (True, False):
        cell, calls = bench.run(jobs)
        assert (cell["holds"], calls > 0) == (expected, True)
        again, calls = bench.run(jobs)
        assert (again, calls) == (cell, 0)
        change()


def some(all_of_them: Iterable[str], *slow: str) -> list[Any]:
    """All of them; those that are named run in CI, and the others in `make test-thorough`."""
    return [
        pytest.param(each, marks=pytest.mark.slow if each in slow else pytest.mark.thorough) for each in all_of_them
    ]


@pytest.mark.parametrize("what", some(READS, "a path that is looked for", "a pattern", "a database", "all variables"))
def test_what_a_call_reads_counts(what: str, bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.write(at_call=READS[what])
    hold(bench, lambda: changed(bench, monkeypatch))


@pytest.mark.parametrize("what", some(["a file", "a folder", "a variable that may lack"], "a variable that may lack"))
def test_what_an_import_reads_counts(what: str, bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.write(at_import=f"factor = 1.0\n{READS[what]}\nread = factor", at_call="factor = read")
    hold(bench, lambda: changed(bench, monkeypatch))


def test_data_and_variables_count_together(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one test of these that is fast: a file, an absent file and a variable."""
    both = "factor = json.load(open('data/w.json')) * float(os.environ['FACTOR']) * (not os.path.exists('late'))"
    bench.write(at_call=both)
    first, calls = bench.run()
    assert (first["holds"], calls > 0) == (True, True)
    (bench.data / "unread.json").write_text("0", encoding="utf-8")
    monkeypatch.setenv("UNREAD", "0")
    os.utime(bench.data / "w.json", (0, 0))
    assert bench.run() == (first, 0), "what is not read is of no concern, and the content of a file counts"
    monkeypatch.setenv("FACTOR", "0")
    assert bench.run()[0]["holds"] is False
    monkeypatch.setenv("FACTOR", "1")
    (bench.folder / "late").touch()
    assert bench.run()[0]["holds"] is False
    (bench.folder / "late").unlink()
    bench.spoil("0.0")
    assert bench.run()[0]["holds"] is False


@pytest.mark.thorough
def test_what_processes_of_a_run_read_counts(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.write(at_call=READS["a file"])
    hold(bench, lambda: changed(bench, monkeypatch), jobs=2)


OWN = (
    "Path('own').write_text('1'); os.environ['OWN'] = '1'; factor = float(Path('own').read_text() + os.environ['OWN'])"
)


@pytest.mark.parametrize(
    "call",
    some(
        [
            OWN,
            "open('log', 'a').write('x')",
            "open('/proc/self/stat').read()",
            "import tempfile; tempfile.TemporaryFile('w+').write('1')",
        ],
        OWN,
    ),
)
def test_what_the_metric_writes_itself_does_not_count(call: str, bench: Bench) -> None:
    bench.write(at_call=call)
    first, calls = bench.run()
    assert calls > 0
    assert bench.run() == (first, 0)


CAT = "factor = float(subprocess.run(['cat', 'data/w.json'], capture_output=True).stdout)"
COUNT = "open('count', 'a+').write('x'); len(open('count').read())"


@pytest.mark.parametrize(
    "call",
    some(
        [
            CAT,
            COUNT,
            "factor = float(os.popen('cat data/w.json').read())",
            "import multiprocessing as many\n    one = many.get_context('spawn').Process(target=len, args=([],))"
            "\n    one.start(); one.join()",
            "pid = os.fork()\n    if not pid: os._exit(0)\n    os.waitpid(pid, 0)",
        ],
        CAT,
        COUNT,
    ),
)
def test_what_cannot_be_told_is_not_kept(call: str, bench: Bench) -> None:
    """What another process reads, and a file that changes while it is read."""
    bench.write(at_call=call)
    for _ in range(2):
        cell, calls = bench.run()
        assert (cell["holds"], calls > 0) == (True, True)
