"""What a test says beside its verdict: a broken law, pinned evidence that cannot be judged, a cache that cannot be
written. pytest may be told to make warnings errors (`-W error`). A warning that is raised as soon as it is known would
hide the verdict, so remarks wait until there is one, and both are shown.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Remark:
    """A line, and the kind of warning that it is; None where it fails the test."""

    text: str
    category: type[Warning] | None = UserWarning


def failures_of(remarks: Iterable[Remark]) -> list[str]:
    """Warn of the remarks, and give the lines of those that fail the test, also because warnings are errors in it."""
    failures = []
    for remark in remarks:
        if remark.category is None:
            failures.append(remark.text)
            continue
        try:
            warnings.warn(remark.text, remark.category, stacklevel=3)
        except Warning:
            failures.append(f"{remark.category.__name__}: {remark.text}")
    return failures
