"""The code that a cell rests on, and a digest of it: the modules that its metric, its constraint, the search and the
settlement import, directly or through other modules.

The digest of a module is that of its syntax tree without docstrings and comments, so that only a change of the code
changes it; the text of the tree is the same in every version of Python. An import inside a function counts like one at
the head of a file, and so does the name of a module in quotes. Modules that are found by walking a folder are not
written as imports. `FOUND` names these folders, and all files that they have for the task of the cell count. So the
digest may depend on more modules than the cell needs, but never on fewer.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import re
import sys
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from functools import cache
from importlib.machinery import PathFinder
from importlib.metadata import PackageNotFoundError, entry_points, version
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from axiometrics.core.errors import FileError
from axiometrics.core.files import whole_text, write_whole

COMPUTING = ("numpy", "scipy", "sympy", "mpmath")
"""The packages whose versions count."""

NAMED = re.compile(r"value='(\w+(?:\.\w+)+)'")
"""A dotted text in a syntax tree as it is written. It may name a module that is imported only when it is needed."""

RUN = "axiometrics.running.run"
"""The module of a run. Every cell rests on it and on what it imports: the search, the settlement and their order."""

FOUND = ("axiometrics.proving.theorems", "axiometrics.regions")
"""Packages whose modules are found by walking a folder named after a task, when a cell is settled."""

SHOWN = {"axiometrics.core.page": "axiometrics.reports", "axiometrics.core.cell": "axiometrics.services"}
"""By module, the package that this module asks to print a result. How a cell is printed does not change the cell, so
these packages do not count.
"""

DATA = (".json", ".so", ".pyd")
"""The suffixes of further files on which the metrics and constraints of a package may depend."""


MOST = 5000
"""The most modules that a file of notes keeps. A larger file is begun anew, since most of its notes are about earlier
versions.
"""

SHIPPED = Path(__file__).parents[1] / "proving" / "shipped" / "modules.json"
"""The notes that were made with the shipped proofs, about the modules on which these rest. A module whose text is
unchanged need not be parsed again.
"""


class Sources:
    """The modules of axiometrics and of the packages that add to it by entry points, each read once.

    Parameters
    ----------
    added : the names of the packages that add to it
    notes : a file of notes that is looked at for the first module that is not noted yet
    """

    def __init__(self, added: Collection[str] = (), notes: Path | None = None) -> None:
        self.added = frozenset(added)
        self._notes = notes
        self._places: dict[str, tuple[Path | None, list[str]]] = {}
        self._read: dict[str, tuple[str, frozenset[str]]] = {}
        self._rests: dict[tuple[str, ...], frozenset[str]] = {}
        self._bytes: dict[Path, str] = {}
        self._noted: dict[str, list[str]] = {}
        self._news = False
        self._recalled: tuple[int, ...] = ()

    def source(self, path: Path) -> bytes:
        """The content of a file."""
        return path.read_bytes()

    def digest(self, starts: Iterable[str], without: Collection[str] = ()) -> str | None:
        """A digest of all modules that these modules rest on, except for those in `without` and the modules that are
        reached through these alone; None where one of the modules has no file, so that its code is not known.
        """
        starts = tuple(starts)
        if any(self.file(start) is None for start in starts):
            return None
        modules = frozenset[str]().union(*(self.rests(start, without) for start in starts))
        lines = [f"{name} {self._module(name)[0]}" for name in sorted(modules)]
        ours = {self.file(name) for name in modules}
        for package in sorted(self.added & {name.partition(".")[0] for name in modules}):
            lines += [f"{path} {self._content(path)}" for path in self._files(package) if path not in ours]
        return _sum(*lines)

    def rests(self, start: str, without: Collection[str] = ()) -> frozenset[str]:
        """The modules that a module rests on: itself, the packages that contain it, and everything that these
        import.
        """
        key = start, *without
        if key not in self._rests:
            modules, seen, left = set[str](), set(without), {start}
            while left:
                name = left.pop()
                seen.add(name)
                left |= {name.rpartition(".")[0]} - seen
                if self.file(name) is not None:
                    modules.add(name)
                    left |= self._module(name)[1] - seen
                elif name.endswith(".*"):
                    left |= set(self.members(name.removesuffix(".*"))) - seen
            self._rests[key] = frozenset(modules)
        return self._rests[key]

    def members(self, package: str) -> list[str]:
        """The modules of a package and of its sub-packages; empty if there is no such package."""
        names = [info.name for info in iter_modules(self._place(package)[1], f"{package}.")]
        return [package, *(member for name in names for member in self.members(name))] if self.file(package) else []

    def file(self, module: str) -> Path | None:
        """The file of a module; None where it has none, or where it does not belong to the packages that count."""
        return self._place(module)[0]

    def _place(self, module: str) -> tuple[Path | None, list[str]]:
        """The file of a module and, if it is a package, its folders, found without importing it."""
        if module not in self._places:
            above, _, _ = module.rpartition(".")
            loaded = sys.modules.get(module)
            if module.partition(".")[0] not in {"axiometrics", *self.added}:
                file, folders = None, []
            elif loaded is not None:
                file, folders = getattr(loaded, "__file__", None), list(getattr(loaded, "__path__", ()))
            else:
                spec = PathFinder.find_spec(module, self._place(above)[1]) if above else find_spec(module)
                file = None if spec is None else spec.origin
                folders = [] if spec is None else list(spec.submodule_search_locations or ())
            self._places[module] = (Path(file) if file is not None and os.path.isfile(file) else None), folders
        return self._places[module]

    def _module(self, name: str) -> tuple[str, frozenset[str]]:
        """A digest of the code of a module, and the modules that it imports, where `package.*` stands for every member
        of a package.
        """
        if name not in self._read:
            path = self.file(name)
            assert path is not None
            source = self.source(path)
            about = _sum(_reader(), name, path.stem, source)
            if about not in self._noted and self._notes is not None:
                self.recall(self._notes)
                self._notes = None
            if not _is_note(self._noted.get(about)):
                self._noted[about], self._news = _analysed(source, name, path), True
            digest, *imports = self._noted[about]
            left = [part for part in imports if not (name in SHOWN and part.startswith(SHOWN[name]))]
            self._read[name] = digest, frozenset(left)
        return self._read[name]

    def recall(self, file: Path) -> None:
        """Use the notes of an earlier process about the modules that it has read: their digests and imports, each under
        a digest of the text of the module.
        """
        with suppress(OSError, FileError, ValueError, KeyError, TypeError, RecursionError):
            about = file.stat()
            version = about.st_dev, about.st_ino, about.st_mtime_ns, about.st_size
            if version == self._recalled:
                return
            data = json.loads(whole_text(file))
            if data["sum"] == _sum(json.dumps(data["noted"])) and len(data["noted"]) < MOST:
                self._noted, self._recalled = data["noted"] | self._noted, version

    def note(self, file: Path) -> None:
        """Write the file that `recall` reads, if there are new notes. If it cannot be written, the next process parses
        the modules again.
        """
        if self._news:
            text = json.dumps({"sum": _sum(json.dumps(self._noted)), "noted": self._noted})
            with suppress(OSError):
                file.parent.mkdir(parents=True, exist_ok=True)
                write_whole(file, text, lasting=False)
                self._news = False

    def _files(self, package: str) -> Iterator[Path]:
        """The files of code and data of a package, in order."""
        for root in sorted(self._place(package)[1]):
            for folder, folders, files in os.walk(root, followlinks=True):
                folders.sort()
                yield from (Path(folder, file) for file in sorted(files) if file.endswith((".py", *DATA)))

    def _content(self, path: Path) -> str:
        if path not in self._bytes:
            self._bytes[path] = _sum(self.source(path))
        return self._bytes[path]


def _is_note(noted: Any) -> bool:
    """Whether a note has the form of a result of `_analysed`."""
    return isinstance(noted, list) and noted != [] and all(isinstance(part, str) for part in noted)


def _analysed(source: bytes, name: str, path: Path) -> list[str]:
    """A digest of the code of a module, followed by the modules that it imports."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):  # the module is compiled, or written for a different Python
        return [_sum(source)]
    package = name if path.stem == "__init__" else name.rpartition(".")[0]
    imports = {part for node in _imports(tree.body) for part in _imported(node, package)}
    form = _form(tree)
    return [_sum(form), *sorted(imports.union(NAMED.findall(form)))]


