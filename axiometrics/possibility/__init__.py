"""Decide whether any metric can satisfy several constraints at once.

At a given size, a metric is one number for each pair of a gold and an output, up to renaming of documents (`orbits`),
and the demand of a constraint on a case is a linear comparison of such numbers (`rows`). So the question is a linear
program. Floats propose an answer (`program`), and fractions decide it (`exact`): the answer is a table of values that
satisfies every row, or weights of rows whose sum says that 0 is greater than 0. Where neither is found, the answer is
undetermined. Further questions are the same program with other rows: whether a constraint follows, which sets of
constraints can hold together (`lattice`), how far a metric is from a constraint (`near`), and which values at 0/0 keep
a constraint satisfied (`conventions`).

The answer of a solver alone was rejected, because nobody could check it. The following may be relied on: the values of
a table meet every row in exact arithmetic, and the lines of a certificate name their cases, so that `axiometrics
verify` adds them up again without a solver. An answer is about metrics that have a value for every pair of the size,
and about other sizes only where `growth` says so.
"""
