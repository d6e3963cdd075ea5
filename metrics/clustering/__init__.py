"""Metrics of clustering: gold classes against system clusters, higher is better.

A formula sees how many items each class shares with each cluster (`Contingency`), because names of clusters mean
nothing. Metrics of clusters that overlap look at the two organizations themselves. Losses, such as the variation of
information, are negated.
"""
