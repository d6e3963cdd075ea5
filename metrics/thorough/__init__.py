"""Metrics of the thorough task: runs of elements that may overlap (Lalmas et al. 2007, section 4)."""
