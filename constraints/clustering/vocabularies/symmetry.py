"""Symmetry: gold and output are exchanged, so that pairs that the output alone joins are joined by the gold alone."""

from axiometrics.constraints.classification.vocabularies.exchanged import exchanged
from axiometrics.constraints.clustering.vocabularies.pairs import PAIRS
from axiometrics.core.counted import Quadrants

VOCABULARY = exchanged(lambda t: Quadrants(t.tp, t.fn, t.fp, t.tn), "gold and output are exchanged", PAIRS)
