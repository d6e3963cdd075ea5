"""A metric that declares itself exact."""

from fractions import Fraction

from axiometrics.candidates import metric


@metric(exact=True)
def exact(gains: list[Fraction], ideal: list[Fraction]) -> Fraction:
    return sum((gain / 2**rank for rank, gain in enumerate(gains)), Fraction(0))
