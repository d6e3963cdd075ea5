"""Implementation laws: what every implementation of a metric must obey, whatever it measures."""

from axiometrics.candidates.laws.calling import through
from axiometrics.candidates.laws.checking import Finding, check
from axiometrics.candidates.laws.conventions import Convention, conventions
from axiometrics.candidates.laws.declared import LAWS
from axiometrics.candidates.laws.likeness import Likeness, likeness

__all__ = ["LAWS", "Convention", "Finding", "Likeness", "check", "conventions", "likeness", "through"]
