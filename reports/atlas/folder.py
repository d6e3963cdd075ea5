"""Write a site into a folder. The new site is first written whole into a folder beside it, and its files are then
moved. A manifest names the files of a site. Only these files are ever replaced or removed: all other files in the
folder (`.git`, `CNAME`, notes) stay.

Exchanging the whole folder was rejected, because it removed the files that its owner had put there. While files are
moved, the manifest names the files of the former site and of the new one, so that the next run can clean up after a run
that was killed.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Collection, Iterable
from contextlib import suppress
from pathlib import Path, PurePosixPath

from axiometrics.core.documents import parse
from axiometrics.core.errors import FileError
from axiometrics.core.files import beside, clear_left_behind, held, whole_text, write_whole

MANIFEST = "axiometrics-atlas.json"
"""The file by which a folder is known to hold an atlas. It names all other files of the atlas."""

SCHEMA = "axiometrics/atlas/1"


def demand_replaceable(folder: str) -> None:
    """Raise `FileError` unless a site may be written to this folder: the folder does not exist, is empty, or holds an
    atlas.
    """
    path = Path(folder)
    if path.exists() and not path.is_dir():
        raise FileError(f"{folder!r} is a file: name a folder for the site")
    _former(path)
    above = path.resolve().parent
    if not above.is_dir():
        raise FileError(f"{str(above)!r} is not a folder: make it first")
    for needed in filter(Path.is_dir, (above, path)):
        if not os.access(needed, os.W_OK):
            raise FileError(f"cannot write to {str(needed)!r}: Permission denied")


def write_site(folder: str, files: Iterable[tuple[str, str]]) -> int:
    """Write the files of a site, which replaces the site in the folder. Return the number of files. Raises
    `FileError`.
    """
    demand_replaceable(folder)
    target = Path(folder).resolve()
    clear_left_behind(target.parent, target.name)
    fresh = beside(target)
    try:
        try:
            number = _replace(fresh, target, files)
        finally:
            shutil.rmtree(fresh, ignore_errors=True)
    except KeyboardInterrupt:
        shutil.rmtree(fresh, ignore_errors=True)  # the interruption may have come while the folder was cleared
        raise
    except OSError as error:
        raise FileError(f"cannot write the site {folder!r}: {error.strerror or error}") from None
    return number


def _replace(fresh: Path, target: Path, files: Iterable[tuple[str, str]]) -> int:
    """Write the files to a new folder, and move them into the folder of the site. Return the number of files."""
    fresh.mkdir(0o700)
    with held(fresh):
        names = _written(fresh, files)
        former = _former(target)
        _demand_free(target, names, former)
        try:
            _move(fresh, target, names, former)
        except KeyboardInterrupt:
            _move(fresh, target, names, former)  # the rest: a site is the old one or the new one
            raise
    return len(names)


def _written(fresh: Path, files: Iterable[tuple[str, str]]) -> list[str]:
    """Write the files to a folder, and return their names."""
    names = []
    for name, text in files:
        path = fresh.joinpath(*name.split("/"))
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text)
        names.append(name)
    return names


def _former(target: Path) -> frozenset[str]:
    """Return the names of the files of the atlas that a folder holds. Empty if the folder does not exist or is empty.
    Raises `FileError` if the folder holds other files and no atlas, or if its manifest cannot be read as one.
    """
    path = target / MANIFEST
    if path.is_symlink() or not path.is_file():
        others = sorted(entry.name for entry in target.iterdir()) if target.is_dir() else []
        if others:
            raise FileError(
                f"{str(target)!r} is not empty (it holds {others[0]!r}) and holds no atlas, which has the file "
                f"{MANIFEST}: name a new folder, or one that holds an atlas"
            )
        return frozenset()
    try:
        data = parse(whole_text(path))
        names = data["files"] if data["schema"] == SCHEMA else None
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        names = None
    if not isinstance(names, list) or not all(isinstance(name, str) and _is_within(name) for name in names):
        raise FileError(f"{str(path)!r} does not say which files belong to the atlas: name another folder")
    return frozenset(names)


def _is_within(name: str) -> bool:
    """Whether this is the plain name of a file that lies below a folder."""
    path = PurePosixPath(name)
    plain = name == str(path) and name not in (".", MANIFEST) and "\0" not in name
    return plain and ".." not in path.parts and not path.is_absolute() and not Path(name).is_absolute()


def _demand_free(target: Path, names: Collection[str], former: Collection[str]) -> None:
    """Raise `FileError` if a file of the site would replace a file that the owner of the folder has put there, or would
    be written through a link.
    """
    for name in names:
        path = target / name
        folders = [above for above in path.parents if target in above.parents]
        wrong = next(
            (folder for folder in folders if os.path.lexists(folder) and (folder.is_symlink() or not folder.is_dir())),
            None,
        )
        if wrong is None and os.path.lexists(path) and (name not in former or path.is_symlink() or not path.is_file()):
            wrong = path
        if wrong is not None:
            raise FileError(f"{str(wrong)!r} is not of the atlas, which needs its name: move it to another place")


def _move(fresh: Path, target: Path, names: Collection[str], former: frozenset[str]) -> None:
    """Move the files of a new site into the folder, and remove the files of the former site. Files that have been moved
    already are skipped, so that an interrupted move can be continued.
    """
    target.mkdir(exist_ok=True)
    _declare(target, former.union(names))
    for name in names:
        if (fresh / name).exists():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            os.replace(fresh / name, target / name)
    for name in sorted(former.difference(names)):
        _remove(target, target / name)
    _declare(target, names)


def _declare(target: Path, names: Collection[str]) -> None:
    write_whole(target / MANIFEST, json.dumps({"schema": SCHEMA, "files": sorted(names)}, indent=1) + "\n")


def _remove(target: Path, path: Path) -> None:
    """Remove a file of the former site, and the folders that become empty. Files behind a link are not removed."""
    folders = [above for above in path.parents if target in above.parents]
    if path.is_symlink() or not path.is_file() or any(above.is_symlink() for above in folders):
        return
    path.unlink()
    with suppress(OSError):  # a folder that is not empty
        for above in folders:
            above.rmdir()
