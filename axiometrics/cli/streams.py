"""The standard streams of the program, in whatever state the program was started with them.

A reader of stdout that ends early, as `head` does, is not an error: the command does its work, and its exit code is
that of its result. A stdout that cannot be written, because the disk is full or the stream is closed, is an error like
a file that cannot be written: one line on stderr, and exit code 2. Text on stderr may be lost.

A closed stream (`>&-` in a shell, or some cron) needs more care. The system gives its number to the next file that is
opened, so a child process would take that file for its stdout and write into it. And Python has no stream there
(`sys.stdout` is None), so all code that writes would have to test for this. So the number is given to the null device
at the start.
"""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress

from axiometrics.core.errors import FileError


class Stdout(io.TextIOWrapper):
    """Stdout as a command writes to it. Raises `FileError` where it cannot be written."""

    def write(self, text: str) -> int:
        """Write a text."""
        try:
            return super().write(text)
        except OSError as error:
            self._give_up(error)
            return len(text)

    def flush(self) -> None:
        """Pass on the text that was written."""
        try:
            super().flush()
        except OSError as error:
            self._give_up(error)

    def _give_up(self, error: OSError) -> None:
        with suppress(OSError):
            nothing = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nothing, self.fileno())  # or Python would try again at its end
            os.close(nothing)
        if not isinstance(error, BrokenPipeError):
            raise FileError(f"cannot write to stdout: {error.strerror or error}") from None


class ClosedStdout(io.TextIOBase):
    """A closed stdout, which refuses every text. Raises `FileError`."""

    encoding = "utf-8"

    def writable(self) -> bool:
        """Return True, because callers that test this go on to write."""
        return True

    def write(self, text: str) -> int:
        """Refuse a text."""
        raise FileError("cannot write to stdout: it is closed; where a command has -o, -o FILE writes to a file")


def take_over() -> None:
    """Connect each closed stream with the null device, and let stdout behave as this module says."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            nothing = os.open(os.devnull, os.O_RDWR)  # which has the lowest number that is free
            if nothing != number:
                os.dup2(nothing, number)
                os.close(nothing)
            os.set_inheritable(number, True)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - for as long as the program runs
    out = sys.stdout
    if out is None:
        sys.stdout = ClosedStdout()
    elif type(out) is io.TextIOWrapper:
        encoding, errors, by_line = out.encoding, out.errors, out.line_buffering
        made = Stdout(out.detach(), encoding=encoding, errors=errors, line_buffering=by_line)
        sys.stdout = made
        vars(sys)["__stdout__"] = made  # `shutil.get_terminal_size` asks it


def demand_stdout() -> None:
    """Raise `FileError` where stdout is closed. Nothing is written."""
    if isinstance(sys.stdout, ClosedStdout):
        sys.stdout.write("")
