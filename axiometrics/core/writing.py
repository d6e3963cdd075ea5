"""Files that are written whole or not at all.

A reader never meets half a file, and a run that dies while it writes leaves the file that was there before. The text
goes to a file beside it, to the disk, and then takes the name in one step.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import tempfile
from pathlib import Path


def write_whole(path: str | Path, text: str, lasting: bool = True) -> None:
    """Write a UTF-8 text to a file of a folder that is there. Raises `OSError`.

    A link stays one, and the file that it names is replaced. What is not a regular file (a terminal, a pipe) is written
    to directly; in a cache it is replaced. A file that is replaced keeps its permissions.

    Parameters
    ----------
    lasting : whether the text is on the disk before the file takes its name; a cache, which can be made anew, does
        without
    """
    target = Path(os.path.realpath(path))
    if lasting and target.exists() and not target.is_file():
        target.write_text(text, encoding="utf-8", newline="\n")
        return
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:40]}.", suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            if lasting:
                file.flush()
                os.fsync(file.fileno())
        os.chmod(name, _permissions(target))
        os.replace(name, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


def _permissions(target: Path) -> int:
    """Those of the file, or of a new one."""
    with contextlib.suppress(FileNotFoundError):
        return stat.S_IMODE(target.stat().st_mode)
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
    """The name beside a file for what was not finished.

    >>> partial("results/matrix.json")
    'results/matrix.partial.json'
    """
    whole = Path(path)
    return str(whole.with_name(f"{whole.stem}.partial{whole.suffix}"))
