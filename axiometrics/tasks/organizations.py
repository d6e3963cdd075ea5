"""The common parts of the tasks made of organizations: the signature `f(system, gold)`, array arguments, files of
`score`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from axiometrics.core.organization import Organization
from axiometrics.core.signature import Signature
from axiometrics.core.task import FileKind
from axiometrics.tasks import variations


def _plain(system: Organization, gold: Organization) -> list[Any]:
    return [system.to_json(), gold.to_json()]


def _build(plain: Any, number: type) -> tuple[Any, ...]:
    return tuple(Organization.from_json(side) for side in plain)


def arrays(plain: Any, number: type) -> tuple[Any, ...]:
    """Each side as a numpy array."""
    return tuple(np.array(side) for side in plain)


def _values(arguments: tuple[Any, ...]) -> tuple[Organization, Organization]:
    system, gold = arguments
    return system, gold


ORGANIZATION = Signature(
    "organization",
    "f(system, gold)",
    (("system", "gold"),),
    _plain,
    _build,
    values=_values,
    variations=variations.WRITTEN,
    names=True,
    gold=1,
    meaning=lambda plain, documents: tuple(map(variations.unordered, plain)),
)

QRELS = FileKind("qrels", "TREC qrels", ("ap", "ndcg", "rr", "p@10", "rs-ranking"))
LABELS = FileKind("labels", "labels", ("bcubed-precision", "bcubed-recall", "bcubed-f", "v-measure", "adjusted-rand"))
DECISIONS = FileKind("decisions", "labels of classes", ("accuracy", "precision", "recall", "f"))
ORDERED = FileKind(
    "ordinal",
    "labels of ordered classes",
    tuple(f"ordinal:{name}" for name in ("accuracy", "mae", "macro-mae", "kappa(weights=quadratic)", "cem-ord")),
)
ORGANIZATIONS = FileKind(
    "organization",
    "an organization",
    (
        *("reliability-priority", "sensitivity-priority", "rs-priority"),
        *("reliability-clustering", "sensitivity-clustering", "rs-clustering"),
    ),
    data=Organization,
)


def with_cluster(value: Organization, document: str) -> Organization:
    """A clustering with a further document, which is a cluster of its own.

    >>> str(with_cluster(Organization.parse("{a b}"), "c"))
    '{a b} c'
    """
    (level,) = value.levels
    return Organization([[*level, (document,)]], value.tail)


def with_last(value: Organization, document: str) -> Organization:
    """An organization with a further document on its last level.

    >>> str(with_last(Organization.parse("a > b"), "c"))
    'a > b c'
    """
    *before, last = value.levels
    return Organization([*before, [*last, (document,)]], value.tail)
