"""Files that are read whole, up to a size."""

from __future__ import annotations

from pathlib import Path

from axiometrics.core.errors import FileError

LARGEST = 2**28
"""Bytes of the largest file that is read whole, counted as unpacked."""


def whole_text(path: str | Path) -> str:
    """The text of a UTF-8 file, without the byte-order mark that some editors begin it with.

    Raises `FileError` where it is too large, `OSError` or `UnicodeDecodeError` where it cannot be read.
    """
    with open(path, "rb") as stream:
        content = stream.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise FileError(f"{str(path)!r} has more than {LARGEST:,} bytes: split it, or save less of it")
    return content.decode("utf-8-sig")
