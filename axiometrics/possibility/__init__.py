"""Decide whether any metric can satisfy several constraints at once.

At a given size, a metric is one number for each pair of a gold and an output, up to renaming of documents (`orbits`),
and the demand of a constraint on a case is a linear comparison of such numbers (`rows`). So the question is a linear
program. Floats propose an answer (`program`), and fractions decide it (`exact`): the answer is a table of values that
satisfies every row, or weights of rows whose sum says that 0 is greater than 0. Where neither is found, the answer is
undetermined.
"""
