"""Theorems about metrics of clustering."""
