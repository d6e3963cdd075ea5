"""Compare metrics by the scores that they give to a set of systems: how similarly they order the systems, how many
differences they find, and the strictness and robustness of Amigo, Gonzalo & Verdejo 2013, section 4.1.

All results depend on these systems and metrics, and say nothing about others. Constraints hold for all systems.

* Kendall's tau-b, and tau_ap (Yilmaz, Aslam & Robertson 2008), which weighs the top, of the orders of systems by their
  means. tau_ap is the mean of both directions; a tie of the other metric counts half, and of two tied systems neither
  stands above the other.
* Discriminative power (Sakai 2006): the share of pairs of systems with p below alpha by the paired bootstrap. All draws
  of all pairs are computed by matrix products, in which each draw of topics is a vector of counts.
* Strictness of a metric m: the set O has the output of each system on each topic. Each metric ranks the outputs from
  the worst (1) to the best, with ties at their mean rank. The strictness is -max over outputs o and other metrics m' of
  (rank_m(o) - rank_m'(o)) / |O|. It is 0 at most; near -1 the metric ranks some output best that another metric ranks
  worst. A single output decides it.
* Robustness: the mean, over pairs of topics, of Spearman's correlation between the scores of the systems on the two
  topics. A topic on which all systems have the same score is left out, because it has no correlation.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from axiometrics.core.arithmetic import Array
from axiometrics.core.errors import TaskError
from axiometrics.core.margins import EQUAL_STATISTICS, TIED_MEANS
from axiometrics.core.page import Presentable
from axiometrics.evaluation.scores import MEAN, ScoreTable

CELLS = 1 << 22
"""The number of cells that are computed at a time, in the matrix of bootstrap draws by pairs of systems. It bounds the
memory.
"""


@dataclass(frozen=True)
class MetricFindings:
    """The findings about one metric. A number is None if the systems do not determine it.

    Attributes
    ----------
    metric, display : its id, and the name that is shown
    means : the mean over topics of each system, in the order of the systems
    discriminative : the share of pairs of systems with p below alpha
    against : the metric, system and topic that decide strictness
    undefined : the number of outputs on which it has no value; these count 0
    alike : the number of topics on which all systems have the same score; robustness leaves them out
    """

    metric: str
    display: str
    means: tuple[float, ...]
    strictness: float | None
    robustness: float | None
    discriminative: float | None
    against: tuple[str, str, str] | None
    undefined: int = 0
    alike: int = 0


@dataclass(frozen=True)
class PairFindings:
    """The correlations of two metrics: how similarly they order the systems by their means."""

    metrics: tuple[str, str]
    tau: float | None
    tau_ap: float | None


@dataclass(frozen=True, repr=False)
class MetricAgreement(Presentable):
    """All findings, with the names of the systems and topics, the settings of the bootstrap, and a sentence about how
    the files were read. `print` shows the findings as `axiometrics meta` does; `plot` draws them.
    """

    metrics: tuple[MetricFindings, ...]
    pairs: tuple[PairFindings, ...]
    systems: tuple[str, ...]
    topics: tuple[str, ...]
    alpha: float
    rounds: int
    seed: int
    remarks: tuple[str, ...] = ()
    read_as: str = ""

    def square(self, correlation: str) -> list[list[float | None]]:
        """The matrix of a correlation, `tau` or `tau_ap`, between all metrics. Its diagonal is 1."""
        names = [metric.metric for metric in self.metrics]
        by_pair = {frozenset(pair.metrics): getattr(pair, correlation) for pair in self.pairs}
        return [[1.0 if a == b else by_pair[frozenset((a, b))] for b in names] for a in names]

    def plot(self, path: str) -> None:
        """Draw the systems by the values of each two metrics into a file (.png, .svg, .pdf). If there are many metrics,
        draw how similarly each two of them order the systems.

        Raises `ParameterError` if matplotlib is not installed or for another suffix, `FileError` if the file cannot be
        written.
        """
        from axiometrics.evaluation.agreement_picture import draw_agreement

        draw_agreement(self, path)


def of_scores(scores: ScoreTable, alpha: float = 0.05, rounds: int = 1000, seed: int = 0) -> MetricAgreement:
    """The findings about the metrics of an evaluation. A value that is undefined on a topic counts 0.

    Raises `TaskError` for fewer than two systems or topics.
    """
    systems = list(dict.fromkeys(row.system for row in scores.rows))
    topics = list(dict.fromkeys(row.topic for row in scores.rows if row.topic != MEAN))
    ids = {metric.id: metric.display for metric in scores.columns}
    place = [{name: i for i, name in enumerate(names)} for names in (ids, systems, topics)]
    values = np.full((len(ids), len(systems), len(topics)), np.nan)
    for row in scores.rows:
        if row.topic != MEAN and row.value is not None:
            values[place[0][row.metric], place[1][row.system], place[2][row.topic]] = row.value
    findings = agreement(values, ids, systems, topics, alpha, rounds, seed)
    return replace(findings, remarks=tuple(scores.remarks), read_as=scores.read_as)


def agreement(
    values: Array,
    metrics: Mapping[str, str],
    systems: Sequence[str],
    topics: Sequence[str],
    alpha: float = 0.05,
    rounds: int = 1000,
    seed: int = 0,
) -> MetricAgreement:
    """The findings about metrics, from an array of values by metric, system and topic. `metrics` has the id of each
    metric and the name that is shown. A value that is undefined (nan) counts 0.

    Raises `TaskError` for fewer than two systems or topics.
    """
    if len(systems) < 2 or len(topics) < 2:
        raise TaskError(
            f"{len(systems)} systems and {len(topics)} topics: metrics are compared by two systems or more on two "
            f"topics or more"
        )
    ids = list(metrics)
    undefined = np.isnan(values).sum(axis=(1, 2)).tolist()
    values = np.nan_to_num(values, posinf=np.inf, neginf=-np.inf)
    values = np.array([with_ties(of) for of in values])
    means = np.array([with_ties(of) for of in values.mean(axis=2)])
    ranks = np.array([ranked(of.reshape(-1)) for of in values])
    findings = []
    for i, name in enumerate(ids):
        strict, against = _strictness(ranks, i)
        where = None
        if against is not None:
            rival, output = against
            where = ids[rival], systems[output // len(topics)], topics[output % len(topics)]
        p = bootstrap_of_pairs(values[i], rounds, seed)
        findings.append(
            MetricFindings(
                name,
                metrics[name],
                tuple(means[i].tolist()),
                strict,
                robustness(values[i]),
                float((p < alpha).mean()),
                where,
                undefined[i],
                len(topics) - int(_telling(values[i]).sum()),
            )
        )
    pairs = [
        PairFindings((ids[a], ids[b]), tau(means[a], means[b]), tau_ap(means[a], means[b]))
        for a, b in combinations(range(len(ids)), 2)
    ]
    return MetricAgreement(tuple(findings), tuple(pairs), tuple(systems), tuple(topics), alpha, rounds, seed)


def with_ties(values: Array) -> Array:
    """The values, in which values that differ by no more than rounding errors are made equal.

    >>> with_ties(np.array([-2e-15, 1.0, 0.0])).tolist()
    [-2e-15, 1.0, -2e-15]
    """
    flat = values.reshape(-1)
    order = np.argsort(flat, kind="stable")
    rising = flat[order]
    greatest = float(np.abs(flat[np.isfinite(flat)]).max(initial=1))
    with np.errstate(invalid="ignore"):
        apart = np.diff(rising, prepend=-np.inf) > TIED_MEANS * greatest
    firsts = rising[np.maximum.accumulate(np.where(apart, np.arange(len(rising)), 0))]
    tied = np.empty_like(flat)
    tied[order] = firsts
    return np.asarray(tied.reshape(values.shape))


def ranked(values: Array) -> Array:
    """The ranks of the values, from 1 for the least. Tied values have the mean of their ranks.

    >>> ranked(np.array([0.5, 0.1, 0.5])).tolist()
    [2.5, 1.0, 2.5]
    """
    _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return np.asarray((last - (counts - 1) / 2)[place])


def _strictness(ranks: Array, metric: int) -> tuple[float | None, tuple[int, int] | None]:
    """The strictness of a metric, and the other metric and the output that decide it. None if there is no other
    metric.
    """
    others = [i for i in range(len(ranks)) if i != metric]
    if not others:
        return None, None
    apart = ranks[metric][None] - ranks[others]
    rival, output = np.unravel_index(int(apart.argmax()), apart.shape)
    return -float(apart[rival, output]) / ranks.shape[1] + 0.0, (others[int(rival)], int(output))


def robustness(values: Array) -> float | None:
    """The mean, over pairs of topics (columns), of Spearman's correlation of the systems (rows). None if fewer than two
    topics tell the systems apart.
    """
    telling = values[:, _telling(values)]
    if telling.shape[1] < 2:
        return None
    correlations = np.corrcoef(np.array([ranked(column) for column in telling.T]))
    return float(correlations[np.triu_indices(len(correlations), 1)].mean())


def _telling(values: Array) -> Array:
    """For each topic (column), whether it tells systems (rows) apart."""
    return np.asarray((values != values[:1]).any(axis=0))


def tau(left: Array, right: Array) -> float | None:
    """Kendall's tau-b; None if all values of a side are tied.

    >>> tau(np.array([1, 2, 3]), np.array([1, 3, 2]))
    0.3333333333333333
    """
    above, below = np.triu_indices(len(left), 1)
    a, b = np.sign(left[above] - left[below]), np.sign(right[above] - right[below])
    norm = math.sqrt(np.count_nonzero(a) * np.count_nonzero(b))
    return float((a * b).sum() / norm) if norm else None


def tau_ap(left: Array, right: Array) -> float | None:
    """The mean of tau_ap in both directions; None if all values of a side are tied.

    >>> tau_ap(np.array([3, 2, 1]), np.array([2, 3, 1]))
    0.0
    """
    sides = [_tau_ap(*pair) for pair in ((left, right), (right, left))]
    return None if None in sides else sum(side for side in sides if side is not None) / 2


def _tau_ap(by: Array, against: Array) -> float | None:
    above = by[None] > by[:, None]  # for each item, the items that stand above it
    counts = above.sum(axis=1)
    right = (above * (np.sign(against[None] - against[:, None]) + 1) / 2).sum(axis=1)
    below = counts > 0
    return float(2 * (right[below] / counts[below]).mean() - 1) if below.any() else None


def bootstrap_of_pairs(values: Array, rounds: int, seed: int) -> Array:
    """The p values of the paired bootstrap for all pairs of systems (rows) over topics (columns). They are those of
    `significance.p_value` with the same draws.
    """
    systems, topics = values.shape
    a, b = np.triu_indices(systems, 1)
    differences = values[a] - values[b]
    means = differences.mean(axis=1)
    shifted = differences - means[:, None]
    spread = differences.std(axis=1, ddof=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        observed = np.abs(means) / (spread / math.sqrt(topics))
    flat = spread <= EQUAL_STATISTICS * np.abs(differences).max(axis=1, initial=0)
    observed = np.where(flat, np.where(means == 0, 0.0, np.inf), observed)
    drawn = np.random.default_rng(seed).integers(0, topics, (rounds, topics))
    places = (drawn + topics * np.arange(rounds)[:, None]).reshape(-1)
    counts = np.bincount(places, minlength=rounds * topics).reshape(rounds, topics).astype(float)
    # Of a draw with sum S and sum of squares Q, t^2 = (T - 1) S^2 / (T Q - S^2): it is above o^2 where S^2 is above
    # Q T o^2 / (T - 1 + o^2), which needs neither a division nor a root for each draw.
    least = np.where(np.isinf(observed), 0.0, observed * (1 - EQUAL_STATISTICS)) ** 2
    bounds = shifted**2 * (topics * least / (topics - 1 + least))[:, None]
    reached = np.zeros(len(a))
    step = max(1, CELLS // max(1, len(a)))
    for first in range(0, rounds, step):
        some = counts[first : first + step]
        sums = some @ shifted.T
        np.square(sums, out=sums)
        reached += np.count_nonzero(sums > some @ bounds.T, axis=0)
    reached[observed == 0] = rounds
    p = (reached + 1) / (rounds + 1)
    p[means == 0] = np.where((differences[means == 0] == 0).all(axis=1), 1.0, p[means == 0])
    p[np.isinf(observed)] = 1 / (rounds + 1)
    return p
