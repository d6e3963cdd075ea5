"""Where data goes: stdout, or files that are known to be writable before anything is computed.

The format of a file is that of its suffix, and a suffix that says nothing is refused: a file that is named `m.html` and
holds plain text misleads the next person who opens it. One rule serves all commands, so that no command has to think of
it, and a command names only the formats that it can write.
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
"""Characters of a command line that a page shows."""

WIDEST = 200
"""Characters a line at most, however wide the terminal is."""


@dataclass
class Destination:
    """One place to write to, in one format. It is made before anything is computed, and refuses a file that cannot be
    written.
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
        """The file, or None for stdout."""
        return self.target.path

    @property
    def form(self) -> str:
        """The name of the format."""
        return self.target.form

    @property
    def only_ascii(self) -> bool:
        """Whether signs beyond ASCII are out: as asked, or because stdout cannot encode them."""
        return self.target.ascii or (self.path is None and not _encoding().startswith("utf"))

    @property
    def colored(self) -> bool:
        """Whether colours are in; never in a file."""
        return self.path is None and self.form == "text" and colored(sys.stdout, self.target.color)

    @property
    def width(self) -> int:
        """Characters a line: the terminal's, what COLUMNS says of the place that a pipe leads to, or 120."""
        if self.path is not None or not (sys.stdout.isatty() or os.environ.get("COLUMNS", "").isdigit()):
            return USUAL
        return min(max(shutil.get_terminal_size((USUAL, 24)).columns, NARROWEST), WIDEST)

    def write(self, text: str, finished: bool = True) -> None:
        """Write a text; a reader who has gone away is not an error. What is not finished goes to a file beside the one
        that was named, so that it never replaces what is.
        """
        text = visible_json(text) if self.form in ("json", "badge") else visible(text, self.colored)
        if self.path is not None:
            report(self.form).write(self.path if finished else partial(self.path), text)
            return
        printed.write(text.encode(_encoding(), "backslashreplace").decode(_encoding()))


@dataclass
class Output:
    """All the places that a command writes to, the same finding in the format of each."""

    targets: Sequence[Target] = (STDOUT,)

    def __post_init__(self) -> None:
        self.destinations = [Destination(target) for target in self.targets]

    @property
    def partial(self) -> list[str]:
        """The files that what is not finished goes to."""
        return [partial(at.path) for at in self.destinations if at.path is not None]

    def show(
        self,
        found: Matrix | Page,
        finished: bool = True,
        unexpected: Sequence[str] | None = None,
        expected: int = 0,
    ) -> None:
        """Write a matrix or a page; `unexpected` are the lines on what is not as expected, None where nothing is, and
        `expected` is the number of violations that are.
        """
        self.write(
            lambda at: report(at.form).show(
                found,
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
        """Write a text, or what is made for each destination."""
        for destination in self.destinations:
            destination.write(text if isinstance(text, str) else text(destination), finished)


def _command_line() -> str:
    """The command line that runs, without what makes a page longer than a reader wants."""
    context = click.get_current_context(silent=True)
    return "" if context is None else shorten(str(context.meta.get("line", "")), LONGEST, placeholder=" ...")


def _encoding() -> str:
    return (sys.stdout.encoding or "ascii").lower()
