"""Re-checks regions, and cells that regions settle: their proofs, their end points, and that they are about the metric.

A saved region says of each value of a parameter whether a constraint holds. Each part is re-checked for itself: the
kernel recomputes the proofs with the parameter as a symbol, the end points are computed anew from the inequalities
of the parts, and the formula of the proofs is compared with the metric's definition at values inside, near the
ends, and at some that the digest of the proof draws, so that a forger cannot choose a formula that is right at
known places only. With the package that finds regions it shares what a parameter is (`scales`), and no decision.
"""
