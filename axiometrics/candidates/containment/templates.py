"""The templates of this process, one for each seed of hashes and environment, and the forks that are requested from
them.
"""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import weakref
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Protocol

from axiometrics.candidates.containment import template

MOST = 4
"""The most templates that are kept. A template that is not kept any more ends with its last fork."""

START = 60.0
"""The seconds that a template may take to fork. Before the first fork, it must import what it needs."""

PATIENCE = 1.0
"""The seconds that a template may take to end."""

PASSING = ("PYTEST_CURRENT_TEST", "TMPDIR", "TEMP", "TMP", "PWD", "OLDPWD", "COLUMNS", "LINES")
"""Environment variables that change while a program runs, and that no module reads which a template imports."""

ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1"}
"""An environment variable that a template gets if the user has not set it. Without it the linear algebra of numpy
starts threads. They keep a processor busy while they wait for work, and a template has no work for them. A fork of a
template gets the environment of the run instead.
"""

OURS = "AXIOMETRICS_"
"""The prefix of our own environment variables. They are read when they are needed, so templates need not differ in
them.
"""


def lasting(environment: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """The part of an environment that does not change while a program runs."""
    return tuple(
        sorted(
            (name, value) for name, value in environment.items() if name not in PASSING and not name.startswith(OURS)
        )
    )


class Process(Protocol):
    """A child process, with the interface of `subprocess.Popen`."""

    @property
    def pid(self) -> int:
        """The number of the process."""
        ...

    def poll(self) -> int | None:
        """The exit code; None while the process runs. A process that a signal ended has the negative number of the
        signal.
        """
        ...

    def send_signal(self, by: int, /) -> None:
        """Send the process a signal, if it has not ended."""
        ...


class Fork:
    """A fork of a template, with the interface of a `subprocess` process. It is not a child of this process, so its
    template reports its number and its end, and sends it signals.
    """

    def __init__(self, of: subprocess.Popen[bytes], channel: int, ends: set[int]) -> None:
        self._template = of
        self._channel = channel
        self._ends = ends
        self._told = b""
        self.code: int | None = None
        os.set_blocking(channel, False)
        ends.add(channel)
        try:
            waiting = select.poll()
            waiting.register(channel, select.POLLIN)
            if waiting.poll(1000 * START):
                self.poll()
            if len(self._told) < template.NUMBER.size:
                raise OSError("its template could not fork")
        except BaseException:
            self._close()  # this ends the fork
            raise
        (self.pid,) = template.NUMBER.unpack_from(self._told)

    def poll(self) -> int | None:
        """The exit code; None while the process runs; negative for a signal. If the template has been killed, the fork
        was killed too.
        """
        if self.code is None:
            with suppress(BlockingIOError):
                received = os.read(self._channel, 2 * template.NUMBER.size)
                self._told += received
                if len(self._told) == 2 * template.NUMBER.size:
                    self.code = template.NUMBER.unpack_from(self._told, template.NUMBER.size)[0]
                elif not received:
                    self.code = -signal.SIGKILL
            if self.code is not None:
                self._close()
        return self.code

    def send_signal(self, by: int, /) -> None:
        """Have the template send the fork a signal. A template that a metric has stopped is continued for this."""
        with suppress(OSError):  # the fork has just ended
            self._template.send_signal(signal.SIGCONT)
            os.write(self._channel, bytes([by]))

    def _close(self) -> None:
        self._ends.discard(self._channel)
        os.close(self._channel)


class _Kept:
    """A template of this process."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._control, theirs = socket.socketpair()
        command = [sys.executable, template.__file__, str(os.getpid()), str(theirs.fileno()), json.dumps(sys.path)]
        nothing = subprocess.DEVNULL
        with theirs:
            self.process = subprocess.Popen(
                command,
                stdin=nothing,
                stdout=nothing,
                stderr=nothing,
                start_new_session=True,
                env={**ONE_THREAD, **environment},
                pass_fds=(theirs.fileno(),),
            )
        self.end = weakref.finalize(self, _end, self.process, self._control, os.getpid())

    def fork(self, request: Mapping[str, Any], pipes: tuple[int, int, int], ends: set[int]) -> Fork:
        """A fork with these pipes. Raises `OSError` where there is none."""
        ours, channel = socket.socketpair()
        where = os.open(".", os.O_PATH)
        try:
            self.process.send_signal(signal.SIGCONT)
            with channel:
                self._send(json.dumps(request).encode(), [*pipes, where, channel.fileno()])
        except BaseException:
            ours.close()
            raise
        finally:
            os.close(where)
        return Fork(self.process, ours.detach(), ends)

    def retire(self) -> None:
        """Have the template end with its last fork."""
        with suppress(OSError):
            self._send(b"", [])

    def _send(self, text: bytes, handed: list[int]) -> None:
        socket.send_fds(self._control, [template.LENGTH.pack(len(text))], handed)
        self._control.sendall(text)

    def control(self) -> int:
        """The descriptor for requests to the template; negative where it has been closed."""
        return self._control.fileno()


def _end(process: subprocess.Popen[bytes], control: socket.socket, owner: int) -> None:
    """End a template with all its forks."""
    if owner != os.getpid():
        return
    control.close()
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


class Templates:
    """The templates of this process, by the environments in which they differ. The template that was used last is
    last.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: dict[Any, _Kept] = {}
        self._retired: list[_Kept] = []
        self._owner = 0

    def ends(self) -> list[int]:
        """The descriptors that are held for the templates. A fork of this process closes them."""
        return [end for kept in (*self._kept.values(), *self._retired) if (end := kept.control()) >= 0]

    def fork(
        self,
        target: str,
        limit: int,
        folder: str,
        environment: dict[str, str],
        pipes: tuple[int, int, int],
        ends: set[int],
    ) -> Fork:
        """A process that imports a target in the current folder. Raises `OSError` where it cannot be started."""
        key = lasting(environment)
        request = {
            "target": target,
            "memory": limit,
            "folder": folder,
            "path": sys.path,
            "environment": environment,
        }
        with self._lock:
            if self._owner != os.getpid():  # this is a fork, which has started no template yet
                self._owner, self._kept, self._retired = os.getpid(), {}, []
            kept = self._kept.pop(key, None)
            try:
                if kept is not None and kept.process.poll() is None:
                    self._kept[key] = kept
                    return kept.fork(request, pipes, ends)
            except OSError:
                self._kept.pop(key)  # the template has ended; another one is started
            self._retired = [retired for retired in self._retired if retired.process.poll() is None]
            while len(self._kept) >= MOST:
                old = self._kept.pop(next(iter(self._kept)))
                old.retire()
                self._retired.append(old)
            self._kept[key] = _Kept(dict(key))
            return self._kept[key].fork(request, pipes, ends)


TEMPLATES = Templates()
"""The templates of this process."""
