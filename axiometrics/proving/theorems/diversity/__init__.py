"""Theorems about metrics of diversity."""
