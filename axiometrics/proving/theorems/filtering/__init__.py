"""Theorems about metrics of filtering."""
