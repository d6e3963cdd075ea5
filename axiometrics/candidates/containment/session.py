"""A session asks a metric for its values.

The metric runs in a worker process, which serves this metric alone, or several metrics of one module one after the
other. The session starts the process, sends it the inputs, watches the time, and stops it. If the process writes
anything other than answers, the session reports it or keeps it for a message.
"""

from __future__ import annotations

import json
import math
import os
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import msgspec

from axiometrics.candidates.containment import host
from axiometrics.candidates.containment.call import SHOWN, Answer, CallForm, Failed, printable, read_answer
from axiometrics.candidates.containment.description import Description
from axiometrics.candidates.containment.host import Host
from axiometrics.candidates.containment.launch import Start
from axiometrics.candidates.containment.pool import POOL
from axiometrics.candidates.containment.templates import Process
from axiometrics.candidates.containment.termination import GRACE, ended
from axiometrics.core.errors import ParameterError, TargetError
from axiometrics.core.escapes import one_line
from axiometrics.core.stderr import tell
from axiometrics.running.dependencies import NOTHING, Needs

START = 60.0
"""Seconds that the import of a metric may take, at least."""

ASIDE = 16
"""The most lines that are not answers and are read for one request. A worker of axiometrics never writes more of
them.
"""

HARMLESS = {
    "stdout": "the metric prints to stdout, which is not shown, e.g. '{}'",
    "stderr": "the metric prints to stderr, which is not shown, e.g. '{}'",
    "warnings": "the metric warns, e.g. '{}'",
    "threads": "the metric leaves threads running ({} after one batch of calls)",
    "growth": "the metric {}, so its process is started again when that is too much",
    "first": "the first call {}; it may take that long, since some metrics are compiled then",
}

CLEARED = "\r\x1b[K"
"""The text that empties the current line of a terminal."""


