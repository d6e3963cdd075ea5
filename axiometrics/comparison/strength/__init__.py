"""Metrics with mistakes in them, and how many of them each constraint rejects."""

from axiometrics.comparison.strength.measurement import ReadingStrength, Strength, equal, share, strength
from axiometrics.comparison.strength.mutant import OPERATORS, Mutant, mutants

__all__ = ["OPERATORS", "Mutant", "ReadingStrength", "Strength", "equal", "mutants", "share", "strength"]
