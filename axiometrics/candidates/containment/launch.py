"""The start of a worker process: with a target to import, or as a fork with a function of this process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import uuid
import warnings
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from axiometrics.candidates.containment import supervisor
from axiometrics.candidates.containment.templates import TEMPLATES, Process
from axiometrics.core.errors import ParameterError

MEMORY = 2048
"""The MiB by which the memory of a worker may grow during the import, and again during the calls, unless `VARIABLE` is
set.
"""

VARIABLE = "AXIOMETRICS_MEMORY"
"""The environment variable that sets this number; 0 stands for no limit."""


ENDS: set[int] = set()
"""The ends of pipes to processes of metrics that this process holds. A fork of this process closes them: otherwise a
metric's process would not notice the end of its requests, because the fork could still write some.
"""


def isolates() -> bool:
    """Whether this system (POSIX) allows this module to watch a process."""
    return os.name == "posix"


class _Forked:
    """A child made by `os.fork`, with the interface of a `subprocess` process."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.code: int | None = None

    def poll(self) -> int | None:
        if self.code is None:
            try:
                pid, status = os.waitpid(self.pid, os.WNOHANG)
            except ChildProcessError:
                self.code = 0
            else:
                self.code = os.waitstatus_to_exitcode(status) if pid else None
        return self.code

    def send_signal(self, by: int, /) -> None:
        if self.poll() is None:  # so no other process has got its number
            os.kill(self.pid, by)


Start = Callable[[int], tuple[Process, tuple[int, int, int], str]]
"""Starts a process, given the seed of its hashes. Returns the process; the descriptors for writing requests, for
reading answers, and for reading its stderr; and its temporary folder.
"""


def memory_limit() -> int:
    """The bytes by which a worker may grow. Raises `ParameterError` where the environment variable is not a number."""
    text = os.environ.get(VARIABLE, str(MEMORY))
    if not text.isdecimal():
        raise ParameterError(f"{VARIABLE}={text!r}: give MiB as a whole number, 0 for no limit")
    return int(text) * 2**20


def _folder() -> str:
    """The path at which the supervisor makes a folder for temporary files; empty where there is no place for one."""
    with suppress(OSError):
        return os.path.join(tempfile.gettempdir(), f"axiometrics-{uuid.uuid4().hex}")
    return ""


def start_target(target: str, seed: int) -> tuple[Process, tuple[int, int, int], str]:
    """Start a process that imports a target."""
    limit, folder = memory_limit(), _folder()
    # a verdict must not depend on the order of sets, which differs from run to run
    around = {**os.environ, "PYTHONHASHSEED": str(seed)}
    around.update(dict.fromkeys(supervisor.TEMPORARY, folder) if folder else {})
    if sys.platform == "linux":
        return *_of_template(target, limit, folder, around), folder
    command = [sys.executable, supervisor.__file__, target, str(os.getpid()), str(limit), folder, json.dumps(sys.path)]
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True, env=around)
    ends = []
    for file in (process.stdin, process.stdout, process.stderr):
        assert file is not None
        ends.append(os.dup(file.fileno()))
        file.close()
    ENDS.update(ends)
    return process, (ends[0], ends[1], ends[2]), folder


def _of_template(target: str, limit: int, folder: str, around: dict[str, str]) -> tuple[Process, tuple[int, int, int]]:
    """A fork of a template, and the pipes to it."""
    theirs, requests = os.pipe()
    answers, back = os.pipe()
    errors, complaints = os.pipe()
    try:
        process = TEMPLATES.fork(target, limit, folder, around, (theirs, back, complaints), ENDS)
    except BaseException:
        for end in (requests, answers, errors):
            os.close(end)
        raise
    finally:
        for end in (theirs, back, complaints):
            os.close(end)
    ENDS.update((requests, answers, errors))
    return process, (requests, answers, errors)


def start_fork(function: Callable[..., Any], seed: int) -> tuple[Process, tuple[int, int, int], str]:
    """Fork a process that calls a function."""
    from axiometrics.candidates.containment.server import serve_forked

    limit, parent, folder = memory_limit(), os.getpid(), _folder()
    theirs, requests = os.pipe()
    answers, back = os.pipe()
    errors, complaints = os.pipe()
    with warnings.catch_warnings():
        # Python warns of forks with threads; these belong to numerical libraries, which do not call the metric
        warnings.simplefilter("ignore", DeprecationWarning)
        pid = os.fork()
    if not pid:
        try:
            for end in (requests, answers, errors, *ENDS, *TEMPLATES.ends()):
                os.close(end)
            ENDS.clear()
            serve_forked(function, theirs, back, complaints, parent, limit, folder)
        finally:
            os._exit(0)
    for end in (theirs, back, complaints):
        os.close(end)
    ENDS.update((requests, answers, errors))
    return _Forked(pid), (requests, answers, errors), folder
