"""Theorems about metrics of filtering: one document is set right, and the quotients of counts before and after are
compared.

The same proofs serve Monotonicity of two classes where the gold has both classes, because the moves are the same.
"""
