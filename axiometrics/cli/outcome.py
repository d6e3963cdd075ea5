"""How a command ends: the exit codes, and how it speaks on stderr."""

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
"""Exit codes: as expected; an unexpected verdict; a mistake in the call; an error of ours; `possible` could not decide;
nothing was evaluated; Ctrl-C.
"""


_RED, _YELLOW = "\x1b[31m", "\x1b[33m"
_COLORS = {"error": _RED, "unexpected": _RED, "warning": _YELLOW}
"""The colours of the words that lines on stderr begin with."""


def colored(stream: TextIO, wish: str = "auto") -> bool:
    """Whether a stream is written in colours, as `--color` wishes. auto: where it is a terminal that has colours;
    NO_COLOR and CLICOLOR=0 say that it has none, FORCE_COLOR and CLICOLOR_FORCE that it has them, whatever it is.
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
    """One line on stderr, wrapped at the width of a terminal, but for a command to be copied; of a
    question each of its lines.
    """
    line = "\n  ".join(one_line(" ".join(part.split())) for part in (text.splitlines() if question else [text]))
    told = f"axiometrics: {line}"
    if sys.stderr is not None and sys.stderr.isatty() and not (question or line.startswith("next: ")):
        told = textwrap.fill(
            told,
            max(shutil.get_terminal_size().columns, NARROWEST),
            subsequent_indent="  ",
            break_long_words=False,
            break_on_hyphens=False,
        )
    word, colon, rest = told.removeprefix("axiometrics: ").partition(":")
    if colon and word in _COLORS and sys.stderr is not None and colored(sys.stderr):
        told = f"axiometrics: {_COLORS[word]}{word}\x1b[0m:{rest}"
    tell(f"{told}\n")


def say_how_called(candidate: Candidate, judged: bool = True) -> None:
    """Say how a user's metric is called, by its first call, whether it is a loss, and what the tool had to find out of
    it. A loss that is `judged` is judged by its negative; commands that ask for values alone take them as they are.
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
    """End a command that has nothing to show: one line says why."""
    say(f"error: nothing was evaluated: {why}")
    click.get_current_context().exit(NOTHING)


@contextmanager
def beside_the_result(what: str) -> Iterator[None]:
    """Contain an error in something that a command adds to its result, such as a hint or a picture. The error becomes
    one line on stderr; the command goes on, and its exit code is that of its result. Only a file that was asked for and
    cannot be written is still an error of the command.
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
        say(f"warning: {what} is left out, because of an error: {type(cause).__name__}: {cause}")
