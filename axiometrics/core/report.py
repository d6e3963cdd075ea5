"""A report as data: the name of a format, its suffix, and what makes a text of a matrix."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from axiometrics.core.errors import DeclarationError
from axiometrics.core.matrix import Matrix


@dataclass(frozen=True)
class Report:
    """How a matrix is shown in one format.

    Attributes
    ----------
    name : as `--format` has it, and the file that declares it
    suffix : of files in this format, with the dot
    render : matrix -> the text, which ends with a line break; it takes `takes` as keywords, each with a default
    takes : what the format lets one choose: `ascii` (no character beyond ASCII), `color`, `width` (characters a line)
    """

    name: str
    suffix: str
    render: Callable[..., str]
    takes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.suffix.startswith("."):
            raise DeclarationError(f"report {self.name} has the suffix {self.suffix!r}: begin it with a dot")

    def show(self, matrix: Matrix, **wishes: Any) -> str:
        """The matrix in this format; wishes the format knows nothing of are passed over."""
        return self.render(matrix, **{name: value for name, value in wishes.items() if name in self.takes})
