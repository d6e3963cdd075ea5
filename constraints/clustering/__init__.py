"""Constraints on clusterings: gold classes, system clusters (Amigo et al. 2013, section 2.1).

Homogeneity, Completeness, Rag Bag and Size vs Quantity rewrite a few clusters, as `aaabb -> aaa|bb`, among any other
clusters. So a constraint is such a pattern, and the cases of all sizes follow from it. The reading `picture` is the
figure of the paper alone, a single case; it is never the default. The other constraints are after Gösgens et al. 2021.
They compare pairs of partitions: exchanged, against a third one, or drawn at random.
"""
