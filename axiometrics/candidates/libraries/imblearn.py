"""imbalanced-learn: measures of classifications in which one class is rare, on 0/1 decisions."""

from __future__ import annotations

from axiometrics.candidates.libraries import MetricLibrary, of_decisions

LIBRARY = MetricLibrary(
    name="imblearn",
    distribution="imbalanced-learn",
    module="imblearn.metrics",
    members=(
        of_decisions("sensitivity_score", "recall"),
        of_decisions("specificity_score"),
        of_decisions("geometric_mean_score"),
        of_decisions("sensitivity_specificity_support(average=binary)[1]", options={"average": "binary"}, component=1),
        of_decisions("-macro_averaged_mean_absolute_error"),
    ),
)
