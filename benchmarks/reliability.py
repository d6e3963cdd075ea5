"""What Reliability and Sensitivity of a million documents cost, as ratios to peers in the same run: `python
benchmarks/reliability.py`.

Every row does both jobs alternately and reports the median of each, their ratio, and the ratio promised. Ours starts
from the numpy arrays that the yardstick gets: documents in rank order, grades or labels by document. Rows of growth set
a million documents against a tenth.
"""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from time import perf_counter

import numpy as np
from search import side_by_side
from tabulate import tabulate

import axiometrics as ax
from axiometrics.relations import Arrays, clustering_rs, curve, priority_rs

TITLE = "Reliability and Sensitivity"

Row = tuple[str, float, str, float, float]
Work = Callable[[], object]

MILLION, TENTH = 10**6, 10**5
STEEPNESS = float(curve(30, "0.8"))
ROUNDS = 7


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


def few_levels() -> Iterator[Row]:
    """Golds of few levels: one cumulative sum for each."""
    floats = np.random.default_rng(3).random(MILLION)
    for what, levels, tail, reading in (
        ("binary gold, closed", 2, False, "listed"),
        ("binary gold above its tail", 2, True, "listed"),
        ("binary gold above its tail, tail-lookup", 2, True, "tail-lookup"),
        ("four gold levels above the tail", 5, True, "listed"),
    ):
        own, theirs = side_by_side(
            priority(MILLION, levels, tail, reading), lambda: np.argsort(floats, kind="stable"), ROUNDS
        )
        yield f"priority, {what}", own, "numpy.argsort(kind='stable') of floats", theirs, 5


def many_levels() -> Iterator[Row]:
    """A gold level a document: a merge, compiled or not."""
    from scipy.stats import kendalltau

    one, other = np.random.default_rng(4).permutation(MILLION), np.random.default_rng(5).permutation(MILLION)
    for what, compiled, promised in (("numba", True, 3), ("numpy only", False, 15)):
        if not compiled or find_spec("numba"):
            own, theirs = side_by_side(
                priority(MILLION, MILLION, True, compiled=compiled), lambda: kendalltau(one, other), ROUNDS
            )
            yield f"priority, a million gold levels, {what}", own, "scipy.stats.kendalltau", theirs, promised


def partitions() -> Iterator[Row]:
    """Clustering relations of two partitions."""
    from sklearn.metrics import v_measure_score

    true, pred = labels(MILLION)
    own, theirs = side_by_side(lambda: clustering_rs(true, pred), lambda: v_measure_score(true, pred), ROUNDS)
    yield "clustering, 1000 x 1000 clusters", own, "sklearn.metrics.v_measure_score", theirs, 0.1


def growth() -> Iterator[Row]:
    """Ten times the documents against the tenth."""

    def rows() -> Iterator[tuple[str, Work, Work]]:
        yield "priority, binary gold, closed", priority(MILLION, 2, False), priority(TENTH, 2, False)
        for what, compiled in (("numba", True), ("numpy only", False)):
            if not compiled or find_spec("numba"):
                works = (priority(size, size, True, compiled=compiled) for size in (MILLION, TENTH))
                yield f"priority, a gold level a document, {what}", *works
        few, many = labels(TENTH), labels(MILLION)
        yield "clustering, 1000 x 1000 clusters", lambda: clustering_rs(*many), lambda: clustering_rs(*few)

    for what, million, tenth in rows():
        own, theirs = side_by_side(million, tenth, ROUNDS)
        yield f"growth: {what}", own, "a tenth of the documents", theirs, 13


def organizations() -> Iterator[Row]:
    """The public functions on organizations, which are built before; the first call makes arrays by the numbers
    that their documents were given meanwhile.
    """
    rng = np.random.default_rng(6)
    names = [f"d{i}" for i in range(MILLION)]
    system = ax.Organization.ranking([names[i] for i in rng.permutation(MILLION).tolist()])
    gold = ax.Organization.graded(dict(zip(names, rng.integers(0, 5, MILLION).tolist(), strict=True)))
    floats = rng.random(MILLION)
    ax.reliability(ax.Organization.ranking(names[:30]), ax.Organization.ranking(names[:30]))  # what is imported
    start = perf_counter()
    ax.reliability(system, gold)
    first = perf_counter() - start
    for what, function in (("reliability", ax.reliability), ("sensitivity", ax.sensitivity)):
        own, theirs = side_by_side(
            lambda f=function: f(system, gold), lambda: np.argsort(floats, kind="stable"), ROUNDS
        )  # type: ignore[misc]
        yield f"{what}(system, gold), organizations", own, "numpy.argsort(kind='stable') of floats", theirs, 5
    yield "the same, first call: arrays are made", first, "numpy.argsort(kind='stable') of floats", theirs, 5


def small() -> Iterator[Row]:
    """Values of 3,000 documents, as a user asks for them."""
    rng = np.random.default_rng(7)
    size = 3000
    system = ax.Organization.ranking([f"d{i}" for i in rng.permutation(size).tolist()])
    gold = ax.Organization.graded({f"d{i}": int(grade) for i, grade in enumerate(rng.integers(0, 4, size))})
    floats = rng.random(MILLION)
    own, theirs = side_by_side(
        lambda: ax.score(gold=gold, system=system, metrics=["ndcg", "ap", "rs-ranking"]),
        lambda: np.argsort(floats, kind="stable"),
        ROUNDS,
    )
    yield "ax.score of nDCG, AP and R*S, 3,000 documents", own, "numpy.argsort of a million floats", theirs, 0.4


def main() -> None:
    """Print the table."""
    rows = [row for part in (few_levels, many_levels, partitions, organizations, small, growth) for row in part()]
    shown = [
        (
            what,
            f"{own * 1e3:.3g} ms",
            peer,
            f"{theirs * 1e3:.3g} ms",
            f"{own / theirs:.3g}",
            f"{promised:g}",
            "yes" if own <= promised * theirs else "NO",
        )
        for what, own, peer, theirs, promised in rows
    ]
    sys.stdout.write(
        f"R and S of a million documents. Python {platform.python_version()}, numpy "
        f"{np.__version__}, {platform.machine()}\n\n"
    )
    headers = ("ours", "time", "yardstick", "time", "ours / yardstick", "at most", "met")
    sys.stdout.write(tabulate(shown, headers=headers, tablefmt="pipe", disable_numparse=True) + "\n")


if __name__ == "__main__":
    main()
