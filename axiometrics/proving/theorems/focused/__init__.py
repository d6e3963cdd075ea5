"""Theorems about metrics that score runs of XML elements, none of which contains another: nxCG in the readings of its
Eq. 8.
"""
