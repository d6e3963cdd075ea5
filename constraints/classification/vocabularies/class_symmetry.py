"""Class symmetry: the two classes are exchanged, so that what was rightly positive is rightly negative."""

from axiometrics.constraints.classification.vocabularies.exchanged import exchanged
from axiometrics.core.counted import Quadrants

VOCABULARY = exchanged(lambda t: Quadrants(t.tn, t.fn, t.fp, t.tp), "the classes are exchanged")
