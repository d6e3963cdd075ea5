"""Every field of a document altered by a program, in several ways: what a forger may do who knows the format, and not
the subject.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

Path = tuple[str | int, ...]

TYPES: tuple[Any, ...] = (None, True, 0, -1, 1.5, 10**30, "", "forged", [], ["forged"], {}, {"forged": 1})
"""A value of each kind that JSON has, and extreme ones."""


def places(data: Any, path: Path = ()) -> Iterator[Path]:
    """The path of every field and every item below a value."""
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield (*path, key)
        yield from places(value, (*path, key))


def at(data: Any, path: Path) -> Any:
    """The value at a path."""
    for key in path:
        data = data[key]
    return data


def pattern(path: Path) -> str:
    """A path in which a number stands for all items of a list."""
    return ".".join("#" if isinstance(key, int) else key for key in path)


def _likely(value: Any) -> Iterator[Any]:
    """What is most like the value, and is not it."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int | float):
        yield from (value + 1, value - 1)
    elif isinstance(value, str):
        yield from (f"{value}x", "1/3", f"{value}\x1b[2J")
    elif isinstance(value, list):
        yield from (value[:-1], value + value[:1])
    elif isinstance(value, dict):
        yield {**value, "forged": "forged"}


def altered(data: Any, path: Path) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Alterations of the value at a path: what is done, and what makes the document with another value there, or with
    none.
    """
    before, name = at(data, path), ".".join(map(str, path))
    for value in (*_likely(before), *TYPES):
        if value != before or type(value) is not type(before):
            yield f"{name} = {value!r:.40}", partial(_with, data, path, value)
    if isinstance(path[-1], str):
        yield f"{name} left out", partial(_without, data, path)


def _with(data: Any, path: Path, value: Any) -> Any:
    *above, last = path
    forged = copy.deepcopy(data)
    at(forged, tuple(above))[last] = copy.deepcopy(value)
    return forged


def _without(data: Any, path: Path) -> Any:
    *above, last = path
    forged = copy.deepcopy(data)
    del at(forged, tuple(above))[last]
    return forged
