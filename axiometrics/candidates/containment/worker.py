"""The run's side of containment. A worker calls a metric, and blames an input only for a failure that this input alone
shows.
"""

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
"""The default number of seconds that one call may take, and that the first call in a process may take. The first call
may take longer because numba compiles a function when it is called, which takes half a minute for some libraries.
"""

BATCH = 256
"""The number of cases that are sent together."""

ENDINGS = 6
"""The number of processes of a metric that may end without an input to blame. After that the metric is not called any
more, because the module of a metric that leaks would be imported again and again without end.
"""

THREADS = 64
"""The number of threads left behind from which on they are taken for the cause of failures."""

NOT_ALONE = ", but not in a new process that was given this input alone; this was noticed at the call"
LATE = " some time after it had answered; this was noticed {} the call"
"""The words that are added to a failure for which no input is to blame."""


def started(target: str, timeout: float | None = None) -> tuple[Worker, Description]:
    """A worker that has imported a target, and the description of the metric. A given time limit holds for the first
    call, too.

    Raises `TargetError` where the import fails.
    """
    limit, first = (TIMEOUT, FIRST) if timeout is None else (timeout, timeout)
    start = partial(start_target, target)
    worker = Worker(target, start, limit, introduces=True, module=read(target).place, first=first)
    return worker, worker.introduced()


def forked(function: Callable[..., Any], timeout: float = TIMEOUT) -> Worker:
    """A worker with a function of this process, in its state at the first call. Changes that later calls make to its
    state stay in the worker.
    """
    name = getattr(function, "__name__", type(function).__name__)
    return Worker(name, partial(start_fork, function), timeout, introduces=False)


@dataclass
class Endings:
    """The number of processes of a metric that ended without an input to blame, and why the metric was given up; empty
    if it was not.
    """

    number: int = 0
    given_up: str = ""


class Worker(Session):
    """Calls a metric in a process of its own. A process that died or hung is ended, and another process takes the next
    case.

    Parameters and attributes are those of `Session`.
    """

    _other: Worker | None = None

    @cached_property
    def _endings(self) -> Endings:
        return Endings()

    @property
    def restarts(self) -> int:
        """The number of processes of this worker, and of its second process, that ended without an input to blame."""
        return self._endings.number

    def ask(self, call: CallForm, cases: Sequence[Any], blames: bool = True) -> list[Answer]:
        """The answers to cases as plain data, in order, up to the first that fails.

        If the metric fails, dies or hangs on a case, the case is to blame where a new process that gets this case alone
        fails too. A failure that no case shows alone, and a death after all answers, is `late`: it stands at the case
        at whose call it was noticed. Where the calls had added much memory or many threads to the process, another
        process goes on, a few times. Another process also goes on where the failed process has served other metrics
        too, because one of these may be the cause; the new process serves this metric alone. Without `blames`, an
        exception is an answer like others, and no process is started for it.
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
                    batch = cases[len(answers) : len(answers) + BATCH]
                    batch_answers, wrong = self._batch(call, batch)
                    failed = (
                        batch_answers.pop()
                        if batch_answers and isinstance(batch_answers[-1], Failed)
                        else wrong and Failed(wrong)
                    )
                    answers += batch_answers
                    if isinstance(failed, Failed) and wrong is None and not blames:
                        return [*answers, failed]
                    if isinstance(failed, Failed):
                        ending = self._told(answers, failed, call, batch[len(batch_answers) :])
                        if ending is not None:
                            return ending
            except TargetError as error:
                answers.append(Failed(f"could not be started again: {error}"))
        return answers

    def attempt(self, call: CallForm, cases: Sequence[Any]) -> list[Answer]:
        """The answers up to the first that fails, for a trial; none where the first call ended or hung the process."""
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
        """End the process, unless it serves other metrics too. The next request starts another process."""
        with self._turn():
            if not self._has_company():
                self._stop()

    def again(self, call: CallForm, cases: Sequence[Any]) -> list[Answer]:
        """The answers of a second process, which has had fewer requests, and has another seed of hashes."""
        if self._other is None:
            self._other = self._alike(self.seed + 1, self.alone)
        before = self._other.needs
        answers = self._other.ask(call, cases)
        self._add(self._other, before)
        return answers

    def _alike(self, seed: int, alone: bool) -> Worker:
        twin = Worker(self.name, self._start, self.timeout, self.introduces, seed, self.module, self.first)
        twin.alone = alone
        twin.reported, twin.imported, twin._endings = self.reported, self.imported, self._endings
        return twin

    def _add(self, twin: Worker, before: Needs | None) -> None:
        """Note the needs of another worker of this metric as needs of this worker."""
        if twin.needs is not before:
            self._need(twin.needs)

    def _told(self, answers: list[Answer], failed: Failed, call: CallForm, rest: Sequence[Any]) -> list[Answer] | None:
        """The answers with the failure of the metric added; None where a new process is to go on. `rest` holds the
        cases without an answer; the first of them is to blame only if it alone shows the failure.
        """
        company = self._has_company()
        if not rest and not company:
            return [*answers[:-1], self._late(failed.reason, LATE.format("after"))]
        if rest and self._fails_alone(call, rest[0]):
            return [*answers, failed]
        self._stop()  # in its present state, the process may fail at any call
        if company:
            self.alone = True
            answers.clear()
            return None
        late = self._late(failed.reason, NOT_ALONE)
        return None if self._has_grown() and not self._endings.given_up else [*answers, late]

    def _late(self, reason: str, when: str) -> Failed:
        """The failure for which no input is to blame. After too many of them, it says that the metric is given up."""
        self._endings.number += 1
        if self._has_grown():
            self._tell("growth", self._growth())
        if self._endings.number >= ENDINGS:
            growth = self._growth() if self._has_grown() else "ended or failed without an input to blame"
            self._endings.given_up = f"{growth}; {self._endings.number} processes ended, the last after it {reason}"
            return Failed(self._endings.given_up, late=True)
        return Failed(reason + when, late=True)

    def _has_grown(self) -> bool:
        """Whether the memory or the threads that the calls have added to the process are a likely cause of its
        failure.
        """
        memory, threads, _ = self.grew
        allowed = memory_limit()
        return threads >= THREADS or bool(allowed and memory >= allowed / 2)

    def _growth(self) -> str:
        """The memory or the threads that one call adds to the process, in words."""
        memory, threads, calls = self.grew
        if threads >= THREADS:
            left = round(threads / max(calls, 1), 2)
            return f"left {left:g} {'thread' if left == 1 else 'threads'} running a call"
        return f"grew {round(memory / max(calls, 1) / 2**20, 1):g} MiB a call"

    def _fails_alone(self, call: CallForm, case: Any) -> bool:
        """Whether the metric fails on a case in a new process that gets no other request."""
        twin = self._alike(self.seed, alone=True)
        before = twin.needs
        try:
            with twin._turn():
                twin._introduced()
                answers, _ = twin._batch(call, [case])
            return not answers or isinstance(answers[0], Failed)
        finally:
            self._add(twin, before)
            twin.close()

    def close(self) -> None:
        """End the process and all that it started, unless it serves another metric too. End the second process as
        well.
        """
        with self._turn():
            self._leave()
        if self._other is not None:
            self._other.close()
