"""Metrics with mistakes in them, and how many of them each constraint rejects."""

from axiometrics.mutation.measuring import Row, Strength, equal, share, strength
from axiometrics.mutation.mutant import OPERATORS, Mutant, mutants

__all__ = ["OPERATORS", "Mutant", "Row", "Strength", "equal", "mutants", "share", "strength"]
