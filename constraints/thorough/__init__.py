"""Constraints on runs of elements that may overlap (Lalmas et al. 2007, sections 4 and 8)."""
