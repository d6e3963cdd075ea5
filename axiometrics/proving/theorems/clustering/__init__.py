"""Theorems about metrics of clustering.

A split or a merger changes few clusters, so each argument is about what these few add to a sum: of squares over sizes,
of pairs, or of k log k. The means of two such sums need a step of their own (`_means`). Indices of pairs take over what
is proved of metrics of two classes.
"""
