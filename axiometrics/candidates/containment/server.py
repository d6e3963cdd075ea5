"""The worker's side: what runs in the process of a user's metric. Requests and answers are lines of JSON, one answer a
line.
"""

from __future__ import annotations

import faulthandler
import io
import os
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from json import dumps, loads
from typing import Any

from axiometrics.candidates.containment.call import SHOWN, CallForm, one_line, plain_answer
from axiometrics.candidates.containment.supervisor import TEMPORARY, supervise
from axiometrics.running.dependencies import Watch

LINGER = 0.25
"""Seconds that are waited after a request for new threads of the metric to end: what they do is then known to come of
it.
"""

LINGERING = 1.0
"""Seconds that a process waits for that in all."""


def main(target: str, memory: int, began: float | None = None) -> None:
    """Serve the metric that a target names: requests come by stdin, answers leave by what was stdout. `began`: the time
    of day when the modules were loaded that this process had from its start, now unless told.
    """
    from axiometrics.candidates.containment.description import describe, find
    from axiometrics.candidates.expression import read
    from axiometrics.core.errors import TargetError

    requests, answers = os.dup(0), os.dup(1)
    _settle()
    watch = Watch(began)
    worker = _Server(answers, watch)
    limit_memory(memory)
    try:
        found = find(target)
        imported = watch.imported(read(target).place)
        rests = None if imported is None or watch.first is None else watch.first.to_json()
        first: Any = {"found": describe(found).to_json(), "imported": imported, "rests": rests}
    except TargetError as error:
        lacks = memory and isinstance(error.__context__, MemoryError)
        allowed = f" (an import may take {memory >> 20} MiB; AXIOMETRICS_MEMORY allows more)" if lacks else ""
        first, found = {"failed": f"{error}{allowed}"}, None
    except BaseException as error:
        first, found = {"failed": f"cannot read {target!r}: {one_line(error)}"}, None
    worker.send(first)
    worker.serve(requests, found, memory)


def serve_forked(
    function: Callable[..., Any], requests: int, answers: int, errors: int, parent: int, memory: int, folder: str
) -> None:
    """Serve a function of the process this one was forked from."""
    import tempfile

    os.setsid()
    for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(name, signal.SIG_DFL)
    faulthandler.disable()
    supervise(parent, folder)
    if folder:
        os.environ.update(dict.fromkeys(TEMPORARY, folder))
        tempfile.tempdir = None  # and is looked up anew
    os.dup2(errors, 2)
    os.close(errors)
    _settle()
    _Server(answers).serve(requests, function, memory)


TELL = 64 * 2**20
"""Bytes of growth that are told first, or a quarter of what is allowed; from then on whenever they have doubled."""

LOOK = 16
"""Calls between two looks at the memory."""


