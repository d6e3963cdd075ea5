"""The words of the declared theorems and regions, with which `verify` compares the words in saved documents.

`verification` must not import the code that finds proofs and regions, so its caller hands it a `KnownWords`.
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

        cell = _cell_of(metric, constraint, reading)
        return [] if cell is None else [entry.words for entry in entries_about(*cell) if isinstance(entry, Theorem)]

    def lines(self, metric: str, constraint: str, reading: str) -> Mapping[str, str]:
        """By parameter, the line that says for which values the constraint is satisfied."""
        return _lines(metric, constraint, reading)

    def parts(self, metric: str, constraint: str, reading: str, parameter: str) -> Sequence[tuple[bool, str]]:
        """The parts of the region by a parameter: for each, whether the constraint is satisfied, and the reason. Empty
        where the region is not known.
        """
        from axiometrics.regions.region import known

        cell = _cell_of(metric, constraint, reading)
        entries = [] if cell is None else [entry for entry in known(*cell) if entry.parameter == parameter]
        return [(part.holds, part.words) for part in entries[0].parts(cell[0], reading)] if cell and entries else []


@cache
def _lines(metric: str, constraint: str, reading: str) -> Mapping[str, str]:
    from axiometrics.regions.page import holds_text
    from axiometrics.regions.region import described

    cell = _cell_of(metric, constraint, reading)
    return (
        {} if cell is None else {parameter.name: holds_text(holds, parameter) for parameter, holds in described(*cell)}
    )


def _cell_of(metric: str, constraint: str, reading: str) -> tuple[Metric, Constraint, Reading] | None:
    """The metric, constraint and reading by which theorems and regions are looked up; None where the metric is not
    ours.
    """
    about = registry.constraints_by_name().get(constraint)
    if about is None or not registry.is_metric(metric):
        return None
    of = registry.judged_metric(metric, about.task).reduced(about.task)
    return of, about, about.reading(reading).asked_of(of)
