"""Metrics of ranking: the grades of a run in rank order against the gold's, higher is better.

A formula sees `Gains`: the grades of the run by rank, and how many documents have each grade. For most metrics,
documents that the gold does not list are irrelevant; metrics with another rule say so. A run has one document a rank,
so ties of scores are decided before a formula is called.
"""
