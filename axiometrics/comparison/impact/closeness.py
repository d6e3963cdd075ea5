"""Decide between scores that lie close together: find the ranks of long runs that can be left out of a comparison, and
compute decimals for outputs that floats cannot separate.

An edit of a long run changes a few ranks, and the change of the score may be far less than the rounding of the whole
score. Two things help. For a metric whose terms depend only on the rank and the grade there, the ranks at which all
outputs of an edit agree add the same amount to each score: these ranks are emptied, and the floats round only the rest.
For other metrics, decimals of many digits decide where floats cannot; each output is scored once, since edits share
outputs. Exact numbers, which may take a thousand times longer, are left for the ties.

The difference within which floats decide nothing grows with the documents, since a sum of n numbers rounds n times. A
bound by the number of operations is sound for formulas that add, multiply and divide numbers of one sign: each rounding
changes the result by a share of 2^-53, so 512 roundings for each of 2^14 documents stay below 2^-30. Where nearly equal
numbers are subtracted and the small difference is a divisor, the bound is sound as long as the difference is at least a
share of about 1/n of these numbers, for n documents. This holds for kappa (n^2 (1 - E) is at least n, or 0), Adjusted
Rand (a partition parts no pair, or n - 1 pairs at least) and V-measure and NMI (an entropy that is not 0 is at least
log(n)/n). This is an argument and not a proof: for these four metrics the bound is tested on such tables of up to 10^6
documents (`tests/comparison/impact/test_closeness.py`). It does not hold for AMI, which may divide by 1/n^2. For more
than 300 documents AMI is computed as sums of positive numbers; for fewer documents its error is measured against
decimals on the worst tables known (`tests/metrics/test_metrics_clustering.py`). Users' metrics give floats alone, so a
difference within their bound is reported as not decided.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import reduce
from hashlib import sha256
from typing import Any

import numpy as np

from axiometrics.core.aggregates import Confusion, Contingency, Coverage, Gains
from axiometrics.core.arithmetic import Array, decimals, exactly
from axiometrics.core.case import Demand
from axiometrics.core.margins import FORMULA_ROUNDING, UNDERFLOW
from axiometrics.core.metric import Metric
from axiometrics.evaluation.scores import asking
from axiometrics.generators.blocks import DIGITS, TRUSTED
from axiometrics.judging import stacks

Counts = Mapping[str, Any]
"""The counts that formulas read for the outputs of some edits, by role."""

PRECISIONS = ((36, 24), (DIGITS, TRUSTED), (4 * DIGITS, 4 * TRUSTED))
"""The precisions that are tried in turn: the digits of the decimals, and how many of these digits are trusted."""

FORMULA_DOCUMENTS = 1 << 14
"""The number of documents up to which `FORMULA_ROUNDING` holds: 512 roundings for each document, on numbers as large as
the greatest score or 1, stay below it. Beyond it the bound grows in proportion to the documents.
"""

CALLED_DOCUMENTS = 1 << 10
"""The same number for the error bound of a user's metric, 2^-40: eight roundings for each document."""

NUMBERS = 1 << 17
"""How many numbers of a stack are scored in decimals at a time."""


def of_one_gold(counts: Counts) -> bool:
    """Whether these counts are runs of one length each, all against the same gold."""
    first, *others = counts.values()
    return all(
        isinstance(of, Gains)
        and (of.listed is None, len(of.counts), of.length.ndim) == (True, 1, 0)
        and np.array_equal(of.counts, first.counts)
        and np.array_equal(of.irrelevant, first.irrelevant)
        for of in (first, *others)
    )


def emptied(metric: Metric, counts: Counts, demand: Demand) -> Counts | None:
    """The runs of each edit with an irrelevant document at the ranks where all of them agree, which leaves the signed
    sum of the scores the same. None where this does not hold for the metric, the demand or the runs.
    """
    stacks = list(counts.values())
    if metric.adds_up != "rank" or sum(demand.signs) != 0 or not of_one_gold(counts):
        return None
    first = stacks[0].gains
    if len({(of.gains.shape[-1], str(of.length)) for of in stacks}) > 1:
        return None
    differ = reduce(np.logical_or, (np.asarray(of.gains != first, dtype=bool) for of in stacks[1:]))
    return {role: replace(of, gains=np.where(differ, of.gains, 0 * of.gains)) for role, of in counts.items()}


