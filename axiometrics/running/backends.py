"""The places in which tasks run: processes of this machine, or a running Dask cluster.

joblib hands out the tasks. The results do not depend on the place.
"""

from __future__ import annotations

import logging
import os
import pickle
import re
import signal
import sys
import threading
import time
import traceback
import warnings
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from axiometrics.core.errors import ParameterError

BACKENDS = ("loky", "dask")
"""The names of the backends. `loky` means processes of this machine."""

PATIENCE = 15.0
"""The most seconds that a cluster may take to answer."""

LOOK = 0.5
"""The seconds after which a worker process of this machine checks again whether the run still exists."""

GIVEN_UP = {"ray": "Axiometrics does not run on Ray any more"}
"""Backends of earlier versions, each with the message for a user who names it."""

Task = tuple[Callable[..., Any], tuple[Any, ...]]
"""A function and its arguments. It must be possible to pickle both."""


@dataclass(frozen=True)
class Spreading:
    """Where jobs run, if several run at once: `loky` (processes of this machine) or `dask`, with the address of its
    scheduler.
    """

    backend: str = "loky"
    address: str | None = None


HERE = Spreading()
"""Processes of this machine."""


class EndedWorkerError(RuntimeError):
    """A worker process has ended, so that some tasks have no result."""


ENDED = (
    "a worker process has ended{}, and tasks have no result: the system may have ended it for want of memory; run the "
    "command again, with fewer --jobs"
)
"""The message of `EndedWorkerError`. The gap is for the signal that ended the process, if loky names it."""


def demand_backend(name: str) -> str:
    """The name of a backend. Raises `ParameterError` where there is no such backend.

    >>> demand_backend("dask")
    'dask'
    """
    if name not in BACKENDS:
        reason = GIVEN_UP.get(name, f"expected {' or '.join(BACKENDS)}")
        cure = "give dask for a cluster, or loky for processes of this machine"
        raise ParameterError(f"--backend {name}: {reason}: {cure}")
    return name


def spread(
    tasks: Sequence[Task], jobs: int, backend: str = "loky", address: str | None = None
) -> Generator[tuple[int, Any]]:
    """Yield the number and the result of each task, in the order in which the tasks finish.

    If a worker of a cluster dies, the cluster replaces it and does its task again. `address` is the address of the
    Dask scheduler. Without it, the environment variable `DASK_SCHEDULER_ADDRESS` or a client that is open in this
    process gives the scheduler.

    Raises `ParameterError` for a backend that is not available, the first error of a task, and `EndedWorkerError` where
    a task has no result. After the end of a process, joblib raises an error or stops without one, by chance; in both
    cases the same error is raised here.
    """
    with workers(jobs, backend, address) as perform:
        yield from perform(tasks)


@contextmanager
def workers(
    jobs: int, backend: str = "loky", address: str | None = None
) -> Iterator[Callable[[Sequence[Task]], Generator[tuple[int, Any]]]]:
    """Yield a function that works like `spread`, for several lists of tasks one after the other. The worker processes
    stay alive between two lists, with all data that they keep in memory.
    """
    import joblib

    demand_backend(backend)
    # loky replaces a worker whose memory has grown between two tasks, and its workers have no child processes that it
    # would have to end: its warnings about both mean nothing here
    warnings.filterwarnings(
        "ignore",
        message="A worker stopped while some jobs were given|Failed to kill subprocesses|.* tasks which were still",
        category=UserWarning,
    )
    options: dict[str, Any] = {"initializer": _end_with, "initargs": (os.getpid(),)} if backend == "loky" else {}
    with (
        _ends_told(),
        _context(backend, address),
        joblib.parallel_config(backend=backend, n_jobs=jobs if backend == "loky" else -1, **options),
    ):
        yield partial(_performed, backend)


def _performed(backend: str, tasks: Sequence[Task]) -> Generator[tuple[int, Any]]:
    import joblib

    with _undisturbed():
        results = joblib.Parallel(return_as="generator_unordered", batch_size=1, pre_dispatch="all")(
            joblib.delayed(_numbered())(i, pickle.dumps(task)) for i, task in enumerate(tasks)
        )
    finished = 0
    try:
        for i, value, error in results:
            if isinstance(error, ImportError):
                raise ParameterError(
                    f"--backend {backend}: a worker lacks something that is installed here ({error}): install "
                    f"the same on all workers"
                )
            if error is not None:
                raise error
            yield i, value
            finished += 1
        if finished < len(tasks):
            raise EndedWorkerError(ENDED.format(""))
    finally:
        with warnings.catch_warnings():  # joblib warns of the tasks that an interrupted run leaves undone
            warnings.simplefilter("ignore", UserWarning)
            results.close()


