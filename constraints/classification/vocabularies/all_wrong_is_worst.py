"""All wrong is worst: in the table of the opposite of the gold nothing is right, and in the other one something."""

from axiometrics.constraints.classification.vocabularies.agreement import agreement
from axiometrics.core.counted import Quadrants

VOCABULARY = agreement(lambda p, n: Quadrants(0, n, p, 0), "worse", "better", ("tp", "tn"))
