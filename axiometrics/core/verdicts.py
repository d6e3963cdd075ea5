"""The words of a verdict: texts say `satisfies` and `violates`; what people write is read in every usual spelling.

JSON, `--expect` and the files of expectations were first, and keep `holds` and `violated`.
"""

from __future__ import annotations

WORDS = {True: "satisfies", False: "violates"}
"""The verb for each verdict on a metric and a constraint, in every text."""

SPELLINGS = {
    **dict.fromkeys(("holds", "satisfied", "satisfies", "hold", "satisfy"), True),
    **dict.fromkeys(("violated", "violates", "fails", "failed", "violate", "fail"), False),
}
"""How people write a verdict."""


def read_verdict(text: str) -> bool | None:
    """Whether a word says that a constraint is satisfied; None if it is not a verdict.

    >>> read_verdict("Violates"), read_verdict("holds"), read_verdict("perhaps")
    (False, True, None)
    """
    return SPELLINGS.get(text.strip().lower())
