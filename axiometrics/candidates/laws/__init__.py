"""Laws of implementation: properties that every correct implementation of a metric has, whatever the metric measures.

A constraint says what a good metric does; a law says what any correct program does: the order in which documents are
listed changes nothing, a second call gives the same value, no output scores above the perfect one. Each law is tried on
every small input that the signature declares, then on random ones, and a violation shows the two calls. `likeness`
compares a metric with a built-in metric of the same definition. `conventions` shows the values of a metric where 0 is
divided by 0.
"""

from axiometrics.candidates.laws.calls import Through
from axiometrics.candidates.laws.conventions import Convention, conventions
from axiometrics.candidates.laws.declared import LAWS
from axiometrics.candidates.laws.findings import LawFinding, broken, check
from axiometrics.candidates.laws.likeness import Likeness, likeness

__all__ = [
    "LAWS",
    "Convention",
    "LawFinding",
    "Likeness",
    "Through",
    "broken",
    "check",
    "conventions",
    "likeness",
]
