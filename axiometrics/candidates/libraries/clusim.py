"""clusim: similarity of two clusterings, given as the clusters of each document; some of it takes overlapping
clusters.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

from axiometrics.candidates.libraries import Member, MetricLibrary
from axiometrics.candidates.libraries.bcubed import clusters
from axiometrics.core.organization import Organization


def _labels(name: str, ours: str = "", of: str = "") -> Member:
    return Member(name, "clustering", "labels", ours, of=of or name)


def _overlapping(name: str) -> Member:
    return Member(name, "clustering", "organization", overlapping=True)


def _function(clusim: Any, member: Member) -> Callable[..., Any]:
    clustering: Any = import_module("clusim.clustering").Clustering
    if member.source == "element_sim":
        compare: Any = import_module("clusim.clusimelement").element_sim
    else:
        compare = getattr(clusim, member.source)
    compare = partial(compare, **member.options)

    def of_labels(labels_true: Any, labels_pred: Any) -> Any:
        sides = (
            clustering(elm2clu_dict={i: [label] for i, label in enumerate(side)})
            for side in (labels_true.tolist(), labels_pred.tolist())
        )
        return compare(*sides)

    def of_organizations(system: Organization, gold: Organization) -> Any:
        number = {document: i for i, document in enumerate(sorted(gold.documents | system.documents))}
        sides = (
            {number[document]: sorted(found) for document, found in clusters(side).items()} for side in (gold, system)
        )
        return compare(*(clustering(elm2clu_dict=side) for side in sides))

    return of_labels if member.signature == "labels" else of_organizations


LIBRARY = MetricLibrary(
    name="clusim",
    distribution="clusim",
    module="clusim.sim",
    members=(
        _labels("rand_index", "rand"),
        _labels("adjrand_index", "adjusted-rand"),
        _labels("jaccard_index", "jaccard"),
        _labels("dice_index", "pair-f"),
        _labels("fowlkes_mallows_index", "fowlkes-mallows"),
        _labels("rogers_tanimoto_index"),
        _labels("southwood_index"),
        _labels("pearson_correlation"),
        _labels("purity_index"),
        _labels("fmeasure"),
        _labels("-classification_error", of="classification_error"),
        _labels("geometric_accuracy"),
        _labels("mi"),
        _labels("nmi", "nmi"),
        _labels("adj_mi", "ami"),
        _labels("rmi"),
        _labels("-vi", of="vi"),
        _overlapping("omega_index"),
        _overlapping("onmi"),
        _overlapping("element_sim"),
    ),
    function=_function,
)
