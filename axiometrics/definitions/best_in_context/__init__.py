"""Definitions of metrics of the best in context task: EPRUM as an expectation over every set of entry points that a
user may see.
"""
