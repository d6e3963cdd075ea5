"""How a worker process is ended, with all that descends from it, and how it is told that it ended."""

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

ENDING = 100
"""Hundredths of a second that a process has to end after its last answer before it is killed."""

GRACE = 1.0
"""Seconds that a process which is not at a call may take to end by itself, and to clear away what it has made."""


def end_process(process: Process, ends: Sequence[int], folder: str, owner: int, grace: float) -> None:
    """Let a process end that is asked no more, then have the supervisor end it; all that descends from it ends with it,
    and its temporary files go.
    """
    for end in ENDS.intersection(ends):  # a fork of ours has closed them at its start
        ENDS.discard(end)
        os.close(end)
    if owner != os.getpid():
        return  # a fork of ours: the process is the parent's
    for by, seconds in ((None, grace), (signal.SIGTERM, 2 * supervisor.PATIENCE), (signal.SIGKILL, math.inf)):
        deadline, pause = time.monotonic() + seconds, 0.0005
        if by is not None and process.poll() is None:
            process.send_signal(by)
        while process.poll() is None and time.monotonic() < deadline:
            time.sleep(pause)
            pause = min(2 * pause, 0.02)
    if folder:
        shutil.rmtree(folder, ignore_errors=True)  # which the supervisor has done, unless it was killed


def ended(process: Process) -> str:
    """How a process that answers no more ended, in words."""
    for _ in range(ENDING):
        if process.poll() is not None:
            break
        time.sleep(0.01)
    code = process.poll()
    if code is None:
        return "closed the pipe for its answers"
    if code >= 0:
        return f"ended its process with exit code {code}"
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = f"signal {-code}"
    return f"ended its process by {name}"
