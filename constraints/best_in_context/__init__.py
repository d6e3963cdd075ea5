"""Constraints on runs of entry points, one an article (Lalmas et al. 2007, section 7)."""
