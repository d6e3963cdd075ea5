"""Constraints on metrics of two classes, after Gösgens et al. 2021."""
