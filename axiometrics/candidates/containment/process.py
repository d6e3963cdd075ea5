"""The parent's side: a worker calls a metric, and what goes wrong is laid to a case, whether the process dies of it,
hangs, or ends later.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from axiometrics.candidates.containment.blaming import BATCH, SELDOM, Wrong, blamed, recent, tried
from axiometrics.candidates.containment.calling import Answer, Call, Failed
from axiometrics.candidates.containment.describing import Description
from axiometrics.candidates.containment.ending import GRACE
from axiometrics.candidates.containment.pipes import HUNG
from axiometrics.candidates.containment.running import Running
from axiometrics.candidates.containment.starting import Start, start_fork, start_target
from axiometrics.core.errors import TargetError
from axiometrics.running.dependencies import NOTHING, Needs

TIMEOUT = 10.0
"""Seconds that one call may take unless told."""

MOMENT = 0.25
"""Seconds in which what a call left to happen later is waited for."""


def started(target: str, timeout: float = TIMEOUT) -> tuple[Worker, Description]:
    """A worker that has imported a target, and what it found. Raises `TargetError` where that failed."""
    worker = Worker(target, partial(start_target, target), timeout, introduces=True)
    return worker, worker.introduced()


def forked(function: Callable[..., Any], timeout: float = TIMEOUT) -> Worker:
    """A worker with a function of this process, as it is at the first call: what it remembers later stays in the
    worker.
    """
    name = getattr(function, "__name__", type(function).__name__)
    return Worker(name, partial(start_fork, function), timeout, introduces=False)


class Worker(Running):
    """Calls a metric in a process of its own; a process that died or hung is ended, and another one takes the next
    case.

    Parameters and attributes are those of `Running`.
    """

    def __init__(self, name: str, start: Start, timeout: float, introduces: bool, seed: int = 1) -> None:
        super().__init__(name, start, timeout, introduces, seed)
        self._other: Worker | None = None
        self._call: Call | None = None
        self._known: dict[str, Failed] = {}
        self._is_first = True
        self._one_at_a_time = threading.Lock()

    def ask(self, call: Call, cases: Sequence[Any]) -> list[Answer]:
        """The answers to plain cases, in order, up to the first that fails; a case on which the process dies or hangs
        fails.
        """
        answers: list[Answer] = []
        with self._one_at_a_time:
            while True:
                if not self._is_there() and (problem := self._begin_again(call)) is not None:
                    return [*answers, problem]
                known = (
                    next((i for i, case in enumerate(cases) if _key(call, case) in self._known), None)
                    if self._known
                    else None
                )
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

    def _begin_again(self, call: Call) -> Failed | None:
        """Start the process; one that died between two requests may have died of what was asked before."""
        try:
            if self._process is not None and self._owner == os.getpid() and self._call == call:
                self._look_back(call, None)
            if not self._is_there():
                self.introduced()
        except TargetError as error:
            return Failed(f"could not be started again: {error}")
        return None

    def _judged(
        self, call: Call, cases: Sequence[Any], answers: list[Answer], wrong: str | None
    ) -> list[Answer] | None:
        """The answers up to the case that is to blame, given those up to where something went wrong; None where the
        case has become known.
        """
        own = answers.pop() if answers and isinstance(answers[-1], Failed) else None
        case = cases[len(answers)] if len(answers) < len(cases) else None
        hung = wrong is not None and wrong.startswith(HUNG)
        try:
            if wrong is None and self._fails(call, case):
                return [*answers, own] if own is not None else None
            if self._look_back(call, None if hung else case):
                return None
        except TargetError as error:
            return [*answers, Failed(f"could not be started again: {error}")]
        if wrong is None or (hung and case is not None):
            return [*answers, own if own is not None and wrong is None else Failed(str(wrong))]
        return [Failed(f"{wrong}{SELDOM}")]

    def _fails(self, call: Call, case: Any) -> bool:
        """Whether the metric fails on a case in another process too: where not, something that an earlier call left has
        struck it.
        """
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

    def _look_back(self, call: Call, case: Any) -> bool:
        """Find the first case after which the process ends, at once or a moment later, and remember it; a new one has
        been asked the same by then.

        `case` is the one under way, None where there was none or it hung. Whether there is such a case: it may not be
        shown again.
        """
        before, trial, alone = recent(self._answered), partial(self._trial, call), None
        self.introduced()
        wrong, since = tried(partial(self._batch, call), before), time.monotonic()
        if wrong is None and case is not None:
            alone = trial([case])
        if wrong is None:
            wrong = self._later(call, len(before), MOMENT - (time.monotonic() - since))
        if wrong is not None:
            self._stop()
        found = blamed(trial, before, case, wrong, alone)
        if found is not None:
            self._known[_key(call, found[0])] = found[1]
        return found is not None

    def _trial(self, call: Call, cases: Sequence[Any]) -> Wrong | None:
        """What goes wrong in a new process that is asked these and left alone for a moment, and after how many
        answers.
        """
        other = self._alike(self.seed)
        try:
            other.introduced()
            return tried(partial(other._batch, call), cases) or other._later(call, len(cases), MOMENT)
        finally:
            self._join(other, NOTHING)
            other.close()

    def close(self) -> None:
        """End the process, what it started, and the second one."""
        self._stop(GRACE)
        if self._other is not None:
            self._other.close()


def _key(call: Call, case: Any) -> str:
    return repr((call, case))
