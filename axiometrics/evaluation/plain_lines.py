"""Read blocks of lines in which blanks and tabs, and no other characters, stand between words.

Programs disagree about the other characters that look like a blank or are invisible. For trec_eval a form feed is a
blank and a no-break space is a part of an id; for Python both are blanks. Two ids that differ by such a character look
the same and do not match, so that a score is 0 without a reason that the user can see. So these characters are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from axiometrics.core.progress import Progress, silent
from axiometrics.evaluation.files import Source, shown

_CONTROL = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]")

_BLANKS = "\x85\xa0\u1680\u2000-\u200b\u2028\u2029\u202f\u205f\u3000\ufeff"
"""Characters of Unicode that are blank, or that have no width, in a class of a regular expression."""

_BLANK = re.compile(f"[{_BLANKS}]")


def blocks_of_lines(source: Source, progress: Progress = silent) -> Iterator[tuple[int, bytes]]:
    """Blocks of whole lines, each with the number of its first line.

    Raises `FileError` for a control character, and for a blank of Unicode, outside of lines that begin with #.
    """
    for line, block in source.blocks(progress):
        _demand_no_controls(source, line, block)
        if not block.isascii():
            _demand_no_blanks(source, line, block)
        yield line, block


def _demand_no_controls(source: Source, first: int, block: bytes) -> None:
    letters = np.frombuffer(block, dtype=np.uint8)
    if np.count_nonzero(letters < ord(" ")) == np.count_nonzero(letters == ord("\n")):
        return
    for hit in _CONTROL.finditer(block):
        _fail_outside_comments(source, first, block, hit.start(), f"the control character 0x{hit[0][0]:02x}")


def _demand_no_blanks(source: Source, first: int, block: bytes) -> None:
    text = block.decode()
    for hit in _BLANK.finditer(text):
        at = len(text[: hit.start()].encode())
        _fail_outside_comments(source, first, block, at, f"the blank U+{ord(hit[0]):04X} of Unicode")


def _fail_outside_comments(source: Source, first: int, block: bytes, at: int, problem: str) -> None:
    start = block.rfind(b"\n", 0, at) + 1
    written = block[start : block.find(b"\n", at)].strip(b" \t")
    if not written.startswith(b"#"):
        source.fail(
            first + block.count(b"\n", 0, at),
            f"{problem} in {shown(written)}: part words by blanks or tabs, and take other characters of this sort out",
        )
