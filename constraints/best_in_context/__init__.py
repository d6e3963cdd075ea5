"""Constraints on runs of entry points, one an article (Lalmas et al. 2007, section 7).

The paper states no constraints. These are what its text says of BEPD and EPRUM: how the score depends on the distance
from the best entry points, and on the order. `docs/inex2006.md` says which of these sentences hold for the formulas as
printed.
"""
