"""Theorems about metrics of runs of entry points."""
