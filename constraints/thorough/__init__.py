"""Constraints on runs of elements that may overlap (Lalmas et al. 2007, sections 4 and 8).

The paper states no constraints. These are what its text says of the metrics or wants of them: the range, the ideal run,
the order of gains, near misses, overlap, and very small elements. The cases are small articles with all their runs of a
few elements, or runs of gains without text where only gains matter.
"""
