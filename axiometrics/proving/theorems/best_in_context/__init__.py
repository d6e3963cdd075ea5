"""Theorems about metrics of runs of entry points: sums of closeness over ranks."""
