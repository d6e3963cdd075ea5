"""A badge: the JSON that shields.io asks an endpoint for (https://shields.io/badges/endpoint-badge), a few words in a
colour. It is written for a matrix and for pages that say what stands on it.
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
    """What is satisfied and what is violated, the violations that are `expected` apart: red where something is
    unexpected, yellow where something is not decided, blue if nothing was expected.
    """
    undecided = matrix.counts["undetermined"] + matrix.counts["error"]
    if matrix.missing:
        color = "lightgrey"
    elif unexpected is None:
        color = "blue"
    else:
        color = "red" if unexpected else "yellow" if undecided else "brightgreen"
    return _written(Badge(summary(matrix, expected), color))


def page(found: Page) -> str:
    """What the page says of itself."""
    assert found.badge is not None, "the report has looked"
    return _written(found.badge)


def _written(badge: Badge) -> str:
    said = {"schemaVersion": 1, "label": LABEL, "message": badge.message, "color": badge.color}
    return json.dumps(said) + "\n"


REPORT = Report("badge", ".badge.json", render, page, of_badges=True)
