"""The output of commands: to stdout, or to files. Before anything is computed, the command checks that it can write
them.

The suffix of a file decides its format, and an unknown suffix is refused, because a file that is named `m.html` and
holds plain text misleads the next person who opens it. This rule stands here for all commands. A command names only the
formats that it can write.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from textwrap import shorten
from typing import TYPE_CHECKING

import click

from axiometrics.cli import printed
from axiometrics.cli.options import STDOUT, Target
from axiometrics.cli.outcome import colored
from axiometrics.cli.streams import demand_stdout
from axiometrics.core.errors import FileError
from axiometrics.core.escapes import visible, visible_json
from axiometrics.core.files import demand_writable, partial
from axiometrics.core.page import Page
from axiometrics.core.report import NARROWEST, USUAL
from axiometrics.reports.parts.formats import formats, report

if TYPE_CHECKING:
    from axiometrics.core.matrix import Matrix

LONGEST = 400
"""The most characters of a command line that a page shows."""

WIDEST = 200
"""The most characters of a line, however wide the terminal is."""


@dataclass
class Destination:
    """One file or stdout, with one format. It is made before anything is computed. Raises `FileError` for a file that
    cannot be written.
    """

    target: Target

    def __post_init__(self) -> None:
        if self.path is None:
            demand_stdout()
            return
        second = report(self.form).companion(self.path) if self.form in formats() else None
        for path in filter(None, (self.path, second)):
            try:
                demand_writable(path)
            except OSError as error:
                raise FileError(f"cannot write {path!r}: {error.strerror or error}") from None

    @property
    def path(self) -> str | None:
        """The file; None for stdout."""
        return self.target.path

    @property
    def form(self) -> str:
        """The name of the format."""
        return self.target.form

    @property
    def only_ascii(self) -> bool:
        """Whether only ASCII is written: where the user wants this, or where stdout cannot encode other signs."""
        return self.target.ascii or (self.path is None and not _encoding().startswith("utf"))

    @property
    def colored(self) -> bool:
        """Whether colours are written; never in a file."""
        return self.path is None and self.form == "text" and colored(sys.stdout, self.target.color)

    @property
    def width(self) -> int:
        """The number of characters of a line: the width of the terminal, the value of COLUMNS where stdout is a pipe,
        or 120.
        """
        if self.path is not None or not (sys.stdout.isatty() or os.environ.get("COLUMNS", "").isdigit()):
            return USUAL
        return min(max(shutil.get_terminal_size((USUAL, 24)).columns, NARROWEST), WIDEST)

    def write(self, text: str, finished: bool = True) -> None:
        """Write a text. It is not an error where the reader has gone away. An unfinished result goes to a partial file
        beside the named one, so that it never replaces an existing file.
        """
        text = visible_json(text) if self.form in ("json", "badge") else visible(text, self.colored)
        if self.path is not None:
            report(self.form).write(self.path if finished else partial(self.path), text)
            return
        printed.write(text.encode(_encoding(), "backslashreplace").decode(_encoding()))


@dataclass
class Output:
    """All destinations of a command. Each gets the same result in its own format."""

    targets: Sequence[Target] = (STDOUT,)

    def __post_init__(self) -> None:
        self.destinations = [Destination(target) for target in self.targets]

    @property
    def partial(self) -> list[str]:
        """The files to which an unfinished result is written."""
        return [partial(at.path) for at in self.destinations if at.path is not None]

    def show(
        self,
        result: Matrix | Page,
        finished: bool = True,
        unexpected: Sequence[str] | None = None,
        expected: int = 0,
    ) -> None:
        """Write a matrix or a page. `unexpected` holds the lines about unexpected verdicts, and is None where no
        verdicts are expected; `expected` is the number of expected violations.
        """
        self.write(
            lambda at: report(at.form).show(
                result,
                ascii=at.only_ascii,
                color=at.colored,
                width=at.width,
                arranged=at.target.arranged,
                unexpected=unexpected,
                expected=expected,
                source=_command_line(),
            ),
            finished,
        )

    def write(self, text: str | Callable[[Destination], str], finished: bool = True) -> None:
        """Write a text, or a text that is made for each destination."""
        for destination in self.destinations:
            destination.write(text if isinstance(text, str) else text(destination), finished)


def _command_line() -> str:
    """The command line that runs, shortened where it is too long for a page."""
    context = click.get_current_context(silent=True)
    return "" if context is None else shorten(str(context.meta.get("line", "")), LONGEST, placeholder=" ...")


def _encoding() -> str:
    return (sys.stdout.encoding or "ascii").lower()
