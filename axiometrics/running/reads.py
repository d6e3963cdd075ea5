"""Note what the process of a metric reads besides its code: files, folders, and environment variables.

A metric may read a table of grades, or take a parameter from the environment, and its verdicts depend on them as they
depend on its code. Python raises an audit event for each file and folder that is opened (`sys.addaudithook`), also for
a missing file, which may appear later. It raises none for a variable that is read, and none for a check whether a file
exists. So `os.environ`, `os.stat`, `os.lstat` and `os.access` are replaced by functions that note these, but only in
the process of a metric. Reads of compiled code that bypass Python are not noticed.

The digest of a file is taken when the file is first read, and compared when the reads are reported. If the file has
changed in between, it is not known what the verdict rests on. The same is true if the metric starts a program, forks or
opens a connection. If a library does this while it is imported, it is known by the list of installed versions; only
the files and variables that it reads are noted as well.
"""

from __future__ import annotations

import functools
import hashlib
import os
import stat
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from types import FrameType
from typing import Any

STDLIB = tuple(os.path.join(way(os.path.dirname(os.__file__)), "") for way in (os.path.realpath, os.path.abspath))
"""The folder of the standard library, as it is and as Python names it."""

FOLDERS = ("site-packages", "dist-packages")
"""The names of the folders into which packages are installed."""

ABSENT = "absent"
"""Stands for the content of a file that does not exist, and for the value of a variable that is not set."""

OF_THE_SYSTEM = ("/proc/", "/sys/", "/dev/")
"""Folders of the operating system, whose files may have another content each time they are read."""

MOST = 20_000
"""The most files and variables that are noted of a process. A process that reads more reads new ones at each call, and
to keep them all would cost more than to compute the cell again.
"""

NEVER = ("PYTHONHASHSEED", "TMPDIR", "TEMP", "TMP", "PYTEST_CURRENT_TEST")
"""Environment variables that are ignored: they differ between the run and the process of a metric, or name the test
that is running.
"""

OURS = "AXIOMETRICS_"
"""The prefix of our own environment variables. They are ignored, because their effects (such as the limit of memory)
are noted themselves.
"""

PASSING = ("_", "SHLVL", "OLDPWD", "PWD", "COLUMNS", "LINES")
"""Environment variables that a shell changes by itself. They are ignored where a metric reads the whole environment."""

WHOLE = "*"
"""Stands for the names of all variables, where a metric reads the whole environment."""

ELSEWHERE = {"subprocess.Popen", "os.system", "os.posix_spawn", "os.exec", "os.fork", "os.forkpty", "socket.connect"}
"""Audit events after which a verdict may depend on another process or another machine."""

NOTED = {"open", "os.listdir", "os.scandir", "sqlite3.connect", "ctypes.dlopen", *ELSEWHERE}
"""The audit events that are looked at."""

IMPORTS = "<frozen importlib"
"""The prefix of the file names of Python's import machinery."""

IMPORTERS = (IMPORTS, *(os.path.join(folder, name) for folder in STDLIB for name in ("importlib", "pkgutil")))
"""The prefixes of the file names of all code that looks for modules and packages. Its looks are ignored here, because
`dependencies` notes the modules that were looked for in vain.
"""

_stat = os.stat
"""The original function, since `os.stat` is replaced by one that notes its calls."""


class UnknownReadError(Exception):
    """Raised where the files and variables that a process has read are not known."""


Signature = tuple[int, ...] | str | None
"""The state of a path (`_signature`): numbers for a file, a digest for a folder, None for a missing path."""


def _signature(path: str) -> Signature:
    """A value that changes whenever a file or folder changes; None where the path does not exist."""
    try:
        status = _stat(path)
        if stat.S_ISDIR(status.st_mode):
            return _folder(path)
    except (OSError, ValueError):
        return None
    return status.st_mode, status.st_size, status.st_mtime_ns, status.st_ino


def _folder(path: str) -> str:
    """A digest of the names in a folder, without the folder that Python itself writes there."""
    names = sorted(name for name in os.listdir(path) if name != "__pycache__")
    return f"folder {_sum('/'.join(names))}"