@contextmanager
def _ends_told() -> Iterator[None]:
    """Replace loky's error about a process that has ended by an `EndedWorkerError`, whose message is one line for the
    user.
    """
    from joblib.externals.loky.process_executor import BrokenProcessPool

    try:
        yield
    except BrokenProcessPool as error:
        by = re.search(r"\{(.*?)\}", str(error))
        raise EndedWorkerError(ENDED.format(f" by {by[1]}" if by else "")) from error


@contextmanager
def _undisturbed() -> Iterator[None]:
    """While this lasts, Ctrl-C is held back from the processes that are started: a process that is still at its imports
    would print a traceback. A signal that comes in this time is delivered afterwards.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    from joblib.externals.loky.backend.resource_tracker import ensure_running

    for begin in (ensure_running, resource_tracker.ensure_running):
        begin()  # a later start would unblock the signal
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with(parent: int) -> None:
    """Make a worker process of this machine end when the run ends, even if the run is killed. The worker ignores
    signals that go to all processes, because the run decides what follows from them.
    """
    for name in {"SIGINT", "SIGTERM", "SIGHUP"} & set(dir(signal)):
        # child processes inherit an ignored signal, and do not inherit a handler
        signal.signal(signal.Signals[name], lambda *where: None)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(LOOK)
    os._exit(1)


def _numbered() -> Callable[[int, bytes], tuple[int, Any, Exception | None]]:
    """Return a function that is pickled as a whole and unpacks a task in the worker. If the worker lacks a module, this
    is then an error of the task, and the worker does not end.

    An error is a result. joblib is not left to raise it, because its unordered generator may come to its end first,
    without an error (its callback sets `_aborting` before it hands over the job that failed).
    """

    def numbered(i: int, task: bytes) -> tuple[int, Any, Exception | None]:
        try:
            call, arguments = pickle.loads(task)
            return i, call(*arguments), None
        except Exception as error:
            error.add_note(traceback.format_exc())
            return i, None, error

    return numbered


@contextmanager
def _context(backend: str, address: str | None) -> Iterator[None]:
    """Connect to the cluster while tasks run, or end the processes of this machine after them."""
    with ExitStack() as stack:
        if backend == "dask":
            stack.enter_context(_dask(address))
        else:
            stack.enter_context(_hushed_manager())
            stack.enter_context(_spared_supervisors())
            stack.callback(_end_processes)
        yield


@contextmanager
def _dask(address: str | None) -> Iterator[None]:
    try:
        import distributed
    except ImportError:
        raise ParameterError("--backend dask needs dask[distributed]: pip install 'axiometrics[dask]'") from None
    logger = logging.getLogger("tornado.application")
    with ExitStack() as stack:
        stack.callback(logger.setLevel, logger.level)
        stack.enter_context(_client(distributed, address or os.environ.get("DASK_SCHEDULER_ADDRESS")))
        try:
            yield
        except BaseException:
            logger.setLevel(logging.CRITICAL)  # the client logs each result that it waits for in vain
            raise


def _client(distributed: Any, address: str | None) -> Any:
    if address is None:
        with suppress(ValueError):
            return distributed.get_client().as_current()
        raise ParameterError(
            "--backend dask: no cluster; start one with `dask scheduler` and `dask worker`, and give "
            "its address by --cluster tcp://HOST:8786"
        )
    try:
        return distributed.Client(address, timeout=PATIENCE)
    except (OSError, ValueError) as error:
        raise ParameterError(
            f"--backend dask: no scheduler answers at {address!r} ({type(error).__name__}): check --cluster"
        ) from None


@contextmanager
def _hushed_manager() -> Iterator[None]:
    """Hide failures of the thread that manages loky's processes. Where a list of tasks is left before its end, by
    Ctrl-C or because an answer was found, this thread may fail, at once or later, on tasks that were taken away. Such
    failures mean nothing: whether all tasks have their results is counted.
    """
    before = threading.excepthook

    def hook(args: threading.ExceptHookArgs) -> None:
        if args.thread is None or args.thread.name != "ExecutorManagerThread":
            before(args)

    threading.excepthook = hook
    yield
    threading.excepthook = before  # after an interruption this line is not reached, so the hook stays


@contextmanager
def _spared_supervisors() -> Iterator[None]:
    """Make loky kill only its own processes, and not the processes that these have started. The supervisors of metrics
    end by themselves when their parent process ends, and then clear away what is left behind.
    """
    from joblib.externals.loky import process_executor

    before = process_executor.kill_process_tree
    if sys.platform == "linux":
        process_executor.kill_process_tree = _kill
    try:
        yield
    finally:
        process_executor.kill_process_tree = before


def _kill(process: Any) -> None:
    with suppress(ProcessLookupError):
        os.kill(process.pid, signal.SIGKILL)
    process.join()


def _end_processes() -> None:
    """End the processes at once. To release everything that they hold would take half a second."""
    from joblib.externals.loky import get_reusable_executor

    get_reusable_executor(reuse=True).shutdown(kill_workers=True)
