"""The folder of a site: written whole beside the old one, which it then replaces. Nothing else is ever replaced."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from pathlib import Path

from axiometrics.core.errors import FileError
from axiometrics.core.files import beside, write_whole

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
    fresh = beside(target)
    number = 0
    try:
        try:
            fresh.mkdir(0o700)
            for name, text in files:
                path = fresh.joinpath(*name.split("/"))
                path.parent.mkdir(parents=True, exist_ok=True)
                write_whole(path, text)
                number += 1
            fresh.chmod(0o755)
            if target.exists():
                target.rename(_old(fresh))
            fresh.rename(target)
        except OSError as error:
            raise FileError(f"cannot write the site {folder!r}: {error.strerror or error}") from None
        finally:
            _clear(fresh, target)
    except KeyboardInterrupt:
        _clear(fresh, target)  # the interruption may have come while the folders were cleared
        raise
    return number


def _old(fresh: Path) -> Path:
    return fresh.with_suffix(".old")


def _clear(fresh: Path, target: Path) -> None:
    """Leave one folder, the new site or else the old one."""
    if _old(fresh).exists() and not target.exists():
        _old(fresh).rename(target)
    for folder in (fresh, _old(fresh)):
        shutil.rmtree(folder, ignore_errors=True)
