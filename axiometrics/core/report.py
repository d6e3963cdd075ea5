"""A report as data: the name of a format, its suffix, and what makes a text of a matrix or of a page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from inspect import signature
from typing import TYPE_CHECKING, Any

from axiometrics.core.errors import DeclarationError, ParameterError
from axiometrics.core.escapes import visible, visible_json
from axiometrics.core.page import Page

if TYPE_CHECKING:
    from axiometrics.core.matrix import Matrix


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
    """

    name: str
    suffix: str
    render: Callable[..., str]
    page: Callable[..., str] | None = None
    of_records: bool = False

    def __post_init__(self) -> None:
        if not self.suffix.startswith("."):
            raise DeclarationError(f"report {self.name} has the suffix {self.suffix!r}: begin it with a dot")

    def show(self, found: Matrix | Page, **wishes: Any) -> str:
        """A matrix or a page in this format; wishes that the format does not know are passed over. A sign that cannot
        be printed is escaped, whatever file a name is from.
        """
        function = self.page if isinstance(found, Page) else self.render
        if function is None:
            raise DeclarationError(f"report {self.name} shows no pages: give it a function `page`")
        if self.of_records and isinstance(found, Page) and found.records is None:
            raise ParameterError(f"{self.name} is written of records, and this page has none: take another format")
        known = signature(function).parameters
        text = function(found, **{name: value for name, value in wishes.items() if name in known})
        return visible_json(text) if self.name == "json" else visible(text, bool(wishes.get("color")))
