"""All small filterings: each gold, also with one class only, with every positive set."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from axiometrics.core.aggregates import Confusion
from axiometrics.core.organization import Organization
from axiometrics.core.task import Outputs
from axiometrics.generators.filterings import organize


def filterings(documents: int, closed: bool = False) -> Iterator[Outputs]:
    """Every gold of that many documents, with the counts of every positive set."""
    for relevant in range(documents + 1):
        tables = [
            (tp, fp, relevant - tp, documents - relevant - fp)
            for tp in range(relevant + 1)
            for fp in range(documents - relevant + 1)
        ]
        sizes = np.full(len(tables), documents)

        def output(k: int, tables: Sequence[tuple[int, int, int, int]] = tables) -> Organization:
            sets, _ = organize(tables[k])
            return Organization.filtering(sets["positive"], sets["negative"])

        yield Outputs(organize(tables[0])[1], documents, sizes, sizes > 0, [Confusion.of(tables)], output)
