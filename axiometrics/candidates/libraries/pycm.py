"""pycm: statistics of a confusion matrix, which are attributes of the matrix. A statistic of classes is a dictionary by
class.

The classes are given as texts, because pycm turns numbers into texts where one class is absent. It returns the text
"None" where a statistic is not defined, and this adapter returns nan there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from axiometrics.candidates.libraries import Member, MetricLibrary, of_decisions

RELEVANT = 1
"""The class of the relevant documents. The members that are statistics of a class use this class."""


def _of_class(name: str, ours: str = "") -> Member:
    return of_decisions(f"{name}[{RELEVANT}]", ours, component=RELEVANT)


def _defined(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {int(key): _defined(of_class) for key, of_class in value.items()}
    return math.nan if isinstance(value, str) and value == "None" else value


def _function(pycm: Any, member: Member) -> Callable[..., Any]:
    made, options = pycm.ConfusionMatrix, dict(member.options)

    def of_sides(y_true: Any, y_pred: Any) -> Any:
        sides = (list(map(str, side.tolist())) for side in (y_true, y_pred))
        matrix = made(*sides, classes=["0", "1"], **options)
        return _defined(getattr(matrix, member.source))

    return of_sides


LIBRARY = MetricLibrary(
    name="pycm",
    distribution="pycm",
    module="pycm",
    members=(
        of_decisions("Overall_ACC", "accuracy"),
        of_decisions("Kappa", "kappa"),
        of_decisions("Overall_MCC", "mcc"),
        of_decisions("F1_Macro"),
        of_decisions("CBA"),
        of_decisions("AC1"),
        _of_class("PPV", "precision"),
        _of_class("TPR", "recall"),
        _of_class("TNR"),
        _of_class("F1", "f"),
        _of_class("MCC", "mcc"),
        _of_class("J"),
        _of_class("G"),
        _of_class("AUC"),
    ),
    function=_function,
)
