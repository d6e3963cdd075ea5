"""Fields of saved cells, read with an error of one clear line where they are missing or of another kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from axiometrics.core.data import Data
from axiometrics.core.errors import AxiometricsError, FileError

_WORDS = {
    str: "a text",
    Mapping: "an object",
    list: "a list",
    bool: "true or false",
    int: "a whole number",
    type(None): "null",
}


def field(data: Mapping[str, Any], key: str, *kinds: Any, where: str) -> Any:
    """Return `data[key]`, which must be of one of the kinds. Raises `FileError` naming the place."""
    if key not in data:
        raise FileError(f"{where}: {key!r} is missing")
    value = data[key]
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        raise FileError(f"{where}: {key} is {shorten(value)}, expected {' or '.join(_WORDS[kind] for kind in kinds)}")
    return value


def value(of: type[Data], data: Any, where: str) -> Any:
    """A gold or an output in JSON. Raises `FileError` naming the place."""
    try:
        return of.from_json(data)
    except AxiometricsError as error:
        raise FileError(f"{where}: {error}") from None


def shorten(value: Any) -> str:
    """A value for a message, cut to one short line."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
