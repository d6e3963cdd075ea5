"""What large input costs through the public functions, beside scikit-learn, pandas, polars, pytrec_eval and pyndeval:
`make bench`, or `python benchmarks/large.py`.

Before anything is timed, values are compared with the peer's. The yardsticks are one pass over the input in numpy, or
one sort of it. Rows of label files read both files, bring the documents into one order, and score; pandas and polars
only read.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from _timing import Row, Work, Yardstick, machine, measured, table

import axiometrics as ax
from axiometrics import registry
from axiometrics.evaluation.scores import Wanted
from axiometrics.evaluation.scoring import Evaluation

MILLION, PARTS = 10**6, 1000
TOPICS = DOCUMENTS = 1000
MEASURES = {"ap": "map", "ndcg": "ndcg", "rr": "recip_rank", "p@10": "P_10"}
ASKED = {"map", "ndcg", "recip_rank", "P.10"}
DIVERSITY = {"alpha-ndcg@10": "alpha-nDCG@10", "err-ia@10": "ERR-IA@10"}


def score(gold: Any, system: Any, *metrics: str) -> Work:
    """Return a call of the public function on these sides."""
    return lambda: ax.score(gold=gold, system=system, metrics=metrics)


def demand_equal(name: str, ours: float, theirs: float) -> None:
    """Stop with an error if the two values differ."""
    if abs(ours - theirs) > 1e-9:
        raise SystemExit(f"{name}: ours is {ours}, the peer's is {theirs}")


def label_rows() -> Iterator[Row]:
    """A million labels in arrays, lists, dictionaries and frames."""
    import pandas as pd
    from sklearn import metrics as peers

    true, pred = np.random.default_rng(1).integers(0, PARTS, (2, MILLION))
    one_pass = Yardstick("numpy.bincount of the pairs", lambda: np.bincount(true * PARTS + pred, minlength=PARTS**2))
    v_measure = Yardstick("v_measure_score", lambda: peers.v_measure_score(true, pred), 0.1)
    for name, peer in (
        ("v-measure", peers.v_measure_score),
        ("nmi", peers.normalized_mutual_info_score),
        ("adjusted-rand", peers.adjusted_rand_score),
        ("fowlkes-mallows", peers.fowlkes_mallows_score),
    ):
        demand_equal(name, ax.score(gold=true, system=pred, metrics=[name])[name], peer(true, pred))
    for name in ("bcubed-f", "v-measure", "nmi", "adjusted-rand", "pair-f"):
        yield measured(f"{name}, integers", score(true, pred, name), v_measure, one_pass)
    few = np.random.default_rng(2).integers(0, 10, (2, MILLION))
    skewed = np.repeat(np.arange(316), np.arange(1, 317))
    for form, (a, b) in {
        "ten classes, ten clusters, a million documents": few,
        "316 sizes from 1 to 316 on both sides": (skewed, np.random.default_rng(3).permutation(skewed)),
    }.items():
        demand_equal("ami", ax.score(gold=a, system=b, metrics=["ami"])["ami"], peers.adjusted_mutual_info_score(a, b))
        yield measured(
            f"ami, {form}",
            score(a, b, "ami"),
            Yardstick("adjusted_mutual_info_score", lambda a=a, b=b: peers.adjusted_mutual_info_score(a, b), 1),
            one_pass,
        )
    every = [
        metric.id
        for metric in registry.metrics()
        if metric.task == "clustering" and metric.formula is not None and metric.family != "control"
    ]
    yield measured(
        f"all {len(every)} metrics of partitions, integers",
        score(true, pred, *every),
        Yardstick("ours: bcubed-f, then ami", lambda: [score(true, pred, name)() for name in ("bcubed-f", "ami")], 5),
        one_pass,
        rounds=3,
    )
    texts = [np.array([f"c{i}" for i in side.tolist()]) for side in (true, pred)]
    lists = [side.tolist() for side in texts]
    names = [f"doc{i:07d}" for i in range(MILLION)]
    series = [pd.Series(side) for side in lists]
    frames = [pd.DataFrame({"document": names, "label": side}) for side in lists]
    sort = Yardstick("numpy.sort of the texts", lambda: [np.sort(side) for side in texts])
    for form, gold, system, held in (
        ("an array of texts", *texts, texts),
        ("a list of texts", *lists, lists),
        ("a list of integers", true.tolist(), pred.tolist(), [true.tolist(), pred.tolist()]),
        ("a series of pandas", *series, series),
        ("a dictionary by document", *(dict(zip(names, side, strict=True)) for side in lists), lists),
        ("a frame of pandas", *frames, lists),
    ):
        yield measured(
            f"bcubed-f, {form}",
            score(gold, system, "bcubed-f"),
            Yardstick("v_measure_score of the labels", lambda held=held: peers.v_measure_score(*held), 0.1),
            sort,
            rounds=3,
        )


def many_classes_rows() -> Iterator[Row]:
    """Ten million documents in 100,000 classes and 100,000 clusters, of which a fifth of the documents left its own."""
    from sklearn import metrics as peers

    chance, size, parts = np.random.default_rng(4), 10 * MILLION, 100 * PARTS
    true = chance.integers(0, parts, size)
    pred = np.where(chance.random(size) < 0.8, true, chance.integers(0, parts, size))
    one_sort = Yardstick("numpy.sort of the pairs", lambda: np.sort(true * parts + pred))
    v_measure = Yardstick("v_measure_score", lambda: peers.v_measure_score(true, pred), 2)
    adjusted = Yardstick("adjusted_rand_score", lambda: peers.adjusted_rand_score(true, pred), 2)
    for name, peer in (("v-measure", v_measure), ("bcubed-f", v_measure), ("adjusted-rand", adjusted)):
        yield measured(f"{name}, ten million documents in 10^5 x 10^5", score(true, pred, name), peer, one_sort, 1)


HASHED = "{1:08x}"
"""A form of names that are not a text with a number after it: eight hexadecimal digits."""


def file_rows(folder: Path) -> Iterator[Row]:
    """Two label files of a million documents in different orders."""
    import pandas as pd
    import polars as pl

    gold, system = label_files(folder)
    ours: Work = lambda: files_scored(gold, system)  # noqa: E731
    one_pass = Yardstick(
        "reading the bytes of both", lambda: [file.read_bytes().count(b"\n") for file in (gold, system)]
    )

    def joined() -> object:
        classes, clusters = (pd.read_csv(file, header=None) for file in (gold, system))
        return classes.merge(clusters, on=0)

    def in_polars(most: float | None = None) -> Yardstick:
        return Yardstick(
            "polars.read_csv of both", lambda: [pl.read_csv(file, has_header=False) for file in (gold, system)], most
        )

    in_pandas = Yardstick(
        "pandas.read_csv of both", lambda: [pd.read_csv(file, header=None) for file in (gold, system)], 3
    )
    for peer in (in_pandas, in_polars(3)):
        yield measured("bcubed-f, label files", ours, peer, one_pass, rounds=3)
    yield measured(
        "bcubed-f, label files", ours, Yardstick("pandas: both read, and merged", joined), one_pass, rounds=3
    )
    label_files(folder, HASHED)  # in place of the files before
    yield measured("bcubed-f, label files, documents named by hashes", ours, in_polars(), one_pass, rounds=3)


def label_files(folder: Path, named: str = "doc{:07d}") -> tuple[Path, Path]:
    """A file of classes, and one of clusters in another order."""
    rng = np.random.default_rng(4)
    true, pred = rng.integers(0, PARTS, (2, MILLION)).tolist()
    gold, system = folder / "gold.csv", folder / "system.csv"
    names = [named.format(i, i * 0x9E3779B1 % 2**32) for i in range(MILLION)]
    gold.write_text("".join(f"{name},c{label}\n" for name, label in zip(names, true, strict=True)), encoding="ascii")
    order = rng.permutation(MILLION).tolist()
    system.write_text("".join(f"{names[i]},k{pred[i]}\n" for i in order), encoding="ascii")
    return gold, system


def files_scored(gold: Path, system: Path) -> object:
    """What `axiometrics score` does with label files."""
    return Evaluation.read(str(gold), [str(system)]).score([Wanted(registry.metric("bcubed-f"))])


def bytes_a_document(folder: Path) -> str:
    """Measure by how much the memory of a process grows when it scores the same files."""
    gold, system = label_files(folder)
    ran = subprocess.run([sys.executable, __file__, str(gold), str(system)], check=True, capture_output=True, text=True)
    return (
        f"Memory: scoring both label files takes at most {float(ran.stdout):.0f} bytes for each document. "
        f"The aim of at most 150 bytes is {'met' if float(ran.stdout) <= 150 else 'MISSED'}."
    )


def grown(gold: Path, system: Path) -> float:
    """Bytes of memory a document that scoring takes beyond what the process has."""
    small = gold.with_name("small.csv")
    small.write_text("a,1\nb,2\nc,1\n", encoding="ascii")
    files_scored(small, small)
    before = peak()
    files_scored(gold, system)
    return (peak() - before) / MILLION


def peak() -> int:
    """Bytes of memory that this process has held at most; on Linux `ru_maxrss` counts those of its parent, too."""
    status = Path("/proc/self/status")
    if status.exists():
        return next(int(line.split()[1]) * 1024 for line in status.read_text().splitlines() if "VmHWM" in line)
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def run_rows() -> Iterator[Row]:
    """A thousand runs of a thousand documents in dictionaries and matrices."""
    import pytrec_eval

    rng = np.random.default_rng(5)
    grades = rng.integers(-3, 4, (TOPICS, DOCUMENTS)).clip(0)
    scores = rng.random((TOPICS, DOCUMENTS))
    names = [f"d{i:04d}" for i in range(DOCUMENTS)]
    gold, run = (
        {f"q{i}": dict(zip(names, row, strict=True)) for i, row in enumerate(side.tolist())}
        for side in (grades, scores)
    )
    our_scores = ax.score(gold=gold, system=run, metrics=list(MEASURES))
    peer = pytrec_eval.RelevanceEvaluator(gold, ASKED).evaluate(run)
    for ours, theirs in MEASURES.items():
        demand_equal(ours, our_scores[ours], float(np.mean([of[theirs] for of in peer.values()])))
    sort = Yardstick("numpy.argsort of the scores", lambda: np.argsort(scores, axis=1))

    def trec(most: float) -> Yardstick:
        return Yardstick(
            "pytrec_eval, dictionaries ready",
            lambda: pytrec_eval.RelevanceEvaluator(gold, ASKED).evaluate(run),
            most,
        )

    yield measured("AP, nDCG, RR, P@10 from dictionaries", score(gold, run, *MEASURES), trec(0.6), sort)
    in_order = -np.sort(-grades[:, ::-1], axis=1)[:, rng.permutation(DOCUMENTS)]
    for form, judgements, scored, most in (
        ("scores", grades, scores, 0.1),
        ("a matrix of grades in rank order", in_order, np.arange(DOCUMENTS, 0, -1), 1 / 80),
    ):
        try:
            ax.score(gold=judgements, system=scored, metrics=["ap"])
        except ValueError:
            continue
        yield measured(f"AP, nDCG, RR, P@10 from {form}", score(judgements, scored, *MEASURES), trec(most), sort)


def diversity_rows(folder: Path) -> Iterator[Row]:
    """Topics with intents, from files."""
    import pyndeval

    rng = np.random.default_rng(6)
    qrels, run = folder / "intents.qrels", folder / "run.txt"
    judged = [
        (str(topic), str(intent), f"d{d:04d}", int(rng.integers(0, 2)))
        for topic in range(1, 51)
        for d in rng.permutation(2000)[:200].tolist()
        for intent in range(1, 6)
    ]
    listed = [
        (str(topic), f"d{d:04d}", float(1000 - rank))
        for topic in range(1, 51)
        for rank, d in enumerate(rng.permutation(2000)[:1000].tolist())
    ]
    qrels.write_text("".join(f"{t} {i} {d} {grade}\n" for t, i, d, grade in judged), encoding="ascii")
    run.write_text("".join(f"{t} Q0 {d} 1 {value} x\n" for t, d, value in listed), encoding="ascii")

    def ours() -> Any:
        evaluation = Evaluation.read(str(qrels), [str(run)], kind="diversity-qrels")
        return evaluation.score([Wanted(registry.metric(name)) for name in DIVERSITY])

    def theirs() -> Any:
        gold = [(t, i, d, int(g)) for t, i, d, g in map(str.split, qrels.read_text().splitlines())]
        system = [(t, d, float(v)) for t, _, d, _, v, _ in map(str.split, run.read_text().splitlines())]
        return pyndeval.ndeval(gold, system, measures=list(DIVERSITY.values()))

    peer = theirs()
    for row in ours().rows:
        if row.topic != "all" and row.metric.startswith("alpha-ndcg"):  # ERR-IA of ndeval has another scale
            demand_equal(f"{row.metric} of {row.topic}", row.value, peer[row.topic][_named(row.metric)])
    yield measured(
        "alpha-nDCG@10 and ERR-IA@10 from files, 50 topics",
        ours,
        Yardstick("lines split, pyndeval.ndeval", theirs, 1),
        Yardstick("reading the bytes of both", lambda: [file.read_bytes().count(b"\n") for file in (qrels, run)]),
        rounds=3,
    )


def _named(metric: str) -> str:
    return next(theirs for ours, theirs in DIVERSITY.items() if metric.startswith(ours))


def main(arguments: Sequence[str]) -> None:
    """Print the table."""
    if arguments:
        sys.stdout.write(f"{grown(*map(Path, arguments))}\n")
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        parts: list[Callable[[], Iterator[Row]]] = [
            label_rows,
            many_classes_rows,
            lambda: file_rows(folder),
            run_rows,
            lambda: diversity_rows(folder),
        ]
        rows = [row for part in parts for row in part()]
        memory = bytes_a_document(folder)
    sys.stdout.write(f"{machine()}\n\n{table(rows)}\n\n{memory}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