def counted_documents(counts: Counts) -> int:
    """The number of documents that the formulas read: those of a clustering or filtering, or the ranks plus the
    relevant documents; 0 for things that are not documents.
    """
    of = next(iter(counts.values()))
    if isinstance(of, Gains):
        return int(of.gains.shape[-1] + of.counts.sum(-1).max(initial=0))
    if isinstance(of, Coverage):
        return int(of.gains.shape[-2] + of.documents.shape[-2])
    if isinstance(of, Confusion):
        return int(of.documents.max())
    return int(of.table[0].sum()) if isinstance(of, Contingency) else 0


def grown(bound: float, documents: int, upto: int) -> float:
    """The error bound of floats for this number of documents: `bound` up to `upto` documents, and beyond in proportion.

    >>> grown(0.25, 100, 1000), grown(0.25, 4000, 1000)
    (0.25, 1.0)
    """
    return bound * max(1.0, documents / upto)


def trusted(scores: Sequence[Array]) -> Array:
    """The difference above which floats are trusted where the ranks that agree are emptied: a share of the scores,
    which are then sums of a few terms of one sign.
    """
    greatest = np.maximum.reduce([np.abs(score) for score in scores])
    return np.where(greatest > UNDERFLOW, FORMULA_ROUNDING * greatest, np.inf)


class Finer:
    """The scores of runs of one gold (`of_one_gold`) in decimals and in exact numbers. The scores are kept, since edits
    share outputs.
    """

    def __init__(self, metric: Metric) -> None:
        self.metric = metric
        self._known: dict[tuple[int, bytes], Any] = {}
        self._gold: object = None

    def of(self, gold: object) -> Finer:
        """This object; its scores are forgotten where it is asked about another gold."""
        if gold is not self._gold:
            self._gold = gold
            self._known.clear()
        return self

    def signs(self, counts: Counts, edits: Sequence[int], demand: Demand, relative: bool) -> list[int]:
        """The signs of the signed sums of these edits, 0 where decimals cannot decide. With `relative`, the scores are
        sums of a few terms, such as those of `emptied` runs.
        """
        signs = dict.fromkeys(edits, 0)
        for digits, sure in PRECISIONS:
            left = [k for k in edits if not signs[k]]
            with decimals(digits):
                scores = {role: self.scores(of, left, digits) for role, of in counts.items()}
                for place, k in enumerate(left):
                    own = {role: of[place] for role, of in scores.items()}
                    excess = demand.excess(own)
                    greatest = max(map(abs, own.values()))
                    share = Decimal(10) ** -sure * (greatest if relative else max(Decimal(1), greatest))
                    signs[k] = (excess > share) - (excess < -share)
        return list(signs.values())

    def excess(self, counts: Counts, edit: int, demand: Demand) -> Any:
        """The exact signed sum of an edit."""
        return demand.excess({role: self.scores(of, [edit])[0] for role, of in counts.items()})

    def scores(self, counts: Gains, edits: Sequence[int], digits: int = 0) -> list[Any]:
        """The score of the output of each edit: in decimals of `digits` digits, or exact where `digits` is 0."""
        rows = [k if len(counts.gains) > 1 else 0 for k in edits]
        keys = [(digits, sha256(counts.gains[k].tobytes() + counts.length.tobytes()).digest()) for k in rows]
        new = list({key: k for key, k in zip(keys, rows, strict=True) if key not in self._known}.items())
        step = max(1, NUMBERS // max(1, counts.gains.shape[-1]))
        for start in range(0, len(new), step):
            some = new[start : start + step]
            own = _exactly(counts, [k for _, k in some])
            with asking(self.metric):
                values = stacks.numbers(self.metric, own, len(some)).tolist()
            self._known.update(
                zip([key for key, _ in some], values if digits else map(self.metric.checked, values), strict=True)
            )
        return [self._known[key] for key in keys]


def _exactly(counts: Gains, rows: Sequence[int]) -> Gains:
    """Some of the runs as exact numbers, or as decimals inside a context of decimals."""
    return replace(
        counts,
        gains=exactly(counts.gains[rows]),
        length=exactly(counts.length),
        counts=exactly(counts.counts),
        irrelevant=exactly(counts.irrelevant),
    )
