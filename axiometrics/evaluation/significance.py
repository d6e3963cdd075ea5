"""Compute the differences of systems, topic by topic, and the probability that differences so great arise by chance.

There are three paired tests, all two-sided. Student's t assumes that the differences have a normal distribution. The
randomization test (Fisher) exchanges the two systems on topics at random; it makes all exchanges if there are few
topics, and else as many random ones as the user asks for. The bootstrap (Sakai 2006, the paired test of discriminative
power) draws topics with replacement from differences whose mean is shifted to 0, and compares Student's statistics. The
seed fixes all draws, and the same draws serve all pairs of systems, so that the p values of one table can be compared.

Beside p stands an interval of the mean difference, by Student's t. Its confidence is 1 minus the level at which a
difference is called significant. It is not corrected for the number of comparisons.

Among several comparisons, some differences look significant by chance: `holm` and `bonferroni` bound the probability of
one such finding, `fdr` (Benjamini & Hochberg) bounds the share of them among the findings. p is corrected for the
number of comparisons by one metric and test.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from axiometrics.core.arithmetic import Array
from axiometrics.core.errors import TaskError
from axiometrics.core.margins import EQUAL_STATISTICS
from axiometrics.evaluation.scores import MEAN, ScoreTable, counted

TESTS = ("t", "randomization", "bootstrap")

USUAL_TESTS = ("t",)
"""The tests that are made unless the user names others. It is one test, as in papers, since a user of several could
choose the most favourable one.
"""

LEVEL = 0.05
"""The default level: a difference is called significant if its p is below the level."""

ROUNDS = 10_000
"""The default number of random draws."""

TEST_NAMES = {"t": "t test", "randomization": "randomization test", "bootstrap": "bootstrap"}
"""The names of the tests in reports."""

CELLS = 1 << 22
"""The number of random numbers that are drawn at a time. It bounds the memory."""

EXCHANGES = 1 << 16
"""The greatest number of exchanges of the two systems for which the randomization test makes all of them. For more it
draws some at random.
"""


@dataclass(frozen=True)
class SystemComparison:
    """The difference of a system and a baseline by a metric. The statistics are over the topics on which both have a
    value. `p` and `corrected` are by test. `low` and `high` are the ends of the interval of the difference, whose
    confidence is 1 - `level`. For fewer than two topics, all of these values are None.
    """

    metric: str
    system: str
    baseline: str
    topics: int
    difference: float | None
    low: float | None
    high: float | None
    level: float
    p: dict[str, float | None]
    corrected: dict[str, float | None]
    correction: str
    rounds: int
    seed: int
    by_topic: Mapping[str, float]

    def significant(self) -> bool:
        """Whether the corrected p of the first test is below the level."""
        p = next(iter(self.corrected.values()))
        return p is not None and p < self.level


def comparisons_of(
    scores: ScoreTable,
    every: bool = False,
    tests: Sequence[str] = USUAL_TESTS,
    correction: str = "holm",
    rounds: int = ROUNDS,
    seed: int = 0,
    level: float = LEVEL,
) -> list[SystemComparison]:
    """Compare each system with the first one, or, if `every`, with each system before it, by each metric. A difference
    is the value of the system minus that of the other one.

    Raises `TaskError` if there is only one system, or if the scores have no topics.
    """
    values: dict[tuple[str, str], dict[str, float]] = {}
    for row in scores.rows:
        if row.topic != MEAN and row.value is not None:
            values.setdefault((row.system, row.metric), {})[row.topic] = row.value
    systems = list(dict.fromkeys(row.system for row in scores.rows))
    if len(systems) < 2:
        raise TaskError("--compare needs several systems, and one was given")
    if all(row.topic == MEAN for row in scores.rows):
        raise TaskError("differences are tested topic by topic, and these files have one value for each system")
    pairs = [(b, a) for a, b in combinations(systems, 2)] if every else [(system, systems[0]) for system in systems[1:]]
    comparisons = []
    for metric in scores.columns:
        by_topic = []
        for system, baseline in pairs:
            of_system, of_baseline = (values.get((name, metric.id), {}) for name in (system, baseline))
            by_topic.append(
                {topic: of_system[topic] - of_baseline[topic] for topic in of_system if topic in of_baseline}
            )
        rows = [np.array(list(of.values())) for of in by_topic]
        p = {test: [p_value(test, row, rounds, seed) for row in rows] for test in tests}
        adjusted = {test: corrected(of, correction) for test, of in p.items()}
        comparisons += [
            SystemComparison(
                metric.id,
                system,
                baseline,
                len(rows[i]),
                float(rows[i].mean()) if len(rows[i]) else None,
                *interval(rows[i], level),
                level,
                {test: p[test][i] for test in tests},
                {test: adjusted[test][i] for test in tests},
                correction,
                rounds,
                seed,
                by_topic[i],
            )
            for i, (system, baseline) in enumerate(pairs)
        ]
    return comparisons


def facts(comparisons: Sequence[SystemComparison]) -> list[str]:
    """The sentences below a table of comparisons, which describe the tests."""
    if not comparisons:
        return []
    first = comparisons[0]
    topics = sorted({each.topics for each in comparisons})
    over = counted(topics[0], "topic") if len(topics) == 1 else f"{topics[0]} to {topics[-1]} topics"
    number = len({(each.system, each.baseline) for each in comparisons})
    corrected = "" if first.correction == "none" else "corrected "
    by = "not corrected" if first.correction == "none" else f"corrected by {first.correction}"
    tests = " and ".join(TEST_NAMES[test] for test in first.p)
    drawn = f"; {first.rounds:,} draws, seed {first.seed}" if set(first.p) - {"t"} else ""
    named = f" of the {TEST_NAMES[next(iter(first.p))]}" if len(first.p) > 1 else ""
    return [
        f"a letter before a mean: it is greater than that of the system with this letter, with {corrected}p below "
        f"{first.level:g}{named}",
        f"paired tests, two-sided ({tests}), over the {over} on which both systems have a value; p {by} for "
        f"{counted(number, 'comparison')} by each metric{drawn}",
        f"interval: of the mean difference, by Student's t, with {1 - first.level:.4g} confidence, not corrected",
    ]


def interval(differences: Array, level: float = LEVEL) -> tuple[float | None, float | None]:
    """The ends of the interval of the mean difference by Student's t, with confidence 1 - `level`; None for fewer than
    two topics.

    >>> low, high = interval(np.array([1.0, 2.0, 3.0]))
    >>> round(low, 4), round(high, 4)
    (-0.4841, 4.4841)
    """
    from scipy.stats import t  # imported here because it takes long, and few calls need it

    size = len(differences)
    if size < 2:
        return None, None
    half = t.isf(level / 2, size - 1) * differences.std(ddof=1) / math.sqrt(size)
    return float(differences.mean() - half), float(differences.mean() + half)


def p_value(test: str, differences: Array, rounds: int = ROUNDS, seed: int = 0) -> float | None:
    """The two-sided p value of a paired test: if the systems did not differ, the mean difference would be this far from
    0, or farther, with this probability. None for fewer than two topics.

    >>> p_value("randomization", np.array([1.0, 2.0, 3.0]))
    0.25
    """
    if len(differences) < 2:
        return None
    if not differences.any():
        return 1.0
    return {"t": _student, "randomization": _randomization, "bootstrap": _bootstrap}[test](differences, rounds, seed)


def _student(differences: Array, rounds: int, seed: int) -> float:
    from scipy.stats import t  # imported here because it takes long, and few calls need it

    return float(2 * t.sf(abs(_statistic(differences[None])[0]), len(differences) - 1))


def _statistic(samples: Array) -> Array:
    """Student's statistic of each row. It is infinite if all differences of the row are the same, and 0 if they are all
    0.
    """
    means, spread = samples.mean(axis=1), samples.std(axis=1, ddof=1)
    # Differences that are equal except for rounding have no spread.
    flat = spread <= EQUAL_STATISTICS * np.abs(samples).max(axis=1, initial=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        statistics = means / (spread / math.sqrt(samples.shape[1]))
    return np.where(flat, np.where(means == 0, 0.0, np.copysign(np.inf, means)), statistics)


def _randomization(differences: Array, rounds: int, seed: int) -> float:
    size = len(differences)
    observed = abs(differences.sum()) * (1 - EQUAL_STATISTICS)
    if 2**size <= EXCHANGES:
        sums = np.zeros(1)
        for difference in differences:
            sums = np.concatenate([sums + difference, sums - difference])
        return float((np.abs(sums) >= observed).mean())
    rng = np.random.default_rng(seed)
    reached = 0
    for some in _portions(rounds, size):
        signs = rng.integers(0, 2, (some, size), dtype=np.int8) * 2.0 - 1
        reached += int((np.abs(signs @ differences) >= observed).sum())
    return (reached + 1) / (rounds + 1)


def _bootstrap(differences: Array, rounds: int, seed: int) -> float:
    size = len(differences)
    observed = abs(_statistic(differences[None])[0])
    if math.isinf(observed):
        return 1 / (rounds + 1)
    shifted = differences - differences.mean()
    rng = np.random.default_rng(seed)
    reached = 0
    for some in _portions(rounds, size):
        drawn: npt.NDArray[np.int64] = rng.integers(0, size, (some, size))
        reached += int((np.abs(_statistic(shifted[drawn])) >= observed * (1 - EQUAL_STATISTICS)).sum())
    return (reached + 1) / (rounds + 1)


def _portions(rounds: int, size: int) -> list[int]:
    step = max(1, CELLS // size)
    return [min(step, rounds - first) for first in range(0, rounds, step)]


def corrected(p: Sequence[float | None], correction: str) -> list[float | None]:
    """The p values after the correction for their number. Each is at least as great as before; None stays None.

    >>> corrected([0.01, 0.04, None], "holm"), corrected([0.01, 0.04], "bonferroni"), corrected([0.01, 0.04], "fdr")
    ([0.02, 0.04, None], [0.02, 0.08], [0.02, 0.04])
    """
    rising = sorted((value, i) for i, value in enumerate(p) if value is not None)
    adjusted: list[float | None] = list(p)
    many = len(rising)
    if correction == "fdr":
        least = 1.0
        for rank, (value, i) in reversed(list(enumerate(rising, 1))):
            least = min(least, value * many / rank)
            adjusted[i] = least
        return adjusted
    greatest = 0.0
    for rank, (value, i) in enumerate(rising):
        factor = {"holm": many - rank, "bonferroni": many, "none": 1}[correction]
        greatest = max(greatest, min(1.0, value * factor))
        adjusted[i] = greatest if correction == "holm" else min(1.0, value * factor)
    return adjusted
