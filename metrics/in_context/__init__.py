"""Metrics of the relevant in context task: runs of articles, each with a set of its elements.

The scores of the text of one article, and those of a run of articles that are made of them, are separate metrics, as in
section 6 of Lalmas et al. 2007.
"""
