"""How ranking metrics order 136 rankers: `python docs/real-data/rankings.py FOLDER`.

The source distribution of rankeval 0.8.2 has 10,000 judged documents of 86 queries of MSLR-WEB10K, each with 136
features. Each feature is a ranker: the documents of a query by its value, the greatest first. FOLDER is given the
package, the qrels and a run for each feature, which other commands can read.
"""

from __future__ import annotations

import hashlib
import tarfile
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import packages
import tables

from axiometrics import registry
from axiometrics.core.page import Cell, Column, Section, Table
from axiometrics.evaluation.files import Source
from axiometrics.evaluation.scores import Wanted
from axiometrics.evaluation.scoring import Evaluation
from axiometrics.evaluation.ties import ordered
from axiometrics.evaluation.trec import Qrels, read_qrels, read_run

PARTS = ("train", "test")
FIELDS = ("body", "anchor", "title", "url", "whole")
BY_FIELD = (
    *("covered-terms", "covered-ratio", "length", "idf"),
    *(f"{of}-{what}" for what in ("tf", "tf-by-length") for of in ("sum", "min", "max", "mean", "variance")),
    *(f"{of}-tf-idf" for of in ("sum", "min", "max", "mean", "variance")),
    *("boolean", "vector-space", "bm25", "lm-abs", "lm-dir", "lm-jm"),
)
OF_PAGE = (
    *("url-slashes", "url-length", "inlinks", "outlinks", "pagerank", "siterank", "quality", "quality2"),
    *("query-url-clicks", "url-clicks", "url-dwell-time"),
)
FEATURES = (*(f"{what}-{of}" for what in BY_FIELD for of in FIELDS), *OF_PAGE)
"""The names of the features, from 1 on, after the list that MSLR-WEB10K comes with."""

METRICS = (
    *("ap", "ndcg", "ndcg@10", "dcg", "p@10", "rr", "err", "q-measure", "rbp", "rbp(p=0.95)", "tbg", "r-precision"),
    *("r@10", "bpref", "rs-ranking"),
)
CONSTRAINTS = (
    *("ranking:priority", "ranking:deepness", "ranking:deepness-threshold", "ranking:closeness-threshold"),
    "ranking:confidence",
)
GRADED = ("ndcg", "ndcg@10", "dcg", "err", "q-measure", "rs-ranking")
"""Metrics that tell grades apart; for the others each grade from 1 on is relevant."""

EARLY = ("ndcg@10", "p@10", "rr", "err", "rbp", "r@10")
"""Metrics of which nearly all is decided by the first ten ranks."""

SHOWN = ("bm25-whole", "lm-abs-whole", "query-url-clicks", "url-clicks", "pagerank", "idf-whole", "length-body")


def lines(archive: Path) -> Iterator[str]:
    """The judged documents: grade, query and features, as SVMlight writes them."""
    with tarfile.open(archive) as files:
        for part in PARTS:
            name = f"rankeval-0.8.2/rankeval/test/data/msn1.fold1.{part}.5k.txt"
            content = files.extractfile(name)
            if content is not None:
                yield from content.read().decode().splitlines()


def write(judged: Iterable[str], folder: Path) -> tuple[Path, list[Path]]:
    """The qrels and a run for each feature. A document is named by a hash of its line: its name decides its place among
    documents with equal scores, which has then nothing to do with its place in the file.
    """
    folder.mkdir(parents=True, exist_ok=True)
    qrels: list[str] = []
    runs: list[list[str]] = [[] for _ in FEATURES]
    seen: set[str] = set()
    for line in judged:
        grade, query, *values = line.split()
        topic = query.removeprefix("qid:")
        name = hashlib.blake2b(line.encode(), digest_size=8).hexdigest()
        while name in seen:  # the same line again is another document
            name += "+"
        seen.add(name)
        qrels.append(f"{topic} 0 {name} {grade}")
        for run_lines, value in zip(runs, values, strict=True):
            run_lines.append(f"{topic} Q0 {name} 0 {value.partition(':')[2]} feature")
    for path, content in ((folder / "qrels.txt", qrels), *zip(_paths(folder), runs, strict=True)):
        path.write_text("\n".join(content) + "\n", encoding="utf-8")
    return folder / "qrels.txt", _paths(folder)


def _paths(folder: Path) -> list[Path]:
    return [folder / f"{name}.run" for name in FEATURES]


def of_grades(evaluation: Evaluation, qrels: Qrels, depth: int = 3) -> Section:
    """How many documents of each grade some rankers put into the first ranks."""
    rows: list[list[Cell]] = []
    for source in evaluation.runs:
        if (name := Path(source.path).stem) in SHOWN:
            counts: Counter[int] = Counter()
            for topic, listed in read_run(Source(source.path)).topics.items():
                order, _ = ordered(listed.values, listed.documents, "trec")
                counts.update(qrels.topics[topic][listed.documents[i]] for i in order[:depth])
            rows.append([name, *(counts[grade] for grade in range(5)), sum(counts.values()) - counts[0]])
    columns = [Column(f"grade {grade}", "right") for grade in range(5)]
    return Section(
        f"Grades of the first {depth} documents, over all queries",
        [Table((Column("ranker"), *columns, Column("relevant", "right")), rows)],
    )


def sections(folder: Path) -> list[Section]:
    """The page."""
    qrels, runs = write(lines(packages.fetched(packages.RANKEVAL, folder)), folder / "rankings")
    evaluation = Evaluation.read(str(qrels), list(map(str, runs)))
    scores = evaluation.score([Wanted(registry.metric(name)) for name in METRICS])
    scores.rows = [type(row)(Path(row.system).stem, row.topic, row.metric, row.value) for row in scores.rows]
    named = list(zip(scores.metrics, METRICS, strict=True))
    return [
        *tables.compared(
            scores,
            CONSTRAINTS,
            {
                "tells grades apart": {metric.id: name in GRADED for metric, name in named},
                "looks at the first ranks": {metric.id: name in EARLY for metric, name in named},
            },
        ),
        tables.of_systems(scores, SHOWN, "The place of some rankers", f"of {len(runs)}, 1 is the best"),
        of_grades(evaluation, read_qrels(Source(str(qrels)))),
        tables.of_differences(scores, "ndcg@10"),
        tables.of_differences(scores, "ap"),
    ]


if __name__ == "__main__":
    tables.run("How ranking metrics order the 136 features of MSLR-WEB10K.", "make rankings", sections)
