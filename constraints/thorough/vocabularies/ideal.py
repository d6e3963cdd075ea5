"""A run beside the ideal run: the ranks at which both reach a share of all gain, and the sum of effort-precisions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from axiometrics.constraints.thorough.vocabularies.bounded import Parameters, efforts
from axiometrics.constraints.thorough.vocabularies.curves import all_gains, rank_of, run_gains
from axiometrics.core.case import Case
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Vocabulary

Gains = Callable[[Case, str], list[Fraction]]


def _reached(gains: Gains) -> Callable[[Case, Parameters], Fraction]:
    """The rank at which gains reach the share of all gain."""

    def rank(case: Case, p: Parameters) -> Fraction:
        wanted = p["recall"] * sum(all_gains(case.gold, p["ignore"]), Fraction(0))
        return rank_of(gains(case, p["ignore"]), wanted, p["ranks"]) or Fraction(0)

    return rank


def _number(case: Case, p: Parameters) -> int:
    return len(all_gains(case.gold, p["ignore"]))


def _interpolated(case: Case, p: Parameters) -> Fraction:
    return efforts(case, {**p, "ranks": "interpolated"})


_SAME = "the run has the gains of the ideal run, all of which are above 0"
_IDEAL, _LESS = "score(output) = 1", "score(output) < 1"

VOCABULARY = Vocabulary(
    see=lambda case: case,
    quantities={
        "I": Quantity(
            "the rank at which the ideal run reaches the share of all gain",
            given=_reached(lambda case, ignore: all_gains(case.gold, ignore)),
        ),
        "J": Quantity(
            "the rank at which the run does", given=_reached(lambda case, ignore: run_gains(case, "output", ignore))
        ),
        "n": Quantity("relevant elements", whole=True, given=_number),
        "E": Quantity("the sum of the effort-precisions at ranks with a gain", given=efforts),
        "F": Quantity("the same, with the ideal curve interpolated between ranks", given=_interpolated),
    },
    facts=(
        Fact("J > 0", Mark.ARITHMETIC, "a share above 0 is reached, and not before the first rank", demands=(_IDEAL,)),
        Fact("I - J = 0", Mark.ARITHMETIC, _SAME, demands=(_IDEAL,)),
        Fact("n - 1 >= 0", Mark.DEFINITION, "an element is relevant: else the value is 0/0"),
        Fact("E - n = 0", Mark.ARITHMETIC, f"{_SAME}: it reaches each sum at the same rank", demands=(_IDEAL,)),
        Fact("F - n = 0", Mark.ARITHMETIC, f"{_SAME}: it reaches each sum at the same rank", demands=(_IDEAL,)),
        Fact(
            "n - F > 0",
            Mark.ARITHMETIC,
            "no run has more gain at a rank than the ideal one. A run that lacks a relevant element has fewer than n "
            "ranks with a gain. One that has all has a rank i with a gain of its own where its gains sum to less than "
            "those of the ideal run: the first i from which on gains are out of order, or the next one with a gain if "
            "that has none; or i is above n. There the ideal run, whose gains are above 0, is earlier than i",
            demands=(_LESS,),
        ),
    ),
)
