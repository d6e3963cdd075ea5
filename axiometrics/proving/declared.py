"""A folder is the list: what the files of a package declare, a folder a task, a file a family."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.resources import files
from typing import Any


def entries_in(package: str) -> Iterator[Any]:
    """The `ENTRIES` of each file in the folders of a package, names with an underscore in front left out."""
    root = files(package)
    for task in sorted(folder.name for folder in root.iterdir() if folder.is_dir() and not folder.name.startswith("_")):
        for file in sorted(
            f.name.removesuffix(".py")
            for f in root.joinpath(task).iterdir()
            if f.name.endswith(".py") and not f.name.startswith("_")
        ):
            yield from import_module(f"{package}.{task}.{file}").ENTRIES