def _form(part: Any) -> str:
    """A syntax tree as a text that is the same in every version of Python, unlike that of `ast.dump`. Empty fields are
    left out, since older versions lack them, and so are the empty texts that some versions put at the end of an
    f-string.

    >>> _form(ast.parse("x = None").body[0])
    "Assign(targets=[Name(id='x',ctx=Store())],value=Constant(value=None,kind=None))"
    """
    if isinstance(part, list):
        return f"[{','.join(map(_form, part))}]"
    if isinstance(part, ast.JoinedStr):
        part.values = [value for value in part.values if not (_is_text(value) and not value.value)]  # type: ignore[attr-defined]
    if not isinstance(part, ast.AST):
        return repr(part)
    fields = [(name, getattr(part, name, None)) for name in part._fields]
    said = [f"{name}={_form(of)}" for name, of in fields if of not in (None, []) or isinstance(part, ast.Constant)]
    return f"{type(part).__name__}({','.join(said)})"


def _imported(node: ast.Import | ast.ImportFrom, package: str) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
        return
    above = package.split(".")[: len(package.split(".")) + 1 - node.level] if node.level else []
    base = ".".join([*above, *filter(None, [node.module])])
    yield base
    yield from (f"{base}.{alias.name}" for alias in node.names)


def _imports(body: list[ast.stmt]) -> Iterator[ast.Import | ast.ImportFrom]:
    """The imports that these statements may run. Statements that are only a string are removed from them."""
    body[:] = [node for node in body if not (isinstance(node, ast.Expr) and _is_text(node.value))]
    for node in body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in (getattr(node.test, name, "") for name in ("id", "attr")):
            yield from _imports(node.orelse)
        else:
            for part in (node, *getattr(node, "handlers", ()), *getattr(node, "cases", ())):
                for field in ("body", "orelse", "finalbody"):
                    yield from _imports(getattr(part, field, []))


