"""Finds the declarations in the files of a package. Each task has a folder, and each family of metrics a file. The
folder is the list.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.resources import files
from typing import Any


def entries_in(package: str) -> Iterator[Any]:
    """The `ENTRIES` of each file in the folders of a package, without files whose name begins with an underscore."""
    root = files(package)
    for task in sorted(folder.name for folder in root.iterdir() if folder.is_dir() and not folder.name.startswith("_")):
        for file in sorted(
            f.name.removesuffix(".py")
            for f in root.joinpath(task).iterdir()
            if f.name.endswith(".py") and not f.name.startswith("_")
        ):
            yield from import_module(f"{package}.{task}.{file}").ENTRIES