def _sum(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


_contents: dict[str, tuple[Signature, str]] = {}
"""The digests of files in this process: many cells rest on the same files."""


def looks(path: str) -> str:
    """A digest of a file or folder: of its content, or of size and time where it belongs to Python or to a package.

    Raises `OSError` for a path that is neither a file nor a folder.
    """
    signature = _signature(path)
    if signature is None:
        return ABSENT
    if isinstance(signature, str):
        return signature
    mode, size, time, _ = signature
    if not stat.S_ISREG(mode):
        raise OSError(f"{path} is neither a file nor a folder")
    if is_installed(path):
        return f"{size} {time}"
    if path not in _contents or _contents[path][0] != signature:
        with open(path, "rb") as file:
            _contents[path] = signature, hashlib.file_digest(file, "sha256").hexdigest()
    return _contents[path][1]


def is_file(path: str) -> bool:
    """Whether there is a file of that name. The question itself is not noted as a read."""
    signature = _signature(path)
    return isinstance(signature, tuple) and stat.S_ISREG(signature[0])


def is_installed(path: str) -> bool:
    """Whether a file belongs to Python or to an installed package."""
    return path.startswith(STDLIB) or not set(FOLDERS).isdisjoint(path.split(os.sep))


def variable(name: str) -> str:
    """A digest of the value of an environment variable in this process. A digest keeps secrets out of the cache.

    >>> variable("NO_SUCH_VARIABLE")
    'absent'
    """
    if name == WHOLE:
        return _sum("\0".join(sorted(key for key in environment() if key not in PASSING and _counts(key))))
    around = os.environ
    value = around._data.get(around.encodekey(name))  # type: ignore[attr-defined]
    return ABSENT if value is None else _sum(around.decodevalue(value))


def environment() -> dict[str, str]:
    """A copy of the environment, made without noting that it is read."""
    around = os.environ
    data: Mapping[Any, Any] = around._data  # type: ignore[attr-defined]
    decode = around.decodevalue
    return {decode(name): decode(value) for name, value in data.items()}


def _counts(name: str) -> bool:
    return name not in NEVER and not name.startswith(OURS)


class _Noted(os._Environ):  # type: ignore[type-arg]
    """The environment of a process, which notes each variable that is read."""

    reads: Reads

    def __getitem__(self, key: Any) -> Any:
        self.reads.variable(key)
        return super().__getitem__(key)

    def __setitem__(self, key: Any, value: Any) -> None:
        self.reads.set_variable(key)
        super().__setitem__(key, value)

    def __delitem__(self, key: Any) -> None:
        self.reads.set_variable(key)
        super().__delitem__(key)

    def __iter__(self) -> Iterator[Any]:
        self.reads.variable(WHOLE)
        return super().__iter__()


class Reads:
    """Note the files, folders and variables that this process reads from now on.

    An audit hook cannot be removed, so this is for the process of a metric, which ends with the metric.
    """

    def __init__(self) -> None:
        self._files: dict[str, Signature] = {}
        self._variables: dict[str, str] = {}
        self._written: set[str] = set()
        self._set: set[str] = set()
        self._told: set[str] = set()
        self._unknown = False
        self._given_up = False
        around = environment()
        own = {os.path.realpath(around[name]) for name in ("TMPDIR", "TEMP", "TMP") if around.get(name)}
        self._ignored = (*OF_THE_SYSTEM, *(os.path.join(folder, "") for folder in own))
        noted = type("_Environ", (_Noted,), {"reads": self})
        for mapping in (os.environ, os.environb):
            mapping.__class__ = noted
        for name in ("stat", "lstat", "access"):
            setattr(os, name, self._noting(getattr(os, name)))
        self._note_processes()

    def _note_processes(self) -> None:
        """Note the processes that `multiprocessing` starts, for which Python has no audit event."""
        with suppress(ImportError, AttributeError):
            import _posixsubprocess

            starter: Any = _posixsubprocess
            starts = starter.fork_exec

            def noted(*arguments: Any) -> Any:
                self._unknown = self._unknown or not _at_import(sys._getframe(1))
                return starts(*arguments)

            starter.fork_exec = noted

    def _noting(self, look: Callable[..., Any]) -> Callable[..., Any]:
        """Wrap a function that looks at a file, so that a look at a missing file is noted."""

        @functools.wraps(look)
        def noted(path: Any, *mode: Any, **how: Any) -> Any:
            there: Any = False
            try:
                there = look(path, *mode, **how)
            finally:
                if there is False and how.get("dir_fd") is None:
                    self._read(path)
            return there

        for supported in (os.supports_dir_fd, os.supports_fd, os.supports_follow_symlinks):
            if look in supported:
                supported.add(noted)
        return noted

    def note(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Handle an audit event of Python."""
        if event not in NOTED or (asks := sys._getframe(2).f_code.co_filename) == __file__:
            return
        if event == "open":
            path, mode, flags = arguments
            if _begins_anew(mode, flags):
                self._write(path)
            elif not _only_adds(mode, flags):
                self._read(path)
        elif event in ("os.listdir", "os.scandir"):
            if not asks.startswith(IMPORTERS):
                self._read("." if arguments[0] is None else arguments[0])
        elif event == "ctypes.dlopen":
            if isinstance(arguments[0], str) and os.sep in arguments[0]:
                self._read(arguments[0])
        elif event == "sqlite3.connect":
            if arguments[0] not in ("", ":memory:"):
                text = os.fsdecode(arguments[0])
                self._read(text.removeprefix("file:").partition("?")[0] if text.startswith("file:") else text)
        elif not _at_import(sys._getframe(2)):
            self._unknown = True

    def _path(self, path: Any) -> str | None:
        """The absolute path of a file that is noted; None for a file number, compiled code, and ignored folders."""
        try:
            text = os.path.join(os.getcwd(), os.fsdecode(path)) if not isinstance(path, int) else ""
        except (TypeError, ValueError, OSError):
            return None
        text = os.path.normpath(text) if text else ""
        if not text or "\0" in text or text.endswith((".pyc", ".pyo")) or f"{text}/".startswith(self._ignored):
            return None
        return text

    def _read(self, path: Any) -> None:
        text = self._path(path)
        if text is None or text in self._written or len(self._files) > MOST:
            return
        signature = _signature(text)
        if isinstance(signature, str) and is_installed(os.path.join(text, "")):
            return
        if self._files.setdefault(text, signature) != signature:
            self._unknown = True  # the file changed between two reads: no digest describes what the verdict rests on

    def _write(self, path: Any) -> None:
        text = self._path(path)
        if text is not None and text not in self._files:
            self._written.add(text)

    def variable(self, key: Any) -> None:
        """Note that a variable is read."""
        try:
            name = os.fsdecode(key)
        except TypeError:
            return
        if name == WHOLE and _at_import(sys._getframe(2)):
            return
        if _counts(name) and name not in self._set and name not in self._variables:
            self._variables[name] = variable(name)

    def set_variable(self, key: Any) -> None:
        """Note that the process itself has set a variable."""
        try:
            name = os.fsdecode(key)
        except TypeError:
            return
        if name not in self._variables:
            self._set.add(name)

    @property
    def stirred(self) -> bool:
        """Whether something was read since `news` was last called."""
        return (self._unknown and not self._given_up) or len(self._files) + len(self._variables) > len(self._told)

    def news(self) -> tuple[dict[str, str], dict[str, str]]:
        """The files and the variables that were read since the last call, each with its digest.

        Raises `UnknownReadError` where the reads are not known, and `OSError` where a file cannot be read.
        """
        files = {path: signature for path, signature in list(self._files.items()) if path not in self._told}
        names = {name: how for name, how in list(self._variables.items()) if f"${name}" not in self._told}
        self._told |= {*files, *(f"${name}" for name in names)}
        if self._unknown or len(self._told) > MOST:
            self._unknown, self._given_up = True, True
            raise UnknownReadError
        digests = {path: looks(path) for path in files}
        if any(_signature(path) != signature for path, signature in files.items()):
            self._unknown, self._given_up = True, True
            raise UnknownReadError
        return digests, names


def _begins_anew(mode: Any, flags: int) -> bool:
    """Whether a file is opened so that its earlier content cannot be read."""
    if isinstance(mode, str):
        return bool({"w", "x"} & set(mode))
    return bool(flags & os.O_TRUNC or (flags & os.O_CREAT and flags & os.O_EXCL))


def _only_adds(mode: Any, flags: int) -> bool:
    """Whether a file is opened to be written and not to be read."""
    if isinstance(mode, str):
        return "a" in mode and "+" not in mode
    return flags & (os.O_WRONLY | os.O_RDWR) == os.O_WRONLY


def _at_import(frame: FrameType | None) -> bool:
    """Whether the code of this frame runs because an installed module is being imported."""
    before = ""
    while frame is not None:
        name = frame.f_code.co_filename
        if name.startswith(IMPORTS):
            return is_installed(before)
        before, frame = name, frame.f_back
    return False
