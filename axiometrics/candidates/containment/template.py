"""The template: a process that has imported the modules that the process of every metric needs, and that is forked for
each metric.

A process of a metric needs Python, numpy and the server. Their start takes 0.4 s of processor time before the metric
itself is imported. With hundreds of metrics, each of which has several processes, this was most of the time of a run.
So the run starts one template for each seed of hashes, and requests forks from it. A template is small on purpose: it
calls no metric, imports no module of a user, and has one thread. The modules of a metric are imported after the fork,
under the limits and the supervisor of that metric, so that no metric sees what another one did. To fork the run itself
was rejected, because it has modules and a seed of hashes of its own, on which a verdict must not depend.

A request is a line of JSON that comes with five descriptors: the three pipes of the process, the current folder of the
run, and a channel. On the channel the template reports the number of the fork and later how the fork ended, and the run
requests signals to the fork. Only the template sends signals to a fork, because only the template knows that no other
process has got the fork's number.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import select
import signal
import socket
import struct
import sys
import time
import warnings
from contextlib import suppress
from typing import Any

NUMBER = struct.Struct("i")
"""The format, in a channel, of the number of a fork, and of its exit code."""

LENGTH = struct.Struct("Q")
"""The format of the length of a request. The descriptors come with this length."""

HANDED = 5
"""The number of descriptors that come with a request."""

HEEDED = {signal.SIGCHLD, signal.SIGTERM, signal.SIGINT, signal.SIGHUP}


class Template:
    """Forks on request, and reports how each fork ended.

    Parameters
    ----------
    parent : the number of the run's process; the template ends with it
    control : the descriptor of the socket through which requests come
    """

    def __init__(self, parent: int, control: int) -> None:
        self._parent, self._own = parent, os.getpid()
        self._control = socket.socket(fileno=control)
        self._channels: dict[int, int] = {}
        """The channel of each fork, by the number of the fork."""
        self._retired = False
        self._news, tells = os.pipe()
        for end in (self._news, tells):
            os.set_blocking(end, False)
        signal.set_wakeup_fd(tells, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *where: None)
        signal.signal(signal.SIGTERM, self._heed)
        self._waiting = select.poll()
        for end in (control, self._news):
            self._waiting.register(end, select.POLLIN)

    def _heed(self, *where: Any) -> None:
        """End with the run. This signal also comes when a thread of the run ends, which is not the end of the run."""
        if os.getppid() != self._parent:
            os._exit(0)

    def requested(self) -> Any:
        """Return the request of a fork, in that fork. The template itself never returns: it ends here, together with
        the run.
        """
        while not self._retired or self._channels:
            for end, _ in self._waiting.poll():
                if end == self._news:
                    self._reap()
                elif end == self._control.fileno():
                    request = self._accepted()
                    if request is not None:
                        return request
                else:
                    self._signal(end)
        os._exit(0)

    def _accepted(self) -> Any:
        """A request, in the fork that it asks for; None in this process."""
        try:
            length, handed, _, _ = socket.recv_fds(self._control, LENGTH.size, HANDED)
            text = b""
            while len(length) == LENGTH.size and len(text) < LENGTH.unpack(length)[0]:
                part = self._control.recv(LENGTH.unpack(length)[0] - len(text))
                if not part:
                    os._exit(0)
                text += part
        except OSError:
            os._exit(0)
        if len(length) != LENGTH.size:
            os._exit(0)  # the run has ended
        if not handed:
            self._retired = True
            self._waiting.unregister(self._control.fileno())
            return None
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, HEEDED)
        with warnings.catch_warnings():
            # Python warns of forks with threads; these belong to numerical libraries, which do not call the metric
            warnings.simplefilter("ignore", DeprecationWarning)
            try:
                pid = os.fork()
            except OSError:
                pid = -1  # the run learns this from the end of the channel
        if not pid:
            self._take_over(handed)
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
            return {**json.loads(text), "parent": self._own}
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        for end in handed[:-1]:
            os.close(end)
        channel = handed[-1]
        if pid < 0:
            os.close(channel)
            return None
        os.set_blocking(channel, False)
        self._channels[pid] = channel
        self._waiting.register(channel, select.POLLIN)
        self._tell(pid, pid)
        return None

    def _take_over(self, handed: list[int]) -> None:
        """In a fork: take over the pipes and the folder of the fork, and drop everything else of the template."""
        signal.set_wakeup_fd(-1)
        for name in HEEDED:
            signal.signal(name, signal.SIG_DFL)
        with suppress(OSError):
            os.fchdir(handed[3])
        kept = [os.dup(end) if end < 3 else end for end in handed[:3]]
        for place, end in enumerate(kept):
            os.dup2(end, place)
        self._control.detach()
        os.closerange(3, os.sysconf("SC_OPEN_MAX"))
        os.setsid()

    def _tell(self, pid: int, number: int) -> None:
        with suppress(OSError):  # the other end is closed
            os.write(self._channels[pid], NUMBER.pack(number))

    def _reap(self) -> None:
        """Report to the run how each fork that has ended did so: its exit code, or the signal."""
        with suppress(BlockingIOError):
            os.read(self._news, 1 << 12)
        with suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                pid = ended[0]
                self._tell(pid, os.waitstatus_to_exitcode(ended[1]))
                channel = self._channels.pop(pid)
                with suppress(KeyError):
                    self._waiting.unregister(channel)
                os.close(channel)

    def _signal(self, channel: int) -> None:
        """Send a fork the signals that the run asks for. If the run has closed its channel, end the fork."""
        pid = next((pid for pid, of in self._channels.items() if of == channel), None)
        if pid is None:
            return  # it has just ended
        try:
            signals = os.read(channel, 16)
        except BlockingIOError:
            return
        except OSError:
            signals = b""
        if not signals:
            self._waiting.unregister(channel)
        for number in signals or [signal.SIGTERM]:
            os.kill(pid, number)


def main() -> None:
    """Import the modules that the process of a metric needs, and wait to be forked."""
    began = time.time()
    parent, control, path = sys.argv[1:]
    sys.path[:] = json.loads(path)

    from axiometrics.candidates.containment import supervisor
    from axiometrics.candidates.containment.description import describe  # noqa: F401 - loaded before the first fork
    from axiometrics.candidates.containment.server import main as serve
    from axiometrics.registry.tasks import load_built_in

    load_built_in()  # the first call of a metric needs the signatures of the tasks
    supervisor.die_with_parent()
    if os.getppid() != int(parent):
        return
    gc.collect()
    gc.freeze()
    request = Template(int(parent), int(control)).requested()
    sys.path[:] = request["path"]
    os.environ.clear()
    os.environ.update(request["environment"])
    supervisor.supervise(request["parent"], request["folder"])
    sys.path_importer_cache.clear()  # folders may have changed since the template started
    serve(request["target"], request["memory"], began)
    # as in a fork of multiprocessing: the regular end of the interpreter, module by module, costs more than all before
    atexit._run_exitfuncs()
    os._exit(0)


if __name__ == "__main__":
    main()
