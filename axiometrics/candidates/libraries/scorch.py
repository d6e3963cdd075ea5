"""scorch: coreference scores of CoNLL, on two lists of sets of mentions; most give recall, precision and F."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from axiometrics.candidates.libraries import Member, MetricLibrary, of_labels


def sets(labels: Any) -> list[set[int]]:
    """The clusters as sets of the positions at which their labels stand."""
    clusters: dict[Any, set[int]] = {}
    for place, label in enumerate(labels.tolist()):
        clusters.setdefault(label, set()).add(place)
    return list(clusters.values())


def _member(name: str, component: int | None = 2, ours: str = "") -> Member:
    return of_labels(name if component is None else f"{name}[{component}]", ours, component=component)


def _function(scores: Any, member: Member) -> Callable[..., Any]:
    score = member.bound(scores)
    return lambda labels_true, labels_pred: score(sets(labels_true), sets(labels_pred))


LIBRARY = MetricLibrary(
    name="scorch",
    distribution="scorch",
    module="scorch.scores",
    members=(
        _member("muc"),
        _member("b_cubed", 0, "bcubed-recall"),
        _member("b_cubed", 1, "bcubed-precision"),
        _member("b_cubed", 2, "bcubed-f"),
        _member("ceaf_m"),
        _member("ceaf_e"),
        _member("blanc"),
        _member("conll2012", None),
    ),
    function=_function,
)
