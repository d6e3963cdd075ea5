"""Metrics of three and four classes under those constraints on two classes that extend to more.

Most data have more than two classes, and people average over classes in different ways: each class has the same weight
(macro), each item has the same weight (micro), or the weight of a class is the number of its items in the gold
(weighted); the mean is over all classes or over those that occur; it is the mean of F, or the F of means. The
statements are those of the study `gosgens2021-classification`, for more classes. Each is read in two ways: a class may
be missing, or every class occurs in every gold. No paper is audited, so there are no claims. Nothing is proved for all
numbers of classes: the cells hold the results of searches.

The constraint that a prediction which is wrong everywhere scores worst is left out: with more than two classes, several
predictions are wrong everywhere.
"""

from axiometrics.core.study import ConstraintChoice, Study

SEVERAL = ("several", "all-classes")
"""The readings of more than two classes."""

_AVERAGED = ("precision", "recall", "f", "jaccard")
"""The metrics of one class, of which people take means over classes."""

_AVERAGES = ("macro", "macro,over=present", "micro", "weighted")
"""The means, as the parameter `average` takes them."""

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
