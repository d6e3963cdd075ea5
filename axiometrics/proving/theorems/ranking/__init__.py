"""Theorems about metrics of ranking."""
