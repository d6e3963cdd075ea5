"""Symmetry: gold and prediction are exchanged, so that what was wrongly positive is wrongly negative."""

from axiometrics.constraints.classification.vocabularies.exchanged import exchanged
from axiometrics.core.counted import Quadrants

VOCABULARY = exchanged(lambda t: Quadrants(t.tp, t.fn, t.fp, t.tn), "gold and prediction are exchanged")
