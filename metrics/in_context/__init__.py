"""Metrics of the relevant in context task: runs of articles, each with a set of its elements."""
