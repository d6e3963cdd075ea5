"""Gold is best: in the table of the gold as prediction nothing is wrong, and in the other table something is."""

from axiometrics.constraints.classification.vocabularies.agreement import agreement
from axiometrics.core.counted import Quadrants

VOCABULARY = agreement(lambda p, n: Quadrants(p, 0, 0, n), "better", "worse", ("fp", "fn"))
