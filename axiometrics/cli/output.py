"""Where data goes: stdout, or files that are known to be writable before anything is computed.

The format of a file is that of its suffix, and a suffix that says nothing is refused: a file that is named `m.html` and
holds plain text is found out by somebody else, later. One rule serves all commands, so that no command has to think of
it, and a command names only the formats that it can write.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from axiometrics.cli.options import STDOUT, Target
from axiometrics.core.errors import FileError
from axiometrics.core.page import Page
from axiometrics.reports.parts.formats import report

if TYPE_CHECKING:
    from axiometrics.core.matrix import Matrix

NARROWEST, WIDEST = 80, 160
"""Characters a line, whatever the terminal."""


@dataclass
class Destination:
    """One place to write to, in one format. Make it first: a file that cannot be written is found out then."""

    target: Target
    ascii: bool = False
    color: str = "never"

    def __post_init__(self) -> None:
        self.made = self.path is not None and not os.path.lexists(self.path)
        if self.path is not None:
            try:
                with open(self.path, "ab"):
                    pass
            except OSError as error:
                raise FileError(f"cannot write {self.path!r}: {error.strerror or error}") from None

    @property
    def path(self) -> str | None:
        """The file, or None for stdout."""
        return self.target.path

    @property
    def form(self) -> str:
        """The name of the format."""
        return self.target.form

    def withdraw(self) -> None:
        """Delete the file if it was made for this, and nothing was written."""
        if self.made and self.path is not None and os.path.getsize(self.path) == 0:
            os.unlink(self.path)

    @property
    def only_ascii(self) -> bool:
        """Whether signs beyond ASCII are out: as asked, or because stdout cannot encode them."""
        return self.ascii or (self.path is None and not _encoding().startswith("utf"))

    @property
    def colored(self) -> bool:
        """Whether colours are in."""
        if self.color == "auto":
            return self.path is None and sys.stdout.isatty() and "NO_COLOR" not in os.environ
        return self.color == "always"

    @property
    def width(self) -> int:
        """Characters a line: the terminal's, or 120."""
        if self.path is None and sys.stdout.isatty():
            return min(max(shutil.get_terminal_size().columns, NARROWEST), WIDEST)
        return 120

    def write(self, text: str) -> None:
        """Write a text; a reader who has gone away is no error."""
        if self.path is not None:
            try:
                Path(self.path).write_text(text, encoding="utf-8", newline="\n")
            except OSError as error:
                raise FileError(f"cannot write {self.path!r}: {error.strerror or error}") from None
            return
        try:
            sys.stdout.write(text.encode(_encoding(), "backslashreplace").decode(_encoding()))
            sys.stdout.flush()
        except OSError as error:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python would try again at its end
            if not isinstance(error, BrokenPipeError):
                raise FileError(f"cannot write to stdout: {error.strerror or error}") from None


@dataclass
class Output:
    """All the places that a command writes to, the same finding in the format of each."""

    targets: Sequence[Target] = (STDOUT,)
    ascii: bool = False
    color: str = "never"

    def __post_init__(self) -> None:
        self.destinations: list[Destination] = []
        try:
            for target in self.targets:
                self.destinations.append(Destination(target, self.ascii, self.color))
        except FileError:
            self._withdraw()
            raise

    def __enter__(self) -> Output:
        return self

    def __exit__(self, kind: Any, *_: Any) -> None:
        if kind is not None:
            self._withdraw()

    def _withdraw(self) -> None:
        for destination in self.destinations:
            destination.withdraw()

    def show(self, found: Matrix | Page) -> None:
        """Write a matrix or a page."""
        self.write(lambda at: report(at.form).show(found, ascii=at.only_ascii, color=at.colored, width=at.width))

    def write(self, text: str | Callable[[Destination], str]) -> None:
        """Write a text, or what is made for each destination."""
        for destination in self.destinations:
            destination.write(text if isinstance(text, str) else text(destination))


def _encoding() -> str:
    return (sys.stdout.encoding or "ascii").lower()
