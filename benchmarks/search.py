"""What the search costs, compared with peers that are measured in the same run. `make bench` measures it again, or
`python benchmarks/search.py`.

A batch is compared with one sum over its counts, which is one pass of numpy. The whole matrix is compared with the
import of numpy and sympy, which it needs.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
from _timing import Row, Yardstick, machine, measured, table

from axiometrics import registry
from axiometrics.candidates import candidate
from axiometrics.core.aggregates import Contingency, Gains
from axiometrics.core.metric import Metric
from axiometrics.generators.runs import Runs, golds
from axiometrics.generators.tables import clusters_of, tables
from axiometrics.running import run as runner
from axiometrics.running.candidate import builtin
from axiometrics.running.settings import Search, Sizes

TITLE = "The search"


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
    whole = Yardstick("one sum of the counts", stack.table.sum)
    for name, peer, of in (
        ("v-measure", v_measure_score, "of scikit-learn"),
        ("adjusted-rand", adjusted_rand_score, "of scikit-learn"),
        ("bcubed-f", plain_bcubed, "in plain Python"),
    ):
        one_by_one = Yardstick(f"{peer.__name__} {of}, one by one", lambda peer=peer: [peer(*pair) for pair in labels])
        ours = partial(registry.metric(name).evaluate, stack)
        yield measured(f"{name}, {len(labels)} tables of 7 documents in one batch", ours, one_by_one, whole, 3)
    constraint = registry.match_constraints("rag-bag")[0]
    case = next(iter(constraint.readings[0].judged.cases(9)))
    pair = case.outputs["better"], case.gold
    plain = Yardstick("its plain definition with Fraction", lambda: registry.definitions()["bcubed-f"](*pair))
    yield measured(
        "bcubed-f of one case of 9 documents, exactly", lambda: registry.metric("bcubed-f").exact(*pair), plain
    )


def ranking_rows() -> Iterator[Row]:
    """Ranking formulas in batches."""
    import pytrec_eval

    length = 10
    universe = Runs(length, golds(1, length))
    stacks = [counts for counts, _ in universe.chunks()]
    qrels: dict[str, dict[str, int]] = {}
    runs: dict[str, dict[str, float]] = {}
    pairs = [universe.outputs(k, False) for k in np.flatnonzero(universe.held).tolist()]
    for k, (output, gold) in enumerate(pairs):
        qrels[str(k)] = gold.grades()
        runs[str(k)] = {document: -float(rank) for rank, _, document in output.occurrences()}
    floats = np.zeros(len(universe) * length)

    def ours(metric: Metric) -> None:
        for counts in stacks:
            metric.evaluate(counts)

    for name, measure in (("ap", "map"), ("ndcg", "ndcg")):
        evaluator = pytrec_eval.RelevanceEvaluator(qrels, {measure})
        peer = Yardstick(f"pytrec_eval {measure}, dictionaries ready", partial(evaluator.evaluate, runs))
        title = f"{name}, {len(runs)} runs of length {length} with golds, in batches"
        yield measured(
            title, partial(ours, registry.metric(name)), peer, Yardstick("one sum of the grades", floats.sum)
        )
    ap = registry.metric("ap")
    one_by_one = Yardstick("exactly, one by one", lambda: [ap.exact(*pair) for pair in pairs])
    yield measured(f"ap, {len(pairs)} outputs that cases list", lambda: ap.all_rounded(pairs), one_by_one, None, 3)
    gains = Gains.of(np.random.default_rng(1).integers(0, 2, (1000, 1000)), np.full((1000, 1), 600))
    floats = np.random.default_rng(2).random(gains.gains.shape)
    sort = Yardstick("numpy.sort of as many floats", lambda: np.sort(floats, axis=-1))
    yield measured("ap of 1000 runs x 1000 documents", lambda: ap.evaluate(gains), None, sort)


def search_rows() -> Iterator[Row]:
    """A whole search, exact against black box."""
    from sklearn.metrics import v_measure_score

    chosen = [c for name in ("homogeneity", "completeness", "rag-bag") for c in registry.match_constraints(name)]
    sizes = Sizes(6)
    ours = [builtin(registry.metric("v-measure"))], chosen
    called = Yardstick(
        "the same search on sklearn's v_measure_score, each table once",
        lambda: runner.run([candidate(v_measure_score)], chosen, search=Search(sizes=sizes, max_examples=0)),
    )
    title = "V-measure, three constraints to 6 documents, exact"
    yield measured(title, lambda: runner.run(*ours, search=Search(sizes=sizes, proofs=False)), called, None, 3)


def cold_rows() -> Iterator[Row]:
    """The whole default matrix in a fresh interpreter."""

    def fresh(*words: str) -> Callable[[], object]:
        return lambda: subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL)

    started = Yardstick("python -c 'import numpy, sympy'", fresh("-c", "import numpy, sympy"), 12)
    matrix = fresh("-m", "axiometrics", "matrix", "--no-cache", "--progress", "none")
    yield measured("the default matrix, cold, one process", matrix, started, None, 3)


def main() -> None:
    """Print the table."""
    rows = [row for part in (clustering_rows, ranking_rows, search_rows, cold_rows) for row in part()]
    sys.stdout.write(f"{machine()}\n\n{table(rows)}\n")


if __name__ == "__main__":
    main()
