"""What a metric is made of: the files of code that its process has run. A verdict is used again only as long as each is
as it was.

Files of the user are known by their content; those of Python and of installed packages by size and time, and the
packages by the versions of all that are installed. What else a metric may hang on, such as data that it reads, the
environment and the clock, is not seen.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any

STDLIB = os.path.join(os.path.realpath(os.path.dirname(os.__file__)), "")
"""The folder of the standard library."""

FOLDERS = ("site-packages", "dist-packages")
"""What folders are called that packages are installed in."""


class UnknownCodeError(Exception):
    """It cannot be told what code a process has run."""


@dataclass(frozen=True)
class Needs:
    """What a verdict depends on, in addition to the metric, the constraint and the settings that name it.

    Attributes
    ----------
    files : how each file of code was, by its path
    absent : modules that were looked for in vain, each with the folders it was looked for in
    """

    files: Mapping[str, str] = field(default_factory=dict)
    absent: Mapping[str, list[str]] = field(default_factory=dict)

    def joined(self, other: Needs) -> Needs | None:
        """Both, or None where a file was one thing and then another."""
        if any(self.files.get(path, how) != how for path, how in other.files.items()):
            return None
        if other.files.keys() <= self.files.keys() and all(
            self.absent.get(name) == where for name, where in other.absent.items()
        ):
            return self
        return Needs({**self.files, **other.files}, {**self.absent, **other.absent})

    def met(self) -> bool:
        """Whether all is as it was.

        >>> Needs().met(), Needs({"/no/such/file.py": "0"}).met()
        (True, False)
        >>> Needs(absent={"json": [os.path.dirname(os.__file__)]}).met()
        False
        """
        try:
            return all(_looks(path) == how for path, how in self.files.items()) and not any(
                PathFinder.find_spec(name, folders) for name, folders in self.absent.items()
            )
        except OSError:
            return False

    def to_json(self) -> dict[str, Any]:
        """The same as plain data."""
        return {"files": dict(self.files), "absent": dict(self.absent)}

    @classmethod
    def from_json(cls, data: Any) -> Needs:
        """Read it back. Raises `ValueError` for anything else."""
        if (
            not isinstance(data, dict)
            or set(data) != {"files", "absent"}
            or not all(isinstance(part, dict) for part in data.values())
        ):
            raise ValueError("no needs")
        if not all(isinstance(how, str) for how in data["files"].values()):
            raise ValueError("no needs")
        if not all(
            isinstance(folders, list) and all(isinstance(folder, str) for folder in folders)
            for folders in data["absent"].values()
        ):
            raise ValueError("no needs")
        return cls(data["files"], data["absent"])


NOTHING = Needs()
"""What a verdict rests on where its name says all."""


class Watch:
    """Notes what code this process runs from now on, and which modules it looks for in vain; for the process of a
    metric, since it cannot be ended.

    Parameters
    ----------
    began : the time of day since which the modules were loaded that are there; now, unless told
    """

    def __init__(self, began: float | None = None) -> None:
        self._since = time.time()
        self._ran: set[str] = {
            path for module in list(sys.modules.values()) if isinstance(path := getattr(module, "__file__", None), str)
        }
        self._began = dict.fromkeys(self._ran, self._since if began is None else began)
        self._told: set[str] = set()
        self._absent: dict[str, list[str]] = {}
        self.first: Needs | None = None
        """What the import rests on, once it has been asked for."""
        sys.addaudithook(self._note)
        sys.meta_path.append(self)

    def _note(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "exec":
            self._ran.add(arguments[0].co_filename)
        elif event == "import" and arguments[1] is not None:
            self._ran.add(arguments[1])  # a compiled module

    def find_spec(self, name: str, path: Iterable[str] | None = None, target: Any = None) -> None:
        """Find nothing: the last finder is asked for what no other has found."""
        self._absent[name] = [str(folder) for folder in (sys.path if path is None else path)]

    def imported(self, module: str) -> str | None:
        """A digest of all that was run to import a module, and of what is installed; None where that cannot be told."""
        self.first = news = self.news()  # what an import looks for in vain, it looks for again the next time
        found = sys.modules.get(module)
        made_up = (
            found is not None
            and getattr(found, "__file__", None) is None
            and module.partition(".")[0] not in sys.stdlib_module_names
        )
        if news is None or made_up:
            return None
        try:
            rests = [sys.version, *sys.flags, installed(), sorted(news.files.items())]
        except OSError:
            return None
        return hashlib.sha256(json.dumps(rests).encode()).hexdigest()

    @property
    def stirred(self) -> bool:
        """Whether there is news."""
        return bool(self._absent) or len(self._ran) > len(self._told)

    def news(self) -> Needs | None:
        """What was run, and looked for in vain, since this was last asked; None where that cannot be told."""
        absent, self._absent = self._absent, {}
        new = self._ran - self._told
        self._told |= new
        folder_of = cache(os.path.realpath)  # many files stand in one folder, and each part of its path is looked at
        try:
            return Needs({path: how for name in new for path, how in self._file(name, folder_of)}, absent)
        except (OSError, UnknownCodeError):
            return None

    def _file(self, name: str, folder_of: Callable[[str], str]) -> Iterable[tuple[str, str]]:
        """The file of that name and how it looks, if it is one: code that was made in memory has other names.
        `folder_of` is the real path of a folder.
        """
        if not os.path.isfile(name):
            if os.path.isabs(name) and name.endswith(".py"):
                raise UnknownCodeError(name)  # out of an archive, or deleted
            return
        folder, own = os.path.split(name)
        path = os.path.realpath(name) if os.path.islink(name) else os.path.join(folder_of(folder), own)
        if os.stat(path).st_ctime > self._began.get(name, self._since):
            raise UnknownCodeError(path)  # it may have been another one when it was run
        yield path, _looks(path)


def _looks(path: str) -> str:
    """How a file looks: its content, or size and time where it belongs to Python or a package. Raises `OSError` where
    there is none.
    """
    found = os.stat(path)
    if not stat.S_ISREG(found.st_mode):
        raise FileNotFoundError(path)
    if is_installed(path):
        return f"{found.st_size} {found.st_mtime_ns}"
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def is_installed(path: str) -> bool:
    """Whether a file belongs to Python or to an installed package."""
    return path.startswith(STDLIB) or not set(FOLDERS).isdisjoint(path.split(os.sep))


def installed() -> list[tuple[str, int]]:
    """The packages that are installed, as their metadata names them with their versions, and when they were."""
    found = []
    for folder in {path for path in map(str, sys.path) if os.path.basename(path) in FOLDERS and os.path.isdir(path)}:
        with os.scandir(folder) as entries:
            found += [
                (entry.name, entry.stat().st_mtime_ns)
                for entry in entries
                if entry.name.endswith((".dist-info", ".egg-info"))
            ]
    return sorted(found)
