"""Indices of the similarity of two clusterings under the properties of Gösgens, Tikhonov & Prokhorenkova 2021.

The paper asks which indices have which properties. Its statements are taken here from memory, so the constraints are
ours after that paper. Two sentences of its abstract are audited as published. Most constraints are read two ways: a
partition that puts all documents together, or keeps all apart, decides many verdicts by a convention for 0/0.
"""

from importlib.resources import files

from axiometrics.core.study import ConstraintChoice, Study

_AVERAGES = ("geometric", "max", "min")

STUDY = Study(
    name="gosgens2021-clustering",
    title="Similarity of clusterings: agreement, symmetry, distance, monotonicity and baseline",
    source="after Gösgens, Tikhonov & Prokhorenkova 2021, Systematic analysis of cluster similarity indices, ICML, "
    "https://doi.org/10.48550/arXiv.1911.04773",
    metrics=(
        *("rand", "adjusted-rand", "jaccard", "fowlkes-mallows", "pair-precision", "pair-recall", "pair-f"),
        *("cc", "cd", "sokal-sneath-1"),
        *("nmi", *(f"nmi(average={average})" for average in _AVERAGES), "ami"),
        *("v-measure", "mutual-information", "variation-of-information"),
        *("bcubed-f", "adjusted-bcubed-f", "purity", "f-max"),
    ),
    constraints=(
        "clustering:symmetry",
        "clustering:equal-self-agreement",
        "clustering:gold-is-best",
        "clustering:distance",
        ConstraintChoice("clustering:homogeneity", ("non-trivial", "universal")),
        ConstraintChoice("clustering:completeness", ("non-trivial", "universal")),
        "clustering:constant-baseline",
        "clustering:minimal-agreement",
        "clustering:strong-monotonicity",
    ),
    claims=files(__name__) / "claims.json",
    lacking=(
        ("the tables of properties and their proofs", "the abstract alone was at hand"),
        ("the experiments on how often indices disagree", "the abstract alone was at hand"),
    ),
)
