"""The quantities of the constraint Bounded. A case demands that a score is at least 0, or at most the greatest value.
For the first, a quantity is a sum over the run; for the second, it is what that sum lacks to the greatest sum.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import accumulate
from typing import Any

from axiometrics.constraints.thorough.vocabularies.curves import all_gains, rank_of, run_gains
from axiometrics.core.case import Case
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Vocabulary
from axiometrics.definitions.element_runs import limit

Parameters = Mapping[str, Any]


def _room(case: Case, value: Fraction, greatest: Fraction) -> Fraction:
    return greatest - value if case.bound == 1 else value


def _total(case: Case, p: Parameters) -> Fraction:
    return sum(all_gains(case.gold, p["ignore"]), Fraction(0))


def _number(case: Case, p: Parameters) -> int:
    return len(all_gains(case.gold, p["ignore"]))


def _gained(case: Case, p: Parameters) -> Fraction:
    own = sum(run_gains(case, "output", p["ignore"])[: limit(p["k"])], Fraction(0))
    return _room(case, own, _total(case, p))


def _effort(case: Case, p: Parameters) -> Fraction:
    wanted = p["recall"] * _total(case, p)
    run = rank_of(run_gains(case, "output", p["ignore"]), wanted, p["ranks"])
    best = rank_of(all_gains(case.gold, p["ignore"]), wanted, p["ranks"])
    return _room(case, best / run if run and best else Fraction(0), Fraction(1))


def efforts(case: Case, p: Parameters) -> Fraction:
    """The sum of the effort-precisions at ranks with a gain."""
    gains, ideal = run_gains(case, "output", p["ignore"]), all_gains(case.gold, p["ignore"])
    precisions = [
        (rank_of(ideal, reached, p["ranks"]) or Fraction(0)) / rank
        for rank, (gain, reached) in enumerate(zip(gains, accumulate(gains), strict=True), 1)
        if gain
    ]
    return sum(precisions, Fraction(0))


def _efforts(case: Case, p: Parameters) -> Fraction:
    return _room(case, efforts(case, p), Fraction(_number(case, p)))


_ORDER = "no run has more gain at a rank than the ideal one, which is sorted, so that it reaches no gain earlier"

VOCABULARY = Vocabulary(
    see=lambda case: case,
    quantities={
        "G": Quantity(
            "the gains of the ranks looked at, or T less that, where the demand is the greatest value", given=_gained
        ),
        "T": Quantity("the sum of the gains of all relevant elements", given=_total),
        "e": Quantity(
            "effort-precision at the gain-recall, or 1 less that, where the demand is the greatest value", given=_effort
        ),
        "E": Quantity(
            "the sum of the effort-precisions at ranks with a gain, or n less that, where the demand is the greatest "
            "value",
            given=_efforts,
        ),
        "n": Quantity("relevant elements", whole=True, given=_number),
    },
    facts=(
        Fact("G >= 0", Mark.ARITHMETIC, "the run has some of the relevant elements, each once, and no gain is below 0"),
        Fact("T > 0", Mark.DEFINITION, "an element is relevant: else the value is 0/0"),
        Fact("e >= 0", Mark.ARITHMETIC, _ORDER),
        Fact("E >= 0", Mark.ARITHMETIC, f"{_ORDER}; and no more ranks have a gain than elements are relevant"),
        Fact("n - 1 >= 0", Mark.DEFINITION, "an element is relevant: else the value is 0/0"),
    ),
)
