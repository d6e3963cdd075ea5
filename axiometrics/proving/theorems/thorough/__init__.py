"""Theorems about metrics that score runs of XML elements."""
