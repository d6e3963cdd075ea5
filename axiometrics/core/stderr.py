"""Messages on stderr, beside a result."""

from __future__ import annotations

import sys


def tell(text: str) -> None:
    """Write a text on stderr, in the characters that its encoding has. A text that cannot be written, because stderr is
    closed, its reader has gone away or the disk is full, does not end the run.
    """
    stream = sys.stderr
    if stream is None:  # as in a program without a console
        return
    encoding = stream.encoding or "ascii"
    try:
        stream.write(text.encode(encoding, "backslashreplace").decode(encoding))
        stream.flush()
    except (OSError, ValueError):
        pass
