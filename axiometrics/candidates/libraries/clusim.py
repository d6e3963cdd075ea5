"""clusim: similarity of two clusterings, given as the clusters of each document; some of it takes overlapping
clusters.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

from axiometrics.candidates.libraries import Member, MetricLibrary, of_labels
from axiometrics.candidates.libraries.bcubed import clusters
from axiometrics.core.organization import Organization


def _overlapping(name: str) -> Member:
    return Member(name, task="clustering", signature="organization", overlapping=True)


def _function(clusim: Any, member: Member) -> Callable[..., Any]:
    clustering: Any = import_module("clusim.clustering").Clustering
    if member.source == "element_sim":
        compare: Any = import_module("clusim.clusimelement").element_sim
    else:
        compare = getattr(clusim, member.source)
    compare = partial(compare, **member.options)

    def of_sides(labels_true: Any, labels_pred: Any) -> Any:
        sides = (
            clustering(elm2clu_dict={i: [label] for i, label in enumerate(side)})
            for side in (labels_true.tolist(), labels_pred.tolist())
        )
        return compare(*sides)

    def of_organizations(system: Organization, gold: Organization) -> Any:
        number = {document: i for i, document in enumerate(sorted(gold.documents | system.documents))}
        sides = (
            {number[document]: sorted(of_document) for document, of_document in clusters(side).items()}
            for side in (gold, system)
        )
        return compare(*(clustering(elm2clu_dict=side) for side in sides))

    return of_sides if member.signature == "labels" else of_organizations


LIBRARY = MetricLibrary(
    name="clusim",
    distribution="clusim",
    module="clusim.sim",
    members=(
        of_labels("rand_index", "rand"),
        of_labels("adjrand_index", "adjusted-rand"),
        of_labels("jaccard_index", "jaccard"),
        of_labels("dice_index", "pair-f"),
        of_labels("fowlkes_mallows_index", "fowlkes-mallows"),
        of_labels("rogers_tanimoto_index"),
        of_labels("southwood_index"),
        of_labels("pearson_correlation"),
        of_labels("purity_index"),
        of_labels("fmeasure"),
        of_labels("-classification_error"),
        of_labels("geometric_accuracy"),
        of_labels("mi"),
        of_labels("nmi", "nmi"),
        of_labels("adj_mi", "ami"),
        of_labels("rmi"),
        of_labels("-vi"),
        _overlapping("omega_index"),
        _overlapping("onmi"),
        _overlapping("element_sim"),
    ),
    function=_function,
)
