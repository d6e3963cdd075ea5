"""The words of the theorems and regions that are declared, with which `verify` compares saved ones.

`verification` must not import what finds proofs and regions, so it is handed this.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from axiometrics import registry

if TYPE_CHECKING:
    from axiometrics.core.constraint import Constraint, Reading
    from axiometrics.core.metric import Metric


class KnownWords:
    """The words of declared theorems and regions, looked up on request. Nothing is known about a metric that is not
    ours.
    """

    def arguments(self, metric: str, constraint: str, reading: str) -> Sequence[str]:
        """The sentences that explain the theorems about a cell."""
        from axiometrics.proving.theorem import Theorem, entries_about

        found = _asked(metric, constraint, reading)
        return [] if found is None else [one.words for one in entries_about(*found) if isinstance(one, Theorem)]

    def lines(self, metric: str, constraint: str, reading: str) -> Mapping[str, str]:
        """By parameter, the line that says for which values the constraint holds."""
        return _lines(metric, constraint, reading)

    def parts(self, metric: str, constraint: str, reading: str, parameter: str) -> Sequence[tuple[bool, str]]:
        """Of the region by a parameter, for each part whether the constraint holds, and why; none if it is unknown."""
        from axiometrics.regions.region import known

        found = _asked(metric, constraint, reading)
        entries = [] if found is None else [entry for entry in known(*found) if entry.parameter == parameter]
        return [(part.holds, part.words) for part in entries[0].parts(found[0], reading)] if found and entries else []


@cache
def _lines(metric: str, constraint: str, reading: str) -> Mapping[str, str]:
    from axiometrics.regions.page import holds_text
    from axiometrics.regions.region import described

    found = _asked(metric, constraint, reading)
    return {} if found is None else {one.name: holds_text(holds, one) for one, holds in described(*found)}


def _asked(metric: str, constraint: str, reading: str) -> tuple[Metric, Constraint, Reading] | None:
    """The metric, constraint and reading by which theorems and regions are looked up; None where the metric is not
    ours.
    """
    about = registry.constraints_by_name().get(constraint)
    if about is None or not registry.is_metric(metric):
        return None
    of = registry.judged_metric(metric, about.task).reduced(about.task)
    return of, about, about.reading(reading).asked_of(of)
