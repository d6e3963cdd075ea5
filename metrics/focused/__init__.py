"""Metrics of the focused task: runs of elements that do not overlap (Lalmas et al. 2007, section 5).

The paper can be read in several ways in Eq. 8 and in the ideal recall base. All ways are parameters of one metric, so
that their scores can be compared.
"""
