"""Regions of metrics of diversity: the weight of I-recall for which a document of the least likely intent raises the
score.
"""
