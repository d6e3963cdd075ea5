"""How a command ends: the exit codes, and how it speaks on stderr."""

from __future__ import annotations

import click

AS_EXPECTED, UNEXPECTED, USAGE, INTERNAL, NOTHING, INTERRUPTED = 0, 1, 2, 3, 5, 130
"""Exit codes: as expected; an unexpected verdict; a mistake in the call; an error of ours; nothing was evaluated; Ctrl-C."""


def say(text: str) -> None:
    """One line on stderr."""
    line = " ".join(f"axiometrics: {text}".split())
    stream = click.get_text_stream("stderr", errors="backslashreplace")
    click.echo(line, file=stream)
