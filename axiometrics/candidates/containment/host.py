"""The processes of this run that call metrics. One of them serves several metrics of a module, one after the other.

For a metric of a large library, the import takes most of the time. So a metric is served by a process that has already
imported its module, where there is such a process. A process serves another metric only as long as no change in it is
seen since the import (`traces`), and as long as the files that it has run have not changed. A process that fails after
it has served several metrics is evidence against none of them: the metric at whose call it failed gets a process of its
own, in which its calls are made again. To fork a process after the import was rejected, because libraries start native
threads when they are imported (docs/decisions/0010).
"""

from __future__ import annotations

import os
import sys
import threading
import weakref
from typing import Any

from axiometrics.candidates.containment.call import CallForm
from axiometrics.candidates.containment.launch import Start, memory_limit
from axiometrics.candidates.containment.pipes import Pipes
from axiometrics.candidates.containment.pool import POOL
from axiometrics.candidates.containment.templates import Process, lasting
from axiometrics.candidates.containment.termination import GRACE, end_process
from axiometrics.running.dependencies import NOTHING, Needs


class Host:
    """A process that calls metrics. A session holds the lock of the process while it asks a metric.

    Parameters
    ----------
    start : a function that starts a process, given the seed of its hashes
    seed : the seed of the hashes

    Attributes
    ----------
    at : the session whose metric is served now
    served : the TARGETs that the process has been asked for
    imported : a digest of the code that the import ran, None if it is not known
    rests : the files of that code, None if they are not known
    needs : the files that were needed after the import, None if they are not known
    answered : the forms of calls, by the TARGET, that the process has answered

    Raises `OSError` where no process can be started.
    """

    def __init__(self, start: Start, seed: int) -> None:
        self.lock = threading.Lock()
        self.at: weakref.ref[Any] | None = None
        self.served: set[str] = set()
        self.answered: set[tuple[str, CallForm]] = set()
        self.users: weakref.WeakSet[Any] = weakref.WeakSet()
        self.imported: str | None = None
        self.rests: Needs | None = None
        self.needs: Needs | None = NOTHING
        self.process: Process | None = None
        self._owner = os.getpid()
        POOL.admit(self)
        self.process, ends, folder = start(seed)
        self.pipes = Pipes(self.process, ends)
        self._end = weakref.finalize(self, end_process, self.process, ends, folder, self._owner, GRACE)

    @property
    def lives(self) -> bool:
        """Whether the process was started by this process, and has not been ended by it."""
        return self._owner == os.getpid() and self.process is not None

    @property
    def runs(self) -> bool:
        """Whether the process runs."""
        return self.lives and self.process is not None and self.process.poll() is None

    def need(self, data: Any) -> None:
        """Note which files the process needed after the import, as plain data; None if they are not known."""
        self.needs = None if data is None or self.needs is None else self.needs.joined(Needs.from_json(data))

    def rest(self) -> bool:
        """End the process if no metric is being asked in it at the moment. True if the process has ended."""
        if not self.lock.acquire(blocking=False):
            return False
        try:
            self.stop(GRACE)
        finally:
            self.lock.release()
        return True

    def stop(self, grace: float = 0.0) -> None:
        """End the process, for all metrics that it serves."""
        ending = self._end.detach()
        if ending is not None:
            process, ends, folder, owner, _ = ending[2]
            end_process(process, ends, folder, owner, grace)
        self.process = None


_OPEN: weakref.WeakValueDictionary[Any, Host] = weakref.WeakValueDictionary()
"""The processes that may serve further metrics, by the key that their metrics share (`common`)."""


def common(module: str, seed: int) -> Any:
    """The key under which a process is shared by the metrics of a module; None if the working folder is gone."""
    try:
        return module, seed, os.getcwd(), tuple(sys.path), lasting(os.environ), memory_limit()
    except OSError:  # the folder is gone
        return None


def offer(key: Any, host: Host) -> None:
    """Let a process serve further metrics."""
    _OPEN[key] = host


def withdraw(host: Host) -> None:
    """Let a process serve no further metrics."""
    for key in [key for key, shared in _OPEN.items() if shared is host]:
        del _OPEN[key]


def free(key: Any) -> Host | None:
    """A process that may serve a further metric, with its lock held; None where there is no such process, or where its
    files have changed.
    """
    host = _OPEN.get(key)
    if host is None or not host.lock.acquire(blocking=False):
        return None
    needs = None if host.rests is None or host.needs is None else host.rests.joined(host.needs)
    if host.runs and needs is not None and needs.met():
        return host
    withdraw(host)
    host.lock.release()
    return None
