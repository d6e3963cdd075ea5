"""The documents that `verify` does not take, and what makes each of them again."""

from __future__ import annotations

from axiometrics.verification.fields import shorten

COMMANDS = {
    "audit": "audit",
    "claims": "audit FILE",
    "compare": "compare",
    "conventions": "conventions",
    "credits": "score",
    "diff": "diff",
    "doctor": "doctor",
    "explanation": "score",
    "identify": "identify",
    "impact": "impact",
    "libraries": "audit-library",
    "meta": "meta",
    "recommend": "recommend",
    "scores": "score",
    "verify": "verify",
}
"""By the name in the schema of a document: the command that writes the document, or that reads it if people write
it.
"""

TAKEN = "a matrix, a cell, a list of cells, a region, a separation, a strength or an answer of possible"
"""The documents that `verify` takes."""


def not_verified(schema: object) -> str:
    """Return in one line why a document of this schema is not verified, and what to do.

    >>> print(not_verified("axiometrics/impact/1"))
    schema is 'axiometrics/impact/1', which holds no evidence that could be re-checked: run `axiometrics impact` again \
and compare
    """
    parts = schema.split("/") if isinstance(schema, str) else []
    command = COMMANDS.get(parts[1]) if len(parts) == 3 and parts[0] == "axiometrics" else None
    if command is None:
        return f"schema is {shorten(schema)}, expected {TAKEN}, saved with --format json"
    return (
        f"schema is {shorten(schema)}, which holds no evidence that could be re-checked: run `axiometrics {command}` "
        "again and compare"
    )
