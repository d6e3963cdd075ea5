"""Metrics of the focused task: runs of elements that do not overlap (Lalmas et al. 2007, section 5)."""
