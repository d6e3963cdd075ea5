"""Rag bag: one more document, alone in its class, joins a clean cluster (worse) or a noisy one (better)."""

from axiometrics.constraints.clustering.vocabularies.information import FACTS, INFORMATION
from axiometrics.constraints.clustering.vocabularies.partitions import Change, Cluster, size
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Vocabulary


def clean(c: Change) -> Cluster:
    """The clean cluster, without the new document: better has it whole."""
    return next(cluster for cluster in c.added if len(c.counts(cluster)) == 1)


def noisy(c: Change) -> Cluster:
    """The noisy cluster, without the new document: worse has it whole."""
    return min(c.removed, key=lambda cluster: c.counts(cluster)[0])


VOCABULARY = Vocabulary(
    see=Change.of,
    quantities={
        "n": Quantity("documents", lambda c: c.n, whole=True),
        "m": Quantity("documents of the clean cluster", lambda c: size(clean(c)), whole=True),
        "k": Quantity("documents of the noisy cluster", lambda c: size(noisy(c)), whole=True),
        "P": Quantity(
            "BCubed precision summed over the documents of the other clusters", lambda c: c.precision(c.kept)
        ),
        "R": Quantity("BCubed recall summed over all documents, before as after", lambda c: c.recall(c.better)),
        **INFORMATION,
    },
    facts=(
        Fact("n - m - k - 1 >= 0", Mark.ARITHMETIC, "the two clusters and the new document are some of the documents"),
        Fact("m - 2 >= 0", Mark.DEFINITION, "as the reading says"),
        Fact("k - 2 >= 0", Mark.DEFINITION, "as the reading says"),
        Fact("m - k = 0", Mark.DEFINITION, "as the reading says", ("universal",)),
        Fact("P >= 0", Mark.ARITHMETIC, "a sum of squares over sizes"),
        Fact("R > 0", Mark.ARITHMETIC, "a sum of squares over sizes, one for each class at least"),
        *FACTS,
    ),
)
