"""Theorems about metrics of scorings."""
