"""Files that come from other people: reading one has limited cost, and no text in it acts as a command in a terminal or
as a formula in a table.
"""

import csv
import gc
import gzip
import io
import json
import os
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import axiometrics
from axiometrics.core.errors import AxiometricsError, FileError
from axiometrics.core.escapes import one_line, plain_cell, visible, visible_json
from axiometrics.core.files import NotRegularError, opened, whole_text
from axiometrics.core.matrix import Matrix
from axiometrics.core.page import Column, Page, Section, Table
from axiometrics.evaluation import files
from axiometrics.evaluation.choices import DataChoices
from axiometrics.evaluation.files import Source
from axiometrics.evaluation.scoring import Evaluation
from axiometrics.evaluation.trec import read_qrels, read_run
from axiometrics.reports.parts.formats import formats, report
from axiometrics.running.cache import Cache
from axiometrics.verification.limits import OverworkedError, working
from tests.alterations import at, places

HOSTILE = "ap\nverified 99, failed 0\x1b[2J\x9b31m\u202e\r"


@pytest.fixture(scope="module")
def saved() -> Any:
    """A matrix of one cell with a counterexample, as JSON."""
    return json.loads(json.dumps(axiometrics.matrix(["ap"], ["ranking:confidence"], max_size=3).to_json()))


def renamed(saved: Any, name: str) -> Any:
    """The matrix with another name of its metric in all places."""
    data = json.loads(json.dumps(saved))
    data["metrics"][0] |= {"id": name, "base": name, "display": name}
    data["cells"][0] |= {"metric": name, "message": name}
    del data["covers"]
    return data


# --- pipes


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    """A named pipe to which nobody writes."""
    if not hasattr(os, "mkfifo"):
        pytest.skip("the system has no named pipes")
    os.mkfifo(tmp_path / "pipe")
    return tmp_path / "pipe"


def test_a_pipe_is_refused_and_not_waited_for(pipe: Path, tmp_path: Path, command: Callable[..., Any]) -> None:
    with pytest.raises(NotRegularError):
        opened(pipe)
    with pytest.raises(IsADirectoryError):
        opened(tmp_path)
    (tmp_path / "qrels").write_text("q 0 d 1\n")
    for arguments in (
        ("verify", str(pipe)),
        ("diff", str(pipe), str(pipe)),
        ("score", str(pipe), str(pipe)),
        ("score", str(tmp_path / "qrels"), str(pipe)),
        ("matrix", "-m", "ap", "--expected", str(pipe)),
    ):
        ran = command(*arguments)
        assert (ran.code, ran.err.count("\n")) == (2, 1), ran
        assert "it is a pipe or a device, and a regular file is wanted" in ran.err


def test_a_pipe_in_the_cache_counts_as_no_file_and_is_replaced(tmp_path: Path, saved: Any) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("the system has no named pipes")
    cell = Matrix.from_json(saved).cells[0]
    cache = Cache(tmp_path, pytest.fail)
    assert cache.put("ab1", cell)
    (tmp_path / "ab" / "1.json").unlink()
    os.mkfifo(tmp_path / "ab" / "1.json")
    assert cache.get("ab1") is None
    assert cache.put("ab1", cell)
    assert cache.get("ab1") == cell


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="the system does not name descriptors")
def test_a_descriptor_that_is_open_already_is_read() -> None:
    out, into = os.pipe()
    os.write(into, b"text")
    os.close(into)
    try:
        assert whole_text(f"/dev/fd/{out}") == "text"
    finally:
        os.close(out)


# --- streams


