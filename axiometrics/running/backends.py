"""Where tasks run: processes of this machine, or the Dask or Ray cluster there is. joblib hands them out; the results
are the same.
"""

from __future__ import annotations

import logging
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, contextmanager, redirect_stdout, suppress
from importlib import import_module
from typing import Any

from axiometrics.core.errors import ParameterError

BACKENDS = ("loky", "dask", "ray")
"""`loky` is processes of this machine."""

PATIENCE = 15.0
"""Seconds a cluster may take to answer."""

LOOK = 0.5
"""Seconds between two looks of a process of this machine at whether the run is still there."""

_NO_RAY = "--backend ray: no cluster; start one with `ray start --head`, and give its address by --cluster HOST:6379"
RAY_OPTIONS = {"log_to_driver": False, "logging_level": "ERROR"}
"""Ray is quiet with these."""

Task = tuple[Callable[..., Any], tuple[Any, ...]]
"""What to call, and with what; both must be fit to be sent."""


def spread(
    tasks: Sequence[Task], jobs: int, backend: str = "loky", address: str | None = None
) -> Generator[tuple[int, Any]]:
    """The number and the result of each task, as they are finished.

    A worker of a cluster that dies is replaced by the cluster, and what it was at is done again. `address` is that of
    the Dask scheduler or of the Ray head; without it, the environment says it (`DASK_SCHEDULER_ADDRESS`,
    `RAY_ADDRESS`), or a client that is open here.

    Raises `ParameterError` for a backend that is not there.
    """
    import joblib

    # loky replaces a worker that has grown, between two tasks; and its workers have no processes of their own to be
    # found and ended
    warnings.filterwarnings(
        "ignore",
        message="A worker stopped while some jobs were given|Failed to kill subprocesses",
        category=UserWarning,
    )
    here: dict[str, Any] = {"initializer": _end_with, "initargs": (os.getpid(),)} if backend == "loky" else {}
    with (
        _context(backend, address),
        joblib.parallel_config(backend=backend, n_jobs=jobs if backend == "loky" else -1, **here),
    ):
        results = joblib.Parallel(return_as="generator_unordered", batch_size=1, pre_dispatch="all")(
            joblib.delayed(_numbered())(i, pickle.dumps(task)) for i, task in enumerate(tasks)
        )
        try:
            for result in results:  # noqa: UP028 - yield from would close them before they are told to be quiet
                yield result
        except ImportError as error:
            raise ParameterError(
                f"--backend {backend}: a worker has not what is here ({error}): install the same there"
            ) from None
        finally:
            with warnings.catch_warnings():  # joblib tells of what an interrupted run leaves undone
                warnings.simplefilter("ignore", UserWarning)
                results.close()


def _end_with(parent: int) -> None:
    """In a process of this machine: end with the run, even where that is killed; what it is sent by a signal to all is
    for the run to judge.
    """
    for name in {"SIGTERM", "SIGHUP"} & set(dir(signal)):
        # unlike one that is ignored, no process that this one starts inherits it
        signal.signal(signal.Signals[name], lambda *where: None)
    threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(LOOK)
    os._exit(1)


def _numbered() -> Callable[[int, bytes], tuple[int, Any]]:
    """A function that is sent whole, and unpacks a task where it runs: what a worker lacks is then an error of the
    task, and does not end the worker.
    """

    def numbered(i: int, task: bytes) -> tuple[int, Any]:
        call, arguments = pickle.loads(task)
        return i, call(*arguments)

    return numbered


@contextmanager
def _context(backend: str, address: str | None) -> Iterator[None]:
    """The cluster connected to while tasks run; processes of this machine ended behind them."""
    if backend not in BACKENDS:
        raise ParameterError(f"--backend {backend} is none of {', '.join(BACKENDS)}")
    with ExitStack() as stack:
        if backend == "dask":
            stack.enter_context(_dask(address))
        elif backend == "ray":
            stack.enter_context(_ray(address))
        else:
            stack.enter_context(_hushed_manager())
            stack.enter_context(_spared_supervisors())
            stack.callback(_end_processes)
        yield


