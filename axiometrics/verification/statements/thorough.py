"""The statements about runs of elements that may overlap, written plainly (Lalmas et al. 2007, section 4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from axiometrics.core.case import Case
from axiometrics.core.library import Library
from axiometrics.verification.statements.elements import (
    BELOW_1,
    IS_1,
    NEAR_MISS,
    OVERLAP_NOT_REWARDED,
    TOO_SMALL,
    Run,
    alone,
    bounded,
    exchanged,
    is_falling,
    of_one,
    of_two,
    relevant,
    scores_1,
    specificity,
)

if TYPE_CHECKING:
    from axiometrics.verification.statements import Statement


def _ideal_run(shown: Case, run: Run) -> Iterator[Case]:
    """Section 4.2: "an ideal gain vector [is] derived [...] by filling the rank positions with the relevance scores of
    the relevant elements in decreasing order".
    """
    if set(run) == relevant(shown.gold) and is_falling(shown.gold, run):
        yield from scores_1(shown, run)


def _ideal_order_only(shown: Case, run: Run) -> Iterator[Case]:
    """ "Q = 1 iff the run has the ideal order (gains decreasing, all there)". An irrelevant element has the gain 0, so
    that it does no harm below the relevant ones. Without any relevant element there is no ideal order.
    """
    base = relevant(shown.gold)
    if base:
        is_ideal = base <= set(run) and is_falling(shown.gold, run)
        yield alone(shown, IS_1, 1) if is_ideal else alone(shown, BELOW_1, -1)


def _is_larger_first(gold: Library, better: Run, worse: Run) -> bool:
    """ "A larger gain directly before a smaller one beats the swap"."""
    rank = exchanged(better, worse)
    return rank is not None and specificity(gold, better[rank]) > specificity(gold, worse[rank])


STATEMENTS: Mapping[str, Statement] = MappingProxyType(
    {
        "bounded@plain": bounded(with_overlap=True),
        "ideal-scores-1@plain": of_one(_ideal_run),
        "ideal-order-only@plain": of_one(_ideal_order_only),
        "graded-priority@plain": of_two(("better", "worse"), _is_larger_first),
        "near-miss@plain": NEAR_MISS,
        "overlap-not-rewarded@plain": OVERLAP_NOT_REWARDED,
        "too-small@plain": TOO_SMALL,
    }
)
