"""Theorems about metrics that score runs of XML elements: sums of gains, and the ranks at which the ideal run reaches
them.
"""
