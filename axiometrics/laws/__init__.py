"""Implementation laws: what every implementation of a metric must obey, whatever it measures."""

from axiometrics.laws.calling import through
from axiometrics.laws.checking import Finding, check
from axiometrics.laws.conventions import DEGENERATE, Convention, conventions
from axiometrics.laws.declared import LAWS
from axiometrics.laws.likeness import Likeness, likeness

__all__ = ["DEGENERATE", "LAWS", "Convention", "Finding", "Likeness", "check", "conventions", "likeness", "through"]
