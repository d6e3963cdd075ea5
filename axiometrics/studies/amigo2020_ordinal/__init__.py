"""Metrics of ordered classes under the constraints of Amigó, Gonzalo, Mizzaro & Carrillo-de-Albornoz 2020.

The paper asks what a metric of ordered classes has to respect: their order alone, how near a prediction is to the gold,
and how many items the classes have. Its statements are taken here from slides of the authors, and of the paper nothing
is audited. Each statement is read in several ways, because a class that does not occur in the gold changes verdicts.
"""

from axiometrics.core.study import Study

STUDY = Study(
    name="amigo2020-ordinal",
    title="Metrics of ordered classes: invariance, monotonicity and imbalance",
    source="after Amigó, Gonzalo, Mizzaro & Carrillo-de-Albornoz 2020, https://doi.org/10.18653/v1/2020.acl-main.363",
    metrics=(
        *("accuracy", "f(average=macro)", "f(average=macro,over=present)", "f(average=macro,of=means)"),
        *("f(average=micro)", "f(average=weighted)"),
        *("kappa", "kappa(weights=linear)", "kappa(weights=quadratic)"),
        *("mae", "macro-mae", "kendall-tau", "spearman", "pearson", "cem-ord"),
    ),
    constraints=("ordinal:ordinal-invariance", "ordinal:ordinal-monotonicity", "ordinal:imbalance"),
)
