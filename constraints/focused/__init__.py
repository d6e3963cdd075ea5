"""Constraints on runs of elements that do not overlap (Lalmas et al. 2007, sections 5 and 8)."""
