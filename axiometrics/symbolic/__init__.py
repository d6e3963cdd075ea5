"""Computations with terms of the kernel that prove nothing: definitions executed on symbols, sets of numbers, exact
signs.

To tie a proof to a metric, `verify` executes the definition of the metric on symbols (`symbols`) and compares what
comes out with the excess of the proof; where that does not go, it evaluates terms in cases (`values`). Regions are sets
of numbers in which inequalities hold (`sets`). Both need the signs of exact numbers: `signs` asks `intervals`, and
decides ties by exact computation (`surds`, `angles`, `logarithms`).

This code stood in the kernel once. It left because a theorem does not rest on it: it says whether a theorem is about a
metric, and whether two numbers differ. It shares nothing with the decision of the search (`axiometrics.core.exact`), so
that a fault of one of them shows as a difference between the two. It imports nothing of axiometrics but the kernel,
exact numbers and errors.
"""
