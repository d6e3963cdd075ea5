"""Text from outside made fit to be shown: signs that would move a cursor, begin a line or run as a formula are escaped.

Names come from files that somebody else wrote, and a terminal obeys what is written to it. Each report escapes what its
own language reads as a command; signs that no language needs, because they cannot be printed, are escaped here for all
reports.
"""

from __future__ import annotations

import re

_COLOR = re.compile(r"(\x1b\[(?:3[1-3]|0)m)")
"""The escape sequences that the text report itself writes to change colours."""

_NUMBER = re.compile(r"[-+]?[0-9.]+(?:e[-+]?[0-9]+)?(?:/[0-9]+)?", re.IGNORECASE)


def one_line(text: str) -> str:
    r"""A name in one line: line breaks, and all that cannot be printed, are escaped.

    >>> print(one_line("ap\nverified 9 \x1b[2J"))
    ap\nverified 9 \x1b[2J
    """
    return text if text.isprintable() else "".join(map(_sign, text))


def visible(text: str, colored: bool = False) -> str:
    r"""A text of several lines without signs that cannot be printed; the colours of our own stay where there are any.

    >>> print(visible("a\r\n\u202eb"))
    a\r
    \u202eb
    """
    if colored:
        return "".join(part if i % 2 else visible(part) for i, part in enumerate(_COLOR.split(text)))
    return "\n".join(map(one_line, text.split("\n")))


def visible_json(text: str) -> str:
    r"""A JSON text whose signs that cannot be printed are escaped as JSON has it.

    >>> print(visible_json('["\x9b2J"]\n'), end="")
    ["\u009b2J"]
    """
    lines = text.split("\n")
    return "\n".join(line if line.isprintable() else "".join(map(_sign_of_json, line)) for line in lines)


def plain_cell(cell: object) -> object:
    """A cell of a table for a program that computes: a text that it would take for a formula begins with a quote.

    >>> plain_cell("=HYPERLINK(A1)"), plain_cell("-1/2"), plain_cell(-0.5)
    ("'=HYPERLINK(A1)", '-1/2', -0.5)
    """
    begins = isinstance(cell, str) and cell[:1] in set("=@+-\t\r")
    return f"'{cell}" if begins and not _NUMBER.fullmatch(str(cell)) else cell


def _sign(sign: str) -> str:
    return sign if sign.isprintable() else ascii(sign)[1:-1]


def _sign_of_json(sign: str) -> str:
    code = ord(sign)
    if sign.isprintable():
        return sign
    if code < 1 << 16:
        return f"\\u{code:04x}"
    return f"\\u{0xD800 + (code - 0x10000 >> 10):04x}\\u{0xDC00 + (code - 0x10000 & 0x3FF):04x}"
