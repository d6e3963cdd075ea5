"""Score runs by qrels. Rankings become stacks of grades, so that one call of a formula scores many topics.

Documents that the qrels do not name are irrelevant, and their number is unlimited: the gold has a tail. bpref and the
metrics of closed collections look at judged documents only, including those that the run does not retrieve. gmax is the
highest grade in the qrels. judged@k counts every document that the qrels name, whatever its grade. A document with a
negative grade is judged, as in ir_measures, although it gains nothing and bpref leaves it out, as trec_eval does.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import repeat
from typing import Any

import numpy as np

from axiometrics.core.aggregates import Gains
from axiometrics.core.arithmetic import Array
from axiometrics.core.errors import ParameterError
from axiometrics.core.metric import Metric
from axiometrics.core.progress import Progress, silent
from axiometrics.evaluation.expectation import expected
from axiometrics.evaluation.scores import asking
from axiometrics.evaluation.ties import Groups, Ints, in_single_precision, ordered
from axiometrics.evaluation.trec import Listed, Name, Qrels

CELLS = 1 << 18
"""The number of ranks that are scored at a time: about as many as fit into the cache of a processor."""

UNJUDGED, BELOW_0 = -1, -2
"""Numbers that take the place of a grade: `UNJUDGED` for a document that the qrels do not name, `BELOW_0` for a
negative grade.
"""


def judged_only(metric: Metric) -> bool:
    """Whether the metric looks at judged documents only. This holds for bpref, as in trec_eval, and for metrics of a
    closed collection.
    """
    return metric.closed or "judged-only" in metric.traits


@dataclass(frozen=True, eq=False)
class Ranking:
    """The grades at the ranks of a run, and the groups of tied ranks. A grade that is unjudged or negative is
    `UNJUDGED` or `BELOW_0`.
    """

    grades: Ints
    groups: Groups

    @cached_property
    def gains(self) -> Ints:
        """The grades as gains: a document without a grade, or with a negative grade, has gain 0, because it is not
        relevant.
        """
        return np.maximum(self.grades, 0)

    @cached_property
    def named(self) -> Array:
        """For each rank, 1 if the qrels name its document, else 0."""
        return np.asarray((self.grades != UNJUDGED).astype(np.float64))

    @cached_property
    def named_over_orders(self) -> Array:
        """The mean of `named` over all orders of tied documents. At each rank it is the mean over the documents that
        are tied there.
        """
        named = self.named.copy()
        if self.groups:  # without a loop: a run of few different scores may have many groups
            start, end = np.array(self.groups).T
            length, before = end - start, np.concatenate([[0], np.cumsum(self.named)])
            places = np.arange(length.sum()) + np.repeat(start - (np.cumsum(length) - length), length)
            named[places] = np.repeat((before[end] - before[start]) / length, length)
        return named

    @cached_property
    def judged(self) -> Ranking:
        """The ranking without its unjudged documents and without documents of negative grades."""
        keep = self.grades >= 0
        place = np.concatenate([[0], np.cumsum(keep)]).tolist()
        groups = [(place[a], place[b]) for a, b in self.groups if place[b] - place[a] > 1]
        return Ranking(self.grades[keep], groups)


NOTHING = Ranking(np.zeros(0, dtype=np.int64), [])
"""The ranking of a topic that a run lacks."""


def ranking(listed: Listed, qrels: Qrels, topic: str, ties: str) -> Ranking:
    """The ranking of a run for a topic, in the order of the scores, with the grades of the gold."""
    order, groups = ordered(listed.values, listed.documents, ties)
    grades: Mapping[Name, int] = qrels.topics[topic]
    if topic in qrels.negatives:
        grades = {**grades, **dict.fromkeys(qrels.negatives[topic], BELOW_0)}
    listed_grades = np.fromiter(map(grades.get, listed.documents, repeat(UNJUDGED)), np.int64, len(listed.documents))
    return Ranking(listed_grades[order], groups)


def least_relevant(metric: Metric, unit: Fraction = Fraction(1)) -> int:
    """The least grade that counts as relevant for the metric, as a whole number of this unit.

    >>> from axiometrics import registry
    >>> least_relevant(registry.metric("ap(rel=2)")), least_relevant(registry.metric("ndcg"))
    (2, 1)
    """
    said = metric.values.get("rel")
    return max(1, math.ceil(said / unit)) if isinstance(said, Fraction) else 1


def barren(counts: Ints, least: int) -> Array:
    """For each topic, whether no document has this grade or a higher one."""
    return np.asarray(counts[:, least:].sum(axis=1) == 0)


@dataclass(frozen=True, eq=False)
class Topics:
    """Some topics of the gold, with the rankings of a run."""

    names: Sequence[str]
    rankings: Sequence[Ranking]
    counts: Ints
    unit: Fraction = field(default=Fraction(1), kw_only=True)

    @classmethod
    def of(cls, qrels: Qrels, names: Sequence[str], rankings: Iterable[Ranking]) -> Topics:
        """The topics with these names, in this order."""
        row = {name: i for i, name in enumerate(qrels.topics)}
        return cls(names, list(rankings), qrels.counts[[row[name] for name in names]], unit=qrels.unit)

    def barren(self, metric: Metric) -> Array:
        """For each topic, whether no document counts as relevant for the metric."""
        return barren(self.counts, least_relevant(metric, self.unit))

    @property
    def tied(self) -> int:
        """The number of topics in which some documents are tied."""
        return sum(bool(ranking.groups) for ranking in self.rankings)

    def values(self, metrics: Sequence[Metric], exact: bool = False) -> Array:
        """The scores, with a row for each topic and a column for each metric; nan where a score is undefined."""
        table = np.full((len(self.names), len(metrics)), np.nan, dtype=object if exact else np.float64)
        for judged in (False, True):
            columns = [k for k, metric in enumerate(metrics) if judged_only(metric) == judged]
            for chunk, gains in self._stacks(judged, exact) if columns else []:
                for k in columns:
                    with asking(metrics[k]):
                        table[chunk, k] = metrics[k].evaluate(gains)
        return table

    def _stacks(self, judged: bool, exact: bool) -> Iterator[tuple[Any, Gains]]:
        """The counts that metrics take, in stacks of rankings of similar lengths. Each stack comes with the numbers of
        its topics.
        """
        rows = [(r.judged.grades if judged else r.gains) for r in self.rankings]
        named = [r.named for r in self.rankings]
        for chunk in _chunks([len(row) for row in rows]):
            stack, listed = (_stack([side[i] for i in chunk]) for side in (rows, named))
            yield chunk, self._gains(stack, listed, [len(rows[i]) for i in chunk], chunk, judged, exact)

    def expectations(self, metrics: Sequence[Metric], progress: Progress = silent) -> Array:
        """The scores as in `values`. If documents of a topic are tied, its score is the mean over all orders of the
        tied documents.

        Raises `ParameterError` if that would take too long.
        """
        table = self.values(metrics)
        for i, ranking in enumerate(self.rankings):
            progress(i, len(self.rankings), "topics with their ties")
            for k, metric in enumerate(metrics):
                judged = judged_only(metric)
                view = ranking.judged if judged else ranking
                if "judgements" in metric.traits:
                    table[i, k] = metric.evaluate(
                        self._gains(
                            _stack([ranking.gains]),
                            _stack([ranking.named_over_orders]),
                            [len(ranking.gains)],
                            [i],
                            judged,
                        )
                    ).item()
                elif view.groups:
                    try:
                        table[i, k] = self._expected(metric, i, view, judged)
                    except ParameterError as error:
                        cure = "break the ties in the run, leave the metric out, or say --ties trec"
                        raise ParameterError(f"topic {self.names[i]!r}: {error}: {cure}") from None
        return table

    def _expected(self, metric: Metric, i: int, view: Ranking, judged: bool) -> float:
        def evaluate(stack: Ints) -> Array:
            with asking(metric):
                return metric.evaluate(self._gains(stack, None, [len(view.grades)], [i], judged))

        return expected(metric, view.gains, view.groups, evaluate)

    def _gains(
        self,
        stack: Array,
        named: Array | None,
        lengths: Sequence[int],
        topics: Any,
        judged: bool,
        exact: bool = False,
    ) -> Gains:
        counts = self.counts[topics]
        return Gains.of(
            stack,
            counts[:, 1:],
            counts[:, 0] if judged else np.zeros(len(counts), dtype=np.int64),
            lengths,
            unlimited=not judged,
            exact=exact,
            listed=None if judged else named,
            unit=self.unit,
        )


@dataclass(frozen=True, eq=False)
class OrderedRows(Topics):
    """Topics with equally many documents. The grades stand in a matrix in the order of the ranks; each is `UNJUDGED` or
    at least 0.
    """

    grades: Ints

    @classmethod
    def of_scores(cls, grades: Ints, scores: Array) -> OrderedRows:
        """Build the topics from a matrix of grades and a matrix of scores, with a row for each topic and a column for
        each document. One row of scores stands for all topics. Documents of equal scores stand in the order of
        trec_eval, where names are in the order of the columns: the last column comes first.
        """
        levels = range(UNJUDGED + 1, max(int(grades.max(initial=0)), 0) + 1)
        if len(levels) <= FEW:
            grades = grades.astype(np.int8)
        scores = in_single_precision(scores)
        if not (scores[..., 1:] < scores[..., :-1]).all():
            grades = _ranked(grades, scores)
        if len(levels) <= FEW:
            counts = np.stack([np.count_nonzero(grades == grade, axis=1) for grade in levels], axis=1)
        else:
            cells = np.arange(len(grades))[:, None] * (len(levels) + 1) + (grades - UNJUDGED)
            counts = np.bincount(cells.reshape(-1), minlength=len(grades) * (len(levels) + 1))
            counts = counts.reshape(len(grades), -1)[:, 1:]
        names = list(map(str, range(1, len(grades) + 1)))
        return cls(names, [Ranking(row, []) for row in grades], counts, grades)

    def _stacks(self, judged: bool, exact: bool) -> Iterator[tuple[Any, Gains]]:
        if judged:
            yield from super()._stacks(judged, exact)
            return
        step = max(1, CELLS // 2 // max(1, self.grades.shape[1]))
        for first in range(0, len(self.grades), step):
            chunk = slice(first, first + step)
            grades = self.grades[chunk]
            named = np.broadcast_to(1.0, grades.shape) if grades.min(initial=0) > UNJUDGED else grades != UNJUDGED
            lengths = [grades.shape[1]] * len(grades)
            yield chunk, self._gains(np.maximum(grades, 0), named, lengths, chunk, judged, exact)


FEW = 16
"""The greatest number of different grades that are counted by a comparison with each grade. Such grades are kept in a
byte each, which makes the comparison fast.
"""


def _ranked(grades: Ints, scores: Array) -> Ints:
    """The grades of each row in the order of its scores, the highest first. Only as many rows are sorted at a time as
    fit into the cache.
    """
    if scores.ndim == 1:
        return np.asarray(grades[:, _falling(scores)])
    in_order = np.empty_like(grades)
    step = max(1, CELLS // 8 // grades.shape[1])
    for first in range(0, len(grades), step):
        rows = slice(first, first + step)
        in_order[rows] = np.take_along_axis(grades[rows], _falling(scores[rows]), axis=1)
    return in_order


def _falling(scores: Array) -> Array:
    """For each row of single precision numbers, its columns in the order of the numbers, the greatest first. Of equal
    numbers the last column comes first.

    Each number is sorted as a whole number of 64 bits, which numpy does several times faster than to find the order of
    floats. Its upper half is the bits of the float, in which those of positive numbers are turned round: these whole
    numbers are in the order wanted. Its lower half is the column, counted from the last.

    >>> _falling(np.array([[-1, 3, 0, 3, -2]], dtype=np.float32)).tolist()
    [[3, 1, 2, 0, 4]]
    """
    last = scores.shape[-1] - 1
    bits = (scores + np.float32(0)).view(np.uint32)  # adding 0 turns -0 into 0
    falling = np.where(bits >> 31 == 1, bits, bits ^ np.uint32(2**31 - 1))
    keys = falling.astype(np.uint64) << np.uint64(32) | np.arange(last, -1, -1, dtype=np.uint64)
    keys.sort(axis=-1)
    return np.asarray(last - (keys & np.uint64(2**32 - 1)).astype(np.int64))


def _chunks(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Lists of the places of rankings. The rankings of a list have similar lengths, and are so few that a stack of them
    stays small.
    """
    chunk: list[int] = []
    for i in np.argsort(lengths, kind="stable").tolist():
        if chunk and (len(chunk) + 1) * lengths[i] > CELLS:
            yield chunk
            chunk = []
        chunk.append(i)
    if chunk:
        yield chunk


def _stack(rankings: Sequence[Array]) -> Array:
    """The rankings as rows of a matrix. Shorter ones are padded with zeros."""
    lengths = np.array([len(ranking) for ranking in rankings])
    stack = np.zeros((len(rankings), lengths.max(initial=0)), dtype=rankings[0].dtype)
    stack[np.arange(stack.shape[1]) < lengths[:, None]] = np.concatenate(rankings)
    return stack
