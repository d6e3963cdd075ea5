"""How one example is written down, and the data that most of them hold in different forms.

The right values of these data:

labels      gold x x y y z, system 1 1 1 2 2: BCubed precision 8/15, recall 4/5, F .64; adjusted Rand 1/11
            (`sklearn.metrics.adjusted_rand_score` gives .0909)
decisions   gold 1 0 1 0 1 0, predicted 0 0 1 1 1 0: tp 2, fp 1, fn 1, tn 2, so that F and accuracy are 2/3
rankings    q1 a and b relevant, retrieved b x a: AP (1 + 2/3) / 2 = 5/6; q2 c relevant, retrieved x y c: AP 1/3; mean
            7/12; RR (1 + 1/3) / 2 = 2/3
ratings     u1 4.5 2 3.5 in the order 3.5 4.5 2; u2 5 0.5 in the order 0.5, unrated: nDCG .9521 and .6876
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

LABELS = {"bcubed-precision": 8 / 15, "bcubed-recall": 4 / 5, "bcubed-f": 0.64, "adjusted-rand": 1 / 11}
DECISIONS = {"f(beta=1)": 2 / 3, "accuracy": 2 / 3}
RANKINGS = {"ap": 7 / 12, "rr": 2 / 3}

GOLD, SYSTEM = {"d1": "x", "d2": "x", "d3": "y", "d4": "y", "d5": "z"}, {"d1": 1, "d2": 1, "d3": 1, "d4": 2, "d5": 2}
TRUE, PREDICTED = [1, 0, 1, 0, 1, 0], [0, 0, 1, 1, 1, 0]
RELEVANT, RETRIEVED = {"q1": ["a", "b"], "q2": ["c"]}, {"q1": ["b", "x", "a"], "q2": ["x", "y", "c"]}
JUDGED = {query: dict.fromkeys(ids, 1) for query, ids in RELEVANT.items()}
SCORED = {query: {document: 3 - i for i, document in enumerate(ids)} for query, ids in RETRIEVED.items()}

_U1, _U1_IDEAL, _U2, _U2_IDEAL = (3.5, 4.5, 2), (4.5, 3.5, 2), (0.5, 5), (5, 0.5)


def _discounted(gains: Sequence[float]) -> float:
    return sum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains, 1))


NDCG_OF_U1 = _discounted(_U1) / _discounted(_U1_IDEAL)
NDCG = (NDCG_OF_U1 + _discounted(_U2) / _discounted(_U2_IDEAL)) / 2
NDCG_OF_POWERS = (
    sum(
        _discounted([2**g - 1 for g in run]) / _discounted([2**g - 1 for g in ideal])
        for run, ideal in ((_U1, _U1_IDEAL), (_U2, _U2_IDEAL))
    )
    / 2
)


@dataclass(frozen=True)
class FileExample:
    """Files, the command that scores them, and what is right.

    Attributes
    ----------
    files : the content of each file, by its name
    words : the arguments of `axiometrics score`
    right : the values, by the ids of metrics; None if the data are asked for or refused
    read_as : a part of the line that says how the data were read
    question, refused : a part of the message, if the data have several readings, or cannot be scored
    """

    files: Mapping[str, str | bytes]
    words: Sequence[str]
    right: Mapping[str, float] | None = None
    read_as: str = ""
    question: str = ""
    refused: str = ""


@dataclass(frozen=True)
class ValueExample:
    """Values of Python, what `axiometrics.score` is called with, and what is right, as at `FileExample`."""

    gold: Any
    system: Any
    metrics: Sequence[str]
    right: Sequence[float] = ()
    more: Mapping[str, Any] = field(default_factory=dict)
    question: str = ""
    refused: str = ""
