"""The regions that the paper leaves open: from which gamma on Idiv keeps a minor intent, and for which p NRBP lets many
documents below beat one on top. Exact: thresholds of gamma are numbers, those of p roots of polynomials.
"""

from __future__ import annotations

from fractions import Fraction

from axiometrics.core.exact import Exact, log, summed

RANKS = 10

_WHOLE = {1: Fraction(1), 3: Fraction(1, 2), 7: Fraction(1, 3)}
"""The discounts of the ranks below a power of 2."""


def probabilities(intents: int) -> tuple[Fraction, Fraction]:
    """The probabilities of the likeliest and of the least likely of n intents (section 4.1)."""
    whole = sum(2**k for k in range(1, intents + 1))
    return Fraction(2**intents, whole), Fraction(2, whole)


def worth(rank: int) -> Exact:
    """1/log2(rank + 1)."""
    if rank in _WHOLE:
        return _WHOLE[rank]
    found: Exact = log(Fraction(2)) / log(Fraction(rank + 1))
    return found


def least_gamma(metric: str, intents: int, rank: int) -> Exact:
    """The gamma above which the document of the least likely intent at that rank, in place of one of the likeliest in a
    run of ten of these, raises Idiv-nDCG (`idiv-ndcg`) or Idiv-Q (`idiv-q`). At it the two are tied.

    I-rec rises by 1/n and the other part falls by some loss: gamma/n > (1 - gamma) loss is gamma > loss/(1/n + loss).

    >>> least_gamma("idiv-q", 2, 10)
    Fraction(1, 251)
    """
    loss = (_lost_ndcg if metric == "idiv-ndcg" else _lost_q)(intents, rank)
    threshold: Exact = loss / (Fraction(1, intents) + loss)
    return threshold


def _lost_ndcg(intents: int, rank: int) -> Exact:
    """The ideal list at 10 is that of ten documents of i1."""
    first, last = probabilities(intents)
    lost: Exact = (first - last) * worth(rank) / (first * summed(worth(r) for r in range(1, RANKS + 1)))
    return lost


def _lost_q(intents: int, rank: int) -> Fraction:
    """Every rank is relevant in both runs; from that rank on the cumulated gain is less by P(i1) - P(in)."""
    first, last = probabilities(intents)
    return sum(((first - last) / (r + first * r) for r in range(rank, RANKS + 1)), Fraction(0)) / RANKS


def many_win(alpha: Fraction, n: int, p: Fraction) -> Fraction:
    """What n relevant documents at ranks n + 1 to 2n score above one at rank 1, under NRBP with one intent, in units of
    the latter: p^n (1 + q + ... + q^(n-1)) - 1 with q = p (1 - alpha).
    """
    q = p * (1 - alpha)
    return p**n * sum((q**k for k in range(n)), Fraction(0)) - 1


def least_p(alpha: Fraction, digits: int = 12) -> tuple[int, Fraction, Fraction]:
    """The n for which the least p suffices for many documents below to beat one on top, and that p between two bounds.

    `many_win` grows with p, from -1 at 0, so for each n it has one root at most. Its sum is below 1/(1 - q), so at a p
    below 1 no n wins with p^n <= 1 - q: only finitely many n are left to be compared with the best one found.

    >>> n, low, high = least_p(Fraction(0))
    >>> n, low**3 + low**2 < 1 < high**3 + high**2, round(float(low), 4)
    (2, True, 0.7549)
    """
    best = (2, *_root(alpha, 2, digits))
    n = 3
    while best[2] ** n > 1 - best[2] * (1 - alpha):
        if many_win(alpha, n, best[1]) > 0:
            best = (n, *_root(alpha, n, digits))
        n += 1
    return best


def _root(alpha: Fraction, n: int, digits: int) -> tuple[Fraction, Fraction]:
    low, high = Fraction(0), Fraction(1)
    while high - low > Fraction(1, 10**digits):
        middle = (low + high) / 2
        low, high = (low, middle) if many_win(alpha, n, middle) > 0 else (middle, high)
    return low, high
