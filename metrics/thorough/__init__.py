"""Metrics of the thorough task: runs of elements that may overlap (Lalmas et al. 2007, section 4).

The gain of an element is its specificity, the share of its text that is highlighted. The formulas look at the run and
the library themselves.
"""
