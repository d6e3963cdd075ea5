"""The worker's side of containment: the code in the process of a user's metric. Requests and answers are lines of
JSON.
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
from axiometrics.candidates.containment.description import describe, find, module_of
from axiometrics.candidates.containment.supervisor import TEMPORARY, supervise
from axiometrics.candidates.containment.traces import Traces
from axiometrics.candidates.expression import read
from axiometrics.core.errors import TargetError
from axiometrics.running.dependencies import Watch

LINGER = 0.25
"""The seconds that the process waits after a request for new threads of the metric to end. Their effects are then known
to come from this request.
"""

LINGERING = 1.0
"""The seconds that a process spends on such waits in total."""


def main(target: str, memory: int, began: float | None = None) -> None:
    """Serve the metric that a target names, and other metrics of its module. Requests come by stdin; answers go to the
    original stdout. `began` is the time of day at which the modules were loaded that this process had from its start;
    the default is now.
    """
    requests, answers = os.dup(0), os.dup(1)
    _settle()
    worker = _Server(answers)
    limit_memory(memory)
    worker.metrics = _Metrics(Watch(began), memory)
    worker.send(worker.metrics.entered(target))
    worker.serve(requests, worker.metrics.functions.get(target), memory)


class _Metrics:
    """The metrics of one module that this process serves, one at a time."""

    def __init__(self, watch: Watch, memory: int) -> None:
        self.watch = watch
        self.functions: dict[str, Callable[..., Any]] = {}
        self._memory = memory
        self._before = set(sys.modules)
        self._at = ""
        self._imported: str | None = None
        self._traces: Traces | None = None

    def entered(self, target: str) -> Any:
        """The answer to the request to serve a metric: a description of the metric; or why the metric cannot be found;
        or what has changed in the process that a second metric must not see.
        """
        if self._traces is not None and target != self._at and (changed := self._traces.changed()):
            return {"changed": changed}
        self._at = target
        try:
            if self._traces is None:
                module_of(target)
                self._imported = self.watch.imported(read(target).place)
                self._traces = Traces(self._before)
            if target not in self.functions:
                self.functions[target] = find(target)
            description = describe(self.functions[target]).to_json()
        except TargetError as error:
            lacks = self._memory and isinstance(error.__context__, MemoryError)
            allowed = f" (an import may take {self._memory >> 20} MiB; AXIOMETRICS_MEMORY allows more)" if lacks else ""
            return {"failed": f"{error}{allowed}"}
        except BaseException as error:
            return {"failed": f"cannot read {target!r}: {one_line(error)}"}
        rests, needs = self.watch.first, self.watch.news()
        return {
            "found": description,
            "imported": None if rests is None else self._imported,
            "rests": None if rests is None else rests.to_json(),
            "needs": None if needs is None else needs.to_json(),
        }


def serve_forked(
    function: Callable[..., Any], requests: int, answers: int, errors: int, parent: int, memory: int, folder: str
) -> None:
    """Serve a function of the process from which this process was forked."""
    import tempfile

    os.setsid()
    for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(name, signal.SIG_DFL)
    faulthandler.disable()
    supervise(parent, folder)
    if folder:
        os.environ.update(dict.fromkeys(TEMPORARY, folder))
        tempfile.tempdir = None  # so that tempfile looks it up again
    os.dup2(errors, 2)
    os.close(errors)
    _settle()
    _Server(answers).serve(requests, function, memory)


TELL = 64 * 2**20
"""The growth in bytes that is reported first, or a quarter of the allowed growth if that is less. After that, each
doubling is reported.
"""

LOOK = 16
"""The number of calls between two looks at the memory."""


class _Growth:
    """The growth of a metric's process by its calls. A leak is reported while this is possible, before the memory runs
    out.
    """

    def __init__(self, allowed: int) -> None:
        self.calls = 0
        self._begun, self._threads = data_size() or 0, threading.active_count()
        self._least = self._tell = min(TELL, allowed // 4) if allowed else TELL

    def news(self, due: bool) -> Any:
        """The bytes and threads gained, and the number of calls since the start, where a report is due; else None. With
        `due`, the process is looked at now, and threads are reported too.
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

    def __init__(self, answers: int) -> None:
        self.answers = answers
        self.metrics: _Metrics | None = None
        self.pid = os.getpid()
        self.notes: dict[str, str] = {}
        self.reported: set[str] = set()
        """The notes about the metric that is served now, as far as they were sent."""
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
        """Write one line completely."""
        line = (dumps(data) + "\n").encode()
        while line:
            line = line[os.write(self.answers, line) :]

    def serve(self, requests: int, function: Callable[..., Any] | None, memory: int) -> None:
        """Answer case by case; each answer is sent before the next call. After a failure, the rest of the request is
        left out. A request may also name the metric that is to be served next.
        """
        limit_memory(memory)
        threads, growth = threading.active_count(), _Growth(memory)
        with os.fdopen(requests, "rb") as lines:
            while line := self._next(lines):
                request = loads(line)
                if self.metrics is not None and "target" in request:
                    self.notes.clear()
                    self.reported.clear()
                    warnings.simplefilter("default")
                    reply = self.metrics.entered(request["target"])
                    if "found" in reply:
                        function, threads = self.metrics.functions[request["target"]], threading.active_count()
                    self.send(reply)
                    continue
                assert function is not None, "it is not asked for what was not found"
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
                for name in set(self.notes) - self.reported:
                    self.reported.add(name)
                    self.send({"note": [name, self.notes[name]]})
                if self.metrics is not None and self.metrics.watch.stirred:
                    news = self.metrics.watch.news()
                    self.send({"needs": None if news is None else news.to_json()})
                self.send({"done": True})

    def _next(self, lines: io.BufferedReader) -> bytes:
        """The next request. The pipes are made blocking first, because the metric may have changed them."""
        for end in (lines.fileno(), self.answers):
            os.set_blocking(end, True)
        return lines.readline()

    def _linger(self) -> None:
        """Wait a moment for new threads, and for a timer."""
        rings = signal.getitimer(signal.ITIMER_REAL)[0]
        if 0 < rings < min(LINGER, self.lingering):
            self.lingering -= rings
            time.sleep(rings)
        for thread in set(threading.enumerate()) - self.threads:
            began = time.monotonic()
            with suppress(RuntimeError, AssertionError):  # not a thread that Python has started
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
    """Takes the text that a metric prints, and keeps its beginning."""

    def __init__(self, name: str, notes: dict[str, str]) -> None:
        self.printed = name
        self.notes = notes

    def writable(self) -> bool:
        """Return True, as the interface of a stream requires."""
        return True

    def fileno(self) -> int:
        """The file descriptor of the stream with this name."""
        return 1 if self.printed == "stdout" else 2

    def write(self, data: Any) -> int:
        """Drop the data; only the beginning of the text is kept."""
        if self.printed not in self.notes:
            text = bytes(data[:SHOWN]).decode("utf-8", "replace")
            if text.strip():
                self.notes[self.printed] = " ".join(text.split())
        return len(data)


def _settle() -> None:
    """Cut off stdin and stdout. The process can then only write by Python objects, and to stderr, which the parent
    reads.
    """
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    os.close(nothing)


def limit_memory(beyond: int) -> None:
    """Limit the growth of the memory that only this process can write to, where the system counts it, to the given
    bytes; 0 stands for no limit.

    Address space that is only reserved, as many libraries do, does not count, nor does memory that is shared with other
    processes.
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
    """The bytes that only this process can write to; None where the system does not count them."""
    try:
        with open("/proc/self/status") as lines:
            return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmData:"))
    except (OSError, ValueError, StopIteration):
        return None
