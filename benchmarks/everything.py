"""Seconds of one processor to decide everything up to n: a constraint in all its cases, for one metric, exactly.

Cases that differ in names, or in the order of clusters and of irrelevant documents, are one case after reduction by
isomorphism. The peers go through the cases after reduction, one score after the other, and only compare floats; they
are timed on an even sample of these, and their seconds are scaled to all. Hypothesis draws as many cases by chance
(of plain Python, which finds each of them only with luck). The physical yardstick is one pass of numpy, a subtraction
and a comparison, over as many scores as the cases have.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import islice
from math import comb, perm
from typing import Any

import numpy as np
from _timing import machine, timed
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from tabulate import tabulate

from axiometrics import registry
from axiometrics.core.arithmetic import Array
from axiometrics.core.case import Case
from axiometrics.core.cell import Cell
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.metric import Metric
from axiometrics.judging import ExactJudge
from axiometrics.search import Effort, search

TITLE = "Everything up to n"

ROUNDS = 3
SAMPLE = 400
"""Cases on which a peer is timed."""


@cache
def bell(n: int) -> int:
    """Partitions of n documents."""
    return 1 if n == 0 else sum(comb(n - 1, k) * bell(k) for k in range(n))


@cache
def stirling(n: int, k: int) -> int:
    """Partitions of n documents into k clusters."""
    return int(n == k) if n == 0 or k == 0 else k * stirling(n - 1, k) + stirling(n - 1, k - 1)


def splits(n: int) -> int:
    """Cases of Homogeneity with n named documents: a gold, an output, one of its clusters of m documents and k classes,
    and one of the 2^(k - 1) - 1 ways to split it by class.
    """
    return sum(
        comb(n, m)
        * bell(n - m)
        * stirling(m, k)
        * sum(comb(n - m, i) * k**i * bell(n - m - i) for i in range(n - m + 1))
        * (2 ** (k - 1) - 1)
        for m in range(2, n + 1)
        for k in range(2, m + 1)
    )


def swaps(length: int, golds: int, pairs: int) -> int:
    """Runs of named documents with so many pairs of neighbours 1,0 that do not touch, each against golds of 1 to
    `golds` relevant documents, in a collection with as many irrelevant ones as there are ranks.
    """
    free = length - 2 * pairs
    return comb(length - pairs, pairs) * sum(
        comb(free, k) * perm(relevant, k + pairs) * perm(length, length - k - pairs)
        for k in range(free + 1)
        for relevant in range(k + pairs, golds + 1)
    )


def labels(case: Case, role: str) -> tuple[list[int], list[int]]:
    """Classes and clusters of the documents."""
    sides = [
        {document: i for i, cluster in enumerate(side.levels[0]) for document in cluster}
        for side in (case.gold, case.outputs[role])
    ]
    return list(sides[0].values()), [sides[1][document] for document in sides[0]]


def by_scikit_learn(cases: Sequence[Case]) -> Callable[[], object]:
    """V-measure of scikit-learn, of label lists that are ready."""
    from sklearn.metrics import v_measure_score

    ready = [[labels(case, role) for role in ("better", "worse")] for case in cases]
    return lambda: [v_measure_score(*better) > v_measure_score(*worse) for better, worse in ready]


def by_pytrec_eval(cases: Sequence[Case]) -> Callable[[], object]:
    """AP of pytrec_eval, of dictionaries that are ready."""
    import pytrec_eval

    qrels: dict[str, dict[str, int]] = {}
    runs: dict[str, dict[str, float]] = {}
    for k, case in enumerate(cases):
        for role, output in case.outputs.items():
            name = f"{k}-{role}"
            qrels[name] = case.gold.grades()
            runs[name] = {document: -float(rank) for rank, _, document in output.occurrences()}
    evaluator = pytrec_eval.RelevanceEvaluator(qrels, {"map"})
    return lambda: evaluator.evaluate(runs)


def by_hypothesis(draw: st.SearchStrategy[Any], score: Callable[[Any], float]) -> Callable[[], object]:
    """So many random inputs, each scored twice."""

    drawing = settings(max_examples=SAMPLE, deadline=None, database=None, phases=[Phase.generate])

    @settings(drawing, suppress_health_check=list(HealthCheck))
    @given(draw)
    def test(drawn: Any) -> None:
        score(drawn), score(drawn)

    return test


def plain_bcubed(drawn: list[tuple[int, int]]) -> float:
    """BCubed F document by document."""
    p = r = 0.0
    for true, pred in drawn:
        both = drawn.count((true, pred))
        p += both / sum(cluster == pred for _, cluster in drawn)
        r += both / sum(gold_class == true for gold_class, _ in drawn)
    return 2 * p * r / (p + r) if p else 0.0


def plain_ap(drawn: list[int]) -> float:
    """AP with all relevant documents retrieved."""
    precisions = 0.0
    for rank, grade in enumerate(drawn):
        precisions += grade * sum(drawn[: rank + 1]) / (rank + 1)
    return precisions / max(1, sum(drawn))


def least(work: Callable[[], object]) -> float:
    """The least seconds of processor of some rounds."""
    return min(timed(work) for _ in range(ROUNDS))


def decided(constraint: Constraint, reading: Reading, metric: Metric, size: int) -> Cell:
    """Return the cell of a metric; nothing is known before."""
    (cell,) = search(constraint, reading, [ExactJudge(metric)], Effort(size))
    return cell


def compared(left: Array, right: Array) -> Array:
    """Do the least work that two scores of each case require: compare them."""
    return np.asarray(left - right > 0)


def rows() -> Iterator[tuple[str, ...]]:
    """One row for each reading and size."""
    clusterings = st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), min_size=8, max_size=8)
    rankings = st.lists(st.integers(0, 1), min_size=16, max_size=16)
    homogeneity = "clustering:homogeneity", "universal", "v-measure"
    clustering, ranking = (by_scikit_learn, clusterings, plain_bcubed), (by_pytrec_eval, rankings, plain_ap)
    for name, reading_name, metric, size, peer, drawn, score in (
        (*homogeneity, 8, *clustering),
        (*homogeneity, 9, *clustering),
        ("ranking:priority", "universal", "ap", 16, *ranking),
        ("ranking:priority", "universal", "ap", 18, *ranking),
        ("ranking:deepness", "same-run", "rbp(p=0.8)", 16, *ranking),
    ):
        (constraint,) = registry.match_constraints(name)
        reading = constraint.reading(reading_name)
        held = registry.metric(metric)
        decide = partial(decided, constraint, reading, held, size)
        evidence = decide().evidence
        number = evidence.cases + evidence.undefined
        ours = least(decide)
        sample = list(islice(reading.judged.cases(8 if constraint.task == "ranking" else 6), SAMPLE))
        named = {
            "homogeneity": lambda n: sum(map(splits, range(2, n + 1))),
            "priority": lambda n: sum(swaps(m, n, 1) for m in range(2, n + 1)),
            "deepness": lambda n: sum(swaps(m, n, 2) for m in range(4, n + 1)),
        }[constraint.id]
        theirs = least(peer(sample)) * number / len(sample)
        drawing = least(by_hypothesis(drawn, score)) * number / SAMPLE
        left, right = np.random.default_rng(0).random((2, number))
        numpy_pass = least(partial(compared, left, right))
        yield (
            f"{held.title}, {constraint.title} ({reading.name}), n = {size}",
            f"{named(size):.3g}",
            f"{number:,}",
            f"{ours:.3g} s",
            f"{ours / theirs:.2g} ({peer.__name__[3:]}: {theirs:.3g} s)",
            f"{ours / drawing:.2g} ({drawing:.3g} s)",
            f"{ours / numpy_pass:.3g}",
        )


def main() -> None:
    """Print the table."""
    headers = ("everything", "cases with names", "after reduction", "ours", "/ loop", "/ Hypothesis", "/ one pass")
    sys.stdout.write(f"{machine()}; the least of {ROUNDS} rounds\n\n")
    sys.stdout.write(tabulate(list(rows()), headers=headers, tablefmt="pipe", disable_numparse=True) + "\n")


if __name__ == "__main__":
    main()
