"""Theorems about metrics of runs of elements without overlap."""
