"""Constraints on runs of articles, each with a set of elements (Lalmas et al. 2007, section 6)."""
