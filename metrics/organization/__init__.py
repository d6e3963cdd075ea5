"""Metrics of any document organization.

No counts sum up a pair of organizations, so these formulas look at the two organizations themselves. R, S and R*S are
computed by `axiometrics.relations`, exactly. Controls complete the list where no published metric satisfies, or
violates, a reading.
"""
