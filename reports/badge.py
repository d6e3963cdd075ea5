"""A badge: a few words in a colour, as the JSON that shields.io asks of an endpoint
(https://shields.io/badges/endpoint-badge). It is written for a matrix, and for pages that declare what their badge
says.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from axiometrics.core.matrix import Matrix
from axiometrics.core.page import Badge, Page
from axiometrics.core.report import Report
from axiometrics.reports.parts.summary import summary

LABEL = "axiometrics"


def render(matrix: Matrix, unexpected: Sequence[str] | None = None, expected: int = 0) -> str:
    """Return the badge of a matrix: how many cells satisfy and violate their constraints, with the number of violations
    that are `expected` stated apart. It is red if a verdict is unexpected, yellow if a verdict is undecided, blue if
    nothing was expected, and light grey if cells are missing.
    """
    undecided = matrix.counts["undetermined"] + matrix.counts["error"]
    if matrix.missing:
        color = "lightgrey"
    elif unexpected is None:
        color = "blue"
    else:
        color = "red" if unexpected else "yellow" if undecided else "brightgreen"
    return _written(Badge(summary(matrix, expected), color))


def page(content: Page) -> str:
    """Return the badge that the page declares."""
    assert content.badge is not None, "the report has looked"
    return _written(content.badge)


def _written(badge: Badge) -> str:
    said = {"schemaVersion": 1, "label": LABEL, "message": badge.message, "color": badge.color}
    return json.dumps(said) + "\n"


REPORT = Report("badge", ".badge.json", render, page, of_badges=True)
