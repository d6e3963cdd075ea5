"""Gold is best: no pair is wrong where the gold is the output, and some pair is for any other output."""

from axiometrics.constraints.classification.vocabularies.agreement import agreement
from axiometrics.constraints.clustering.vocabularies.pairs import PAIRS
from axiometrics.core.counted import Quadrants

VOCABULARY = agreement(lambda p, n: Quadrants(p, 0, 0, n), "better", "worse", ("fp", "fn"), PAIRS)
