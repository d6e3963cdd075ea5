"""A time limit for definitions of other packages: they are called in a process of their own, which can be ended.

A definition of ours is plain code that was read; one of another package may run for ever, and `verify` would wait with
it. A limit inside the process (an alarm, a thread) does not stop code that is written in C, so the call is made in a
fork of this process, which is kept for the calls that follow. Where the system cannot fork, there is no limit.

The work that a file asks of our own code is limited, too: each item may take some seconds of processor time, so that
the result does not depend on what else the machine does. Our code spends them in Python, where an error that another
thread asks for does stop it. A signal of a timer was rejected, because only the main thread gets it, and `verify` may
be called in any. Where the system tells one thread nothing of the clock of another (macOS, Windows), the clock of the
process is taken: there, what other threads of this process do at the same time counts too.
"""

from __future__ import annotations

import ctypes
import multiprocessing
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial, update_wrapper
from typing import Any

from axiometrics.core.definition import Definition
from axiometrics.core.errors import AxiometricsError, UndecidedError

SECONDS = 10.0
"""The seconds that one call of a definition of another package may take by default."""


WORK = 20.0
"""The seconds of processor time that the check of one item may take by default."""


class OverworkedError(BaseException):
    """The check of an item took more processor time than it may. It is not an `Exception`, since that would be
    taken for an error of a definition.
    """


LOOK = 0.02
"""The shortest time in seconds between two looks at the processor time of a check, so that looking itself takes little
time.
"""

AGAIN = 0.1
"""The time in seconds after which the error is raised again, where the work has caught it or Python has lost it."""


@contextmanager
def working(seconds: float) -> Iterator[None]:
    """Limit the processor time of this thread within the block to so many seconds; 0 means no limit. Raises
    `OverworkedError`.
    """
    if not seconds:
        yield
        return
    with _lost_errors_unreported():
        watch = _Clock(threading.get_ident(), seconds)
        try:
            try:
                yield
            finally:
                watch.end()
        except KeyboardInterrupt:
            raise
        except BaseException:
            if watch.over:
                raise OverworkedError from None
            raise
        if watch.over:
            raise OverworkedError


@contextmanager
def _lost_errors_unreported() -> Iterator[None]:
    """Within the block, let Python not report an `OverworkedError` that it loses.

    Python reports an error that is raised in a destructor or in a callback of the garbage collector, and goes on.
    `_Clock` raises the error again soon, so that such a report would tell people nothing.
    """
    report = sys.unraisablehook

    def report_others(lost: sys.UnraisableHookArgs) -> None:
        if lost.exc_type is not OverworkedError:
            report(lost)

    sys.unraisablehook = report_others
    try:
        yield
    finally:
        if sys.unraisablehook is report_others:  # else another thread has set its own, which calls this one
            sys.unraisablehook = report


def _clock_of(thread: int) -> Callable[[], float]:
    """Return the clock of the processor time of a thread. Where the system does not tell it, return the clock of this
    process.
    """
    if hasattr(time, "pthread_getcpuclockid"):
        return partial(time.clock_gettime, time.pthread_getcpuclockid(thread))
    return time.process_time


class _Clock:
    """Raises `OverworkedError` in a thread that has taken more processor time than it may. It raises again and again
    until the work of the thread ends, because the work might catch the error.
    """

    def __init__(self, thread: int, seconds: float) -> None:
        self.over = False
        self._thread = thread
        self._clock = _clock_of(thread)
        self._end = self._clock() + seconds
        self._done = threading.Event()
        self._watching = threading.Thread(target=self._watch, daemon=True)
        self._watching.start()

    def _watch(self) -> None:
        left = self._end - self._clock()
        # no thread takes more processor time than time passes; a process with several threads may
        while not self._done.wait(max(left, LOOK)):
            left = self._end - self._clock()
            if left <= 0:
                self.over = True
                self._raise()
                left = AGAIN

    def _raise(self) -> None:
        """Ask Python to raise the error in the thread. A pending error that the thread has not met yet is replaced."""
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), ctypes.py_object(OverworkedError))

    def end(self) -> None:
        """Stop raising errors. The watched thread itself has to call this.

        An error that the thread has not met yet is met here. Python can take it back too, but then goes on to look for
        it: CPython 3.11 never ends the next call that a debugger or a measurement of coverage traces.
        """
        while True:
            try:
                self._done.set()
                self._watching.join()
                break
            except OverworkedError:
                continue
        if self.over:
            with suppress(OverworkedError):
                while True:  # until it is met here: a callback of the garbage collector may meet it first, and lose it
                    self._raise()


class OverdueError(UndecidedError):
    """A definition of another package took longer than it may, or ended its process; the message says which."""


def bounded(definition: Definition, seconds: float = SECONDS) -> Definition:
    """The same definition, with so many seconds for each call if it is of another package.

    An error comes back as an error of the same type; an error of a type that the code defines comes back as a
    `RuntimeError` that names the type.
    """
    home = str(getattr(definition.function, "__module__", ""))
    if home.partition(".")[0] == "axiometrics" or "fork" not in multiprocessing.get_all_start_methods():
        return definition
    return replace(definition, function=update_wrapper(_Limited(definition, seconds), definition.function))


@dataclass(eq=False)
class _Limited:
    """Calls a definition in a fork of this process, made at the first call."""

    definition: Definition
    seconds: float
    running: tuple[Any, Any] | None = field(default=None, init=False)

    def __call__(self, output: Any, gold: Any, **values: Any) -> Any:
        _, pipe = self.running = self.running or self._started()
        try:
            pipe.send((output, gold, values))
            if not pipe.poll(self.seconds):
                self._end()
                raise OverdueError(
                    f"the definition of {self.definition.base} gave no score within {self.seconds:g} s: --timeout "
                    f"gives it longer"
                )
            raised, result = pipe.recv()
        except (EOFError, OSError):
            self._end()
            raise OverdueError(f"the definition of {self.definition.base} ended its process") from None
        if raised is not None:
            raise raised(result)
        return result

    def _started(self) -> tuple[Any, Any]:
        fork = multiprocessing.get_context("fork")
        ours, theirs = fork.Pipe()
        process = fork.Process(target=_serve, args=(self.definition, ours, theirs), daemon=True)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # the thread that watches the time calls no definition
            process.start()
        theirs.close()
        return process, ours

    def _end(self) -> None:
        if self.running is not None:
            process, pipe = self.running
            pipe.close()
            process.kill()
            process.join()
            self.running = None


def _serve(definition: Definition, ours: Any, pipe: Any) -> None:
    ours.close()  # otherwise this process would keep its own pipe open, and would go on after its caller was killed
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # which ends it; the command line handles it in a way of its own
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            output, gold, values = pipe.recv()
        except EOFError:
            return
        raised: type[BaseException] | None = None
        try:
            result = definition.function(output, gold, **values)
        except AxiometricsError as error:
            raised, result = type(error), str(error)
        except (Exception, SystemExit) as error:
            is_builtin = type(error).__module__ == "builtins"
            raised, result = (
                (type(error), str(error)) if is_builtin else (RuntimeError, f"{type(error).__name__}: {error}")
            )
        try:
            pipe.send((raised, result))
        except Exception as error:
            pipe.send((RuntimeError, f"the score cannot be passed to the main process: {error}"))
