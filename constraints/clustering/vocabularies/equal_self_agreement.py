"""Equal self-agreement: no pair is wrong, whichever gold is its own output."""

from axiometrics.constraints.classification.vocabularies.equal_self_agreement import self_agreement
from axiometrics.constraints.clustering.vocabularies.pairs import PAIRS

VOCABULARY = self_agreement(PAIRS)
