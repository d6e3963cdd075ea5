"""The gains of runs and of the full recall base, and the ranks at which gains reach a sum. Several vocabularies of this
task use them.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from axiometrics.core.case import Case
from axiometrics.core.library import Library
from axiometrics.definitions.element_runs import relevant_elements, run_elements


def run_gains(case: Case, role: str, ignore: str = "none") -> list[Fraction]:
    """The gain of each rank of a run."""
    return [element.spec for element in run_elements(case.outputs[role], case.gold, ignore)]


def all_gains(gold: Library, ignore: str = "none") -> list[Fraction]:
    """The gains of all relevant elements, falling."""
    return sorted((element.spec for element in relevant_elements(gold, ignore)), reverse=True)


def rank_of(gains: Sequence[Fraction], wanted: Fraction, ranks: str) -> Fraction | None:
    """The rank at which gains reach a sum above 0, or None where they do not reach it. Where ranks are interpolated,
    only the needed part of the last rank counts.
    """
    total = Fraction(0)
    for rank, gain in enumerate(gains, 1):
        if total + gain >= wanted:
            return Fraction(rank) if ranks == "whole" else rank - 1 + (wanted - total) / gain
        total += gain
    return None
