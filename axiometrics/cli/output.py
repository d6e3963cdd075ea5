"""Where data goes: stdout or a file that is known to be writable before anything is computed."""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from axiometrics.core.errors import FileError
from axiometrics.core.matrix import Matrix
from axiometrics.core.page import Page
from axiometrics.core.report import Report
from axiometrics.registry.reports import by_suffix, report

NARROWEST, WIDEST = 80, 160
"""Characters a line, whatever the terminal."""


@dataclass
class Output:
    """A destination. Make it first: a file that cannot be written is found out then."""

    path: str | None = None
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

    def __enter__(self) -> Output:
        return self

    def __exit__(self, kind: Any, *_: Any) -> None:
        if kind is not None and self.made and self.path is not None and os.path.getsize(self.path) == 0:
            os.unlink(self.path)

    def report(self, form: str | None) -> Report:
        """The report asked for by name, or by the suffix of the file."""
        suffix = Path(self.path).suffix if self.path is not None else ""
        return report(form) if form else by_suffix(suffix) or report("text")

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

    def show(self, found: Matrix | Page, form: Report) -> None:
        """Write a matrix or a page in a format."""
        self.write(form.show(found, ascii=self.only_ascii, color=self.colored, width=self.width))

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


def _encoding() -> str:
    return (sys.stdout.encoding or "ascii").lower()
