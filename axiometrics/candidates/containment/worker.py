"""The parent's side: a worker calls a metric, and blames an input only for a failure that this input alone shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from axiometrics.candidates.containment.call import Answer, CallForm, Failed
from axiometrics.candidates.containment.description import Description
from axiometrics.candidates.containment.launch import memory_limit, start_fork, start_target
from axiometrics.candidates.containment.session import Session
from axiometrics.candidates.expression import read
from axiometrics.core.errors import TargetError
from axiometrics.running.dependencies import Needs

TIMEOUT, FIRST = 10.0, 60.0
"""Seconds that one call may take unless told, and those of the first call in a process: numba compiles a function when
it is called, which takes half a minute for some libraries.
"""

BATCH = 256
"""Cases sent at once."""

ENDINGS = 6
"""Processes of a metric that may end without an input to blame. After that the metric is not asked any more: one that
leaks would be imported again and again to the end of time.
"""

THREADS = 64
"""Threads left behind from which on they are taken for the cause of what fails."""

NOT_ALONE = ", but not in a new process that was given this input alone; this was noticed at the call"
LATE = " some time after it had answered; this was noticed {} the call"
"""What is added to how a process ended, or what a metric did, where no input is to blame."""


def started(target: str, timeout: float | None = None) -> tuple[Worker, Description]:
    """A worker that has imported a target, and what it found. A time that is given counts for the first call too.

    Raises `TargetError` where the import failed.
    """
    limit, first = (TIMEOUT, FIRST) if timeout is None else (timeout, timeout)
    start = partial(start_target, target)
    worker = Worker(target, start, limit, introduces=True, module=read(target).place, first=first)
    return worker, worker.introduced()


def forked(function: Callable[..., Any], timeout: float = TIMEOUT) -> Worker:
    """A worker with a function of this process, as it is at the first call: what it remembers later stays in the
    worker.
    """
    name = getattr(function, "__name__", type(function).__name__)
    return Worker(name, partial(start_fork, function), timeout, introduces=False)


@dataclass
class Endings:
    """How often processes of a metric ended without an input to blame, and why it is not asked any more, if so."""

    number: int = 0
    given_up: str = ""


class Worker(Session):
    """Calls a metric in a process of its own; a process that died or hung is ended, and another one takes the next
    case.

    Parameters and attributes are those of `Session`.
    """

    _other: Worker | None = None

    @cached_property
    def _endings(self) -> Endings:
        return Endings()

    @property
    def restarts(self) -> int:
        """How many of its processes, and of those of the second one, ended without an input to blame."""
        return self._endings.number

    def ask(self, call: CallForm, cases: Sequence[Any], blames: bool = True) -> list[Answer]:
        """The answers to plain cases, in order, up to the first that fails.

        A case on which the metric fails, dies or hangs is a failure of that case where a new process that is given
        this case alone fails too. What no case shows alone, and a death after all answers, is a failure that is `late`:
        it stands for the case at whose call it was noticed. Where the process had grown until nothing was left, another
        one goes on, a few times. So it does, and is the metric's own from then on, where the process has served other
        metrics too: one of these may be the cause. Without `blames` an exception is an answer like others, for which no
        process is started.
        """
        answers: list[Answer] = []
        if self._endings.given_up:
            return [Failed(self._endings.given_up, late=True)] if cases else []
        with self._turn():
            try:
                while len(answers) < len(cases):
                    if not self._is_there():
                        died = self._death()
                        self._introduced()
                        if died is not None:
                            return [*answers, self._late(died, LATE.format("before"))]
                    asked = cases[len(answers) : len(answers) + BATCH]
                    found, wrong = self._batch(call, asked)
                    failed = found.pop() if found and isinstance(found[-1], Failed) else wrong and Failed(wrong)
                    answers += found
                    if isinstance(failed, Failed) and wrong is None and not blames:
                        return [*answers, failed]
                    if isinstance(failed, Failed):
                        told = self._told(answers, failed, call, asked[len(found) :])
                        if told is not None:
                            return told
            except TargetError as error:
                answers.append(Failed(f"could not be started again: {error}"))
        return answers

    def attempt(self, call: CallForm, cases: Sequence[Any]) -> list[Answer]:
        """The answers up to the first that fails, for a trial; none where the process ended or hung at the first."""
        with self._turn():
            if not self._is_there():
                self._introduced()
            company = self._has_company()
            answers, problem = self._batch(call, cases)
            if problem is None or not company:
                return answers
            self.alone = True
            self._introduced()
            return self._batch(call, cases)[0]

    def renew(self) -> None:
        """End the process, unless it serves other metrics too: the next request starts another one."""
        with self._turn():
            if not self._has_company():
                self._stop()

    def again(self, call: CallForm, cases: Sequence[Any]) -> list[Answer]:
        """The same answers from a second process, which has been asked less, with another seed of hashes."""
        if self._other is None:
            self._other = self._alike(self.seed + 1, self.alone)
        before = self._other.needs
        answers = self._other.ask(call, cases)
        self._add(self._other, before)
        return answers

    def _alike(self, seed: int, alone: bool) -> Worker:
        other = Worker(self.name, self._start, self.timeout, self.introduces, seed, self.module, self.first)
        other.alone = alone
        other.told, other.imported, other._endings = self.told, self.imported, self._endings
        return other

    def _add(self, other: Worker, before: Needs | None) -> None:
        """What another one of this metric needed counts here too."""
        if other.needs is not before:
            self._need(other.needs)

    def _told(self, answers: list[Answer], failed: Failed, call: CallForm, rest: Sequence[Any]) -> list[Answer] | None:
        """The answers, and how the metric failed, given what it was still to answer: the first of this is to blame only
        if it alone shows the failure. None where a new process is to go on.
        """
        company = self._has_company()
        if not rest and not company:
            return [*answers[:-1], self._late(failed.reason, LATE.format("after"))]
        if rest and self._fails_alone(call, rest[0]):
            return [*answers, failed]
        self._stop()  # what it has become may fail at any call
        if company:
            self.alone = True
            answers.clear()
            return None
        late = self._late(failed.reason, NOT_ALONE)
        return None if self._has_grown() and not self._endings.given_up else [*answers, late]

    def _late(self, reason: str, when: str) -> Failed:
        """The failure that no input is to blame for, and what is told of it once there have been too many."""
        self._endings.number += 1
        if self._has_grown():
            self._tell("growth", self._growth())
        if self._endings.number >= ENDINGS:
            growth = self._growth() if self._has_grown() else "ended or failed without an input to blame"
            self._endings.given_up = f"{growth}; {self._endings.number} processes ended, the last after it {reason}"
            return Failed(self._endings.given_up, late=True)
        return Failed(reason + when, late=True)

    def _has_grown(self) -> bool:
        """Whether what the calls have added to the process is likely to be why it failed."""
        memory, threads, _ = self.grew
        allowed = memory_limit()
        return threads >= THREADS or bool(allowed and memory >= allowed / 2)

    def _growth(self) -> str:
        """What one call adds to the process, in words."""
        memory, threads, calls = self.grew
        if threads >= THREADS:
            left = round(threads / max(calls, 1), 2)
            return f"left {left:g} {'thread' if left == 1 else 'threads'} running a call"
        return f"grew {round(memory / max(calls, 1) / 2**20, 1):g} MiB a call"

    def _fails_alone(self, call: CallForm, case: Any) -> bool:
        """Whether the metric fails on a case in a new process that is asked nothing else."""
        other = self._alike(self.seed, alone=True)
        before = other.needs
        try:
            with other._turn():
                other._introduced()
                found, _ = other._batch(call, [case])
            return not found or isinstance(found[0], Failed)
        finally:
            self._add(other, before)
            other.close()

    def close(self) -> None:
        """End the process and what it started, unless it serves another metric too, and the second one."""
        with self._turn():
            self._leave()
        if self._other is not None:
            self._other.close()
