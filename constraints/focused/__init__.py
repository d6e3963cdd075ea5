"""Constraints on runs of elements that do not overlap (Lalmas et al. 2007, sections 5 and 8).

The paper states no constraints. These are what its text says of nxCG or wants of it: the range, the ideal run, near
misses, overlap, and what the parts of an ideal element earn together. Its Eq. 8 can be read in several ways. Each way
is a value of the parameter `gain` of the metric, so the constraints show in which of them the sentences hold.
"""
