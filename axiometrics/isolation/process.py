"""The parent's side: a worker process is started, asked, timed, and ended whatever happens."""

from __future__ import annotations

import json
import math
import os
import select
import signal
import subprocess
import sys
import threading
import time
import warnings
import weakref
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Protocol

from axiometrics.core.errors import ParameterError, TargetError
from axiometrics.isolation import supervisor
from axiometrics.isolation.calling import SHOWN, Answer, Call, Failed, printable, read_answer
from axiometrics.isolation.describing import Description
from axiometrics.isolation.loading import NOTHING, Needs

TIMEOUT = 10.0
"""Seconds that one call may take unless told."""

START = 60.0
"""Seconds that the import of a metric may take, at least."""

MEMORY = 2048
"""MiB by which the address space of a worker may grow, unless the environment says otherwise."""

VARIABLE = "AXIOMETRICS_MEMORY"
"""The environment variable that says so; 0 for no limit."""

BATCH = 256
"""Cases sent at once."""

PAUSE = 0.0005
"""Seconds between two looks at answers that are coming in: waking for each would cost more than it takes to give it."""

LINE = 2**22
"""Bytes of one line that are read."""

ASIDE = 16
"""Lines besides the answers that are read for one request: whoever writes more is no worker of ours."""

SAID = 2**10
"""Bytes that are kept of what a process writes to stderr."""

ENDING = 100
"""Hundredths of a second that a process has to end after its last answer before it is killed."""

HARMLESS = {
    "stdout": "the metric prints to stdout, which is not shown, e.g. '{}'",
    "stderr": "the metric prints to stderr, which is not shown, e.g. '{}'",
    "warnings": "the metric warns, e.g. '{}'",
    "threads": "the metric leaves threads running ({} after one batch of calls)",
}


def isolates() -> bool:
    """Whether a process can be watched here as this module does it (POSIX)."""
    return os.name == "posix"


class Process(Protocol):
    """A child process, as `subprocess.Popen` has it."""

    @property
    def pid(self) -> int:
        """Its number."""
        ...

    def poll(self) -> int | None:
        """How it ended, None while it runs; a signal is negative."""
        ...


