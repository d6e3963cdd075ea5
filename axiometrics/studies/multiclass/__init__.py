"""Metrics of three and four classes under those constraints on two classes that extend to more.

Most labels have more than two classes, and what people average over them differs: each class alike (macro), each item
alike (micro), or each class by its items in the gold (weighted); over all classes or over those that occur; the mean of
F or the F of means. The statements are those of the study `gosgens2021-classification` for more classes. Each is read
two ways: a class may be missing, or every class occurs in every gold. No paper is audited, so there are no claims.
Nothing is proved for all numbers of classes: the cells hold what was searched.

That everything wrong is worst is not among the columns: of more than two classes, several predictions are wrong
everywhere.
"""

from axiometrics.core.study import ConstraintChoice, Study

SEVERAL = ("several", "all-classes")
"""The readings of more than two classes."""

_AVERAGED = ("precision", "recall", "f", "jaccard")
_AVERAGES = ("macro", "macro,over=present", "micro", "weighted")

STUDY = Study(
    name="multiclass",
    title="Metrics of several classes: symmetry, agreement, monotonicity and baseline",
    source="after Gösgens, Zhiyanov, Tikhonov & Prokhorenkova 2021, https://doi.org/10.48550/arXiv.2201.09044",
    metrics=(
        "accuracy",
        "balanced-accuracy",
        *(f"{name}(average={average})" for name in _AVERAGED for average in _AVERAGES),
        "f(average=macro,of=means)",
        "mcc",
        "kappa",
        "kappa(weights=linear)",
        "kappa(weights=quadratic)",
        "scott-pi",
        "krippendorff-alpha",
        "krippendorff-alpha(level=interval)",
        "g-mean",
    ),
    constraints=tuple(
        ConstraintChoice(f"classification:{name}", SEVERAL)
        for name in (
            "equal-self-agreement",
            "gold-is-best",
            "symmetry",
            "class-symmetry",
            "monotonicity",
            "constant-baseline",
        )
    ),
)
