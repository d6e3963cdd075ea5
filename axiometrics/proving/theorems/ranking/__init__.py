"""Theorems about metrics of ranking.

Most metrics are sums of gains that are discounted by rank. `_discounts` proves once for all of them that Priority holds
if the discount falls, and Deepness if it is convex. Other metrics have arguments of their own, and so have the two
thresholds, in which one document is compared with more and more documents further down.
"""
