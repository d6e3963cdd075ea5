"""The exit codes of commands, and their messages on stderr."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn, TextIO

import click

from axiometrics.core.errors import FileError
from axiometrics.core.escapes import one_line
from axiometrics.core.report import NARROWEST
from axiometrics.core.stderr import tell

if TYPE_CHECKING:
    from axiometrics.running.candidate import Candidate

AS_EXPECTED, UNEXPECTED, USAGE, INTERNAL, UNDECIDED, NOTHING, INTERRUPTED = 0, 1, 2, 3, 4, 5, 130
"""The exit codes: the result is as expected; an unexpected verdict; a mistake in the call; an error of axiometrics;
`possible` could not decide; nothing was evaluated; Ctrl-C.
"""


_RED, _YELLOW = "\x1b[31m", "\x1b[33m"
_COLORS = {"error": _RED, "unexpected": _RED, "warning": _YELLOW}
"""The colours of the words with which lines on stderr begin."""


def colored(stream: TextIO, wish: str = "auto") -> bool:
    """Whether a stream is written in colours, as `--color` says. With auto, it is where it is a terminal that has
    colours. The variables NO_COLOR and CLICOLOR=0 switch colours off, and FORCE_COLOR and CLICOLOR_FORCE switch them on
    for any stream.
    """
    if wish != "auto":
        return wish == "always"
    said = os.environ.get
    if said("NO_COLOR"):
        return False
    if any(said(name, "0") not in ("", "0") for name in ("FORCE_COLOR", "CLICOLOR_FORCE")):
        return True
    return stream.isatty() and said("TERM") != "dumb" and said("CLICOLOR") != "0"


def say(text: str, question: bool = False) -> None:
    """Write one line to stderr. On a terminal it is wrapped, unless it holds a command to be copied. A question keeps
    its lines.
    """
    line = "\n  ".join(one_line(" ".join(part.split())) for part in (text.splitlines() if question else [text]))
    message = f"axiometrics: {line}"
    if sys.stderr is not None and sys.stderr.isatty() and not (question or line.startswith("next: ")):
        message = textwrap.fill(
            message,
            max(shutil.get_terminal_size().columns, NARROWEST),
            subsequent_indent="  ",
            break_long_words=False,
            break_on_hyphens=False,
        )
    word, colon, rest = message.removeprefix("axiometrics: ").partition(":")
    if colon and word in _COLORS and sys.stderr is not None and colored(sys.stderr):
        message = f"axiometrics: {_COLORS[word]}{word}\x1b[0m:{rest}"
    tell(f"{message}\n")


def say_how_called(candidate: Candidate, judged: bool = True) -> None:
    """Say how a user's metric is called, by its first call; whether it is a loss; and which settings were inferred.
    With `judged`, a loss is judged by its negative; commands that only compare values take them unchanged.
    """
    from axiometrics.reports.parts.remarks import LOSSES, LOWER_IS_BETTER

    loss = candidate.about.get("loss")
    words = LOSSES[loss] if loss and judged else LOWER_IS_BETTER.get(str(loss), "")
    can_say = judged and "lower_is_better" in click.get_current_context().params
    cure = "; --higher-is-better judges it as it is" if loss == "inferred" and can_say else ""
    called = candidate.about.get("called")
    said = [*([f"called as {called}"] if called else []), *([f"{words}{cure}"] if words else [])]
    if said:
        say(f"{candidate.id}: {', '.join(said)}")
    if candidate.inferred:
        say(f"{candidate.id}: {candidate.inferred}")


def nothing_evaluated(why: str) -> NoReturn:
    """End a command that has no result, with one line that gives the reason."""
    say(f"error: nothing was evaluated: {why}")
    click.get_current_context().exit(NOTHING)


@contextmanager
def beside_the_result(part: str) -> Iterator[None]:
    """Contain an error in a part that a command adds to its result, such as a hint or a picture. The error becomes one
    line on stderr; the command goes on, and its exit code is that of its result. Only a file that the user named and
    that cannot be written is still an error of the command.
    """
    try:
        yield
    except FileError:
        raise
    except Exception as error:
        context = click.get_current_context(silent=True)
        if context is not None and context.meta.get("verbose"):
            tell(traceback.format_exc())
        cause = error.__cause__ or error
        say(f"warning: {part} is left out, because of an error: {type(cause).__name__}: {cause}")
