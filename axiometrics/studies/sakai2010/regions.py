"""From which gamma on Idiv keeps a minor intent on a topic of the paper: exact, for any number of intents and rank."""

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
