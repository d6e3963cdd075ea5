"""imbalanced-learn: measures of classifications in which one class is rare, on 0/1 decisions."""

from __future__ import annotations

from typing import Any

from axiometrics.candidates.libraries import Member, MetricLibrary


def _filtering(name: str, ours: str = "", of: str = "", component: Any = None) -> Member:
    options = {} if component is None else {"average": "binary"}
    return Member(name, "filtering", "classification", ours, of=of or name, options=options, component=component)


LIBRARY = MetricLibrary(
    name="imblearn",
    distribution="imbalanced-learn",
    module="imblearn.metrics",
    members=(
        _filtering("sensitivity_score", "recall"),
        _filtering("specificity_score"),
        _filtering("geometric_mean_score"),
        _filtering(
            "sensitivity_specificity_support(average=binary)[1]", of="sensitivity_specificity_support", component=1
        ),
        _filtering("-macro_averaged_mean_absolute_error", of="macro_averaged_mean_absolute_error"),
    ),
)