def _sum(*parts: str | bytes) -> str:
    """A digest of texts."""
    digests = [hashlib.sha256(part.encode() if isinstance(part, str) else part).digest() for part in parts]
    return hashlib.sha256(b"".join(digests)).hexdigest()


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


@cache
def sources() -> Sources:
    """The modules as they are installed."""
    points = entry_points()
    groups = [group for group in points.groups if group.startswith("axiometrics.")]
    return Sources(
        {point.module.partition(".")[0] for group in groups for point in points.select(group=group)}, SHIPPED
    )


@cache
def code(starts: tuple[str, ...], task: str, proofs: bool) -> str | None:
    """A digest of the code that a cell of a task rests on, and of the versions of Python and packages that compute it,
    given the modules of its metric, its constraint and its search, and whether proofs settle it. None where the code is
    not known.
    """
    installed, folder = sources(), task.replace("-", "_")
    members = [member for package in FOUND for member in installed.members(f"{package}.{folder}")] if proofs else []
    digest = installed.digest([*starts, *members])
    return None if digest is None else _sum(_versions(), digest)


@cache
def _reader() -> bytes:
    """The text of this module. Notes that a different version of this module made are not used."""
    return Path(__file__).read_bytes()


@cache
def _versions() -> str:
    lines = [sys.version]
    for name in COMPUTING:
        try:
            lines.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            lines.append(f"{name} none")
    return "\n".join(lines)
