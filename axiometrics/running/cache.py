"""The cache of cells: one file for each cell, under a key made of everything that the cell depends on.

Files are written atomically, so that several processes can share a folder, and a killed process damages no file.

The key is made of the code that the cell rests on (`sources`), the metric, the constraint and its reading, and the
settings. A cell of a user's metric may also depend on code that only its search has loaded. So the cell is kept
together with these dependencies, and counts as missing once one of them has changed. A file that is damaged, or of
another format, counts as missing too.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from axiometrics.core.cell import Cell
from axiometrics.core.documents import parse
from axiometrics.core.errors import AxiometricsError
from axiometrics.core.files import NotRegularError, opened, write_whole
from axiometrics.core.task import task
from axiometrics.running.dependencies import NOTHING, Needs
from axiometrics.running.folder import VARIABLE as VARIABLE
from axiometrics.running.folder import default_folder as default_folder

FORMAT = "axiometrics/cache/5"
"""The format of a file. It is a part of each key, so that files of earlier formats are never read."""

NOTES = "modules"
"""The file of the folder with the notes about the modules that cells rest on."""

LARGEST = 50_000_000
"""The most bytes that a file of the cache may have. A larger file was not written by us."""

TOLD = 200
"""The most characters of an error message that are shown."""

_KEPT = {"proof", "exhaustive", "grid", "sampled", "region", "counterexample", "descriptive", "not-applicable"}
"""The kinds of evidence that are kept. Scans without a witness are kept too; a cell that ran out of time or failed is
computed again.
"""


class Cache:
    """Cells in a folder, which is made when the first cell is kept.

    If the folder cannot be read or written, `warn` is called once, and the folder is not used from then on.
    """

    def __init__(self, folder: Path, warn: Callable[[str], None], reads: bool = True) -> None:
        self.folder = folder
        self._warn = warn
        self._reads = reads
        self._usable = True

    def __reduce__(self) -> Any:
        """Pickle a cache that gives no warnings: the process that sends it gives them."""
        return Cache, (self.folder, _tell_nothing, self._reads)

    def anew(self, error: Exception) -> Cache:
        """A cache in the same folder that is written and not read, after an error that a kept cell may have caused."""
        reason = " ".join(str(error).split())[:TOLD]
        self._warn(f"with cells of the cache {self.folder} the run fails, so all are computed anew ({reason})")
        return Cache(self.folder, self._warn, reads=False)

    def get(self, key: str) -> Cell | None:
        """The cell of that key; None where the cache has none, or where its dependencies have changed."""
        kept = self.recall(key)
        try:
            cell = None if kept is None else Cell.from_json(kept)
            if cell is not None and cell.counterexample is not None:
                task(cell.task).case(cell.counterexample.data)
            return cell
        except (AxiometricsError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return None

    def recall(self, key: str) -> Any:
        """The plain data of that key; None where the cache has none, or where their dependencies have changed."""
        path = self._path(key)
        try:
            if not (self._usable and self._reads):
                return None
            with opened(path) as file:
                text = file.read(LARGEST + 1)
            data = parse(text) if len(text) <= LARGEST else {}
            whole = (
                data["format"] == FORMAT and data["key"] == key and data["sum"] == checksum(data["cell"], data["needs"])
            )
            return data["cell"] if whole and Needs.from_json(data["needs"]).met() else None
        except (FileNotFoundError, NotRegularError):
            return None
        except OSError as error:
            self._give_up("read", error)
            return None
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return None

    def put(self, key: str, cell: Cell, needs: Needs = NOTHING) -> bool:
        """Keep a cell of a kind that is kept, for as long as its dependencies do not change.

        Returns False where the cell could not be written.
        """
        kept = cell.evidence.kind in _KEPT or cell.unwitnessed
        return not kept or self.note(key, cell.to_json(), needs)

    def note(self, key: str, kept: Any, needs: Needs = NOTHING) -> bool:
        """Keep plain data for as long as their dependencies do not change.

        Returns False where they could not be written.
        """
        if not self._usable:
            return False
        path = self._path(key)
        try:
            parts = kept, needs.to_json()
            data = {"format": FORMAT, "key": key, "sum": checksum(*parts), "cell": parts[0], "needs": parts[1]}
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, json.dumps(data), lasting=False)
        except OSError as error:
            self._give_up("write", error)
            return False
        return True

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / f"{key[2:]}.json"

    def _give_up(self, action: str, error: OSError) -> None:
        self._usable = False
        self._warn(
            f"cannot {action} the cache {self.folder}: {error.strerror or error}; going on without it "
            f"(--cache-dir names another, --no-cache none)"
        )


def checksum(cell: Any, needs: Any) -> str:
    """A digest by which a file that was changed after it was written is recognised."""
    return hashlib.sha256(json.dumps([cell, needs]).encode()).hexdigest()


def _tell_nothing(text: str) -> None:
    pass


def key(*parts: Any) -> str:
    """The key of a cell that depends on these parts, each of which JSON can hold.

    >>> key("ap", 8) == key("ap", 8), key("ap", 8) == key("ap", 9)
    (True, False)
    """
    text = json.dumps([FORMAT, *parts], sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()
