"""The parent's side: a worker process is started, asked, timed, and ended whatever happens."""

from __future__ import annotations

import json
import math
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import uuid
import warnings
import weakref
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Protocol

from axiometrics.core.errors import ParameterError, TargetError
from axiometrics.isolation import supervisor
from axiometrics.isolation.calling import SHOWN, Answer, Call, Failed, Number, printable, read_answer
from axiometrics.isolation.describing import Description
from axiometrics.isolation.loading import NOTHING, Needs

TIMEOUT = 10.0
"""Seconds that one call may take unless told."""

START = 60.0
"""Seconds that the import of a metric may take, at least."""

MEMORY = 2048
"""MiB by which the memory of a worker may grow at the import, and again by the calls, unless the environment says otherwise."""

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

GRACE = 1.0
"""Seconds that a process which is not at a call may take to end by itself, and to clear away what it has made."""

MOMENT = 0.25
"""Seconds in which what a call left to happen later is waited for."""

SUSPECTS, BACK = 4096, 10.0
"""Of so many answers at most, and so many seconds, it is asked whether the process died of what came before them."""

LATER = " some time after it was called"
"""What is added to how a process ended where the call that it ended of had been answered."""

SELDOM = f"{LATER}, but not each time,"
"""The same where no call is found of which it ends again."""

HUNG = "gave no answer"
"""How it is told that the time of a call was up."""

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


Start = Callable[[int], tuple[Process, tuple[int, int, int], str]]
"""Starts a process, given the seed of its hashes: it, where to write requests and to read answers and what it writes to stderr, and its temporary folder."""


def memory_limit() -> int:
    """The bytes by which a worker may grow. Raises `ParameterError` where the environment says no number."""
    text = os.environ.get(VARIABLE, str(MEMORY))
    if not text.isdecimal():
        raise ParameterError(f"{VARIABLE}={text!r}: give MiB as a whole number, 0 for no limit")
    return int(text) * 2**20


def _folder() -> str:
    """Where the supervisor makes a folder for temporary files, nothing where none can be."""
    with suppress(OSError):
        return os.path.join(tempfile.gettempdir(), f"axiometrics-{uuid.uuid4().hex}")
    return ""


def _start_target(target: str, seed: int) -> tuple[Process, tuple[int, int, int], str]:
    limit, folder = memory_limit(), _folder()
    command = [sys.executable, supervisor.__file__, target, str(os.getpid()), str(limit), folder, json.dumps(sys.path)]
    around = {**os.environ, "PYTHONHASHSEED": str(seed)}  # a verdict must not hang on the order of sets, which differs from run to run
    around.update(dict.fromkeys(supervisor.TEMPORARY, folder) if folder else {})
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True, env=around)
    ends = []
    for file in (process.stdin, process.stdout, process.stderr):
        assert file is not None
        ends.append(os.dup(file.fileno()))
        file.close()
    return process, (ends[0], ends[1], ends[2]), folder


def _start_fork(function: Callable[..., Any], seed: int) -> tuple[Process, tuple[int, int, int], str]:
    from axiometrics.isolation.worker import serve_forked

    limit, parent, folder = memory_limit(), os.getpid(), _folder()
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
            serve_forked(function, theirs, back, complaints, parent, limit, folder)
        finally:
            os._exit(0)
    for end in (theirs, back, complaints):
        os.close(end)
    return _Forked(pid), (requests, answers, errors), folder


def started(target: str, timeout: float = TIMEOUT) -> tuple[Worker, Description]:
    """A worker that has imported a target, and what it found. Raises `TargetError` where that failed."""
    worker = Worker(target, partial(_start_target, target), timeout, introduces=True)
    return worker, worker.introduced()


def forked(function: Callable[..., Any], timeout: float = TIMEOUT) -> Worker:
    """A worker with a function of this process, as it is at the first call: what it remembers later stays in the worker."""
    name = getattr(function, "__name__", type(function).__name__)
    return Worker(name, partial(_start_fork, function), timeout, introduces=False)


