"""Theorems about metrics of two classes."""
