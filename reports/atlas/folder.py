"""The folder of a site: written whole beside the old one, which it then replaces. Nothing else is ever replaced."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path

from axiometrics.core.errors import FileError
from axiometrics.core.files import write_whole

MARK = "search.js"
"""The file by which a folder is known to hold an atlas: it is written last."""


def demand_replaceable(folder: str) -> None:
    """Raise `FileError` unless a site may be written there: it is not there, is empty, or holds an atlas."""
    path = Path(folder)
    if path.exists() and not path.is_dir():
        raise FileError(f"{folder!r} is a file: name a folder for the site")
    if path.is_dir() and any(path.iterdir()) and not (path / MARK).is_file():
        raise FileError(f"{folder!r} is not empty and holds no atlas: name a new folder, or one that holds an atlas")
    above = path.resolve().parent
    if not above.is_dir():
        raise FileError(f"{str(above)!r} is not a folder: make it first")
    if not os.access(above, os.W_OK):
        raise FileError(f"cannot write to {str(above)!r}: Permission denied")


def write_site(folder: str, files: Iterable[tuple[str, str]]) -> int:
    """Write the files of a site, which replaces the one that is there; how many they are. Raises `FileError`."""
    demand_replaceable(folder)
    target = Path(folder).resolve()
    fresh = Path(tempfile.mkdtemp(dir=target.parent, prefix=f".{target.name[:40]}.", suffix=".part"))
    try:
        number = 0
        for name, text in files:
            path = fresh.joinpath(*name.split("/"))
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, text)
            number += 1
        fresh.chmod(0o755)
        _take_place(fresh, target)
        return number
    except OSError as error:
        raise FileError(f"cannot write the site {folder!r}: {error.strerror or error}") from None
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def _take_place(fresh: Path, target: Path) -> None:
    """Give a new folder the name of the old one, which goes; an interruption in between leaves the old one."""
    if not target.exists():
        fresh.rename(target)
        return
    old = fresh.with_suffix(".old")
    try:
        target.rename(old)
        fresh.rename(target)
    except BaseException:
        if old.exists() and not target.exists():
            old.rename(target)
        raise
    finally:
        if target.exists():
            shutil.rmtree(old, ignore_errors=True)
