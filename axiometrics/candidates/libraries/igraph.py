"""igraph: measures of the likeness of two community structures, given as the number of the community of each vertex."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from axiometrics.candidates.libraries import Member, MetricLibrary, of_labels


def _by(method: str, ours: str = "", sign: str = "") -> Member:
    return of_labels(f"{sign}compare_communities(method={method})", ours, options={"method": method})


def _function(igraph: Any, member: Member) -> Callable[..., Any]:
    compare = member.bound(igraph)
    return lambda labels_true, labels_pred: compare(labels_true.tolist(), labels_pred.tolist())


LIBRARY = MetricLibrary(
    name="igraph",
    distribution="igraph",
    module="igraph",
    members=(
        _by("vi", sign="-"),
        _by("nmi", "nmi"),
        _by("split-join", sign="-"),
        _by("rand", "rand"),
        _by("adjusted_rand", "adjusted-rand"),
    ),
    function=_function,
)
