"""The prover: theorems about metrics and constraints, elaborated into proofs that are plain data.

A search shows that a constraint holds up to a size; a proof shows it for every size. An author writes in a few lines
why a metric obeys a constraint (`theorems/<task>/<family>.py`), in the quantities of the constraint's vocabulary; the
machine finds the certificates (`argument`). What comes out is a list of steps that `axiometrics.kernel` recomputes
without this package, so nothing here has to be trusted. A proof assistant was rejected: it would be a second language
for every reader, and a heavy dependency for a few hundred inequalities between polynomials and logarithms.
"""
