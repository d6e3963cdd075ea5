"""Metrics of two classes under the properties of Gösgens, Zhiyanov, Tikhonov & Prokhorenkova 2021.

The paper asks which measures of classification have which properties. Its statements are taken here from memory, so
the constraints are ours after that paper. `claims.json` holds what its abstract says, and nothing else of it. Each
constraint is read three ways, because a class that does not occur in the gold or in the prediction changes many
verdicts.

The rows are the metrics of filtering, which are metrics of two classes, and those of the task classification.
"""

from importlib.resources import files

from axiometrics.core.study import ConstraintChoice, Study

TWO_CLASSES = ("any", "both-in-gold", "both")
"""The readings of two classes. The study `multiclass` looks at metrics of more classes."""

STUDY = Study(
    name="gosgens2021-classification",
    title="Metrics of two classes: symmetry, agreement, distance, monotonicity and baseline",
    source="after Gösgens, Zhiyanov, Tikhonov & Prokhorenkova 2021, https://doi.org/10.48550/arXiv.2201.09044; and "
    "after Sebastiani 2015, https://doi.org/10.1145/2808194.2809449",
    metrics=(
        *("accuracy", "balanced-accuracy", "informedness", "precision", "recall", "f", "jaccard"),
        *("mcc", "mcc-angle", "kappa", "g-mean", "confusion-entropy", "sba", "sebastiani-k"),
    ),
    constraints=tuple(
        ConstraintChoice(f"classification:{name}", of)
        for name, of in (
            ("equal-self-agreement", TWO_CLASSES),
            ("gold-is-best", TWO_CLASSES),
            ("all-wrong-is-worst", TWO_CLASSES),
            ("symmetry", TWO_CLASSES),
            ("class-symmetry", TWO_CLASSES),
            ("distance", TWO_CLASSES),
            ("monotonicity", TWO_CLASSES),
            ("constant-baseline", (*TWO_CLASSES, *(f"{name}-expected-table" for name in TWO_CLASSES))),
        )
    ),
    claims=files(__name__) / "claims.json",
)
