"""Metrics of novelty-biased gain: alpha-nDCG and NRBP, which discount a document for intents served before."""

from collections import Counter
from fractions import Fraction
from functools import lru_cache

import numpy as np

from axiometrics.core.aggregates import Coverage
from axiometrics.core.arithmetic import Array, is_exact, like, over, parameter, power, ratio, total
from axiometrics.core.errors import TaskError
from axiometrics.core.exact import Exact, sign, summed
from axiometrics.core.margins import FORMULA_ROUNDING
from axiometrics.core.metric import Metric
from axiometrics.core.parameter import Parameter
from axiometrics.metrics.diversity.intent_aware import discounted, discounts

Intents = tuple[int, ...]
"""The intents that a document serves, by number."""

Gains = tuple[Fraction, ...]
"""The novelty-biased gains of an ideal list, rank by rank."""

MOST = 20_000
"""Lists of documents beyond which an ideal is not sought for: the problem is NP-complete."""


def novelty_gains(c: Coverage, alpha: Fraction, above: bool = True) -> Array:
    """The novelty gain of each rank r: the sum of (1 - alpha)^C_i(r - 1) over the intents i that its document serves;
    of (1 - alpha)^C_i(r) unless `above`.

    C_i(r) documents of the first r ranks serve the intent i.
    """
    seen = c.seen - c.relevant if above else c.seen
    return total(c.relevant * power(1 - alpha, seen, c.gains))


def alpha_ndcg(c: Coverage, k: Fraction | None, alpha: Fraction, ideal: str, ties: str) -> Array:
    """The nDCG of novelty gains: a document gains less for an intent that documents above it have served.

    The gain of rank r is the sum of (1 - alpha)^C_i(r - 1) over the intents i that its document serves, where C_i(r -
    1) documents above serve i. The discounted sum of the first k gains, with the discount log2(r + 1), is divided by
    that of an ideal list.

    Documents of the ideal list are chosen rank by rank, each with the greatest gain (`ideal=greedy`), or the list is
    the best of all lists (`ideal=exact`). If several documents have the greatest gain, the greedy choice takes the one
    whose name is last (`ties=docid`, as the program ndeval does), or those that make the ideal list best or worst. The
    value is at least 0, and always defined. With a greedy ideal list it may exceed 1; with an exact one it is at most
    1.

    >>> topic = [[1, 1, 0], [1, 0, 0], [0, 0, 1]]
    >>> run = Coverage.of([[1, 0, 0], [1, 1, 0]], topic, exact=True)
    >>> alpha_ndcg(run, Fraction(1), Fraction(1, 2), "greedy", "docid").item()
    Fraction(1, 2)
    """
    cut = c.cut(k)
    most = c.documents.shape[-2] if k is None else min(int(k), c.documents.shape[-2])
    sets = (c.documents > 0).astype(bool)
    best = np.zeros((*sets.shape[:-2], most), dtype=object)
    for at in np.ndindex(sets.shape[:-2]):
        gains = ideal_gains(_listed(sets[at]), most, alpha, ideal, ties)
        best[at] = [*gains, *[Fraction(0)] * (most - len(gains))]
    values = best if is_exact(c.gains) else best.astype(np.float64)
    return ratio(discounted(novelty_gains(cut, alpha)), discounted(np.asarray(like(values, c.gains))))


def _listed(sets: Array) -> tuple[Intents, ...]:
    return tuple(tuple(i for i, served in enumerate(row) if served) for row in sets.tolist() if any(row))


@lru_cache(maxsize=2**14)
def ideal_gains(documents: tuple[Intents, ...], most: int, alpha: Fraction, ideal: str, ties: str) -> Gains:
    """The gains of the ideal list of at most so many of these documents, the last by name first.

    >>> topic = ((0, 2), (0, 1), (2, 3))
    >>> ideal_gains(topic, 2, Fraction(1, 2), "greedy", "docid")
    (Fraction(2, 1), Fraction(3, 2))
    >>> ideal_gains(topic, 2, Fraction(1, 2), "exact", "docid")
    (Fraction(2, 1), Fraction(2, 1))

    Raises `TaskError` where more than `MOST` lists would have to be compared.
    """
    keeps = 1 - alpha
    if ideal == "greedy" and ties == "docid":
        return _greedy(documents, most, keeps)
    best = ideal == "exact" or ties == "best"
    gains_of: dict[frozenset[tuple[Intents, int]], Gains] = {}
    """The best (or worst) gains from a rank on: they depend on the documents that are left alone."""
    after: dict[frozenset[tuple[Intents, int]], list[tuple[Fraction, Counter[Intents], Counter[int]]]] = {}
    """What can stand at the rank: its gain, the documents that are left then, and the intents that are seen."""

    def rest(left: Counter[Intents], rank: int) -> Gains | None:
        return gains_of.get(frozenset(left.items())) if left and rank <= most else ()

    start = Counter(documents)
    todo = [(start, Counter[int](), 1)]
    while todo:  # a function that calls itself at each rank could not go down a list of a thousand documents
        left, seen, rank = todo[-1]
        state = frozenset(left.items())
        if rest(left, rank) is not None:
            todo.pop()
            continue
        if state not in after:
            if len(after) > MOST:
                raise TaskError(
                    f"the ideal of {len(documents)} relevant documents needs more than {MOST:,} lists to be compared: "
                    f"take alpha-ndcg with ideal=greedy and ties=docid"
                )
            worth = {document: _worth(document, seen, keeps) for document in left}
            top = max(worth.values())
            after[state] = [
                (gain, left - Counter([document]), seen + Counter(document))
                for document, gain in worth.items()
                if ideal == "exact" or gain == top
            ]
        below = [(fewer, more, rank + 1) for _, fewer, more in after[state] if rest(fewer, rank + 1) is None]
        if not below:
            lists = {(gain, *(rest(fewer, rank + 1) or ())) for gain, fewer, _ in after[state]}
            gains_of[state] = _extreme(lists, best, rank)
        todo += below
    return rest(start, 1) or ()


