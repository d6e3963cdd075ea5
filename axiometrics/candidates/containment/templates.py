"""The templates that this process has, one for each seed of hashes and environment, and the forks that it asks them
for.

The targets of one module share its import: a fork of a template imports the module, and is a template for the process
of each target. So ten functions of a module that needs seconds to load cost two imports, one for each seed, and still
have processes of their own. A module whose import leaves threads, open files, children or anything else that forks do
not have, or would share, is imported by each process (`server.serve_shared`), and so is one that cannot be imported.
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
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Protocol

from axiometrics.candidates.containment import template
from axiometrics.candidates.containment.supervisor import TEMPORARY

MOST = 4
"""Templates that are kept. One that is not kept any more ends with its last fork."""

START = 60.0
"""Seconds that a template may take to fork; the first time it must import what it needs."""

PATIENCE = 1.0
"""Seconds that a template may take to end."""

MODULES = 8
"""Modules that are kept imported, once for each seed of hashes."""

OURS = "AXIOMETRICS_"
"""How those environment variables begin that are read when they are needed."""


class Process(Protocol):
    """A child process, as `subprocess.Popen` has it."""

    @property
    def pid(self) -> int:
        """Its number."""
        ...

    def poll(self) -> int | None:
        """How it ended, None while it runs; a signal is negative."""
        ...

    def send_signal(self, by: int, /) -> None:
        """Send it a signal, if it has not ended."""
        ...


class Fork:
    """A fork of a template, asked as a process of `subprocess`. It is not a child of this process, so its template
    tells its number, how it ended, and sends it signals.
    """

    def __init__(self, of: Process, channel: int, ends: set[int]) -> None:
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
            self._close()  # which ends the fork
            raise
        (self.pid,) = template.NUMBER.unpack_from(self._told)

    def poll(self) -> int | None:
        """How it ended, None while it runs; a signal is negative. If the template has been killed, it was too."""
        if self.code is None:
            with suppress(BlockingIOError):
                found = os.read(self._channel, 2 * template.NUMBER.size)
                self._told += found
                if len(self._told) == 2 * template.NUMBER.size:
                    self.code = template.NUMBER.unpack_from(self._told, template.NUMBER.size)[0]
                elif not found:
                    self.code = -signal.SIGKILL
            if self.code is not None:
                self._close()
        return self.code

    def send_signal(self, by: int, /) -> None:
        """Have the template send it a signal; a template that a metric has stopped goes on for that."""
        with suppress(OSError):  # it has just ended
            self._template.send_signal(signal.SIGCONT)
            os.write(self._channel, bytes([by]))

    def _close(self) -> None:
        self._ends.discard(self._channel)
        os.close(self._channel)


class _Kept:
    """A template of this process: it, the socket by which it is asked, and what ends it."""

    def __init__(self, process: Process, control: socket.socket, end: Callable[..., None]) -> None:
        self.process, self._control = process, control
        self.base: _Kept | None = None
        """The template that it is a fork of."""
        self.end = weakref.finalize(self, end, process, control, os.getpid())

    @classmethod
    def started(cls, environment: Mapping[str, str]) -> _Kept:
        """One that is started as a new Python."""
        control, theirs = socket.socketpair()
        command = [sys.executable, template.__file__, str(os.getpid()), str(theirs.fileno()), json.dumps(sys.path)]
        nothing = subprocess.DEVNULL
        with theirs:
            process = subprocess.Popen(
                command,
                stdin=nothing,
                stdout=nothing,
                stderr=nothing,
                start_new_session=True,
                env=environment,
                pass_fds=(theirs.fileno(),),
            )
        return cls(process, control, _end)

    def importing(self, request: Mapping[str, Any], ends: set[int]) -> _Kept | None:
        """A fork that imports the module of a target, to be asked in turn; None where that is not to be had."""
        control, theirs = socket.socketpair()
        nothing = os.open(os.devnull, os.O_RDWR)
        try:
            with theirs:
                folder = f"{request['folder']}-import" if request["folder"] else ""
                around = {**request["environment"], **(dict.fromkeys(TEMPORARY, folder) if folder else {})}
                asked = {**request, "folder": folder, "environment": around, "shares": True}
                fork = self.asked(asked, (theirs.fileno(), nothing, nothing), ends)
            made = _Kept(fork, control, _leave)
            made.base = self
            waiting = select.poll()
            waiting.register(control, select.POLLIN)
            try:
                if waiting.poll(1000 * START) and control.recv(1) == template.READY:
                    return made
            except OSError:  # it has just ended
                pass
        except BaseException:
            control.close()
            raise
        finally:
            os.close(nothing)
        made.end()
        return None

    def asked(self, request: Mapping[str, Any], pipes: tuple[int, int, int], ends: set[int]) -> Fork:
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
        """Have it end with its last fork."""
        with suppress(OSError):
            self._send(b"", [])

    def _send(self, text: bytes, handed: list[int]) -> None:
        socket.send_fds(self._control, [template.LENGTH.pack(len(text))], handed)
        self._control.sendall(text)

    def control(self) -> int:
        """The descriptor by which it is asked; negative where it has been closed."""
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


def _leave(process: Process, control: socket.socket, owner: int) -> None:
    """End a fork that has imported a module, with all its forks."""
    if owner == os.getpid():
        control.close()
        process.send_signal(signal.SIGTERM)


class Templates:
    """Those of this process, by what they differ in; the last one was asked last."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._owner = 0
        self._forget()

    def _forget(self) -> None:
        self._kept: dict[Any, _Kept] = {}
        self._modules: dict[Any, _Kept] = {}
        self._apart: set[Any] = set()
        """The modules that each process imports."""
        self._retired: list[_Kept] = []

    def ends(self) -> list[int]:
        """The descriptors that are held for them, which a fork of this process closes."""
        known = *self._kept.values(), *self._modules.values(), *self._retired
        return [end for one in known if (end := one.control()) >= 0]

    def fork(
        self,
        target: str,
        limit: int,
        folder: str,
        environment: dict[str, str],
        pipes: tuple[int, int, int],
        ends: set[int],
    ) -> Fork:
        """A process that imports a target in the folder at hand. Raises `OSError` where it cannot be started."""
        around = {name: value for name, value in environment.items() if name not in template.PASSING}
        lasting = {name: value for name, value in around.items() if not name.startswith(OURS)}
        key = tuple(sorted(lasting.items()))
        request = {
            "target": target,
            "memory": limit,
            "folder": folder,
            "path": sys.path,
            "environment": environment,
            "shares": False,
        }
        with self._lock:
            if self._owner != os.getpid():  # a fork of ours, where nobody has a template yet
                self._owner = os.getpid()
                self._forget()
            self._retired = [one for one in self._retired if one.process.poll() is None]
            if (place := _place(target)) is not None:
                module = place, limit, os.getcwd(), tuple(sys.path), tuple(sorted(around.items()))
                found = self._shared(module, key, lasting, request, pipes, ends)
                if found is not None:
                    return found
            return self._asked(self._kept, key, request, pipes, ends) or self._template(key, lasting).asked(
                request, pipes, ends
            )

    def _shared(
        self,
        module: Any,
        key: Any,
        lasting: Mapping[str, str],
        request: Mapping[str, Any],
        pipes: tuple[int, int, int],
        ends: set[int],
    ) -> Fork | None:
        """A fork of the process that has imported the module of a target; None where there is none to be had."""
        if module in self._apart:
            return None
        if (found := self._asked(self._modules, module, request, pipes, ends)) is not None:
            return found
        try:
            made = self._template(key, lasting).importing(request, ends)
            if made is not None:
                found = made.asked(request, pipes, ends)
        except OSError:
            made = None
        if made is None or found is None:
            self._apart.add(module)
            return None
        self._make_room(self._modules, MODULES)
        self._modules[module] = made
        return found

    def _template(self, key: Any, lasting: Mapping[str, str]) -> _Kept:
        """The template of an environment, which is started where there is none."""
        known = self._kept.pop(key, None)
        if known is None or known.process.poll() is not None:
            self._make_room(self._kept, MOST)
            known = _Kept.started(lasting)
        self._kept[key] = known
        return known

    def _make_room(self, among: dict[Any, _Kept], most: int) -> None:
        while len(among) >= most:
            self._retire(among.pop(next(iter(among))))

    def _retire(self, old: _Kept) -> None:
        old.retire()
        self._retired.append(old)
        for module in [known for known, one in self._modules.items() if one.base is old]:
            self._retire(self._modules.pop(module))

    def _asked(
        self,
        among: dict[Any, _Kept],
        key: Any,
        request: Mapping[str, Any],
        pipes: tuple[int, int, int],
        ends: set[int],
    ) -> Fork | None:
        """A fork of one that is there; one that gives none, since it has ended or what it imported has changed, is not
        asked again.
        """
        known = among.pop(key, None)
        if known is None or known.process.poll() is not None:
            return None
        try:
            found = known.asked(request, pipes, ends)
        except OSError:
            self._retire(known)
            return None
        among[key] = known
        return found


def _place(target: str) -> str | None:
    """The module of a target; None where it is not written as one."""
    from axiometrics.candidates.expression import read
    from axiometrics.core.errors import TargetError

    try:
        return read(target).place
    except TargetError:
        return None


TEMPLATES = Templates()
"""Those of this process."""
