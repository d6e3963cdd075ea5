"""Metrics of novelty-biased gain: alpha-nDCG and NRBP. Binary; the probabilities of intents are not used."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache

from axiometrics.core.definition import Definition, Score
from axiometrics.core.errors import TaskError
from axiometrics.core.organization import Organization
from axiometrics.core.parameter import Parameter
from axiometrics.core.reals import Exact
from axiometrics.core.topic import Topic
from axiometrics.definitions.topics import discounted, served
from axiometrics.symbolic.signs import sign

ZERO, HALF, ONE = Fraction(0), Fraction(1, 2), Fraction(1)

MOST = 8
"""The most relevant documents for which every tie of the greedy ideal is tried: 8 documents have 40,320 orders."""

MOST_ORDERS = 100_000
"""The most different orders of relevant documents that are tried."""


def novelty_gains(documents: Iterable[Iterable[str]], alpha: Fraction, printed: bool = False) -> list[Fraction]:
    """NG(r), the sum over the intents of rank r of (1 - alpha)^C_i(r - 1), or of (1 - alpha)^C_i(r) as Eq. 3 prints
    it.
    """
    above: list[str] = []
    gains = []
    for intents in map(list, documents):
        gains.append(sum(((1 - alpha) ** (above.count(i) + printed) for i in intents), ZERO))
        above += intents
    return gains


def _greedy(documents: Sequence[frozenset[str]], most: int, alpha: Fraction) -> list[list[frozenset[str]]]:
    """Every list that takes at each rank a document of the greatest gain, whichever of those that tie; of documents
    that serve the same intents the first.
    """
    lists: list[list[int]] = [[]]
    for _ in range(min(most, len(documents))):
        longer = []
        for chosen in lists:
            gained = {}
            for k in range(len(documents)):
                if k not in chosen:
                    gained[k] = novelty_gains([*(documents[j] for j in chosen), documents[k]], alpha)[-1]
            top = max(gained.values())
            new = dict[frozenset[str], int]()
            for k, gain in gained.items():
                if gain == top:
                    new.setdefault(documents[k], k)
            longer += [[*chosen, k] for k in new.values()]
        lists = longer
    return [[documents[k] for k in chosen] for chosen in lists]


def _best(values: list[Exact], better: Callable[[int], bool]) -> Exact:
    best = values[0]
    for value in values[1:]:
        if better(sign(value - best)):
            best = value
    return best


def _orders(documents: Sequence[frozenset[str]], length: int) -> list[tuple[frozenset[str], ...]]:
    """Every list of so many of the documents; those that serve the same intents are one and the same."""
    lists: list[tuple[frozenset[str], ...]] = [()]
    for _ in range(length):
        lists = [
            (*some, document)
            for some in lists
            for document in set(documents)
            if some.count(document) < documents.count(document)
        ]
        if len(lists) > MOST_ORDERS:
            raise TaskError(
                f"{len(documents)} relevant documents have more than {MOST_ORDERS:,} different orders: use ideal=greedy"
            )
    return lists


@lru_cache(maxsize=2**12)
def _ideal(documents: tuple[frozenset[str], ...], most: int, alpha: Fraction, ideal: str, ties: str) -> Exact:
    """The discounted gain of the ideal list of at most so many of these documents, the last by name first."""
    if ideal == "exact":
        vectors = {tuple(novelty_gains(some, alpha)) for some in _orders(documents, min(most, len(documents)))}
        return _best([discounted(vector) for vector in vectors], lambda difference: difference > 0)
    if ties == "docid":
        left, chosen = list(documents), list[frozenset[str]]()
        while left and len(chosen) < most:
            gains = [novelty_gains([*chosen, document], alpha)[-1] for document in left]
            chosen.append(left.pop(gains.index(max(gains))))
        return discounted(novelty_gains(chosen, alpha))
    if len(documents) > MOST:
        raise TaskError(f"{len(documents)} relevant documents: all ties of {MOST} at most are tried")
    values = [discounted(novelty_gains(some, alpha)) for some in _greedy(documents, most, alpha)]
    return _best(values, (lambda difference: difference > 0) if ties == "best" else (lambda difference: difference < 0))


def alpha_ndcg(system: Organization, gold: Topic, k: Fraction | None, alpha: Fraction, ideal: str, ties: str) -> Score:
    """The sum over the first k ranks r of NG(r)/log2(r + 1), over that of an ideal list. Range [0, inf). Section 2.3.

    The ideal list is the best of all (`exact`), or takes the document of the greatest gain at each rank (`greedy`),
    among equals the last by name (as the program ndeval does), or as is best or worst for the ideal in the end.
    """
    score: Score = discounted(novelty_gains(served(system, gold, k), alpha)) / ideal_gain(gold, k, alpha, ideal, ties)
    return score


def ideal_gain(gold: Topic, k: Fraction | None, alpha: Fraction, ideal: str, ties: str) -> Exact:
    """The discounted gain of the ideal list of a topic, of at most k ranks."""
    documents = tuple(frozenset(gold.grades[document]) for document in sorted(gold.grades, reverse=True))
    return _ideal(documents, len(documents) if k is None else int(k), alpha, ideal, ties)


def nrbp(system: Organization, gold: Topic, alpha: Fraction, p: Fraction, printed: str) -> Fraction:
    """((1 - (1 - alpha) p)/n) times the sum over ranks r of p^(r-1) NG(r); no document stands beyond the run. Range
    [0, 1]. Eq. 3, whose exponent is printed C_i(r); C_i(r - 1) unless `printed`.
    """
    gains = novelty_gains(served(system, gold), alpha, printed == "yes")
    total = sum((p**r * gain for r, gain in enumerate(gains)), ZERO)
    return (1 - (1 - alpha) * p) / len(gold.probabilities) * total


_ALPHA = Parameter("alpha", HALF, "discount of an intent served before", low=ZERO, high=ONE)

DEFINITIONS = (
    Definition(
        "alpha-ndcg",
        alpha_ndcg,
        (
            Parameter("k", Fraction(10), "ranks looked at", low=ONE, cut=True),
            _ALPHA,
            Parameter("ideal", "greedy", "how the ideal is made", choices=("greedy", "exact")),
            Parameter("ties", "docid", "of equal gains", choices=("docid", "best", "worst"), when=("ideal", "greedy")),
        ),
    ),
    Definition(
        "nrbp",
        nrbp,
        (
            _ALPHA,
            Parameter("p", HALF, "chance to go on", low=ZERO, high=ONE, low_open=True, high_open=True),
            Parameter("printed", "no", "the exponent of Eq. 3", choices=("no", "yes")),
        ),
    ),
)
