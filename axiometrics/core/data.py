"""The interface of golds and system outputs. A task names the type of each, and the other code relies on this interface
alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, Self


class Data(Protocol):
    """A gold or a system output of some task: a value that never changes, can be compared and written down.

    Two values are equal where no metric may tell them apart, whatever order they were written in. `str` gives the text
    form, which `parse` reads back.
    """

    @classmethod
    def parse(cls, text: str) -> Self:
        """The value that a text stands for. Raises an `AxiometricsError` that says where the text is malformed."""
        ...

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """The value that its JSON form stands for. Raises an `AxiometricsError` where the form is malformed."""
        ...

    def to_json(self) -> Any:
        """The JSON form, in the order in which the value was written."""
        ...

    @property
    def documents(self) -> frozenset[str]:
        """The documents that the value names, each once."""
        ...

    @property
    def size(self) -> int:
        """How often the value names a document, repeats included. Cases of equally many documents are ordered by it."""
        ...

    def renamed(self, names: Mapping[str, str], seed: int | None = None) -> Self:
        """The value with other names for its documents.

        With a seed, whatever has no order that means something is also written in another order, the same for the
        same seed.
        """
        ...

    def __hash__(self) -> int: ...
