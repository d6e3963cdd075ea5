"""Metrics of classes in any order, and kappa, whose weights look at the order. Their formulas are those of the task
filtering, over the same table: so a metric has one formula, and its values are the same in both tasks.
"""

from dataclasses import replace

from axiometrics.core.metric import Metric
from axiometrics.metrics.filtering.counts import METRICS as CLASSES
from axiometrics.metrics.filtering.counts import accuracy, f, kappa

_SHARED = {metric.base: metric for metric in CLASSES}
_OF = {p.name: p for p in _SHARED["f"].parameters}

METRICS = (
    Metric(
        "accuracy",
        "Accuracy",
        "ordinal",
        "classes",
        _SHARED["accuracy"].source,
        accuracy,
        agrees={"filtering": "accuracy"},
    ),
    Metric(
        "f",
        "F",
        "ordinal",
        "classes",
        _SHARED["f"].source,
        f,
        parameters=(
            _OF["beta"],
            # no class of several is the positive one
            replace(
                _OF["average"],
                default="macro",
                choices=tuple(choice for choice in _OF["average"].choices if choice != "binary"),
                meaning="of the F of all classes: their mean, that of all counts added up, or their mean weighted by "
                "the items of each in the gold",
                always=True,
                narrows=False,
                trait="",
            ),
            _OF["over"],
            _OF["of"],
        ),
        convention=_SHARED["f"].convention,
        agrees={"filtering": "f"},
    ),
    Metric(
        "kappa",
        "Kappa",
        "ordinal",
        "classes",
        "Cohen 1960, 1968",
        kappa,
        parameters=tuple(replace(p, trait="") for p in _SHARED["kappa"].parameters),
        agrees={"filtering": "kappa"},
    ),
)