def _greedy(documents: tuple[Intents, ...], most: int, keeps: Fraction) -> Gains:
    left, seen, gains = list(documents), Counter[int](), list[Fraction]()
    while left and len(gains) < most:
        worth = [_worth(document, seen, keeps) for document in left]
        gains.append(max(worth))
        seen.update(left.pop(worth.index(gains[-1])))
    return tuple(gains)


def _worth(document: Intents, seen: Counter[int], keeps: Fraction) -> Fraction:
    return sum((keeps ** seen[i] for i in document), Fraction(0))


def _extreme(lists: set[Gains], best: bool, first: int) -> Gains:
    """The list of the greatest discounted sum, or of the least, where its first gain stands at a rank."""
    side = 1 if best else -1
    worth = _floats(first + max(map(len, lists)))[first - 1 :]
    rough = {gains: side * sum(float(g) * w for g, w in zip(gains, worth, strict=False)) for gains in lists}
    top = max(rough.values())
    close = sorted(gains for gains, value in rough.items() if value >= top - FORMULA_ROUNDING)
    chosen = close[0]
    for gains in close[1:]:
        if side * sign(_difference(gains, chosen, first)) > 0:
            chosen = gains
    return chosen


@lru_cache
def _floats(length: int) -> tuple[float, ...]:
    return tuple(discounts(length, np.zeros(0)))


def _difference(left: Gains, right: Gains, first: int) -> Exact:
    worth = discounts(first + len(left), np.zeros(0, dtype=object))[first - 1 :]
    return summed((a - b) * w for a, b, w in zip(left, right, worth, strict=False))


def nrbp(c: Coverage, alpha: Fraction, p: Fraction, printed: str) -> Array:
    """Rank-biased precision of novelty gains: a document gains less for an intent that documents above it have served.

    It is ((1 - (1 - alpha) p) / n) times the sum of p^(r-1) g(r) over the ranks r. The gain g(r) is the sum of (1 -
    alpha)^C_i(r - 1) over the intents i that the document at rank r serves, where C_i(r - 1) documents above serve i,
    and the topic has n intents. The range is [0, 1). It is always defined.

    Eq. 3 of the paper prints the exponent C_i(r). With it (`printed=yes`), an endless list of documents that serve
    every intent scores 1 - alpha. With C_i(r - 1), as the text of the paper and the program ndeval have it, such a list
    scores 1.

    >>> nrbp(Coverage.of([[1, 0], [1, 1]], [[1, 0], [1, 1]], exact=True), Fraction(1, 2), Fraction(1, 2), "no").item()
    Fraction(21, 32)
    """
    worth = power(p, np.arange(c.gains.shape[-2]), c.gains)
    gained = total(novelty_gains(c, alpha, above=printed == "no") * worth)
    return over(gained * parameter(1 - (1 - alpha) * p, c.gains), parameter(Fraction(c.intents), c.gains))


_FAMILY = ("diversity", "novelty")
_ALPHA = Parameter(
    "alpha", Fraction(1, 2), "discount of an intent that was served before", low=Fraction(0), high=Fraction(1)
)

METRICS = (
    Metric(
        "alpha-ndcg",
        "α-nDCG",
        *_FAMILY,
        "Clarke et al. 2008, as Sakai et al. 2010, section 2.3 and Eq. 2, have it; the order of ties is that of ndeval",
        alpha_ndcg,
        parameters=(
            Parameter("k", Fraction(10), "ranks looked at", low=Fraction(1), cut=True),
            _ALPHA,
            Parameter("ideal", "greedy", "how the ideal list is made", choices=("greedy", "exact")),
            Parameter(
                "ties",
                "docid",
                "which of equally good documents the greedy ideal takes",
                choices=("docid", "best", "worst"),
                when=("ideal", "greedy"),
            ),
        ),
    ),
    Metric(
        "nrbp",
        "NRBP",
        *_FAMILY,
        "Clarke, Kolla & Vechtomova 2009, as Sakai et al. 2010, Eq. 3, have it",
        nrbp,
        parameters=(
            _ALPHA,
            Parameter(
                "p",
                Fraction(1, 2),
                "chance to go on to the next rank",
                low=Fraction(0),
                high=Fraction(1),
                low_open=True,
                high_open=True,
            ),
            Parameter("printed", "no", "whether the exponent is that which Eq. 3 prints", choices=("no", "yes")),
        ),
    ),
)
