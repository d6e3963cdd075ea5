"""Definitions of metrics of rankings, rank by rank and document by document.

Those that add up something over relevant documents say so by `axiometrics.definitions.sums`. So the same definition is
executed on symbols, which ties a proof to the metric. `runs` reads the run and the gold for all of them.
"""
