"""Metrics of ordered classes under the constraints of Amigó, Gonzalo, Mizzaro & Carrillo-de-Albornoz 2020.

The paper asks what a metric of ordered classes has to respect: their order alone, how near a prediction is to the gold,
and how many items the classes have. Its statements are taken here from slides of the authors, and of the paper nothing
is audited. Each statement is read in several ways, because a class that does not occur in the gold changes verdicts.

Metrics that do not look at the order of classes, such as accuracy, are metrics of the task filtering, which judge
ordered classes as they judge any.
"""

from axiometrics.core.study import Study

STUDY = Study(
    name="amigo2020-ordinal",
    title="Metrics of ordered classes: invariance, monotonicity and imbalance",
    source="after Amigó, Gonzalo, Mizzaro & Carrillo-de-Albornoz 2020, https://doi.org/10.18653/v1/2020.acl-main.363",
    metrics=(*("mae", "macro-mae", "ordinal:kendall-tau", "spearman", "pearson", "cem-ord"),),
    constraints=("ordinal:ordinal-invariance", "ordinal:ordinal-monotonicity", "ordinal:imbalance"),
)
