"""The dependencies of a metric: the files of code that its process has run, and the data that it has read (`reads`).

A verdict is used again only as long as none of them has changed.

A file of the user has changed if its content has. A file of Python or of an installed package has changed if its size
or time has, and packages have changed if the list of all installed versions has. Other dependencies of a metric, such
as the clock, are not noticed.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.machinery import PathFinder
from typing import Any

from axiometrics.running.reads import ABSENT, FOLDERS, Reads, UnknownReadError, is_file, looks, variable


class UnknownCodeError(Exception):
    """Raised where the code that a process has run is not known."""


@dataclass(frozen=True)
class Needs:
    """The dependencies of a verdict, in addition to the metric, the constraint and the settings that name it.

    Attributes
    ----------
    files : by path, a digest of each file of code and of each file or folder that was read
    absent : the modules that were looked for in vain, each with the folders in which they were looked for
    variables : by name, a digest of each environment variable that was read
    """

    files: Mapping[str, str] = field(default_factory=dict)
    absent: Mapping[str, list[str]] = field(default_factory=dict)
    variables: Mapping[str, str] = field(default_factory=dict)

    def joined(self, other: Needs) -> Needs | None:
        """The dependencies of both; None where a file or a variable changed between them."""
        for ours, theirs in ((self.files, other.files), (self.variables, other.variables)):
            if any(ours.get(name, how) != how for name, how in theirs.items()):
                return None
        if (
            other.files.keys() <= self.files.keys()
            and other.variables.keys() <= self.variables.keys()
            and all(self.absent.get(name) == where for name, where in other.absent.items())
        ):
            return self
        return Needs(
            {**self.files, **other.files}, {**self.absent, **other.absent}, {**self.variables, **other.variables}
        )

    def met(self) -> bool:
        """Whether no dependency has changed.

        >>> Needs().met(), Needs({"/no/such/file.py": "0"}).met()
        (True, False)
        >>> Needs(absent={"json": [os.path.dirname(os.__file__)]}).met()
        False
        """
        try:
            return (
                all(looks(path) == how for path, how in self.files.items())
                and all(variable(name) == how for name, how in self.variables.items())
                and not any(PathFinder.find_spec(name, folders) for name, folders in self.absent.items())
            )
        except OSError:
            return False

    def to_json(self) -> dict[str, Any]:
        """The dependencies as plain data."""
        return {"files": dict(self.files), "absent": dict(self.absent), "variables": dict(self.variables)}

    @classmethod
    def from_json(cls, data: Any) -> Needs:
        """Read dependencies from plain data. Raises `ValueError` for any other data."""
        if (
            not isinstance(data, dict)
            or set(data) != {"files", "absent", "variables"}
            or not all(isinstance(part, dict) for part in data.values())
        ):
            raise ValueError("no needs")
        if not all(isinstance(how, str) for part in ("files", "variables") for how in data[part].values()):
            raise ValueError("no needs")
        if not all(
            isinstance(folders, list) and all(isinstance(folder, str) for folder in folders)
            for folders in data["absent"].values()
        ):
            raise ValueError("no needs")
        return cls(data["files"], data["absent"], data["variables"])


NOTHING = Needs()
"""The dependencies of a verdict that depends on nothing but its metric, constraint and settings."""


class Watch:
    """A watch that notes the code that this process runs from now on, the modules that this process looks for in vain,
    and the files and variables that it reads.

    An audit hook cannot be removed, so this is for the process of a metric, which ends with the metric.

    Parameters
    ----------
    began : the time of day at which the loading of the present modules began; by default now
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
        """The dependencies of the import, once `imported` has been called."""
        self._reads = Reads()
        sys.addaudithook(self._note)
        sys.meta_path.append(self)

    def _note(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "exec":
            self._ran.add(arguments[0].co_filename)
        elif event == "import" and arguments[1] is not None:
            self._ran.add(arguments[1])  # a compiled module
        else:
            self._reads.note(event, arguments)

    def find_spec(self, name: str, path: Iterable[str] | None = None, target: Any = None) -> None:
        """Find no module. This finder is the last one, so it is asked for the modules that no other finder has."""
        self._absent[name] = [str(folder) for folder in (sys.path if path is None else path)]

    def imported(self, module: str) -> str | None:
        """A digest of the code that was run to import a module, and of the installed packages; None where it is not
        known.
        """
        self.first = news = self.news()  # modules that an import misses are looked for again the next time
        loaded = sys.modules.get(module)
        made_up = (
            loaded is not None
            and getattr(loaded, "__file__", None) is None
            and module.partition(".")[0] not in sys.stdlib_module_names
        )
        if news is None or made_up:
            return None
        try:
            rests = [sys.version, *sys.flags, installed(), sorted(news.files.items()), sorted(news.variables.items())]
        except OSError:
            return None
        return hashlib.sha256(json.dumps(rests).encode()).hexdigest()

    @property
    def stirred(self) -> bool:
        """Whether there are new dependencies since `news` was last called."""
        return bool(self._absent) or len(self._ran) > len(self._told) or self._reads.stirred

    def news(self) -> Needs | None:
        """The dependencies that are new since the last call; None where they are not known."""
        absent, self._absent = self._absent, {}
        new = self._ran - self._told
        self._told |= new
        # many files share a folder, and to resolve a path takes a look at each of its parts
        folder_of = cache(os.path.realpath)
        try:
            read, variables = self._reads.news()
            ran = {path: how for name in new for path, how in self._file(name, folder_of)}
        except (OSError, UnknownCodeError, UnknownReadError):
            return None
        if any(ran.get(path, how) != how for path, how in read.items()):
            return None
        return Needs({**ran, **read}, absent, variables)

    def _file(self, name: str, folder_of: Callable[[str], str]) -> Iterable[tuple[str, str]]:
        """The file of that name with its digest. Nothing where there is no such file, as for code made in memory.

        `folder_of` gives the real path of a folder.
        """
        if not is_file(name):
            if os.path.isabs(name) and name.endswith(".py"):
                raise UnknownCodeError(name)  # the file is in an archive, or was deleted
            return
        folder, own = os.path.split(name)
        path = os.path.realpath(name) if os.path.islink(name) else os.path.join(folder_of(folder), own)
        if os.stat(path).st_ctime > self._began.get(name, self._since):
            raise UnknownCodeError(path)  # the file may have been different when it was run
        if (how := looks(path)) == ABSENT:
            raise UnknownCodeError(path)
        yield path, how


def installed() -> list[tuple[str, int]]:
    """The installed packages, as their metadata names them with their versions, and the time at which each was
    installed.
    """
    packages = []
    for folder in {path for path in map(str, sys.path) if os.path.basename(path) in FOLDERS and os.path.isdir(path)}:
        with os.scandir(folder) as entries:
            packages += [
                (entry.name, entry.stat().st_mtime_ns)
                for entry in entries
                if entry.name.endswith((".dist-info", ".egg-info"))
            ]
    return sorted(packages)