@pytest.mark.parametrize("read", [read_qrels, read_run])
@pytest.mark.parametrize("bad", ["{0} {1} d1 {2}\n", "{0} 0\n"])
def test_the_first_bad_line_refuses_a_stream_at_once(
    read: Callable[[Source], Any], bad: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A document that is listed twice is bad as soon as it comes, in its own block or in a later one."""
    monkeypatch.setattr(files, "BLOCK", 100)
    line, rest = ("1 0 {} 1\n", ("1", "0", "1")) if read is read_qrels else ("1 Q0 {} 1 1 t\n", ("1", "Q0", "1 1 t"))
    lines = [*(line.format(f"d{i}") for i in range(30)), bad.format(*rest), *["1 0 never looked at\n"] * 10**4]
    taken = 0

    def pieces(self: Source, progress: Any) -> Iterator[bytes]:
        nonlocal taken
        for line in lines:
            taken += 1
            yield line.encode()

    monkeypatch.setattr(Source, "_pieces", pieces)
    with pytest.raises(FileError, match="line 31"):
        read(Source("stream"))
    assert taken == 31


def test_what_a_gzip_file_unpacks_to_is_limited_and_an_option_lifts_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Callable[..., Any]
) -> None:
    gold, run = tmp_path / "gold.gz", tmp_path / "run.gz"
    gold.write_bytes(gzip.compress(b"1 0 d1 1\n"))
    run.write_bytes(gzip.compress(b"1 Q0 d1 1 1 t\n" + b"\n" * (3 << 20)))
    ran = command("score", str(gold), str(run), "-m", "ap", "--max-unpacked", "2")
    assert ran.code == 2
    assert f"{run}: the gzip file unpacks to more than 2,097,152 bytes: unpack it, or allow more" in ran.err
    for allowed in ("4", "0"):
        assert command("score", str(gold), str(run), "-m", "ap", "--max-unpacked", allowed).code == 0
    monkeypatch.setattr(files, "UNPACKED", 10)
    assert Source(str(gold)).most == 2**30, "the limit of the command"
    with pytest.raises(FileError, match="more than 5 bytes"):
        Evaluation.read(str(gold), [], DataChoices(unpacked=5))


def test_a_key_that_stands_twice_is_refused_in_every_kind_of_file(tmp_path: Path, command: Callable[..., Any]) -> None:
    twice = '{"levels": [[["d1"]]], "tail": true, "tail": false}'
    (tmp_path / "gold").write_text(twice)
    (tmp_path / "matrix").write_text('{"schema": "axiometrics/matrix/1", "schema": "axiometrics/matrix/1"}')
    (tmp_path / "ranx.json").write_text('{"q1": {"d1": 1, "d1": 2}}')
    (tmp_path / "lines.jsonl").write_text('{"query_id": "1", "query_id": "2", "doc_id": "d1", "relevance": 1}\n')
    for arguments in (
        ("score", "gold", "gold"),
        ("score", "ranx.json", "ranx.json"),
        ("score", "lines.jsonl", "lines.jsonl"),
        ("verify", "matrix"),
        ("diff", "matrix", "matrix"),
    ):
        ran = command(arguments[0], *(str(tmp_path / name) for name in arguments[1:]))
        assert ran.code == 2
        assert "occurs twice in one object" in ran.err


# --- work


def test_the_check_of_an_item_may_take_some_processor_time(
    saved: Any, tmp_path: Path, command: Callable[..., Any]
) -> None:
    """The score of the first cell is a sum of 2000 logarithms; the second cell is verified all the same."""
    data = json.loads(json.dumps(saved))
    slow = json.loads(json.dumps(data["cells"][0]))
    slow["counterexample"]["scores"]["better"] = "+".join(f"log({k})" for k in range(2, 4000))
    (tmp_path / "cells.json").write_text(json.dumps([slow, data["cells"][0]]))
    ran = command("verify", str(tmp_path / "cells.json"), "--work", "0.2")
    assert "not re-run: ap/ranking:confidence@universal: its check takes more than 0.2 s of processor time" in ran.out
    assert "verified 1, failed 1, not re-run 1" in ran.out, "two cells of one name are a failure of the file"


def test_a_score_of_many_digits_is_refused(saved: Any, tmp_path: Path, command: Callable[..., Any]) -> None:
    data = json.loads(json.dumps(saved))
    digits = "+".join(f"1/{10**3999 + 2 * k + 1}" for k in range(300))
    data["cells"][0]["counterexample"]["scores"]["better"] = digits
    (tmp_path / "m.json").write_text(json.dumps(data))
    ran = command("verify", str(tmp_path / "m.json"))
    assert ran.code == 2
    assert "is not an exact number: it has 1,200,899 characters" in ran.err


@pytest.mark.parametrize("main", [True, False])
@pytest.mark.parametrize("of_threads", [True, False])
def test_work_is_limited_in_every_thread_and_told_whatever_catches_it(
    main: bool, of_threads: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not of_threads:  # as on macOS and Windows
        monkeypatch.delattr(time, "pthread_getcpuclockid", raising=False)

    def busy(forgiving: bool) -> None:
        with working(0.05):
            while True:
                try:
                    while True:
                        pass
                except BaseException:
                    if not forgiving:
                        raise
                    return

    done: list[bool] = []

    def all_of_it() -> None:
        for forgiving in (False, True):
            with pytest.raises(OverworkedError):
                busy(forgiving)
        with working(0), pytest.raises(ValueError, match="x"):
            raise ValueError("x")
        with working(60.0), pytest.raises(ValueError, match="y"):
            raise ValueError("y")
        done.append(True)

    if main:
        all_of_it()
    else:
        other = threading.Thread(target=all_of_it)
        other.start()
        other.join()
    assert done == [True]


@pytest.mark.skipif(not hasattr(time, "pthread_getcpuclockid"), reason="the clock of the process is taken")
def test_the_work_of_one_thread_is_not_that_of_another() -> None:
    """Processor time of this thread passes while the other one waits, and nothing is raised there or here."""
    begun, over = threading.Event(), threading.Event()
    done: list[bool] = []

    def waits() -> None:
        with working(0.05):
            begun.set()
            over.wait()
        done.append(True)

    other = threading.Thread(target=waits)
    other.start()
    begun.wait()
    until = time.thread_time() + 0.2
    while time.thread_time() < until:
        pass
    over.set()
    other.join()
    assert done == [True]


def test_work_is_limited_where_a_callback_of_the_garbage_collector_loses_the_error() -> None:
    """Python reports an error in such a callback, which pytest would take for a failure, and goes on."""
    until = time.thread_time() + 0.3

    def collects(phase: str, info: dict[str, int]) -> None:
        while time.thread_time() < until:
            pass

    def works() -> None:
        with working(0.05):
            gc.collect()
            while True:
                pass

    gc.callbacks.append(collects)
    try:
        with pytest.raises(OverworkedError):
            works()
    finally:
        gc.callbacks.remove(collects)


# --- what is shown


@pytest.mark.parametrize("name", [HOSTILE, "=cmd|' /C calc'!A0", "<script>alert(1)</script>", r"\input{/etc/passwd}"])
def test_no_name_of_a_file_is_a_command_in_any_format(name: str, saved: Any) -> None:
    matrix = Matrix.from_json(renamed(saved, name))
    table = Table((Column("metric"), Column("value")), ((name, 1),))
    records = Table.records(["metric", "value"], [(name, 1)])
    page = Page("title", (Section("", (table,)),), "schema", lambda: {"metric": name}, records=lambda: records)
    for form in formats():
        of_pages = report(form).page and not report(form).of_badges
        texts = [report(form).show(shown) for shown in (matrix, page) if shown is matrix or of_pages]
        for text in texts:
            assert all(line.isprintable() for line in text.split("\n")), form
        lines = [line for text in texts for line in text.split("\n")]
        forged = any(line.strip().startswith("verified 99") for line in lines)
        assert not forged or form == "csv", f"{form}: a line is forged"  # CSV has line breaks in quotes
        if form == "html":
            assert not any("<script>alert" in text for text in texts)
        if form == "latex":
            assert not any(r"\input{" in text for text in texts)
        if form == "csv":
            for text in texts:
                cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
                assert not any(cell.startswith(("=", "@", "+")) for cell in cells)
        if form == "json":
            assert json.loads(texts[0])["metrics"][0]["id"] == one_line(name)


def test_no_text_of_a_saved_matrix_forges_a_line(saved: Any) -> None:
    """One text after the other is hostile: names, readings, statements, messages, scores, documents, details."""
    refused: list[str] = []
    for path in (path for path in places(saved) if isinstance(at(saved, path), str)):
        data = json.loads(json.dumps(saved))
        data.pop("covers", None)
        if path[0] == "covers":
            continue
        at(data, path[:-1])[path[-1]] = HOSTILE
        try:
            matrix = Matrix.from_json(data)
        except FileError as error:
            refused.append(str(error))
            continue
        for form in ("text", "markdown", "html", "latex", "csv"):
            try:
                lines = report(form).show(matrix).split("\n")
            except (AxiometricsError, LookupError, ValueError):
                continue  # the name of a task or of a metric is another one in other places
            assert all(line.isprintable() for line in lines), (form, path)
            assert not any(line.strip(" *|#-").startswith("verified 99") for line in lines), (form, path)
    assert refused
    assert all(map(str.isprintable, refused))


def test_a_name_forges_no_line_of_verify(saved: Any, tmp_path: Path, command: Callable[..., Any]) -> None:
    forged = "x\nverified 99, failed 0, not re-run 0, nothing to check 0; not checked: 0 of 99; seed 1\x1b[2J"
    for data in (renamed(saved, forged), renamed(saved, forged)["cells"][0] | {"constraint": forged}):
        (tmp_path / "m.json").write_text(json.dumps(data))
        ran = command("verify", str(tmp_path / "m.json"))
        assert all(line.isprintable() for line in (ran.out + ran.err).split("\n"))
        assert sum(line.startswith("verified ") for line in ran.out.splitlines()) <= 1
        assert "verified 0" in ran.out.splitlines()[-1] if ran.out else ran.code == 2


def test_escapes() -> None:
    assert one_line("R·S(n=10) ≤ ✔") == "R·S(n=10) ≤ ✔"
    assert one_line("a\tb\u200b\U000e0001") == r"a\tb\u200b\U000e0001"
    assert visible("\x1b[32mgreen\x1b[0m\x1b[8m", colored=True) == "\x1b[32mgreen\x1b[0m\\x1b[8m"
    assert visible("\x1b[32mgreen") == r"\x1b[32mgreen"
    for text in ("\x9b", "\u202e", "\U000e0001", "\ud800"):
        assert json.loads(visible_json(json.dumps([text], ensure_ascii=False))) == [text]
    assert [plain_cell(cell) for cell in ("-1/2", "+3", "-1e-5", "-x", "@a", None, -1)] == [
        *("-1/2", "+3", "-1e-5", "'-x", "'@a"),
        *(None, -1),
    ]


def test_a_loaded_matrix_that_is_harmless_is_as_it_was(saved: Any) -> None:
    matrix = Matrix.from_json(saved)
    assert matrix.to_json() == saved
    assert replace(matrix) == matrix
