"""Metrics of scorings: how near the scores of a system are to the relevance that users give.

The Average Distance Measure and its two halves compare numbers; precision, recall and their kin compare on which side
of two thresholds a document lies. All have the same data, so that the constraints of the paper judge them side by side.
"""
