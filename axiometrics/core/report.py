"""A report as data: the name of a format, its suffix, and what makes a text of a matrix or of a page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any

from axiometrics.core.errors import DeclarationError, FileError, ParameterError
from axiometrics.core.escapes import visible, visible_json
from axiometrics.core.files import write_whole
from axiometrics.core.page import Page

if TYPE_CHECKING:
    from axiometrics.core.matrix import Matrix

NARROWEST = 60
"""Characters below which lines are not wrapped."""

USUAL = 120
"""Characters a line in a file or a pipe, for whose readers the counts are the last line, whole."""


@dataclass(frozen=True)
class Report:
    """How a matrix, and a page, are shown in one format.

    Each function returns a text that ends with a line break. It may take as keywords, each with a default, what can be
    chosen: `ascii` (no character beyond ASCII), `color`, `width` (characters a line).

    Attributes
    ----------
    name : as `--format` has it, and the file that declares it
    suffix : of files in this format, with the dot
    render : matrix -> the text
    page : page -> the text; None where the format cannot show pages
    of_records : whether it shows only the records of a page, which not every page has
    of_badges : whether it shows only the badge of a page, which few pages have
    beside : the name of a file and its text -> the text of a second file that goes with it (`companion`); None where
        one file is enough
    """

    name: str
    suffix: str
    render: Callable[..., str]
    page: Callable[..., str] | None = None
    of_records: bool = False
    of_badges: bool = False
    beside: Callable[[str, str], str] | None = None

    def __post_init__(self) -> None:
        if not self.suffix.startswith("."):
            raise DeclarationError(f"report {self.name} has the suffix {self.suffix!r}: begin it with a dot")

    def companion(self, path: str) -> str | None:
        """The second file that goes with a file, None where there is none.

        >>> Report("latex", ".tex", str, beside=lambda name, text: text).companion("paper/table.tex")
        'paper/table-page.tex'
        """
        whole = Path(path)
        return None if self.beside is None else str(whole.with_name(f"{whole.stem}-page{whole.suffix}"))

    def write(self, path: str | Path, text: str) -> None:
        """Write a text in this format, and the file that goes with it. Raises `FileError`."""
        second = self.companion(str(path))
        texts = {str(path): text}
        if second is not None and self.beside is not None:
            texts[second] = self.beside(Path(path).name, text)
        for name, content in texts.items():
            try:
                write_whole(name, content)
            except OSError as error:
                raise FileError(f"cannot write {name!r}: {error.strerror or error}") from None

    def show(self, shown: Matrix | Page, **wishes: Any) -> str:
        """The text of a matrix or a page in this format. A wish that the format does not know is ignored. Characters
        that cannot be printed are escaped, because a name may come from somebody else's file.
        """
        function = self.page if isinstance(shown, Page) else self.render
        if function is None:
            raise DeclarationError(f"report {self.name} shows no pages: give it a function `page`")
        if self.of_records and isinstance(shown, Page) and shown.records is None:
            raise ParameterError(f"{self.name} is a table of records, and this page has none: use a different format")
        if self.of_badges and isinstance(shown, Page) and shown.badge is None:
            raise ParameterError(f"{self.name} shows a badge, and this page has none: use a different format")
        understood = signature(function).parameters
        text = function(shown, **{name: value for name, value in wishes.items() if name in understood})
        return visible_json(text) if self.suffix.endswith(".json") else visible(text, bool(wishes.get("color")))
