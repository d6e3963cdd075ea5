"""Files that are read whole, up to a size. Only regular files are: a pipe may have no end to wait for."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

from axiometrics.core.errors import FileError

LARGEST = 2**28
"""Bytes of the largest file that is read whole, counted as unpacked."""


OPEN = ("/dev/fd/", "/dev/stdin", "/proc/self/fd/")
"""How names of descriptors begin that are open already, as the shell writes them for `<(command)`."""


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


def whole_text(path: str | Path) -> str:
    """The text of a UTF-8 file, without the byte-order mark that some editors begin it with.

    Raises `FileError` where it is too large, `OSError` or `UnicodeDecodeError` where it cannot be read.
    """
    with opened(path) as stream:
        content = stream.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise FileError(f"{str(path)!r} has more than {LARGEST:,} bytes: split it, or save less of it")
    return content.decode("utf-8-sig")
