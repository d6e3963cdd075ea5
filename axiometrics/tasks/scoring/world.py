"""All small scorings: every relevance on the grid with every score, once up to names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, groupby, product

import numpy as np

from axiometrics.core.scores import Scores
from axiometrics.core.task import Outputs
from axiometrics.generators.scoring.grids import GRID, relevance, scores


def scorings(documents: int, closed: bool = False) -> Iterator[Outputs]:
    """Every gold of that many documents on the grid, with its outputs; documents of one relevance may change places."""
    for gold in combinations_with_replacement(GRID, documents):
        blocks = [len(list(group)) for _, group in groupby(gold)]
        parts = product(*(combinations_with_replacement(GRID, block) for block in blocks))
        outputs = [scores([number for part in each for number in part]) for each in parts]
        sizes = np.full(len(outputs), documents)

        def output(k: int, outputs: Sequence[Scores] = outputs) -> Scores:
            return outputs[k]

        yield Outputs(relevance(gold), documents, sizes, sizes > 0, None, output)