class Worker:
    """Calls a metric in a process of its own; a process that died or hung is ended, and another one takes the next case.

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
        self._end: weakref.finalize[Any, Worker] | None = None
        self._process: Process | None = None
        self._owner = 0
        self._other: Worker | None = None
        self._call: Call | None = None
        self._answered: deque[tuple[float, Any]] = deque(maxlen=SUSPECTS)
        self._known: dict[str, Failed] = {}
        self._is_first = True
        self._one_at_a_time = threading.Lock()

    def introduced(self) -> Description:
        """Start the process where it does not run, and read what it says of its metric."""
        self._stop(GRACE)
        self._process, ends, folder = self._start(self.seed)
        self._requests, self._answers, self._errors = ends
        os.set_blocking(self._requests, False)
        self._owner, self._pending, self._said, self._read_from = os.getpid(), b"", b"", [self._answers, self._errors]
        self._answered.clear()
        self._end = weakref.finalize(self, _end, self._process, ends, folder, self._owner, GRACE)
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
            while True:
                if not self._is_there() and (problem := self._begin_again(call)) is not None:
                    return [*answers, problem]
                known = next((i for i, case in enumerate(cases) if _key(call, case) in self._known), None) if self._known else None
                end = len(cases) if known is None else known
                if len(answers) >= end:
                    return answers if known is None else [*answers[:end], self._known[_key(call, cases[known])]]
                if self._call != call:
                    self._call = call
                    self._answered.clear()
                found, wrong = self._batch(call, cases[len(answers) : min(end, len(answers) + BATCH)])
                answers += found
                if wrong is not None or isinstance(answers[-1], Failed):
                    failed = self._judged(call, cases[:end], answers, wrong)
                    if failed is not None:
                        return failed

    def again(self, call: Call, cases: Sequence[Any]) -> list[Answer]:
        """The same answers from a second process, which has been asked less, with another seed of hashes."""
        other = self._second()
        before = other.needs
        answers = other.ask(call, cases)
        self._join(other, before)
        return answers

    def _second(self) -> Worker:
        if self._other is None:
            self._other = self._alike(self.seed + 1)
        return self._other

    def _alike(self, seed: int) -> Worker:
        other = Worker(self.name, self._start, self.timeout, self.introduces, seed)
        other.told, other.imported, other._is_first = self.told, self.imported, False
        return other

    def _join(self, other: Worker, before: Needs | None) -> None:
        """What another one of this metric needed counts here too."""
        if other.needs is not before:
            self._need(None if other.needs is None else other.needs.to_json())

    def _is_there(self) -> bool:
        return self._owner == os.getpid() and self._process is not None and self._process.poll() is None

    def _begin_again(self, call: Call) -> Failed | None:
        """Start the process; one that died between two requests may have died of what was asked before."""
        try:
            if self._process is not None and self._owner == os.getpid() and self._call == call:
                self._look_back(call, None, False)
            if not self._is_there():
                self.introduced()
        except TargetError as error:
            return Failed(f"could not be started again: {error}")
        return None

    def _judged(self, call: Call, cases: Sequence[Any], answers: list[Answer], wrong: str | None) -> list[Answer] | None:
        """The answers up to the case that is to blame, given those up to where something went wrong; None where the case has become known."""
        own = answers.pop() if answers and isinstance(answers[-1], Failed) else None
        case = cases[len(answers)] if len(answers) < len(cases) else None
        hung = wrong is not None and wrong.startswith(HUNG)
        try:
            if wrong is None and self._fails(call, case):
                return [*answers, own] if own is not None else None
            if self._look_back(call, case, hung):
                return None
        except TargetError as error:
            return [*answers, Failed(f"could not be started again: {error}")]
        if wrong is None or (hung and case is not None):
            return [*answers, own if own is not None and wrong is None else Failed(str(wrong))]
        return [Failed(f"{wrong}{SELDOM}")]

    def _fails(self, call: Call, case: Any) -> bool:
        """Whether the metric fails on a case in another process too: where not, something that an earlier call left has struck it."""
        if self._is_first:
            other = self._second()
            with other._one_at_a_time:
                before = other.needs
                if not other._is_there():
                    other.introduced()
                found, _ = other._batch(call, [case])
                self._join(other, before)
            if not found or isinstance(found[-1], Failed):
                return True
        return (self._trial(call, [case]) or ("", 1))[1] == 0

    def _look_back(self, call: Call, case: Any, hung: bool) -> bool:
        """Find the first case after which the process ends, at once or a moment later, and remember it; a new one has been asked the same by then.

        `case` is the one under way, None where there was none. Whether there is such a case: it may not be shown again.
        """
        before = [asked for when, asked in self._answered if when >= self._answered[-1][0] - BACK]
        self.introduced()
        wrong, since, alone = self._tried(call, before), time.monotonic(), None
        if wrong is None and case is not None and not hung:
            alone = self._trial(call, [case])
        if wrong is None:
            wrong = self._later(call, len(before), MOMENT - (time.monotonic() - since))
        if wrong is not None:
            self._stop()
            self._blame(call, before, [], wrong)
        elif alone is not None:
            self._known[_key(call, case)] = Failed(alone[0] + LATER * alone[1])
        elif case is not None and not hung and (wrong := self._trial(call, [*before, case])) is not None:
            self._blame(call, before, [case], wrong)
        else:
            return False
        return True

    def _blame(self, call: Call, before: Sequence[Any], last: Sequence[Any], wrong: tuple[str, int]) -> None:
        """Remember the first of these cases with which, and the last, a new process ends, given what goes wrong with all, and after how many answers."""
        few, many = 0, min(wrong[1] + 1, len(before))
        while many - few > 1:
            middle = (few + many) // 2
            found = self._trial(call, [*before[:middle], *last])
            few, many = (middle, many) if found is None else (few, min(found[1] + 1, middle))
        reason = (self._trial(call, [*before[:many], *last]) or wrong)[0]
        self._known[_key(call, before[many - 1])] = Failed(reason + LATER)

    def _trial(self, call: Call, cases: Sequence[Any]) -> tuple[str, int] | None:
        """What goes wrong in a new process that is asked these and left alone for a moment, and after how many answers."""
        other = self._alike(self.seed)
        try:
            other.introduced()
            return other._tried(call, cases) or other._later(call, len(cases), MOMENT)
        finally:
            self._join(other, NOTHING)
            other.close()

    def _tried(self, call: Call, cases: Sequence[Any]) -> tuple[str, int] | None:
        for done in range(0, len(cases), BATCH):
            found, wrong = self._batch(call, cases[done : done + BATCH])
            numbers = [answer for answer in found if isinstance(answer, Number)]
            if wrong is not None or len(numbers) < len(found):
                return wrong or str(getattr(found[-1], "reason", "")), done + len(numbers)
        return None

    def _later(self, call: Call, done: int, seconds: float) -> tuple[str, int] | None:
        """What goes wrong in some seconds in which nothing is asked, and when the process is then asked for nothing."""
        assert self._process is not None
        select.select([self._answers], [], [], max(0.0, seconds))
        wrong = self._batch(call, [])[1] if self._process.poll() is None else _ended(self._process)
        return None if wrong is None else (wrong, done)

    def _batch(self, call: Call, cases: Sequence[Any]) -> tuple[list[Answer], str | None]:
        """The answers of the process at hand, up to the first that fails, and what went wrong besides, which is its end."""
        answers: list[Answer] = []
        aside = 0

        def take(line: bytes) -> bool:
            nonlocal aside
            data = json.loads(line)
            if isinstance(data, dict) and "done" in data:
                if len(answers) < len(cases) and not (answers and isinstance(answers[-1], Failed)):
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
                if not isinstance(answers[-1], Failed):
                    self._answered.append((self._since, cases[len(answers) - 1]))
            return False

        request = (json.dumps({"call": call, "cases": cases}) + "\n").encode()
        try:
            problem = self._receive(request, take, self.timeout, "one call")
        except BaseException:
            self._stop()  # what it was asked last must not answer the next request
            raise
        if problem is not None:
            self._stop()
        return answers, problem

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
                return f"{HUNG} for {limit:g} s: {what} may take no longer (--timeout)"

    def _overhear(self) -> None:
        """Read what the process writes to stderr, and keep how it begins."""
        found = os.read(self._errors, 1 << 16)
        self._said += found[: SAID - len(self._said)]
        if not found:
            self._read_from = [self._answers]

    def _stop(self, grace: float = 0.0) -> None:
        ending = None if self._end is None else self._end.detach()
        if ending is not None:
            process, ends, folder, owner, _ = ending[2]
            _end(process, ends, folder, owner, grace)
        self._process = None

    def close(self) -> None:
        """End the process, what it started, and the second one."""
        self._stop(GRACE)
        if self._other is not None:
            self._other.close()


def _key(call: Call, case: Any) -> str:
    return repr((call, case))


def _end(process: Process, ends: Sequence[int], folder: str, owner: int, grace: float) -> None:
    """Let a process end that is asked no more, then have the supervisor end it; all that descends from it ends with it, and its temporary files go."""
    for end in ends:
        os.close(end)
    if owner != os.getpid():
        return  # a fork of ours: the process is the parent's
    for by, seconds in ((None, grace), (signal.SIGTERM, 2 * supervisor.PATIENCE), (signal.SIGKILL, math.inf)):
        deadline, pause = time.monotonic() + seconds, 0.0005
        if by is not None and process.poll() is None:  # so its number is still its own
            os.kill(process.pid, by)
        while process.poll() is None and time.monotonic() < deadline:
            time.sleep(pause)
            pause = min(2 * pause, 0.02)
    if folder:
        shutil.rmtree(folder, ignore_errors=True)  # which the supervisor has done, unless it was killed


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
