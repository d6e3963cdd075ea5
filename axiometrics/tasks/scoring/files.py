"""The files of scorings that `score` reads: a document and a number on each line."""

from __future__ import annotations

import re

from axiometrics.core.scores import Relevance, Scores
from axiometrics.core.task import FileKind

_LINE = re.compile(r"[^\s:]+(\s+|:)(0|1|0?\.\d+|1\.0*|0\.\d*|\d+/\d+)", re.ASCII)
_BEGINNING = 4096
"""The characters, to the end of their line, that are looked at first: most files of another kind differ in them."""


def looks(text: str) -> bool:
    """Whether each line, or each word, is a document and a number from 0 to 1."""
    begins = text[: text.find("\n", _BEGINNING) + 1 or len(text)]  # most of what is not is told by its first lines
    return not (begins.strip() and not _are_numbers(begins)) and _are_numbers(text)


def _are_numbers(text: str) -> bool:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    words = [word for line in lines for word in line.split()]
    return bool(lines) and (all(map(_LINE.fullmatch, lines)) or all(":" in w and _LINE.fullmatch(w) for w in words))


NUMBERS = FileKind("numbers", "a document and a number a line", ("adm", "adp", "adr"), Relevance, Scores, looks)
