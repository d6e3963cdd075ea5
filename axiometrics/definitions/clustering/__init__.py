"""Definitions of metrics of clusterings: document by document, pair by pair, or by probabilities, as the papers print
them.

Those that are sums over clusters or classes say so by `axiometrics.definitions.sums` and `partitions`, so that they are
executed on symbols too. Logarithms stay exact; they are never rounded.
"""