class Session:
    """A metric and the process in which it runs now. When a call goes wrong, the process is ended.

    Parameters
    ----------
    name : what the metric is called in messages
    start : starts a process, given the seed of its hashes
    timeout : seconds that one call may take. A worker that gives no answer in this time is killed, at most a quarter
        of the time later
    first : seconds that the first call of a form may take in a process, since some metrics are compiled then. A metric
        that gave no answer in this time has only `timeout` in the processes that follow
    introduces : whether the process first describes the metric that it found
    seed : the seed of the hashes of the process, which decides the order of sets of strings
    module : the module that the process imports. The process may serve other metrics of this module, too; None if it
        serves no other metric

    Attributes
    ----------
    alone : whether the process serves no other metric
    imported : for each process that was started, a digest of the code that its import ran, or None if this is not
        known; empty if no process introduces itself
    rests : the files of that code, or None if this is not known
    needs : what the calls needed in addition, or None if this is not known
    grew : what the calls have added to the present process (bytes, threads), and the number of calls

    Raises `ParameterError` for a timeout that is not above 0.
    """

    def __init__(
        self,
        name: str,
        start: Start,
        timeout: float,
        introduces: bool,
        seed: int = 1,
        module: str | None = None,
        first: float | None = None,
    ) -> None:
        if not (timeout > 0 and math.isfinite(timeout)):
            raise ParameterError(f"--timeout {timeout}: give seconds above 0")
        self.name = name
        self.timeout = timeout
        self.first = timeout if first is None else max(first, timeout)
        self.introduces = introduces
        self.seed = seed
        self.module = module
        self.alone = module is None
        self.reported: set[str] = set()
        self.imported: set[str | None] = set()
        self.rests: Needs | None = None
        self.needs: Needs | None = NOTHING
        self.grew = (0, 0, 0)
        self._start = start
        self._host: Host | None = None
        self._one_at_a_time = threading.Lock()

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """Keep all other threads from asking this metric, or its process, until the block ends."""
        with self._one_at_a_time:
            process = self._host
            if process is not None and not process.lock.acquire(blocking=False):
                self._host = process = None  # the process now serves another metric, in another thread
            if process is not None:
                POOL.admit(process)
            try:
                yield
            finally:
                if self._host is not None:
                    self._host.lock.release()

    def introduced(self) -> Description:
        """Start a new process and read its description of the metric. Raises `TargetError` if this fails."""
        with self._turn():
            return self._introduced()

    def _introduced(self) -> Description:
        self._leave()
        self.grew = (0, 0, 0)
        key = None if self.alone or self.module is None else host.common(self.module, self.seed)
        process = None if key is None else host.free(key)
        if process is not None:
            self._join(process)
            description = self._entered()
            if description is not None:
                return description
        try:
            process = Host(self._start, self.seed)
        except OSError as error:
            raise TargetError(f"cannot start a process for {self.name!r}: {error.strerror or error}") from None
        process.lock.acquire()
        self._join(process)
        if not self.introduces:
            return Description(self.name, "function", True)
        description = self._introduction(b"")
        assert description is not None, "a process that was just started serves its metric"
        if key is not None:
            host.offer(key, process)
        return description

    def _join(self, process: Host) -> None:
        self._host = process
        process.users.add(self)

    def _leave(self) -> None:
        """Leave the process, and stop it if it serves no other metric."""
        process, self._host = self._host, None
        if process is None:
            return
        process.users.discard(self)
        if not process.users:
            process.stop(GRACE)
        process.lock.release()

    def _entered(self) -> Description | None:
        """Make the present process serve this metric, and return its description. None if something has changed in the
        process, or if it has ended.

        Raises `TargetError` if the metric cannot be found.
        """
        description = self._introduction((json.dumps({"target": self.name}) + "\n").encode())
        if description is None and (process := self._host) is not None:
            host.withdraw(process)
            before = None if process.at is None else process.at()
            if before is not None:
                before.alone = True  # the metric that was served before has changed something
            self._leave()
        return description

    def _introduction(self, request: bytes) -> Description | None:
        """Read how the process describes this metric. None if something has changed in the process."""
        process = self._host
        assert process is not None
        lines: list[bytes] = []

        def take(line: bytes) -> bool:
            lines.append(line)
            return True

        problem = self._receive(request, take, max(START, self.timeout), "the import")
        if request and problem is not None:
            process.stop()
            return None
        try:
            data = json.loads(lines[0]) if lines else {"failed": f"cannot import {self.name!r}: {problem}"}
            if isinstance(data.get("failed"), str):
                problem = printable(data["failed"])
            elif "changed" in data:
                return None
            else:
                description, imported = Description.from_json(data["found"]), data["imported"]
                self.imported.add(imported if isinstance(imported, str) else None)
                self.rests = process.rests = None if data["rests"] is None else Needs.from_json(data["rests"])
                process.need(data["needs"])
                self._need(process.needs)
                process.at = weakref.ref(self)
                process.served.add(self.name)
                return description
        except (ValueError, KeyError, AttributeError, RecursionError):
            problem = f"cannot import {self.name!r}: its process wrote something else than answers"
        if not request:
            process.stop()
        self._leave()
        raise TargetError(str(problem))

    @property
    def _process(self) -> Process | None:
        return None if self._host is None else self._host.process

    @property
    def lives(self) -> bool:
        """True if the process of this metric runs."""
        return self._host is not None and self._host.lives

    def _has_company(self) -> bool:
        """True if the process has served another metric besides this one."""
        return self._host is not None and len(self._host.served) > 1

    def _is_there(self) -> bool:
        """True if a process serves this metric now. One that serves another metric is asked to change to this one."""
        process = self._host
        if process is None or not process.runs:
            return False
        if process.at is not None and process.at() is not self:
            return self._entered() is not None
        return True

    def _death(self) -> str | None:
        """In words, how the process ended between two calls. None if it has not ended, or if another metric may have
        ended it.
        """
        process = self._host
        if process is None or not process.lives or process.process is None:
            return None
        words = ended(process.process)
        if not self._has_company():
            return words
        before = None if process.at is None else process.at()
        if before is not None:
            before.alone = True  # the metric that was served before is the most likely cause
        return None

    def _batch(self, call: CallForm, cases: Sequence[Any]) -> tuple[list[Answer], str | None]:
        """The answers of the present process up to the first call that fails, and what else went wrong, if anything: in
        that case the process is ended.
        """
        answers: list[Answer] = []
        aside = 0
        process = self._host
        assert process is not None

        def take(line: bytes) -> bool:
            nonlocal aside
            data = _decoded(line)
            if isinstance(data, dict) and "done" in data:
                if len(answers) < len(cases) and not (answers and isinstance(answers[-1], Failed)):
                    raise ValueError("too few answers")
                return True
            if isinstance(data, dict) and data.keys() & {"note", "needs", "grew"}:
                aside += 1
                if aside > ASIDE:
                    raise ValueError("too much besides answers")
                if "note" in data:
                    self._tell(*data["note"])
                elif "grew" in data:
                    memory, threads, calls = data["grew"]
                    if any(type(number) is not int or not 0 <= number < 2**60 for number in data["grew"]):
                        raise ValueError("no growth")
                    self.grew = memory, threads, calls
                else:
                    process.need(data["needs"])
            elif len(answers) == len(cases):
                raise ValueError("too many answers")
            else:
                answers.append(read_answer(data))
                process.pipes.since = time.monotonic()
                process.answered.add((self.name, call))
            return False

        request = _encoded({"call": call, "cases": cases}) + b"\n"
        try:
            new = self.first > self.timeout and (self.name, call) not in process.answered
            problem = self._receive(request, take, self.timeout, "one call", self.first if new else None)
        except BaseException:
            self._stop()  # the answers to this request must not be taken for those to the next one
            raise
        self._need(process.needs)
        if problem is not None:
            self._stop()
        if problem is not None and not answers:
            self.first = self.timeout
        return answers, problem

    def _tell(self, name: str, text: str) -> None:
        """Report on stderr, once for each kind, an effect of the metric that does not make a verdict wrong. On a
        terminal, the report takes the place of a line of progress that may stand there.
        """
        if name in HARMLESS and name not in self.reported:
            self.reported.add(name)
            live = sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
            line = one_line(f"axiometrics: {self.name}: {HARMLESS[name].format(printable(str(text)))}")
            tell(f"{CLEARED if live else ''}{line}\n")

    def _need(self, needs: Needs | None) -> None:
        """Add the needs of the process since the last request to the earlier ones."""
        if needs is not NOTHING:
            self.needs = None if needs is None or self.needs is None else self.needs.joined(needs)

    def _receive(
        self, request: bytes, take: Callable[[bytes], bool], limit: float, step: str, first: float | None = None
    ) -> str | None:
        """Send a request and take the answers. Returns, in words, the fault; None where there is none. The text that
        the process writes to stderr is reported.
        """
        assert self._host is not None
        pipes = self._host.pipes
        words = f"takes longer than {limit:g} s, and has {first:g} s" if first is not None else ""
        longer = None if first is None else (first, lambda: self._tell("first", words))
        try:
            return pipes.exchange(request, take, limit, step, longer)
        finally:
            if (said := pipes.said()).strip():
                self._tell("stderr", said.decode("utf-8", "replace")[:SHOWN])

    def _stop(self, grace: float = 0.0) -> None:
        """End the process, for all metrics that it serves."""
        if self._host is not None:
            self._host.stop(grace)


def _encoded(data: Any) -> bytes:
    """Write data as one line of JSON. msgspec does it fast, which counts because thousands of calls are sent. But it
    writes nan and infinity as null, and it cannot write a single surrogate; such data is left to `json`.
    """
    with suppress(UnicodeEncodeError):
        text = msgspec.json.encode(data)
        if b"null" not in text:
            return text
    return json.dumps(data).encode()


def _decoded(line: bytes) -> Any:
    """Read a line of JSON. Raises `ValueError` if the line is not JSON."""
    try:
        return msgspec.json.decode(line)
    except msgspec.DecodeError:
        return json.loads(line)
