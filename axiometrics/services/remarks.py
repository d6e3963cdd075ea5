"""The remarks of a test beside its verdict: a broken law, pinned evidence that cannot be judged, a cache that cannot be
written.

pytest may be told to make warnings errors (`-W error`). A warning raised at once would then hide the verdict, so
remarks wait until there is one, and both are shown.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Remark:
    """A line of text, and the class of its warning; None where the remark fails the test."""

    text: str
    category: type[Warning] | None = UserWarning


def failures_of(remarks: Iterable[Remark]) -> list[str]:
    """Give a warning for each remark. Returns the texts of the remarks that fail the test, including those whose
    warning is an error in this test.
    """
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
