"""The process between a run and a metric's worker. It is the parent of all processes that the metric starts, and ends
them. It imports little, and no other module of axiometrics.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
import time
from contextlib import suppress

PATIENCE = 5.0
"""The seconds after which a process is left behind that does not end on SIGKILL, or that starts others faster than they
can be ended. They count anew after the time for processes that tidy (`TIDYING`).
"""

GRACE = 0.5
"""The seconds that a process which is not at a call may take to end by itself, where the run has ended without
notice.
"""

TIDYING = 15.0
"""The seconds for a process that removes resources which others shared: the `resource_tracker` of multiprocessing and
of joblib. It ends by itself, a moment after the last process that it serves. But it is a new Python process, which may
still be starting on a busy machine when the metric dies. Only a process that pretends to be one takes all this time.
"""

DETACH = 17
"""The `ptrace` request of Linux to stop tracing a process. The process then gets the signal that it was stopped
with.
"""

PDEATHSIG, SUBREAPER = 1, 36
"""The `prctl` options of Linux for a signal when the parent ends, and for becoming the parent of all orphans among the
descendants.
"""

TEMPORARY = ("TMPDIR", "TEMP", "TMP")
"""The environment variables that name the folder for temporary files."""

EVENTS = {signal.SIGCHLD, signal.SIGTERM, signal.SIGINT, signal.SIGHUP}
"""The signals for which the supervisor waits. They are blocked, so that none of them ends it before its child."""


def supervise(parent: int, folder: str) -> None:
    """Return in a child of this process. This process waits for the child, and exits as the child does.

    SIGTERM ends both processes; on Linux, only if it comes from `parent`, and there the end of `parent` ends both too.
    When the child ends, all processes that it started and left behind are ended on Linux, daemons too; on other
    systems, its process group is ended. On Linux only children that have not been waited for are killed, so that no
    other process can have got their numbers. `folder` exists during this time, unless it is an empty text.
    """
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    signal.signal(signal.SIGCHLD, lambda *where: None)  # an ignored signal would not wake `_event`
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, EVENTS)
    _prctl(SUBREAPER, 1)
    die_with_parent()
    me = os.getpid()
    if os.getppid() != parent:
        os._exit(0)
    if folder:
        with suppress(OSError):
            os.mkdir(folder, 0o700)
    child = os.fork()
    if child:
        try:
            _wait(child, parent, folder)
        finally:
            os._exit(1)
    os.setsid()
    _prctl(PDEATHSIG, signal.SIGKILL)
    if os.getppid() != me:
        os._exit(0)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def _wait(child: int, parent: int, folder: str) -> None:
    """Wait for the child, end what it leaves behind, and exit as it did."""
    gc.disable()  # this process must not finalize objects of the process from which it was forked
    nothing = os.open(os.devnull, os.O_RDWR)
    for file in range(3):
        os.dup2(nothing, file)
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))
    code = None
    while code is None and _event(parent) == signal.SIGCHLD:
        code = _reap(child)[0]
    deadline = time.monotonic() + GRACE
    # the child notices the end of the run, because its requests have ended
    while code is None and os.getppid() != parent and (left := deadline - time.monotonic()) > 0:
        code = _reap(child)[0]
        time.sleep(min(left, 0.01))
    code = _end_all(child, code)
    if folder:
        _remove(folder)
    if code is not None and code < 0:
        for pending in EVENTS:
            signal.signal(pending, signal.SIG_IGN)
        if -code not in {signal.SIGKILL, signal.SIGSTOP}:
            signal.signal(-code, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, set())
        os.kill(os.getpid(), -code)
    os._exit(code or 0)


def _event(parent: int) -> int:
    """The next signal that counts: a signal of a child that has ended, or a signal of the parent, such as the one that
    is sent when the parent ends. Signals that the metric sends are ignored.
    """
    if sys.platform != "linux":
        return signal.sigwait(EVENTS)
    while True:
        received = signal.sigwaitinfo(EVENTS)
        if received.si_signo == signal.SIGCHLD or received.si_pid in {0, parent}:
            return received.si_signo


def _reap(child: int) -> tuple[int | None, bool]:
    """Wait for all children that have ended. Return the exit code of `child` if it is one of them, and whether others
    are left.
    """
    code = None
    try:
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            if os.WIFSTOPPED(ended[1]):
                _let_go(ended[0], os.WSTOPSIG(ended[1]))
            elif ended[0] == child:
                code = os.waitstatus_to_exitcode(ended[1])
    except ChildProcessError:
        return code, False
    return code, True


def _end_all(child: int, code: int | None) -> int | None:
    """End the child and all its descendants, and return the exit code of the child."""
    began, pause, patience = time.monotonic(), 0.001, PATIENCE
    if sys.platform != "linux":
        _kill(-child)
    left = True
    while left and (since := time.monotonic() - began) < patience:
        for pid in _children() or ([] if code is not None else [child]):
            if since < TIDYING and _tidies(pid):
                patience = TIDYING + PATIENCE
            else:
                _kill(pid)
        ended, left = _reap(child)
        code = ended if code is None else code
        if left:
            time.sleep(pause)
            pause = min(2 * pause, 0.016)
    return code


def _kill(pid: int) -> None:
    with suppress(OSError):  # the process has just ended, or belongs to another user
        os.kill(pid, signal.SIGKILL)


def _tidies(pid: int) -> bool:
    """Whether a process removes resources that others have shared, once these have ended."""
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            return b"resource_tracker import main" in file.read()
    except OSError:
        return False


def _remove(folder: str) -> None:
    try:
        os.rmdir(folder)
    except OSError:  # usually because the folder is not empty
        import shutil

        shutil.rmtree(folder, ignore_errors=True)


def _let_go(pid: int, by: int) -> None:
    """Release a child that asked to be traced, and stopped. It goes on, or ends by the signal that it was stopped
    with.
    """
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).ptrace(ctypes.c_long(DETACH), ctypes.c_long(pid), None, ctypes.c_long(by))


def _children() -> list[int]:
    """The children of this process according to /proc. When a process ends, its children become children of this
    process before it is waited for.
    """
    children = []
    try:
        numbers = [name for name in os.listdir("/proc") if name.isdigit()]
    except OSError:
        return []
    for name in numbers:
        try:
            with open(f"/proc/{name}/stat", "rb") as file:
                parent = int(file.read().rpartition(b")")[2].split()[1])
        except (OSError, IndexError):
            continue
        if parent == os.getpid():
            children.append(int(name))
    return children


def die_with_parent() -> None:
    """Have the system send this process SIGTERM when its parent ends, where the system can."""
    _prctl(PDEATHSIG, signal.SIGTERM)


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


if __name__ == "__main__":
    target, parent, memory, folder, path = sys.argv[1:]
    supervise(int(parent), folder)
    sys.path[:] = json.loads(path)
    from axiometrics.candidates.containment.server import main

    main(target, int(memory))