class _Forked:
    """A child by `os.fork`, asked as one of `subprocess`."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.code: int | None = None

    def poll(self) -> int | None:
        if self.code is None:
            try:
                pid, status = os.waitpid(self.pid, os.WNOHANG)
            except ChildProcessError:
                self.code = 0
            else:
                self.code = os.waitstatus_to_exitcode(status) if pid else None
        return self.code


Start = Callable[[int], tuple[Process, int, int, int]]
"""Starts a process, given the seed of its hashes: it, where to write requests, and where to read answers and what it writes to stderr."""


def memory_limit() -> int:
    """The bytes by which a worker may grow. Raises `ParameterError` where the environment says no number."""
    text = os.environ.get(VARIABLE, str(MEMORY))
    if not text.isdecimal():
        raise ParameterError(f"{VARIABLE}={text!r}: give MiB as a whole number, 0 for no limit")
    return int(text) * 2**20


def _start_target(target: str, seed: int) -> tuple[Process, int, int, int]:
    command = [sys.executable, supervisor.__file__, target, str(os.getpid()), str(memory_limit()), json.dumps(sys.path)]
    seeded = {**os.environ, "PYTHONHASHSEED": str(seed)}  # a verdict must not hang on the order of sets, which differs from run to run
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True, env=seeded)
    ends = []
    for file in (process.stdin, process.stdout, process.stderr):
        assert file is not None
        ends.append(os.dup(file.fileno()))
        file.close()
    return process, ends[0], ends[1], ends[2]


def _start_fork(function: Callable[..., Any], seed: int) -> tuple[Process, int, int, int]:
    from axiometrics.isolation.worker import serve_forked

    limit, parent = memory_limit(), os.getpid()
    theirs, requests = os.pipe()
    answers, back = os.pipe()
    errors, complaints = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # threads of numerical libraries, which do not call the metric
        pid = os.fork()
    if not pid:
        try:
            for end in (requests, answers, errors):
                os.close(end)
            serve_forked(function, theirs, back, complaints, parent, limit)
        finally:
            os._exit(0)
    for end in (theirs, back, complaints):
        os.close(end)
    return _Forked(pid), requests, answers, errors


def started(target: str, timeout: float = TIMEOUT) -> tuple[Worker, Description]:
    """A worker that has imported a target, and what it found. Raises `TargetError` where that failed."""
    worker = Worker(target, partial(_start_target, target), timeout, introduces=True)
    return worker, worker.introduced()


def forked(function: Callable[..., Any], timeout: float = TIMEOUT) -> Worker:
    """A worker with a function of this process, as it is at the first call: what it remembers later stays in the worker."""
    name = getattr(function, "__name__", type(function).__name__)
    return Worker(name, partial(_start_fork, function), timeout, introduces=False)


class Worker:
    """Calls a metric in a process of its own; a worker that died or hung is ended, and another one takes the next case.

    Parameters
    ----------
    name : what the metric is called in messages
    start : starts a process, given the seed of its hashes
    timeout : seconds that one call may take; a worker that gives no answer for longer is killed (after at most a quarter more)
    introduces : whether the process first says what it found
    seed : the seed of its hashes, so the order of sets of strings

    Attributes
    ----------
    imported : for each process there was, a digest of the code that its import ran, None where that cannot be told; nothing where none is introduced
    needs : what was needed later besides, None where that cannot be told

    Raises `ParameterError` for a timeout that is not above 0.
    """

    def __init__(self, name: str, start: Start, timeout: float, introduces: bool, seed: int = 1) -> None:
        if not (timeout > 0 and math.isfinite(timeout)):
            raise ParameterError(f"--timeout {timeout}: give seconds above 0")
        self.name = name
        self.timeout = timeout
        self.introduces = introduces
        self.seed = seed
        self.told: set[str] = set()
        self.imported: set[str | None] = set()
        self.needs: Needs | None = NOTHING
        self._start = start
        self._end: Callable[[], Any] = lambda: None
        self._process: Process | None = None
        self._owner = 0
        self._other: Worker | None = None
        self._one_at_a_time = threading.Lock()

    def introduced(self) -> Description:
        """Start the process where it does not run, and read what it says of its metric."""
        self._stop()
        self._process, self._requests, self._answers, self._errors = self._start(self.seed)
        os.set_blocking(self._requests, False)
        self._owner, self._pending, self._said, self._read_from = os.getpid(), b"", b"", [self._answers, self._errors]
        self._end = weakref.finalize(self, _end, self._process, (self._requests, self._answers, self._errors), self._owner)
        return self._introduction() if self.introduces else Description(self.name, "function", True)

    def _introduction(self) -> Description:
        lines: list[bytes] = []

        def take(line: bytes) -> bool:
            lines.append(line)
            return True

        problem = self._receive(b"", take, max(START, self.timeout), "the import")
        try:
            data = json.loads(lines[0]) if lines else {"failed": f"cannot import {self.name!r}: {problem}"}
            if isinstance(data.get("failed"), str):
                problem = printable(data["failed"])
            else:
                found, imported = Description.from_json(data["found"]), data["imported"]
                self.imported.add(imported if isinstance(imported, str) else None)
                return found
        except (ValueError, KeyError, AttributeError, RecursionError):
            problem = f"cannot import {self.name!r}: its process wrote something else than answers"
        self._stop()
        raise TargetError(str(problem))

    def ask(self, call: Call, cases: Sequence[Any]) -> list[Answer]:
        """The answers to plain cases, in order, up to the first that fails; a case on which the process dies or hangs fails."""
        answers: list[Answer] = []
        with self._one_at_a_time:
            while len(answers) < len(cases):
                answers += self._batch(call, cases[len(answers) : len(answers) + BATCH])
                if isinstance(answers[-1], Failed):
                    break
        return answers

    def again(self, call: Call, cases: Sequence[Any]) -> list[Answer]:
        """The same answers from a second process, which has been asked less, with another seed of hashes."""
        if self._other is None:
            self._other = Worker(self.name, self._start, self.timeout, self.introduces, self.seed + 1)
            self._other.told, self._other.imported = self.told, self.imported
        before = self._other.needs
        answers = self._other.ask(call, cases)
        if self._other.needs is not before:
            self._need(None if self._other.needs is None else self._other.needs.to_json())
        return answers

    def _batch(self, call: Call, cases: Sequence[Any]) -> list[Answer]:
        if self._owner != os.getpid() or self._process is None or self._process.poll() is not None:
            try:
                self.introduced()
            except TargetError as error:
                return [Failed(f"could not be started again: {error}")]
        answers: list[Answer] = []
        aside = 0

        def take(line: bytes) -> bool:
            nonlocal aside
            data = json.loads(line)
            if isinstance(data, dict) and "done" in data:
                if not answers or (len(answers) < len(cases) and not isinstance(answers[-1], Failed)):
                    raise ValueError("too few answers")
                return True
            if isinstance(data, dict) and ("note" in data or "needs" in data):
                aside += 1
                if aside > ASIDE:
                    raise ValueError("too much besides answers")
                if "note" in data:
                    self._tell(*data["note"])
                else:
                    self._need(data["needs"])
            elif len(answers) == len(cases):
                raise ValueError("too many answers")
            else:
                answers.append(read_answer(data))
                self._since = time.monotonic()
            return False

        request = (json.dumps({"call": call, "cases": cases}) + "\n").encode()
        try:
            problem = self._receive(request, take, self.timeout, "one call")
        except BaseException:
            self._stop()  # what it was asked last must not answer the next request
            raise
        if problem is not None:
            self._stop()
            if len(answers) == len(cases) or (answers and isinstance(answers[-1], Failed)):
                answers.pop()
            answers.append(Failed(problem))
        return answers

    def _tell(self, name: str, text: str) -> None:
        """Say once on stderr what a metric does that harms no verdict."""
        if name in HARMLESS and name not in self.told:
            self.told.add(name)
            sys.stderr.write(f"axiometrics: {self.name}: {HARMLESS[name].format(printable(str(text)))}\n")

    def _need(self, data: Any) -> None:
        """Join what the process needed of late with what was needed before."""
        self.needs = None if data is None or self.needs is None else self.needs.joined(Needs.from_json(data))

    def _receive(self, request: bytes, take: Callable[[bytes], bool], limit: float, what: str) -> str | None:
        """Send a request and hand on what comes back line by line until `take` says it is all; else what went wrong. Only an answer buys more time."""
        try:
            return self._exchange(memoryview(request), take, limit, what)
        finally:
            if self._errors in select.select(self._read_from, [], [], 0)[0]:
                self._overhear()
            if self._said.strip():
                self._tell("stderr", self._said.decode("utf-8", "replace")[:SHOWN])

    def _exchange(self, rest: memoryview, take: Callable[[bytes], bool], limit: float, what: str) -> str | None:
        assert self._process is not None
        self._since = time.monotonic()
        while True:
            readable, writable, _ = select.select(self._read_from, [self._requests] if rest else [], [], limit / 4)
            if self._errors in readable:
                self._overhear()
            try:
                if writable:
                    rest = rest[os.write(self._requests, rest) :]
                if self._answers in readable:
                    found = os.read(self._answers, 1 << 16)
                    if not found:
                        return _ended(self._process)
                    *lines, self._pending = (self._pending + found).split(b"\n")
                    for i, line in enumerate(lines, 1):
                        if take(line):
                            if self._pending or i < len(lines):
                                raise ValueError("more than was asked for")
                            return None
                    if len(self._pending) > LINE:
                        raise ValueError("a line without end")
                if readable and not rest:
                    time.sleep(PAUSE)
            except BrokenPipeError:
                rest = memoryview(b"")
            except (ValueError, TypeError, RecursionError):
                return "wrote something else than answers into its pipe"
            if self._answers not in readable and self._process.poll() is not None and not select.select([self._answers], [], [], 0)[0]:
                return _ended(self._process)  # and what it wrote before it did has been read
            if time.monotonic() - self._since > limit:
                return f"gave no answer for {limit:g} s: {what} may take no longer (--timeout)"

    def _overhear(self) -> None:
        """Read what the process writes to stderr, and keep how it begins."""
        found = os.read(self._errors, 1 << 16)
        self._said += found[: SAID - len(self._said)]
        if not found:
            self._read_from = [self._answers]

    def _stop(self) -> None:
        self._end()
        self._process = None

    def close(self) -> None:
        """End the process, what it started, and the second one."""
        self._stop()
        if self._other is not None:
            self._other.close()


def _end(process: Process, files: Sequence[int], owner: int) -> None:
    """Have the supervisor end the worker, and all that descends from it."""
    for file in files:
        os.close(file)
    if owner != os.getpid():
        return  # a fork of ours: the process is the parent's
    for by, seconds in ((signal.SIGTERM, 2 * supervisor.PATIENCE), (signal.SIGKILL, math.inf)):
        deadline, pause = time.monotonic() + seconds, 0.0005
        if process.poll() is None:  # so its number is still its own
            os.kill(process.pid, by)
        while process.poll() is None and time.monotonic() < deadline:
            time.sleep(pause)
            pause = min(2 * pause, 0.02)


def _ended(process: Process) -> str:
    """How a process that answers no more ended, in words."""
    for _ in range(ENDING):
        if process.poll() is not None:
            break
        time.sleep(0.01)
    code = process.poll()
    if code is None:
        return "closed the pipe for its answers"
    if code >= 0:
        return f"ended its process with exit code {code}"
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = f"signal {-code}"
    return f"ended its process by {name}"