class _Growth:
    """What the calls of a metric add to its process: a leak is told while it can be, before memory runs out."""

    def __init__(self, allowed: int) -> None:
        self.calls = 0
        self._begun, self._threads = data_size() or 0, threading.active_count()
        self._least = self._tell = min(TELL, allowed // 4) if allowed else TELL

    def news(self, due: bool) -> Any:
        """Bytes and threads gained, and the calls since the start, where that is worth a line; None where it is not.
        `due`: look now, and tell threads too.
        """
        if not due and self.calls % LOOK:
            return None
        grown, threads = (data_size() or 0) - self._begun, threading.active_count() - self._threads
        if grown < (self._least if due else self._tell) and not (due and threads > LOOK):
            return None
        while self._tell <= grown:
            self._tell *= 2
        return {"grew": [max(grown, 0), threads, self.calls]}


class _Server:
    """Answers requests until there are no more."""

    def __init__(self, answers: int, watch: Watch | None = None) -> None:
        self.answers = answers
        self.watch = watch
        self.pid = os.getpid()
        self.notes: dict[str, str] = {}
        self.told: set[str] = set()
        self.threads = set(threading.enumerate())
        self.lingering = LINGERING
        for name in ("stdout", "stderr"):
            setattr(
                sys,
                name,
                io.TextIOWrapper(
                    _Sink(name, self.notes), encoding="utf-8", errors="backslashreplace", write_through=True
                ),
            )
        warnings.simplefilter("default")
        warnings.showwarning = self._warned

    def _warned(self, message: Any, category: type, *where: Any, **more: Any) -> None:
        self.notes.setdefault("warnings", one_line(message)[:SHOWN])
        warnings.simplefilter("ignore")

    def send(self, data: Any) -> None:
        """Write one line, whole."""
        line = (dumps(data) + "\n").encode()
        while line:
            line = line[os.write(self.answers, line) :]

    def serve(self, requests: int, function: Callable[..., Any], memory: int) -> None:
        """Answer case by case, each answer sent before the next call; after a failure the rest of the request is
        left.
        """
        limit_memory(memory)
        threads, growth = threading.active_count(), _Growth(memory)
        with os.fdopen(requests, "rb") as lines:
            while line := self._next(lines):
                request = loads(line)
                call = CallForm(*request["call"])
                for case in request["cases"]:
                    answer = self._answer(function, call, case)
                    growth.calls += type(answer) is float or "failed" not in answer
                    if (news := growth.news(due=False)) is not None:
                        self.send(news)
                    if type(answer) is float:
                        os.write(self.answers, b"%r\n" % answer)
                        continue
                    self.send(answer)
                    if "failed" in answer:
                        break
                if (news := growth.news(due=True)) is not None:
                    self.send(news)
                self._linger()
                if threading.active_count() > threads:
                    self.notes.setdefault("threads", str(threading.active_count() - threads))
                for name in set(self.notes) - self.told:
                    self.told.add(name)
                    self.send({"note": [name, self.notes[name]]})
                if self.watch is not None and self.watch.stirred:
                    news = self.watch.news()
                    self.send({"needs": None if news is None else news.to_json()})
                self.send({"done": True})

    def _next(self, lines: io.BufferedReader) -> bytes:
        """The next request, whatever the metric has made of the pipes."""
        for end in (lines.fileno(), self.answers):
            os.set_blocking(end, True)
        return lines.readline()

    def _linger(self) -> None:
        """Wait a moment for the threads that are new, and for a timer."""
        rings = signal.getitimer(signal.ITIMER_REAL)[0]
        if 0 < rings < min(LINGER, self.lingering):
            self.lingering -= rings
            time.sleep(rings)
        for thread in set(threading.enumerate()) - self.threads:
            began = time.monotonic()
            with suppress(RuntimeError, AssertionError):  # it is not a thread of Python's
                thread.join(min(LINGER, self.lingering))
            self.lingering -= min(self.lingering, time.monotonic() - began)
        self.threads = set(threading.enumerate())

    def _answer(self, function: Callable[..., Any], call: CallForm, case: Any) -> Any:
        try:
            answer = plain_answer(function, call, case)
        except KeyboardInterrupt:
            answer = {"failed": "raised KeyboardInterrupt"}
        if os.getpid() != self.pid:
            os._exit(0)  # the metric forked, and this is its child
        return answer


class _Sink(io.RawIOBase):
    """Takes what a metric prints, and remembers how it began."""

    def __init__(self, name: str, notes: dict[str, str]) -> None:
        self.printed = name
        self.notes = notes

    def writable(self) -> bool:
        """Yes."""
        return True

    def fileno(self) -> int:
        """The file descriptor of that name."""
        return 1 if self.printed == "stdout" else 2

    def write(self, data: Any) -> int:
        """Take it."""
        if self.printed not in self.notes:
            text = bytes(data[:SHOWN]).decode("utf-8", "replace")
            if text.strip():
                self.notes[self.printed] = " ".join(text.split())
        return len(data)


def _settle() -> None:
    """No input, and no output but by Python and to stderr, which the parent reads."""
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    os.close(nothing)


def limit_memory(beyond: int) -> None:
    """Let the memory that this process alone can write to grow by that many bytes and no further, where the system
    counts it; 0 for no limit.

    What is reserved only, as libraries do with the address space, is not counted, and neither is what is shared with
    other processes.
    """
    import resource

    size = data_size()
    if size is None:
        return
    if beyond:
        hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
        wanted = size + beyond
        resource.setrlimit(
            resource.RLIMIT_DATA, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard)
        )


def data_size() -> int | None:
    """The bytes that this process alone can write to; None where the system does not count them."""
    try:
        with open("/proc/self/status") as known:
            return next(int(line.split()[1]) * 1024 for line in known if line.startswith("VmData:"))
    except (OSError, ValueError, StopIteration):
        return None
