"""Metrics of two classes under the properties of Gösgens, Zhiyanov, Tikhonov & Prokhorenkova 2021.

The paper asks which measures of classification have which properties. Its statements are taken here from memory, so
the constraints are ours after that paper. `claims.json` holds what its abstract says, and nothing else of it. Each
constraint is read three ways, because a class that does not occur in the gold or in the prediction changes many
verdicts.

The rows are the metrics of filtering, which are metrics of two classes, and those of the task classification.
"""

from importlib.resources import files

from axiometrics.core.study import Study

STUDY = Study(
    name="gosgens2021-classification",
    title="Metrics of two classes: symmetry, agreement, distance, monotonicity and baseline",
    source="after Gösgens, Zhiyanov, Tikhonov & Prokhorenkova 2021, https://doi.org/10.48550/arXiv.2201.09044; and "
    "after Sebastiani 2015, https://doi.org/10.1145/2808194.2809449",
    metrics=(
        *("accuracy", "balanced-accuracy", "informedness", "precision", "recall", "f", "jaccard"),
        *("mcc", "mcc-angle", "kappa", "g-mean", "confusion-entropy", "sba", "sebastiani-k"),
    ),
    constraints=(
        "classification:equal-self-agreement",
        "classification:gold-is-best",
        "classification:all-wrong-is-worst",
        "classification:symmetry",
        "classification:class-symmetry",
        "classification:distance",
        "classification:monotonicity",
        "classification:constant-baseline",
    ),
    claims=files(__name__) / "claims.json",
)
