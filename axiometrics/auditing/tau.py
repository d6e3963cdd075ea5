"""Claims on a rank correlation: the numbers of runs, and the estimators, from which a printed Kendall tau may come.

A number of runs is listed if nothing here excludes it. For tau-b, three things can exclude it: the rounding of the
figure, the numbers of tied pairs that are possible with so many runs, and that C - D is odd exactly if C + D is.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, isqrt

from axiometrics.auditing.claims import PublishedClaim
from axiometrics.auditing.findings import KindFindings, ReadingOutcome

TIED = 12
"""The greatest number of pairs tied on either side that is tried for tau-b."""


def tau(claim: PublishedClaim) -> KindFindings:
    """For each estimator, the numbers of runs, from `from` to `to`, that give the figure and the figures `beside` it,
    which are of the same runs.

    Figures are rounded to their digits; without ties they may also be cut off after them.
    """
    numbers = range(claim["from"], claim["to"] + 1)
    figures = [claim.published, *claim.get("beside", ())]
    estimators: dict[str, Callable[[str, int], bool]] = {
        "whole D": lambda figure, n: _whole(figure, comb(n, 2), 1),
        "half-counted ties": lambda figure, n: _whole(figure, comb(n, 2), 2),
        f"tau-b, up to {TIED} tied pairs a side": _tau_b,
    }
    outcomes = []
    for name, gives in estimators.items():
        possible = [n for n in numbers if all(gives(figure, n) for figure in figures)]
        said = f"n = {', '.join(map(str, possible))}" if possible else "no n"
        outcomes.append(ReadingOutcome(name, said, bool(possible)))
    words = f"n = {numbers[0]} to {numbers[-1]} runs, every number of discordant pairs"
    return KindFindings(
        tuple(outcomes),
        f"{words}; 1 - 2D/C(n,2), and (C - D) over the root of the untied pairs of each side, where C - D is odd "
        "exactly if C + D is",
    )


def _unit(printed: str) -> Fraction:
    return Fraction(1, 10 ** len(printed.partition(".")[2]))


def _fits(value: Fraction, printed: str) -> bool:
    """Whether a value may be printed as this figure, by rounding or by cutting off."""
    apart = value - Fraction(printed)
    return -_unit(printed) / 2 <= apart < _unit(printed)


def _whole(printed: str, pairs: int, steps: int) -> bool:
    """Whether 1 - 2D/pairs can be the figure, with D a multiple of 1/steps."""
    near = (1 - Fraction(printed)) * pairs * steps // 2
    return any(_fits(1 - Fraction(2 * d, pairs * steps), printed) for d in (near - 1, near, near + 1))


def _tau_b(printed: str, runs: int) -> bool:
    """Whether (C - D) over the root of two numbers of untied pairs can be the figure. Squares are compared, so that no
    root is rounded.
    """
    figure, pairs = Fraction(printed), comb(runs, 2)
    low, high = figure - _unit(printed) / 2, figure + _unit(printed) / 2
    for first, second in combinations_with_replacement(_tied_pairs(runs), 2):
        square = (pairs - first) * (pairs - second)
        least = isqrt(int(low * low * square))
        for k in (least - 1, least, least + 1, least + 2):
            if (
                k >= 0
                and low * low * square <= k * k < high * high * square
                and _parity_allows(k, pairs, first, second)
            ):
                return True
    return False


def _tied_pairs(runs: int) -> list[int]:
    """The numbers of tied pairs, up to `TIED`, that are possible with this number of runs: sums of C(g, 2) over groups
    of g runs.
    """
    needed = [0]
    for tied in range(1, TIED + 1):
        needed.append(min(needed[tied - comb(g, 2)] + g for g in range(2, tied + 2) if comb(g, 2) <= tied))
    return [tied for tied, number in enumerate(needed) if number <= runs]


def _parity_allows(difference: int, pairs: int, first: int, second: int) -> bool:
    """Whether C - D can be the difference. C + D is the number of pairs that are not tied on either side; of the pairs
    tied on one side, up to the smaller number may be tied on both.
    """
    sums = (pairs - first - second + both for both in range(min(first, second) + 1))
    return any(difference <= total and (total - difference) % 2 == 0 for total in sums)
