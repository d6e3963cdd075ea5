"""Definitions of metrics of filterings, from the sets of relevant and of positive documents, or from the four counts.

The counts may be symbols, so that a proof is tied to the metric. The means over several classes take each class in turn
as the positive one.
"""
