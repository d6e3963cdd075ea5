"""Definitions of metrics of any document organization: the sums over all pairs of occurrences, as section 3 of Amigo et
al. 2013 prints them.

They take O(n^2), and share nothing with `axiometrics.relations`, which computes the same numbers fast. So a fault of
one of them shows as a difference.
"""
