"""What was found before: a cell a file, found again by what it depends on. Writing is atomic, so that processes share a folder and a kill loses no file.

A cell depends on the code (every file of axiometrics, the versions of what computes), the metric, the constraint and its reading, and the settings. A
file that is damaged, or of another format, counts as not there.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
import tempfile
from collections.abc import Callable
from functools import cache as once
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from axiometrics.core.verdict import Cell

FORMAT = "axiometrics/cache/1"
VARIABLE = "AXIOMETRICS_CACHE_DIR"
"""The environment variable that names the folder."""

LARGEST = 50_000_000
"""Bytes beyond which a file is none of ours."""

_KEPT = {"proof", "exhaustive", "sampled", "region", "counterexample", "descriptive", "not-applicable"}
"""The kinds of evidence that are kept; what ran out of time or failed is tried anew."""


class Cache:
    """Cells in a folder, which is made when the first is put.

    A folder that cannot be read or written is told once, by `warn`, and not used from then on.
    """

    def __init__(self, folder: Path, warn: Callable[[str], None]) -> None:
        self.folder = folder
        self._warn = warn
        self._usable = True

    def get(self, key: str) -> Cell | None:
        """The cell of that key, None where there is none to be had."""
        path = self._path(key)
        try:
            if not self._usable or path.stat().st_size > LARGEST:
                return None
            data = json.loads(path.read_text(encoding="utf-8"))
            return Cell.from_json(data["cell"]) if data["format"] == FORMAT and data["key"] == key else None
        except FileNotFoundError:
            return None
        except OSError as error:
            self._give_up("read", error)
            return None
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return None

    def put(self, key: str, cell: Cell) -> None:
        """Keep a cell, if it is of a kind that is kept."""
        if not self._usable or cell.evidence.kind not in _KEPT:
            return
        path = self._path(key)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
            try:
                with os.fdopen(handle, "w", encoding="utf-8") as file:
                    json.dump({"format": FORMAT, "key": key, "cell": cell.to_json()}, file)
                os.replace(name, path)
            except BaseException:
                with contextlib.suppress(OSError):
                    os.unlink(name)
                raise
        except OSError as error:
            self._give_up("write", error)

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / f"{key[2:]}.json"

    def _give_up(self, what: str, error: OSError) -> None:
        self._usable = False
        self._warn(f"cannot {what} the cache {self.folder}: {error.strerror or error}; going on without it (--cache-dir names another, --no-cache none)")


def default_folder() -> Path:
    """The folder that the environment names, or the one where the system keeps caches.

    >>> default_folder().name in ("axiometrics", Path(os.environ.get(VARIABLE, "")).name)
    True
    """
    from platformdirs import user_cache_path

    named = os.environ.get(VARIABLE)
    return Path(named) if named else user_cache_path("axiometrics")


def key(*parts: Any) -> str:
    """The key of what depends on these (as JSON has them), and on the code.

    >>> key("ap", 8) == key("ap", 8), key("ap", 8) == key("ap", 9)
    (True, False)
    """
    text = json.dumps([FORMAT, code(), *parts], sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


@once
def code() -> str:
    """A digest of every file of axiometrics, and of the versions that compute with it."""
    digest = hashlib.sha256(sys.version.encode())
    for name in ("numpy", "scipy", "sympy", "mpmath", "hypothesis"):
        try:
            digest.update(f"{name} {version(name)}\n".encode())
        except PackageNotFoundError:
            digest.update(f"{name} none\n".encode())
    root = Path(__file__).parent
    for folder, folders, files in os.walk(root, followlinks=True):
        folders.sort()
        for file in sorted(files):
            if file.endswith((".py", ".json")):
                path = Path(folder) / file
                digest.update(f"{path.relative_to(root)}\n".encode() + path.read_bytes())
    return digest.hexdigest()
