"""Files that are read whole, up to a size, and files that are written whole or not at all.

A reader never meets half a file, and a run that dies while it writes leaves the file that was there before. The text
goes to a file beside it, to the disk, and then takes the name in one step. Only regular files are read: a pipe may have
no end to wait for.

A run that is killed leaves the file beside, which the next run that writes the same file removes. Whoever writes such a
file holds a lock on it as long as it lives, so nobody removes what another process is writing. Where the system has no
such locks (Windows, some network drives), nothing is removed. An age in place of the lock was rejected, because the run
that follows a killed one mostly follows at once.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from axiometrics.core.errors import FileError

LARGEST = 2**28
"""Bytes of the largest file that is read whole, counted as unpacked."""


OPEN = ("/dev/fd/", "/dev/stdin", "/proc/self/fd/")
"""The beginnings of the names of descriptors that are already open, as the shell writes them for `<(command)`."""


SHOWN = 40
"""Characters of a name that stand in the name of a file or folder that is not complete yet."""

PART = re.compile(rf"\.(.{{1,{SHOWN}}})\.[0-9a-f]{{16}}\.part", re.DOTALL)
"""The form of these names."""


ATTEMPTS = 3
"""How often a file is written. A process that clears away may take a file for one that was left behind, in the moment
between its making and its lock.
"""


class NotRegularError(OSError):
    """A pipe or a device where a regular file is wanted."""


def opened(path: str | Path) -> BinaryIO:
    """A regular file, or a descriptor that is open already, to be read. Raises `OSError` for anything else."""
    if str(path).startswith(OPEN):
        return open(path, "rb")
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not stat.S_ISREG(mode):
            raise NotRegularError(errno.EINVAL, "it is a pipe or a device, and a regular file is wanted")
        return os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


@contextlib.contextmanager
def named_in_errors(path: str | Path, action: str = "read") -> Iterator[None]:
    """Raise `FileError`, with the name of the file, where it cannot be read or written."""
    try:
        yield
    except (OSError, UnicodeDecodeError) as error:
        raise FileError(f"cannot {action} {str(path)!r}: {getattr(error, 'strerror', None) or error}") from None


def whole_text(path: str | Path) -> str:
    """The text of a UTF-8 file, without the byte-order mark that some editors begin it with.

    Raises `FileError` where it is too large, `OSError` or `UnicodeDecodeError` where it cannot be read.
    """
    with opened(path) as stream:
        content = stream.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise FileError(f"{str(path)!r} has more than {LARGEST:,} bytes: split it, or save less of it")
    return content.decode("utf-8-sig")


def write_whole(path: str | Path, text: str | bytes, lasting: bool = True) -> None:
    """Write a text, in UTF-8, or the bytes of a picture to a file of a folder that is there. Raises `OSError`.

    A link stays one, and the file that it names is replaced. A target that is not a regular file (a terminal, a pipe)
    is written to directly. In a cache both are replaced themselves: a link there may lead out of the folder. A file
    that is replaced keeps its permissions.

    Parameters
    ----------
    lasting : whether the text is on the disk before the file takes its name; a cache, which can be made anew, does
        without
    """
    target = Path(os.path.realpath(path) if lasting else path)
    content = text if isinstance(text, bytes) else text.encode("utf-8")
    if lasting and target.exists() and not target.is_file():
        target.write_bytes(content)
        return
    clear_left_behind(target.parent, target.name if lasting else None)
    for left in reversed(range(ATTEMPTS)):
        try:
            _write_beside(target, content, lasting)
            return
        except FileNotFoundError:
            if not left or not target.parent.is_dir():
                raise


def _write_beside(target: Path, content: bytes, lasting: bool) -> None:
    part = beside(target)
    try:
        with open(part, "xb", opener=_private) as file, held(part):
            file.write(content)
            file.flush()
            if lasting:
                os.fsync(file.fileno())
            if sys.platform == "win32":  # where no open file can take another name
                file.close()
            os.chmod(part, _permissions(target))
            os.replace(part, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(part)
        raise


def beside(target: Path) -> Path:
    """A new, hidden name in the same folder, for a file or folder that is not complete yet. The caller knows the name
    before the file or folder exists, so that it can remove the file or folder after an interruption at any moment.

    >>> beside(Path("results/matrix.json")).parent.name
    'results'
    """
    return target.with_name(f".{target.name[:SHOWN]}.{os.urandom(8).hex()}.part")


@contextlib.contextmanager
def held(part: Path) -> Iterator[None]:
    """While this lasts, no other process takes a file or folder that `beside` has named for one that was left behind.

    Raises `FileNotFoundError` where a process that clears away was quicker.
    """
    lock = _locked(part)
    try:
        if not part.exists():
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(part))
        yield
    finally:
        if lock is not None:
            os.close(lock)


def clear_left_behind(folder: Path, name: str | None = None) -> None:
    """Remove the incomplete files and folders of a process that was killed: those that `beside` named for a file or
    folder of this name; without a name, all in a folder that is a cache.

    Files and folders that another process still writes are left alone, and so are links and everything that cannot be
    removed.
    """
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            match = PART.fullmatch(entry.name)
            if match is not None and name is not None and match[1] != name[:SHOWN]:
                continue
            if match is not None and (lock := _locked(Path(entry.path))) is not None:
                if entry.is_dir(follow_symlinks=False):
                    shutil.rmtree(entry.path, ignore_errors=True)
                else:
                    with contextlib.suppress(OSError):
                        os.unlink(entry.path)
                os.close(lock)


def _locked(part: Path) -> int | None:
    """A descriptor that holds the lock of a regular file or a folder; None where another process holds it, where it is
    neither, or where the system has no locks.
    """
    if sys.platform == "win32":
        return None
    import fcntl

    try:
        descriptor = os.open(part, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return None
    try:
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISREG(mode) or stat.S_ISDIR(mode):
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return descriptor
    except OSError:
        pass
    os.close(descriptor)
    return None


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _permissions(target: Path) -> int:
    """The permissions of a regular file of that name, or else those that a new file gets."""
    with contextlib.suppress(FileNotFoundError):
        if stat.S_ISREG(mode := os.lstat(target).st_mode):
            return stat.S_IMODE(mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def demand_writable(path: str) -> None:
    """Raise `OSError` where a file of that name could not be written; the file is left as it is."""
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    if target.is_file() or not target.exists():
        with tempfile.TemporaryFile(dir=target.parent):
            pass


def partial(path: str) -> str:
    """The name, beside a file, for results that were not finished.

    >>> partial("results/matrix.json")
    'results/matrix.partial.json'
    """
    whole = Path(path)
    return str(whole.with_name(f"{whole.stem}.partial{whole.suffix}"))
