"""How a command ends: the exit codes, and how it speaks on stderr."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from axiometrics.core.escapes import one_line

if TYPE_CHECKING:
    from axiometrics.running.run import Subject

AS_EXPECTED, UNEXPECTED, USAGE, INTERNAL, NOTHING, INTERRUPTED = 0, 1, 2, 3, 5, 130
"""Exit codes: as expected; an unexpected verdict; a mistake in the call; an error of ours; nothing was evaluated;
Ctrl-C.
"""


def say(text: str) -> None:
    """One line on stderr."""
    tell(one_line(" ".join(f"axiometrics: {text}".split())) + "\n")


def say_how_called(subject: Subject) -> None:
    """Say how a user's metric is called, where the tool had to find that out."""
    if subject.entry.get("inferred"):
        say(f"{subject.id}: {subject.entry['inferred']}")


def tell(text: str) -> None:
    """A text on stderr, whatever that can encode; where nobody listens, nothing."""
    encoding = sys.stderr.encoding or "ascii"
    try:
        sys.stderr.write(text.encode(encoding, "backslashreplace").decode(encoding))
        sys.stderr.flush()
    except BrokenPipeError:
        pass
