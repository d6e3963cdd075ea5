"""Rag Bag, embedded: a document alone in the gold joins a clean cluster (worse) or as many documents that are each
alone in the gold (better).
"""

from axiometrics.constraints.organization.vocabularies.edits import Cluster, Rewritten, output_weight
from axiometrics.constraints.organization.vocabularies.relations import scores, shares
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Vocabulary


def bag(c: Rewritten) -> Cluster:
    """The documents each alone in the gold: the cluster of the worse output that holds fewer documents."""
    return c.old[1]


VOCABULARY = Vocabulary(
    see=Rewritten.of,
    quantities={
        "n": Quantity("documents of the clean cluster, and of the other one", lambda c: len(bag(c)), whole=True),
        "u": Quantity("documents of the other cluster that the gold lists", lambda c: c.listed(bag(c)), whole=True),
        "w": Quantity("the weight of one of these documents in the output", given=output_weight),
        **scores(("Rc", "Sc"), "worse"),
    },
    facts=(
        Fact("n - 2 >= 0", Mark.DEFINITION, "documents of one cluster, and documents of several, are two at least"),
        Fact("u >= 0", Mark.ARITHMETIC, "a number of documents"),
        Fact("n - u >= 0", Mark.ARITHMETIC, "what is listed of them are no more than they are"),
        Fact("w > 0", Mark.ARITHMETIC, "each occurrence weighs something"),
        *shares(("Rc", "Sc")),
        Fact("Sc > 0", Mark.ARITHMETIC, "documents of the clean cluster are related in gold and output"),
    ),
)
