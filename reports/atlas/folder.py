"""The folder of a site: written whole beside the old one, which it then replaces. Nothing else is ever replaced."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path

from axiometrics.core.errors import FileError

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
            path.write_text(text, encoding="utf-8", newline="\n")
            number += 1
        fresh.chmod(0o755)
        if target.exists():
            old = fresh / ".old"
            target.rename(old)
            fresh.rename(target)
            shutil.rmtree(target / ".old")
        else:
            fresh.rename(target)
        return number
    except OSError as error:
        raise FileError(f"cannot write the site {folder!r}: {error.strerror or error}") from None
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
