"""The end of a worker process and of all its descendants, and the words that say how it ended."""

from __future__ import annotations

import math
import os
import shutil
import signal
import time
from collections.abc import Sequence

from axiometrics.candidates.containment import supervisor
from axiometrics.candidates.containment.launch import ENDS
from axiometrics.candidates.containment.templates import Process

ENDING = 1.0
"""The seconds that a process has after its last answer to end by itself. After that it is ended."""

SUPERVISED = supervisor.TIDYING + 2 * supervisor.PATIENCE
"""The seconds that the supervisor of a process may take to end all descendants of the process."""

GRACE = 1.0
"""The seconds that a process which is not at a call may take to end by itself, and to remove what it has made."""


def end_process(process: Process, ends: Sequence[int], folder: str, owner: int, grace: float) -> None:
    """Give a process that gets no more requests time to end, then have the supervisor end it. All its descendants end
    with it, and its temporary files are removed.
    """
    for end in ENDS.intersection(ends):  # a fork of this process has closed them at its start
        ENDS.discard(end)
        os.close(end)
    if owner != os.getpid():
        return  # this is a fork; the process belongs to the parent
    if not _ends(process, grace):
        process.send_signal(signal.SIGTERM)
        if not _ends(process, SUPERVISED):
            process.send_signal(signal.SIGKILL)
            _ends(process, math.inf)
    if folder:
        shutil.rmtree(folder, ignore_errors=True)  # the supervisor has done this, unless it was killed


def _ends(process: Process, seconds: float) -> bool:
    """Whether a process ends within the given time."""
    deadline, pause = time.monotonic() + seconds, 0.0005
    while process.poll() is None and time.monotonic() < deadline:
        time.sleep(pause)
        pause = min(2 * pause, 0.02)
    return process.poll() is not None


def ended(process: Process) -> str:
    """The way in which a process ended that gives no more answers, in words. A process that still runs is ended. But on
    a busy machine the process may have ended before, while its supervisor is still removing its files and children; its
    exit code shows this.
    """
    if not (alone := _ends(process, ENDING)):
        process.send_signal(signal.SIGTERM)
        _ends(process, SUPERVISED)
    code = process.poll()
    if code is None or (not alone and code in {-signal.SIGKILL, -signal.SIGTERM}):
        return "closed the pipe for its answers"
    if code >= 0:
        return f"ended its process with exit code {code}"
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = f"signal {-code}"
    return f"ended its process by {name}"
