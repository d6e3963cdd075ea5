"""The process of a metric at hand: it is started, asked, timed and stopped, and what it says besides answers is told or
kept.
"""

from __future__ import annotations

import json
import math
import os
import sys
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from typing import Any

from axiometrics.candidates.containment.call import SHOWN, Answer, CallForm, Failed, printable, read_answer
from axiometrics.candidates.containment.description import Description
from axiometrics.candidates.containment.launch import Start
from axiometrics.candidates.containment.pipes import Pipes
from axiometrics.candidates.containment.pool import POOL
from axiometrics.candidates.containment.templates import Process
from axiometrics.candidates.containment.termination import GRACE, end_process
from axiometrics.core.errors import ParameterError, TargetError
from axiometrics.running.dependencies import NOTHING, Needs

START = 60.0
"""Seconds that the import of a metric may take, at least."""

ASIDE = 16
"""Lines besides the answers that are read for one request: a process that writes more is not our worker."""

HARMLESS = {
    "stdout": "the metric prints to stdout, which is not shown, e.g. '{}'",
    "stderr": "the metric prints to stderr, which is not shown, e.g. '{}'",
    "warnings": "the metric warns, e.g. '{}'",
    "threads": "the metric leaves threads running ({} after one batch of calls)",
    "growth": "the metric {}, so its process is started again when that is too much",
}


class Session:
    """A metric in a process of its own, one at a time, which is asked and, when something goes wrong, ended.

    Parameters
    ----------
    name : what the metric is called in messages
    start : starts a process, given the seed of its hashes
    timeout : seconds that one call may take; a worker that gives no answer for longer is killed (after at most a
        quarter more)
    introduces : whether the process first says what it found
    seed : the seed of its hashes, so the order of sets of strings

    Attributes
    ----------
    imported : for each process there was, a digest of the code that its import ran, None where that cannot be told;
        nothing where none is introduced
    rests : the files of that code, None where that cannot be told
    needs : what was needed later besides, None where that cannot be told
    grew : what the calls have added to the process at hand: bytes, threads, and how many calls there were

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
        self.rests: Needs | None = None
        self.needs: Needs | None = NOTHING
        self.grew = (0, 0, 0)
        self._start = start
        self._end: weakref.finalize[Any, Session] | None = None
        self._process: Process | None = None
        self._owner = 0
        self._one_at_a_time = threading.Lock()

    def introduced(self) -> Description:
        """Start the process anew, and read what it says of its metric. Raises `TargetError` where that fails."""
        self._stop(GRACE)
        POOL.admit(self)
        self.grew = (0, 0, 0)
        try:
            self._process, ends, folder = self._start(self.seed)
        except OSError as error:
            raise TargetError(f"cannot start a process for {self.name!r}: {error.strerror or error}") from None
        self._owner, self._pipes = os.getpid(), Pipes(self._process, ends)
        self._end = weakref.finalize(self, end_process, self._process, ends, folder, self._owner, GRACE)
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
                self.rests = None if data["rests"] is None else Needs.from_json(data["rests"])
                return found
        except (ValueError, KeyError, AttributeError, RecursionError):
            problem = f"cannot import {self.name!r}: its process wrote something else than answers"
        self._stop()
        raise TargetError(str(problem))

    @property
    def lives(self) -> bool:
        """Whether it has a process, started by this one."""
        return self._owner == os.getpid() and self._process is not None

    def rest(self) -> bool:
        """End the process, unless it is at a call; whether there is none now. The next call starts another one."""
        if not self._one_at_a_time.acquire(blocking=False):
            return False
        try:
            self._stop(GRACE)
        finally:
            self._one_at_a_time.release()
        return True

    def _is_there(self) -> bool:
        return self.lives and self._process is not None and self._process.poll() is None

    def _batch(self, call: CallForm, cases: Sequence[Any]) -> tuple[list[Answer], str | None]:
        """The answers of the process at hand, up to the first that fails, and what went wrong besides, which is its
        end.
        """
        answers: list[Answer] = []
        aside = 0

        def take(line: bytes) -> bool:
            nonlocal aside
            data = json.loads(line)
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
                    self._need(data["needs"])
            elif len(answers) == len(cases):
                raise ValueError("too many answers")
            else:
                answers.append(read_answer(data))
                self._pipes.since = time.monotonic()
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
        """What goes wrong with a request, None where nothing does; what the process says on stderr is told."""
        try:
            return self._pipes.exchange(request, take, limit, what)
        finally:
            if (said := self._pipes.said()).strip():
                self._tell("stderr", said.decode("utf-8", "replace")[:SHOWN])

    def _stop(self, grace: float = 0.0) -> None:
        ending = None if self._end is None else self._end.detach()
        if ending is not None:
            process, ends, folder, owner, _ = ending[2]
            end_process(process, ends, folder, owner, grace)
        self._process = None
