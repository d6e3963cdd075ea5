"""Definitions of metrics of the thorough task: each curve is walked rank by rank, as the equations of section 4.2 are
printed.
"""
