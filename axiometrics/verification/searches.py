"""Names the statements about a search in a saved cell or document: that there is no smaller violation, how many cases
were tried, that no case is a violation. A single case cannot confirm them, so they stay "not re-run" until `verify
--strict` searches again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

SEARCHED = ("exhaustive", "grid", "sampled")
"""The kinds of evidence for which only a search says that no case is a violation."""

MINIMALITY, CASES, SEARCH, BESIDE = "minimality", "number of cases", "search", "search beside a proof"
SEVERITY = "severity"

STATEMENTS = (SEARCH, MINIMALITY, CASES, BESIDE, SEVERITY)
"""The statements about a search, in the order in which they are listed. `BESIDE` is a search beside a proof: the
verdict does not rest on it. `SEVERITY` rests on all cases of a size, and not on the case that is shown.
"""


def of_cell(cell: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the statements about a search that a cell makes."""
    evidence = cell["evidence"]
    kind, detail = evidence["kind"], evidence["detail"]
    if kind == "counterexample":
        searched = (MINIMALITY, CASES) if evidence.get("minimal") is True else (CASES,)
        return (*searched, SEVERITY) if detail.get("severity") is not None else searched
    if kind in ("proof", "region"):
        whole = detail.get("method") in ("finite", "declaration")
        return (BESIDE,) if not whole and evidence.get("cases") else ()
    return (SEARCH,) if kind in (*SEARCHED, "descriptive", "undetermined", "not-applicable") else ()


def of_comparison(document: Mapping[str, Any], item: str) -> tuple[str, ...]:
    """Return the statements about a search that a separation or a strength makes in an item of that name. In a set of
    cases, each case is decided again, and the statements are about the set. An answer of `possible` makes none.
    """
    if item.startswith("case ") or "certificate" in document:
        return ()
    if "set" in document:
        return SEARCH, MINIMALITY, CASES
    if document.get("case") is not None:
        return (MINIMALITY, CASES) if document.get("minimal") is True else (CASES,)
    return (SEARCH,)
