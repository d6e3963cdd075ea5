"""Two scores exchanged: how much further the scores are from the relevance together, or too high, or too low."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from axiometrics.constraints.scoring.vocabularies.points import Parameters, compared, sector
from axiometrics.constraints.scoring.vocabularies.sketches import (
    AT_LEAST,
    Counted,
    Scored,
    as_compared,
    as_given,
    shares,
)
from axiometrics.core.case import Case
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Sketch, Vocabulary
from axiometrics.symbolic.symbols import number


def _more(counted: Callable[[Fraction], Fraction]) -> Callable[[Case], Fraction]:
    """The sum of a number for each difference of score and relevance: the worse output's less the better one's."""

    def more(case: Case) -> Fraction:
        better, worse = (
            sum((counted(case.outputs[role].numbers[d] - u) for d, u in case.gold.pairs), Fraction(0))
            for role in ("better", "worse")
        )
        return worse - better

    return more


def _compared(case: Case, p: Parameters) -> Fraction:
    return compared("worse")(case, p) - compared("better")(case, p)


def _lost(case: Case, p: Parameters) -> Fraction:
    return sector("better", "beta")(case, p) - sector("worse", "beta")(case, p)


_SECTORS = {
    "a": ("documents of the better output retrieved and not relevant", "alpha"),
    "b": ("documents of it retrieved and relevant", "beta"),
    "g": ("documents of it neither retrieved nor relevant", "gamma"),
    "d": ("documents of it relevant and not retrieved", "delta"),
}

_WHY = (
    "the differences of the two scores from their relevances have the same sum before and after, and lie further apart "
    "after, so that a convex function of them has no smaller sum"
)


def _sketches(reading: str) -> Iterator[Sketch]:
    better, worse = Scored.of("better"), Scored.of("worse")
    more, lost, counted = worse.distance - better.distance, number("L"), Counted.of("better")
    exchanged = counted.with_numbers(
        alpha=counted["alpha"] + lost,
        beta=counted["beta"] - lost,
        gamma=counted["gamma"] - lost,
        delta=counted["delta"] + lost,
    )
    yield Sketch(
        {"better": counted.compared(better), "worse": exchanged.compared(worse)},
        {
            **{name: counted[which] for name, (_, which) in _SECTORS.items()},
            "L": lost,
            "N": better.documents,
            "A": as_given(more),
            "O": as_given(worse.high - better.high),
            "U": as_given(worse.low - better.low),
            "T": as_compared(more),
        },
        not_negative=AT_LEAST,
        parameter_forks=shares(counted),
    )


VOCABULARY = Vocabulary(
    see=lambda case: case,
    quantities={
        "N": Quantity("documents", lambda c: len(c.gold.documents), whole=True),
        "A": Quantity("how much greater the sum of the distances of the worse output is", _more(abs)),
        "O": Quantity("the same of scores that are too high", _more(lambda x: max(x, Fraction(0)))),
        "U": Quantity("the same of scores that are too low", _more(lambda x: max(-x, Fraction(0)))),
        "T": Quantity(
            "how much greater the sum of the distances of the worse output is as the metric compares scores and "
            "relevances",
            given=_compared,
        ),
        **{
            name: Quantity(means, given=sector("better", which), whole=True)
            for name, (means, which) in _SECTORS.items()
        },
        "L": Quantity(
            "1 if the exchanged scores are on both sides of the threshold, and so are the relevances, else 0",
            given=_lost,
            whole=True,
        ),
    },
    facts=(
        Fact("N > 0"),
        Fact("A >= 0", Mark.ARITHMETIC, _WHY),
        Fact("O >= 0", Mark.ARITHMETIC, _WHY),
        Fact("U >= 0", Mark.ARITHMETIC, _WHY),
        Fact("T >= 0", Mark.ARITHMETIC, f"no step changes the order of scores or of relevances; {_WHY}"),
        Fact("L >= 0"),
        *(Fact(f"{name} >= 0") for name in _SECTORS),
    ),
    sketches=_sketches,
)
