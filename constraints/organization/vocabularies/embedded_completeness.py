"""Completeness, embedded: two clusters of the output are merged, all of whose documents the gold has in one cluster."""

from axiometrics.constraints.organization.vocabularies.edits import Rewritten, gold_weight
from axiometrics.constraints.organization.vocabularies.relations import scores, shares
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Vocabulary

VOCABULARY = Vocabulary(
    see=Rewritten.of,
    quantities={
        "p": Quantity("documents of the larger cluster", lambda c: len(c.old[0]), whole=True),
        "q": Quantity("documents of the smaller cluster", lambda c: len(c.old[1]), whole=True),
        "g": Quantity("documents of their cluster in the gold", lambda c: len(c.home(min(c.old[0]))), whole=True),
        "v": Quantity("the weight of one of these documents in the gold", given=gold_weight),
        **scores(("Rc", "Sc"), "worse"),
    },
    facts=(
        Fact("p - 1 >= 0", Mark.DEFINITION, "no cluster is empty"),
        Fact("q - 1 >= 0", Mark.DEFINITION, "no cluster is empty"),
        Fact("g - p - q >= 0", Mark.DEFINITION, "both clusters are within one of the gold"),
        Fact("v > 0", Mark.ARITHMETIC, "each occurrence weighs something"),
        *shares(("Rc", "Sc")),
        Fact("Rc > 0", Mark.ARITHMETIC, "documents of the clusters are related in the gold, if only to themselves"),
    ),
)
