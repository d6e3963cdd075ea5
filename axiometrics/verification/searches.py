"""What a saved cell or document says of a search: that nothing smaller is a violation, how many cases were tried, that
no case is a violation. No single case bears that out. So it stays "not re-run" until `verify --strict` searches again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

SEARCHED = ("exhaustive", "grid", "sampled")
"""The kinds of evidence of which a search alone says that no case is a violation."""

MINIMALITY, CASES, SEARCH, BESIDE = "minimality", "number of cases", "search", "search beside a proof"
SEVERITY = "severity"

STATEMENTS = (SEARCH, MINIMALITY, CASES, BESIDE, SEVERITY)
"""What is said of a search, in the order in which it is told. `BESIDE` is a search on which the verdict does not rest,
since a proof shows it. `SEVERITY` rests on all cases of a size, and not on the one that is shown.
"""


def of_cell(cell: Mapping[str, Any]) -> tuple[str, ...]:
    """What a cell says of a search."""
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
    """What a separation or a strength says of a search in an item of that name. In a set of cases, each case is decided
    again, and what is said of a search is said of the set. An answer of `possible` says nothing of a search.
    """
    if item.startswith("case ") or "certificate" in document:
        return ()
    if "set" in document:
        return SEARCH, MINIMALITY, CASES
    if document.get("case") is not None:
        return (MINIMALITY, CASES) if document.get("minimal") is True else (CASES,)
    return (SEARCH,)
