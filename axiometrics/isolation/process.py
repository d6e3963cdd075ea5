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
from typing import Any, Protocol

from axiometrics.core.errors import ParameterError, TargetError
from axiometrics.isolation.calling import Answer, Call, Failed, read_answer
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

BOOT = "import json, sys; sys.path[:] = json.loads(sys.argv[4]); from axiometrics.isolation.worker import main; main(sys.argv[1], *map(int, sys.argv[2:4]))"

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

    def wait(self) -> int:
        """Wait for its end."""
        ...


class _Forked:
    """A child by `os.fork`, asked as one of `subprocess`."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.code: int | None = None

    def poll(self) -> int | None:
        return self._look(os.WNOHANG)

    def wait(self) -> int:
        code = self._look(0)
        return 0 if code is None else code

    def _look(self, options: int) -> int | None:
        if self.code is None:
            try:
                pid, status = os.waitpid(self.pid, options)
            except ChildProcessError:
                self.code = 0
            else:
                self.code = os.waitstatus_to_exitcode(status) if pid else None
        return self.code


Start = Callable[[], tuple[Process, int, int]]
"""Starts a process: it, where to write requests, and where to read answers."""


def memory_limit() -> int:
    """The bytes by which a worker may grow. Raises `ParameterError` where the environment says no number."""
    text = os.environ.get(VARIABLE, str(MEMORY))
    if not text.isdecimal():
        raise ParameterError(f"{VARIABLE}={text!r}: give MiB as a whole number, 0 for no limit")
    return int(text) * 2**20


def _start_target(target: str) -> tuple[Process, int, int]:
    arguments = [target, str(os.getpid()), str(memory_limit()), json.dumps(sys.path)]
    process = subprocess.Popen([sys.executable, "-c", BOOT, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)
    assert process.stdin is not None
    assert process.stdout is not None
    ends = os.dup(process.stdin.fileno()), os.dup(process.stdout.fileno())
    process.stdin.close()
    process.stdout.close()
    return process, *ends


def _start_fork(function: Callable[..., Any]) -> tuple[Process, int, int]:
    from axiometrics.isolation.worker import serve_forked

    limit, parent = memory_limit(), os.getpid()
    theirs, requests = os.pipe()
    answers, back = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # threads of numerical libraries, which do not call the metric
        pid = os.fork()
    if not pid:
        try:
            os.close(requests)
            os.close(answers)
            serve_forked(function, theirs, back, parent, limit)
        finally:
            os._exit(0)
    os.close(theirs)
    os.close(back)
    return _Forked(pid), requests, answers


def started(target: str, timeout: float = TIMEOUT) -> tuple[Worker, Description]:
    """A worker that has imported a target, and what it found. Raises `TargetError` where that failed."""
    worker = Worker(target, lambda: _start_target(target), timeout, introduces=True)
    return worker, worker.introduced()


def forked(function: Callable[..., Any], timeout: float = TIMEOUT) -> Worker:
    """A worker with a function of this process, as it is at the first call: what it remembers later stays in the worker."""
    name = getattr(function, "__name__", type(function).__name__)
    return Worker(name, lambda: _start_fork(function), timeout, introduces=False)


class Worker:
    """Calls a metric in a process of its own; a worker that died or hung is ended, and another one takes the next case.

    Parameters
    ----------
    name : what the metric is called in messages
    start : starts a process
    timeout : seconds that one call may take; a worker that gives no answer for longer is killed (after at most a quarter more)
    introduces : whether the process first says what it found

    Attributes
    ----------
    imported : for each process there was, a digest of the code that its import ran, None where that cannot be told; nothing where none is introduced
    needs : what was needed later besides, None where that cannot be told

    Raises `ParameterError` for a timeout that is not above 0.
    """

    def __init__(self, name: str, start: Start, timeout: float, introduces: bool) -> None:
        if not (timeout > 0 and math.isfinite(timeout)):
            raise ParameterError(f"--timeout {timeout}: give seconds above 0")
        self.name = name
        self.timeout = timeout
        self.introduces = introduces
        self.told: set[str] = set()
        self.imported: set[str | None] = set()
        self.needs: Needs | None = NOTHING
        self._start = start
        self._end: Callable[[], Any] = lambda: None
        self._process: Process | None = None
        self._owner = 0
        self._one_at_a_time = threading.Lock()

    def introduced(self) -> Description:
        """Start the process where it does not run, and read what it says of its metric."""
        self.close()
        self._process, self._requests, self._answers = self._start()
        os.set_blocking(self._requests, False)
        self._owner, self._pending = os.getpid(), b""
        self._end = weakref.finalize(self, _end, self._process, self._requests, self._answers, self._owner)
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
                problem = data["failed"]
            else:
                found, imported = Description.from_json(data["found"]), data["imported"]
                self.imported.add(imported if isinstance(imported, str) else None)
                return found
        except (ValueError, KeyError, AttributeError, RecursionError):
            problem = f"cannot import {self.name!r}: its process wrote something else than answers"
        self.close()
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

    def _batch(self, call: Call, cases: Sequence[Any]) -> list[Answer]:
        if self._owner != os.getpid() or self._process is None or self._process.poll() is not None:
            try:
                self.introduced()
            except TargetError as error:
                return [Failed(f"could not be started again: {error}")]
        answers: list[Answer] = []

        def take(line: bytes) -> bool:
            data = json.loads(line)
            if isinstance(data, dict) and "done" in data:
                if not answers or (len(answers) < len(cases) and not isinstance(answers[-1], Failed)):
                    raise ValueError("too few answers")
                return True
            if isinstance(data, dict) and "note" in data:
                self._tell(*data["note"])
            elif isinstance(data, dict) and "needs" in data:
                self._need(data["needs"])
            elif len(answers) == len(cases):
                raise ValueError("too many answers")
            else:
                answers.append(read_answer(data))
            return False

        request = (json.dumps({"call": call, "cases": cases}) + "\n").encode()
        try:
            problem = self._receive(request, take, self.timeout, "one call")
        except BaseException:
            self.close()  # what it was asked last must not answer the next request
            raise
        if problem is not None:
            self.close()
            if len(answers) == len(cases) or (answers and isinstance(answers[-1], Failed)):
                answers.pop()
            answers.append(Failed(problem))
        return answers

    def _tell(self, name: str, text: str) -> None:
        """Say once on stderr what a metric does that harms no verdict."""
        if name in HARMLESS and name not in self.told:
            self.told.add(name)
            sys.stderr.write(f"axiometrics: {self.name}: {HARMLESS[name].format(' '.join(ascii(text)[1:-1].split()))}\n")

    def _need(self, data: Any) -> None:
        """Join what the process needed of late with what was needed before."""
        self.needs = None if data is None or self.needs is None else self.needs.joined(Needs.from_json(data))

    def _receive(self, request: bytes, take: Callable[[bytes], bool], limit: float, what: str) -> str | None:
        """Send a request and hand on what comes back line by line until `take` says it is all; else what went wrong."""
        assert self._process is not None
        rest, last = memoryview(request), time.monotonic()
        while True:
            readable, writable, _ = select.select([self._answers], [self._requests] if rest else [], [], limit / 4)
            try:
                if writable:
                    rest = rest[os.write(self._requests, rest) :]
                if readable:
                    found = os.read(self._answers, 1 << 16)
                    if not found:
                        return _ended(self._process)
                    last = time.monotonic()
                    *lines, self._pending = (self._pending + found).split(b"\n")
                    for line in lines:
                        if take(line):
                            return None
                    if not rest:
                        time.sleep(PAUSE)
            except BrokenPipeError:
                rest = memoryview(b"")
            except (ValueError, TypeError, RecursionError):
                return "wrote something else than answers into its pipe"
            if not readable and self._process.poll() is not None and not select.select([self._answers], [], [], 0)[0]:
                return _ended(self._process)  # and what it wrote before it did has been read
            if time.monotonic() - last > limit:
                return f"gave no answer for {limit:g} s: {what} may take no longer (--timeout)"

    def close(self) -> None:
        """End the process, and what it started."""
        self._end()
        self._process = None


def _end(process: Process, requests: int, answers: int, owner: int) -> None:
    os.close(requests)
    os.close(answers)
    if owner != os.getpid():
        return  # a fork of ours: the process is the parent's
    for kill in (os.killpg, os.kill):
        try:
            kill(process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            continue
    process.wait()


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
