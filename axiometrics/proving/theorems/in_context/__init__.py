"""Theorems about metrics of runs of articles."""
