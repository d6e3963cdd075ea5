"""What Reliability and Sensitivity of a million documents cost, compared with peers that are measured in the same run.
`python benchmarks/reliability.py` measures it again.

In every row, both jobs run in turn (`_timing.py`). Where the peer is a sort of as many numbers, it is the physical
yardstick as well. Our job starts from the numpy arrays that the yardstick gets: documents in rank order, and grades
or labels by document. Rows of growth compare a million documents with a tenth of them.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Iterator
from importlib.util import find_spec

import numpy as np
from _timing import ROUNDS, Ratio, Row, Work, Yardstick, machine, measured, table, timed

import axiometrics as ax
from axiometrics.relations import Arrays, clustering_rs, curve, priority_rs

TITLE = "Reliability and Sensitivity"

MILLION, TENTH = 10**6, 10**5
STEEPNESS = float(curve(30, "0.8"))


def priority(size: int, levels: int, tail: bool, reading: str = "listed", compiled: bool | None = None) -> Work:
    """R and S of a strict ranking of that many documents against a gold of that many levels."""
    rng = np.random.default_rng(1)
    ranks, grades = rng.permutation(size), rng.permutation(size) % levels

    def work() -> object:
        return priority_rs(Arrays.ranking(ranks), Arrays.graded(grades, tail), STEEPNESS, reading, compiled)

    return work


def labels(size: int) -> tuple[np.ndarray, np.ndarray]:
    """Two partitions into a thousand clusters."""
    true, pred = np.random.default_rng(2).integers(0, 1000, (2, size))
    return true, pred


def sort(most: float) -> Yardstick:
    """A stable sort of a million floats."""
    floats = np.random.default_rng(3).random(MILLION)
    return Yardstick("numpy.argsort(kind='stable') of floats", lambda: np.argsort(floats, kind="stable"), most)


def few_levels() -> Iterator[Row]:
    """Golds of few levels: one cumulative sum for each."""
    for name, levels, tail, reading in (
        ("binary gold, closed", 2, False, "listed"),
        ("binary gold above its tail", 2, True, "listed"),
        ("binary gold above its tail, tail-lookup", 2, True, "tail-lookup"),
        ("four gold levels above the tail", 5, True, "listed"),
    ):
        yield measured(f"priority, {name}", priority(MILLION, levels, tail, reading), sort(5))


def many_levels() -> Iterator[Row]:
    """A gold level a document: a merge, compiled or not."""
    from scipy.stats import kendalltau

    left, right = np.random.default_rng(4).permutation(MILLION), np.random.default_rng(5).permutation(MILLION)
    for name, compiled, most in (("numba", True, 3), ("numpy only", False, 15)):
        if not compiled or find_spec("numba"):
            work = priority(MILLION, MILLION, True, compiled=compiled)
            peer = Yardstick("scipy.stats.kendalltau", lambda: kendalltau(left, right), most)
            yield measured(f"priority, a million gold levels, {name}", work, peer, sort(5))


def partitions() -> Iterator[Row]:
    """Clustering relations of two partitions."""
    from sklearn.metrics import v_measure_score

    true, pred = labels(MILLION)
    peer = Yardstick("sklearn.metrics.v_measure_score", lambda: v_measure_score(true, pred), 0.1)
    one_pass = Yardstick("numpy.bincount of the pairs", lambda: np.bincount(true * 1000 + pred, minlength=MILLION))
    yield measured("clustering, 1000 x 1000 clusters", lambda: clustering_rs(true, pred), peer, one_pass)


def growth() -> Iterator[Row]:
    """Ten times the documents against the tenth."""

    def rows() -> Iterator[tuple[str, Work, Work]]:
        yield "priority, binary gold, closed", priority(MILLION, 2, False), priority(TENTH, 2, False)
        for name, compiled in (("numba", True), ("numpy only", False)):
            if not compiled or find_spec("numba"):
                works = (priority(size, size, True, compiled=compiled) for size in (MILLION, TENTH))
                yield f"priority, a gold level a document, {name}", *works
        few, many = labels(TENTH), labels(MILLION)
        yield "clustering, 1000 x 1000 clusters", lambda: clustering_rs(*many), lambda: clustering_rs(*few)

    for name, million, tenth in rows():
        yield measured(f"growth: {name}", million, Yardstick("a tenth of the documents", tenth, 13))


def organizations() -> Iterator[Row]:
    """The public functions on organizations, which are built before; the first call makes arrays by the numbers
    that their documents were given meanwhile.
    """
    rng = np.random.default_rng(6)
    names = [f"d{i}" for i in range(MILLION)]
    system = ax.Organization.ranking([names[i] for i in rng.permutation(MILLION).tolist()])
    gold = ax.Organization.graded(dict(zip(names, rng.integers(0, 5, MILLION).tolist(), strict=True)))
    ax.reliability(ax.Organization.ranking(names[:30]), ax.Organization.ranking(names[:30]))  # what is imported
    yield first("the first call of reliability: arrays are made", lambda: ax.reliability(system, gold), sort(5))
    yield measured("reliability(system, gold), organizations", lambda: ax.reliability(system, gold), sort(5))
    yield measured("sensitivity(system, gold), organizations", lambda: ax.sensitivity(system, gold), sort(5))


def first(name: str, ours: Work, peer: Yardstick) -> Row:
    """Return a row of work that is done only once."""
    seconds = timed(ours)
    ratios = [seconds / timed(peer.work) for _ in range(ROUNDS)]
    return Row(name, seconds, Ratio(peer, statistics.median(ratios), min(ratios), max(ratios)), None)


def small() -> Iterator[Row]:
    """Values of 3,000 documents, as a user asks for them."""
    rng = np.random.default_rng(7)
    size = 3000
    system = ax.Organization.ranking([f"d{i}" for i in rng.permutation(size).tolist()])
    gold = ax.Organization.graded({f"d{i}": int(grade) for i, grade in enumerate(rng.integers(0, 4, size))})
    metrics = ["ndcg", "ap", "rs-ranking"]
    name = "ax.score of nDCG, AP and R*S, 3,000 documents"
    yield measured(name, lambda: ax.score(gold=gold, system=system, metrics=metrics), sort(0.4))


def main() -> None:
    """Print the table."""
    rows = [row for part in (few_levels, many_levels, partitions, organizations, small, growth) for row in part()]
    sys.stdout.write(f"R and S of a million documents. {machine()}\n\n{table(rows)}\n")


if __name__ == "__main__":
    main()
