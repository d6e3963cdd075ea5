"""Claims of Amigó et al. 2013: the shapes of its example organizations, one on top against many below at one n and at
the cut point, the baselines of filtering, and the sources of metrics.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

import numpy as np

from axiometrics import registry
from axiometrics.auditing.claims import PublishedClaim
from axiometrics.auditing.findings import UNDEFINED, KindFindings, ReadingOutcome, why_undefined
from axiometrics.auditing.names import label, variants
from axiometrics.core.aggregates import Confusion, Gains
from axiometrics.core.margins import FORMULA_ROUNDING
from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization
from axiometrics.reports.parts.tables import ranges


def source(claim: PublishedClaim) -> KindFindings:
    """The source in which a metric was defined, as its own entry gives it, and the metrics whose source the cited one
    is.
    """
    cited = claim.published
    outcomes = tuple(
        ReadingOutcome(reading, metric.source, cited in metric.source) for reading, metric in variants(claim).items()
    )
    defined = [metric.display for metric in registry.metrics() if cited in metric.source]
    return KindFindings(outcomes, f"{cited} is the source of {', '.join(defined) or 'no metric here'}")


# --- facts that the text states about a printed organization; a topic is a cluster of two or more documents

LEVELS_OF = "levels of "
"""The beginning of a fact about one document, whose name follows."""

FACTS: Mapping[str, Callable[[Organization], object]] = {
    "documents": lambda printed: len(printed.documents),
    "levels": lambda printed: len(printed.levels),
    "levels with the tail": lambda printed: len(printed.levels) + printed.tail,
    "clusters by level": lambda printed: _list(len(level) for level in printed.levels),
    "topics by level": lambda printed: _list(sum(len(cluster) > 1 for cluster in level) for level in printed.levels),
    "documents in several clusters": lambda printed: _list(
        d for d in sorted(printed.documents) if len(_levels(printed, d)) > 1
    ),
    "documents on several levels": lambda printed: _list(
        d for d in sorted(printed.documents) if len(set(_levels(printed, d))) > 1
    ),
}
"""The facts by the words with which claims name them."""


def shape(claim: PublishedClaim) -> KindFindings:
    """A fact of `FACTS`, or the `levels of` a document, counted from 1."""
    printed, fact = Organization.parse(claim["organization"]), claim["fact"]
    if fact.startswith(LEVELS_OF):
        said = _list(_levels(printed, fact.removeprefix(LEVELS_OF)))
    else:
        said = str(FACTS[fact](printed))
    return KindFindings((ReadingOutcome("", said, said == claim.published),), f"{fact} of {printed}")


def _levels(printed: Organization, document: str) -> list[int]:
    """The levels of the clusters that hold the document."""
    return [i for i, level in enumerate(printed.levels, 1) for cluster in level if document in cluster]


def _list(values: Iterable[object]) -> str:
    return ", ".join(map(str, values)) or "none"


# --- the baselines of filtering

OUTPUTS: Mapping[str, Callable[[int, int], tuple[int, int, int, int]]] = {
    "all positive": lambda relevant, rest: (relevant, rest, 0, 0),
    "all negative": lambda relevant, rest: (0, 0, relevant, rest),
}
"""The tables tp, fp, fn, tn of the baselines, from the numbers of relevant and of other documents."""


def baseline(claim: PublishedClaim) -> KindFindings:
    """The score of keeping all documents, or none, under every gold that has both classes, up to a number of documents.

    A gold that refutes the figure is named. A gold with an undefined score is named only where no other gold differs.
    """
    golds = [(relevant, n - relevant) for n in range(2, claim["documents"] + 1) for relevant in range(1, n)]
    tables = np.array([OUTPUTS[claim["output"]](*gold) for gold in golds])
    outcomes = []
    for reading, metric in variants(claim).items():
        scores = zip(metric.evaluate(Confusion.of(tables, exact=True)), golds, strict=True)
        differing = [(value, gold) for value, gold in scores if value != Fraction(claim.published)]
        if not differing:
            outcomes.append(ReadingOutcome(reading, claim.published, True, conclusive=False))
            continue
        value, (relevant, rest) = next((pair for pair in differing if pair[0] == pair[0]), differing[0])
        said = f"{UNDEFINED if value != value else value} with {relevant} relevant and {rest} irrelevant documents"
        outcomes.append(ReadingOutcome(reading, said, None if value != value else False, conclusive=value == value))
    looked_at = (
        f"{claim['output']}: all {len(golds)} golds with both classes to {claim['documents']} documents, exactly"
    )
    return KindFindings(tuple(outcomes), looked_at + why_undefined(outcomes))


# --- one relevant document on top against n below n irrelevant ones

ONE, MANY, TIED = "one on top", "many below", "tied"
"""The possible winners of a duel, in the words of claims."""

Duel = tuple[int, int, int, int]
"""n, the relevant documents in the collection, and the documents retrieved by the run with one on top and by the run
with n below.
"""


def duel(claim: PublishedClaim) -> KindFindings:
    """The winner at one n in each reading, where no further document is relevant."""
    n = claim["n"]
    won = {reading: winners(metric, [(n, n, 2 * n, 2 * n)])[0] for reading, metric in variants(claim).items()}
    outcomes = [
        ReadingOutcome(reading, winner, None if winner == UNDEFINED else winner == claim.published)
        for reading, winner in won.items()
    ]
    scored = f"both runs of {2 * n} documents scored exactly, {n} relevant in the collection"
    return KindFindings(tuple(outcomes), scored + why_undefined(outcomes))


FURTHEST = 100
"""The greatest n up to which a cut point is sought, where a setting allows it."""

RELEVANT = ("N = n", "N = n+1", "N = 2n", "N = 30", "N = 100")
"""The numbers of relevant documents in the collection. The run with n of them below needs N >= n, so N = 1 is not a
setting.
"""

LENGTHS = ("2n", "1 and 2n", "30", "100", "1000")
"""The numbers of documents that each run retrieves. With `1 and 2n`, the first run retrieves only the document on top,
and the second run only as many as it needs.
"""


def cut(claim: PublishedClaim) -> KindFindings:
    """The n up to which many below win, in every reading, for several numbers of relevant documents and lengths of the
    runs.
    """
    outcomes, rows = [], [("reading", "relevant", *(f"lists {length}" for length in LENGTHS))]
    for reading, metric in variants(claim).items():
        for relevant in RELEVANT:
            cuts = [cut_point(metric, relevant, length) for length in LENGTHS]
            rows.append((reading, relevant, *cuts))
            outcomes += [
                ReadingOutcome(
                    label(reading, relevant, f"lists {length}"),
                    point,
                    None if point.startswith(UNDEFINED) else point == claim.published,
                    point != claim.published or _ends(relevant, length),
                )
                for length, point in zip(LENGTHS, cuts, strict=True)
            ]
    evidence = (
        f"of {len(outcomes)} settings, the last n for which many below win is {claim.published} in: "
        f"{_settings(outcomes, claim.published)}; the first n for which they do not is {claim.published} in: "
        f"{_settings(outcomes, str(int(claim.published) - 1))}; every n from 2 to {FURTHEST} that a setting allows, "
        "decided exactly; a..b: from a to b only, >=n: to the last n allowed, no cut; N = 1 is no setting, as the run "
        "below holds n relevant documents"
    )
    return KindFindings(tuple(outcomes), evidence, table=tuple(rows))


def _settings(outcomes: Sequence[ReadingOutcome], point: str) -> str:
    return "; ".join(outcome.reading for outcome in outcomes if outcome.computed == point) or "none"


def cut_point(metric: Metric, relevant: str, length: str) -> str:
    """The n up to which many below win and from which on they do not; `none` where they never win, `>=n` where they
    still win at the last n.

    Where they do not win from the first n on, or win with a gap, the result lists the n for which they win. Where a
    score is undefined, it says at which n.
    """
    duels = list(_duels(relevant, length))
    results = [(n, winner) for (n, *_), winner in zip(duels, winners(metric, duels), strict=True)]
    undefined = [n for n, winner in results if winner == UNDEFINED]
    if undefined:
        return f"{UNDEFINED} at n = {ranges(undefined)}"
    won = [n for n, winner in results if winner == MANY]
    if not won:
        return "none"
    if won[-1] == results[-1][0]:
        return f">={won[-1]}" if len(won) == len(results) else f"{ranges(won)}, no cut"
    return str(won[-1]) if won == [n for n, _ in results[: len(won)]] else ranges(won)


def _ends(relevant: str, length: str) -> bool:
    """Whether a setting allows no n beyond `FURTHEST`, so that all n were tried."""
    return max(n for n, *_ in _duels(relevant, length)) < FURTHEST


def _duels(relevant: str, length: str) -> Iterator[Duel]:
    for n in range(2, FURTHEST + 1):
        total = {"N = n": n, "N = n+1": n + 1, "N = 2n": 2 * n}.get(relevant) or int(relevant.removeprefix("N = "))
        top, many = {"2n": (2 * n, 2 * n), "1 and 2n": (1, 2 * n)}.get(length) or (int(length), int(length))
        if total >= n and many >= 2 * n:
            yield n, total, top, many


def winners(metric: Metric, duels: Sequence[Duel]) -> list[str]:
    """The winner of each duel. Floats decide outside their margin, and exact arithmetic within it.

    >>> winners(registry.metric("rr"), [(2, 2, 4, 4)]), winners(registry.metric("dcg"), [(2, 2, 4, 4), (3, 3, 6, 6)])
    (['one on top'], ['one on top', 'many below'])
    """
    scores = metric.evaluate(_gains(duels))
    won = []
    for each, top, many in zip(duels, scores[0::2], scores[1::2], strict=True):
        margin = FORMULA_ROUNDING * max(1.0, abs(top), abs(many))
        if math.isnan(top) or math.isnan(many) or abs(top - many) <= margin:
            top, many = metric.evaluate(_gains([each], exact=True))
        won.append(ONE if top > many else MANY if many > top else TIED if top == many else UNDEFINED)
    return won


def _gains(duels: Sequence[Duel], exact: bool = False) -> Gains:
    """The two runs of each duel, one after the other."""
    gains = np.zeros((2 * len(duels), max(max(top, many) for _, _, top, many in duels)), dtype=np.int64)
    gains[0::2, 0] = 1
    for row, (n, _, _, _) in zip(gains[1::2], duels, strict=True):
        row[n : 2 * n] = 1
    lengths = [length for _, _, top, many in duels for length in (top, many)]
    relevant = np.repeat([relevant for _, relevant, _, _ in duels], 2)[:, None]
    return Gains.of(gains, relevant, np.asarray(lengths), np.asarray(lengths), exact=exact)


FUNCTIONS = (baseline, cut, duel, shape, source)
