"""Size vs Quantity, embedded: one document is taken out of a whole cluster of n + 1 (better), or n whole clusters of
two are broken up (worse).
"""

from axiometrics.constraints.organization.vocabularies.edits import Rewritten, gold_weight
from axiometrics.constraints.organization.vocabularies.relations import scores, shares
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Vocabulary

VOCABULARY = Vocabulary(
    see=Rewritten.of,
    quantities={
        "n": Quantity("clusters of two", lambda c: len(c.old[0]) - 1, whole=True),
        "v": Quantity("the weight of one of these documents in the gold", given=gold_weight),
        **scores(("Rc", "Sc"), "worse"),
    },
    facts=(
        Fact("n - 2 >= 0", Mark.DEFINITION, "as the constraint says"),
        Fact("v > 0", Mark.ARITHMETIC, "each occurrence weighs something"),
        *shares(("Rc", "Sc")),
        Fact("Rc > 0", Mark.ARITHMETIC, "documents of whole clusters are related in the gold"),
    ),
)
