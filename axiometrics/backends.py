"""Where tasks run: processes of this machine, or the Dask or Ray cluster there is. joblib hands them out; the results are the same."""

from __future__ import annotations

import os
import threading
import warnings
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

from axiometrics.core.errors import ParameterError

BACKENDS = ("loky", "dask", "ray")
"""`loky` is processes of this machine."""

PATIENCE = "10s"
"""How long a scheduler may take to answer."""

Task = tuple[Callable[..., Any], tuple[Any, ...]]
"""What to call, and with what; both must be fit to be sent."""


def spread(tasks: Sequence[Task], jobs: int, backend: str = "loky", address: str | None = None) -> Generator[tuple[int, Any]]:
    """The number and the result of each task, as they are finished.

    A worker of a cluster that dies is replaced by the cluster, and what it was at is done again. `address` is that of the Dask scheduler or of the Ray
    head; without it, the environment says it (`DASK_SCHEDULER_ADDRESS`, `RAY_ADDRESS`), or a client that is open here.

    Raises `ParameterError` for a backend that is not there.
    """
    joblib = _module("joblib", "joblib", "loky")
    # loky replaces a worker that has grown, between two tasks; nothing is lost
    warnings.filterwarnings("ignore", message="A worker stopped while some jobs were given", category=UserWarning)
    with _context(backend, address), joblib.parallel_config(backend=backend, n_jobs=jobs if backend == "loky" else -1):
        results = joblib.Parallel(return_as="generator_unordered", batch_size=1, pre_dispatch="all")(
            joblib.delayed(_numbered)(i, call, arguments) for i, (call, arguments) in enumerate(tasks)
        )
        try:
            for result in results:  # noqa: UP028 - yield from would close them before they are told to be quiet
                yield result
        except BaseException:
            _hush_manager()
            raise
        finally:
            with warnings.catch_warnings():  # joblib tells of what an interrupted run leaves undone
                warnings.simplefilter("ignore", UserWarning)
                results.close()


def _numbered(i: int, call: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[int, Any]:
    return i, call(*arguments)


@contextmanager
def _context(backend: str, address: str | None) -> Iterator[None]:
    """The cluster connected to while tasks run; processes of this machine ended behind them."""
    if backend not in BACKENDS:
        raise ParameterError(f"--backend {backend} is none of {', '.join(BACKENDS)}")
    with ExitStack() as stack:
        if backend == "dask":
            stack.enter_context(_dask(address))
        elif backend == "ray":
            _ray(address)
        else:
            stack.callback(_end_processes)
        yield


def _dask(address: str | None) -> Any:
    distributed = _module("distributed", "dask[distributed]", "dask")
    address = address or os.environ.get("DASK_SCHEDULER_ADDRESS")
    if address is None:
        with suppress(ValueError):
            return distributed.get_client().as_current()
        raise ParameterError("--backend dask: no cluster; start one with `dask scheduler` and `dask worker`, and give its address by --cluster tcp://HOST:8786")
    try:
        return distributed.Client(address, timeout=PATIENCE)
    except (OSError, ValueError) as error:
        raise ParameterError(f"--backend dask: no scheduler answers at {address!r} ({type(error).__name__}): check --cluster") from None


def _ray(address: str | None) -> None:
    ray = _module("ray", "ray", "ray")
    from ray.util.joblib import register_ray  # type: ignore[import-not-found]

    try:
        ray.init(address=address or os.environ.get("RAY_ADDRESS", "auto"), ignore_reinit_error=True, log_to_driver=False)
    except (ConnectionError, ValueError) as error:
        raise ParameterError(f"--backend ray: no cluster: {error}; start one with `ray start --head`, or give its address by --cluster") from None
    register_ray()


def _hush_manager() -> None:
    """The thread that manages loky's processes may trip over tasks that Ctrl-C took away; that is nobody's concern."""
    before = threading.excepthook

    def hook(args: threading.ExceptHookArgs) -> None:
        if args.thread is None or args.thread.name != "ExecutorManagerThread":
            before(args)

    threading.excepthook = hook


def _end_processes() -> None:
    from joblib.externals.loky import get_reusable_executor

    get_reusable_executor().shutdown(wait=False)


def _module(name: str, package: str, backend: str) -> Any:
    from importlib import import_module

    try:
        return import_module(name)
    except ImportError:
        raise ParameterError(f"--backend {backend} needs {package}: pip install 'axiometrics[{backend if backend != 'loky' else 'parallel'}]'") from None
