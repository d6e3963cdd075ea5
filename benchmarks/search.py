"""What the search costs, as ratios to peers measured side by side in the same run: `make bench`, or `python
benchmarks/search.py`.

Every row does the same work twice, ours and the yardstick's, alternating, and reports the median of each and their
ratio. Absolute times are those of the machine; the ratios travel. The table goes to standard output;
`benchmarks/results.md` keeps the last one that was committed.
"""

from __future__ import annotations

import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from tabulate import tabulate

from axiometrics import registry
from axiometrics.candidates import subject
from axiometrics.core.aggregates import Contingency, Gains
from axiometrics.generators.runs import Runs, golds
from axiometrics.generators.tables import clusters_of, tables
from axiometrics.running import run as runner
from axiometrics.running.settings import Search, Sizes

TITLE = "The search"

Row = tuple[str, float, str, float]


def timed(work: Callable[[], object]) -> float:
    """Seconds that one call takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def side_by_side(ours: Callable[[], object], theirs: Callable[[], object], rounds: int = 5) -> tuple[float, float]:
    """Medians of alternating rounds, after one of each to warm up."""
    ours(), theirs()
    pairs = [(timed(ours), timed(theirs)) for _ in range(rounds)]
    return statistics.median(one for one, _ in pairs), statistics.median(other for _, other in pairs)


def clusterings(documents: int) -> tuple[Contingency, list[tuple[list[int], list[int]]]]:
    """Every table of that many documents up to isomorphism, as one stack and as label lists."""
    stack, labels = [], []
    for columns in tables(documents):
        places = [
            (i, j) for j, cluster in enumerate(clusters_of(columns)) for i, k in cluster.items() for _ in range(k)
        ]
        true, pred = (list(side) for side in zip(*places, strict=True))
        table = np.zeros((documents, documents), dtype=np.int64)
        np.add.at(table, (true, pred), 1)
        stack.append(table)
        labels.append((true, pred))
    return Contingency.of(np.array(stack)), labels


def plain_bcubed(true: list[int], pred: list[int]) -> float:
    """BCubed F document by document."""
    n = len(true)
    p = r = 0.0
    for i in range(n):
        cluster = [j for j in range(n) if pred[j] == pred[i]]
        klass = [j for j in range(n) if true[j] == true[i]]
        both = sum(1 for j in cluster if true[j] == true[i])
        p += both / len(cluster) / n
        r += both / len(klass) / n
    return 2 * p * r / (p + r)


def clustering_rows() -> Iterator[Row]:
    """Clustering formulas in batches, and one exact decision."""
    from sklearn.metrics import adjusted_rand_score, v_measure_score

    stack, labels = clusterings(7)
    sample = labels[::7]
    share = len(labels) / len(sample)
    for name, peer in (
        ("v-measure", v_measure_score),
        ("adjusted-rand", adjusted_rand_score),
        ("bcubed-f", plain_bcubed),
    ):
        metric = registry.metric(name)
        ours, theirs = side_by_side(
            lambda metric=metric: metric.evaluate(stack), lambda peer=peer: [peer(*pair) for pair in sample]
        )  # type: ignore[misc]
        yield (
            f"{name}, 910 tables of 7 documents in one batch",
            ours,
            (
                f"{peer.__name__} "
                f"{'of scikit-learn' if peer.__module__.startswith('sklearn') else 'in plain Python'}, "
                f"one by one"
            ),
            theirs * share,
        )
    constraint = registry.match_constraints("rag-bag")[0]
    case = next(iter(constraint.readings[0].cases.cases(9)))
    formula, definition = registry.metric("bcubed-f"), registry.definitions()["bcubed-f"]
    better, gold = case.outputs["better"], case.gold
    ours, theirs = side_by_side(lambda: formula.exact(better, gold), lambda: definition(better, gold), 9)
    yield (
        "bcubed-f of one case of 9 documents, exactly",
        ours,
        "its plain definition with Fraction, document by document",
        theirs,
    )


def ranking_rows() -> Iterator[Row]:
    """Ranking formulas in batches."""
    import pytrec_eval

    length = 10
    universe = Runs(length, golds(1, length))
    stacks = list(universe.chunks())
    cases = [(run, n) for run in range(0, 2**length, 16) for n in range(1, length + 1) if bin(run).count("1") <= n]
    share = len(universe) / len(cases)
    qrels, runs = {}, {}
    for k, (run, n) in enumerate(cases):
        bits = [run >> (length - 1 - i) & 1 for i in range(length)]
        unseen = n - sum(bits)
        qrels[str(k)] = {f"d{i}": bit for i, bit in enumerate(bits)} | {f"u{i}": 1 for i in range(unseen)}
        runs[str(k)] = {f"d{i}": float(length - i) for i in range(length)}
    for name, peer in (("ap", "map"), ("ndcg", "ndcg")):
        metric = registry.metric(name)
        evaluator = pytrec_eval.RelevanceEvaluator(qrels, {peer})

        def ours(metric: Any = metric) -> None:
            for counts, _ in stacks:
                metric.evaluate(counts)

        own, theirs = side_by_side(ours, lambda evaluator=evaluator: evaluator.evaluate(runs))  # type: ignore[misc]
        yield (
            f"{name}, {len(universe)} runs of length {length} with golds, in batches",
            own,
            f"pytrec_eval {peer}, dictionaries ready",
            theirs * share,
        )
    gains = Gains.of(np.random.default_rng(1).integers(0, 2, (1000, 1000)), np.full((1000, 1), 600))
    ap = registry.metric("ap")
    floats = np.random.default_rng(2).random(gains.gains.shape)
    own, theirs = side_by_side(lambda: ap.evaluate(gains), lambda: np.sort(floats, axis=-1))
    yield "ap of 1000 runs x 1000 documents", own, "numpy.sort of as many floats", theirs


def search_rows() -> Iterator[Row]:
    """A whole search, exact against black box."""
    from sklearn.metrics import v_measure_score

    chosen = [c for name in ("homogeneity", "completeness", "rag-bag") for c in registry.match_constraints(name)]
    sizes = Sizes(6)

    def ours() -> None:
        runner.run([runner.builtin(registry.metric("v-measure"))], chosen, search=Search(sizes=sizes, proofs=False))

    def theirs() -> None:
        runner.run([subject(v_measure_score)], chosen, search=Search(sizes=sizes, max_examples=0))

    own, other = side_by_side(ours, theirs, 3)
    yield (
        "V-measure, three constraints to 6 documents, exact",
        own,
        "the same search on sklearn's v_measure_score, each table once",
        other,
    )


def cold_rows() -> Iterator[Row]:
    """The whole default matrix in a fresh interpreter against starting scikit-learn in one."""

    def fresh(code: str) -> Callable[[], object]:
        return lambda: subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)

    matrix = (
        "from axiometrics.registry import studies; from axiometrics.running import run as runner; "
        "from axiometrics.running.settings import Search; "
        "asked = studies.metrics(studies.asked('amigo2013')); "
        "runner.run([runner.builtin(m) for m in asked], search=Search(proofs=False))"
    )
    own, theirs = side_by_side(fresh(matrix), fresh("import sklearn.metrics"), 3)
    yield "the default matrix without proofs, cold, one process", own, "python -c 'import sklearn.metrics'", theirs


def main() -> None:
    """Print the table."""
    rows = [row for part in (clustering_rows, ranking_rows, search_rows, cold_rows) for row in part()]
    shown = [
        (what, f"{own * 1e3:.3g} ms", peer, f"{theirs * 1e3:.3g} ms", f"{own / theirs:.3g}")
        for what, own, peer, theirs in rows
    ]
    sys.stdout.write(f"Python {platform.python_version()}, numpy {np.__version__}, {platform.machine()}\n\n")
    sys.stdout.write(
        tabulate(shown, headers=("ours", "time", "yardstick", "time", "ours / yardstick"), tablefmt="pipe") + "\n"
    )


if __name__ == "__main__":
    main()