@contextmanager
def _dask(address: str | None) -> Iterator[None]:
    distributed = _module("distributed", "dask[distributed]", "dask")
    told = logging.getLogger("tornado.application")
    with ExitStack() as stack:
        stack.callback(told.setLevel, told.level)
        stack.enter_context(_client(distributed, address or os.environ.get("DASK_SCHEDULER_ADDRESS")))
        try:
            yield
        except BaseException:
            told.setLevel(logging.CRITICAL)  # the client tells of each result that it waits for in vain
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
def _ray(address: str | None) -> Iterator[None]:
    ray = _module("ray", "ray", "ray")
    address = address or os.environ.get("RAY_ADDRESS") or "auto"
    if address == "local":  # to Ray: start one for this process
        raise ParameterError(_NO_RAY)
    ours = not ray.is_initialized()
    if ours:
        _try_ray(address)
        ray.init(address, **RAY_OPTIONS)
    try:
        _register_ray_tasks(ray)
        with redirect_stdout(sys.stderr):  # where Ray tells that a worker died
            yield
    finally:
        if ours:
            ray.shutdown()


def _try_ray(address: str) -> None:
    """In a process of its own, which can be ended: Ray tries a wrong address for minutes, and tells of it over and
    over.
    """
    code = (
        f"import ray\ntry: ray.init({address!r}, **{RAY_OPTIONS})\nexcept Exception as error: "
        f"print(type(error).__name__, *str(error).split())"
    )
    try:
        problem = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE
        ).stdout.strip()
    except subprocess.TimeoutExpired:
        cure = "check --cluster; a head with a token needs RAY_AUTH_MODE=token"
        raise ParameterError(f"--backend ray: no head answers at {address!r} within {PATIENCE:g} s: {cure}") from None
    if problem.startswith("ConnectionError") and address == "auto":
        raise ParameterError(_NO_RAY)
    if problem:
        raise ParameterError(f"--backend ray: no cluster to work on at {address!r}: {problem}")


def _register_ray_tasks(ray: Any) -> None:
    """joblib on Ray's tasks, which are done again where a worker dies; what Ray brings along for joblib gives no result
    before the last one.
    """
    from joblib.parallel import ParallelBackendBase, register_parallel_backend

    class RayTasks(ParallelBackendBase):  # type: ignore[misc]
        supports_retrieve_callback = True

        def configure(self, *positional: Any, **named: Any) -> int:
            self.call = ray.remote(lambda batch: batch()).options(name="axiometrics")
            self.running: list[Any] = []
            return int(super().configure(*positional, **named))

        def effective_n_jobs(self, n_jobs: int) -> int:
            return max(2, int(ray.cluster_resources().get("CPU", 0)))  # on one alone, joblib would do the tasks here

        def submit(self, func: Any, callback: Any = None) -> Any:
            self.running.append(self.call.remote(func))
            future = self.running[-1].future()
            future.add_done_callback(callback)
            return future

        def retrieve_result_callback(self, out: Any) -> Any:
            try:
                return out.result()
            except ray.exceptions.RayTaskError as error:
                raise error.cause from None

        def abort_everything(self, ensure_ready: bool = True) -> None:
            for task in self.running:
                ray.cancel(task, force=True)

    register_parallel_backend("ray", RayTasks)


@contextmanager
def _hushed_manager() -> Iterator[None]:
    """The thread that manages loky's processes may trip over tasks that Ctrl-C takes away, at once or later; that is
    nobody's concern.
    """
    before, held = threading.excepthook, list[threading.ExceptHookArgs]()

    def hook(args: threading.ExceptHookArgs) -> None:
        if args.thread is not None and args.thread.name == "ExecutorManagerThread":
            held.append(args)
        else:
            before(args)

    threading.excepthook = hook
    yield
    threading.excepthook = before  # where the tasks were interrupted, it is kept
    for args in held:
        before(args)


@contextmanager
def _spared_supervisors() -> Iterator[None]:
    """loky kills with its processes all that they have started; here the supervisors of metrics end when those do, and
    clear away what is left behind.
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
    """At once: to take leave of all that they hold would take them half a second."""
    from joblib.externals.loky import get_reusable_executor

    get_reusable_executor(reuse=True).shutdown(kill_workers=True)


def _module(name: str, package: str, backend: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        raise ParameterError(f"--backend {backend} needs {package}: pip install 'axiometrics[{backend}]'") from None
