"""Two neighbours of a run are exchanged: where the ideal run reaches the gains at the upper of the two ranks."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from axiometrics.constraints.thorough.vocabularies.curves import all_gains, rank_of, run_gains
from axiometrics.core.case import Case, first_difference
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Vocabulary


@dataclass(frozen=True)
class Exchange:
    """The upper rank, the gains of both runs up to it, the smaller of the two gains, and those of the ideal run."""

    rank: int
    better: Fraction
    worse: Fraction
    smaller: Fraction
    ideal: list[Fraction]

    @property
    def reached(self) -> Fraction:
        """The rank at which the ideal run reaches the gains of the better run."""
        return rank_of(self.ideal, self.better, "interpolated") or Fraction(0)

    @property
    def before(self) -> Fraction:
        """The rank at which the ideal run reaches the gains of the worse run, if the worse run has a gain at the upper
        rank i. Otherwise `reached` times i/(i + 1), which divided by i is what `reached` gives one rank below.
        """
        if self.smaller:
            return rank_of(self.ideal, self.worse, "interpolated") or Fraction(0)
        return self.reached * self.rank / (self.rank + 1)


def _exchange(case: Case) -> Exchange:
    better, worse = (run_gains(case, role) for role in ("better", "worse"))
    rank = first_difference(better, worse)
    more, less = (sum(gains[:rank], Fraction(0)) for gains in (better, worse))
    return Exchange(rank, more, less, worse[rank - 1], all_gains(case.gold))


VOCABULARY = Vocabulary(
    see=_exchange,
    quantities={
        "i": Quantity("the upper one of the two ranks", lambda c: c.rank, whole=True),
        "n": Quantity("relevant elements", lambda c: len(c.ideal), whole=True),
        "Y": Quantity(
            "the rank, interpolated, at which the ideal run reaches the gains of the better run at i",
            lambda c: c.reached,
        ),
        "V": Quantity(
            "the same of the worse run, or Y i/(i + 1) where the smaller of the two gains is 0", lambda c: c.before
        ),
    },
    facts=(
        Fact("i - 1 >= 0", Mark.DEFINITION, "ranks begin at 1"),
        Fact("n - 1 >= 0", Mark.ARITHMETIC, "the larger of two different gains is above 0"),
        Fact(
            "Y - V > 0",
            Mark.ARITHMETIC,
            "the gains of the ideal run are above 0, so that it reaches a larger sum later; and i/(i + 1) is below 1",
        ),
    ),
)
