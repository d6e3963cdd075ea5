"""Gold is best: the gold against any other organization."""

from axiometrics.constraints.organization.vocabularies.relations import against_the_gold
from axiometrics.core.vocabulary import Fact, Mark

_LEVELS = Fact(
    "2 - Rp - Sp > 0",
    Mark.ARITHMETIC,
    "if both were 1, each document would occur as often on both sides, and stand above each other one as often; with "
    "one occurrence at most beyond one for each document, the levels would hold the same documents",
    ("levels", "repeated-levels"),
)
_CLUSTERS = Fact(
    "2 - Rc - Sc > 0",
    Mark.ARITHMETIC,
    "if both were 1, each document would occur as often on both sides, and share as many clusters with each other one; "
    "with one occurrence at most beyond one for each document, the clusters would be the same",
    ("clusters", "repeated-clusters"),
)

VOCABULARY = against_the_gold({}, more=(_LEVELS, _CLUSTERS))
