"""All small organizations: any levels and clusters above a tail, no document twice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product
from typing import Any

import numpy as np

from axiometrics.core.organization import Organization
from axiometrics.core.task import Outputs
from axiometrics.generators.organizations import documents as documents_of
from axiometrics.generators.organizations import labelled, least_name, named, shapes


def organizations(documents: int, closed: bool = False) -> Iterator[Outputs]:
    """Every gold above a tail; its outputs may leave out documents of the gold and name others."""
    for own in range(1, documents + 1):
        for gold in shapes(own):
            chosen = _any_outputs(gold, documents)
            sizes = np.array([len(documents_of(shape)) for shape in chosen])
            fresh = np.array([documents - 1 in documents_of(shape) for shape in chosen]) | (own == documents)

            def output(k: int, chosen: Sequence[Any] = chosen) -> Organization:
                return named(chosen[k], tail=True)

            yield Outputs(named(gold, tail=True), documents, sizes, fresh, None, output)


@cache
def _any_outputs(gold: Any, documents: int) -> tuple[Any, ...]:
    """Every organization of some documents of the gold and, beyond them, of the first unlisted ones up to that
    number.
    """
    own = len(documents_of(gold))
    shapes: dict[Any, Any] = {}
    for kept, beyond in product(range(own + 1), range(documents - own + 1)):
        for some in combinations(range(own), kept):
            for shape in labelled((*some, *range(own, own + beyond))):
                if shape:
                    shapes.setdefault(least_name((gold, shape)), shape)
    return tuple(shapes.values())
