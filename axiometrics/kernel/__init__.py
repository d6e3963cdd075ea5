"""The kernel: one file, `check_proof`, which checks proofs. It knows no metric and no constraint.

A search says "no violation up to 8 documents". A proof says "no violation of any size", and the reader has to trust
only the code that checks it. So this code is kept apart, in one file that imports the standard library alone and that
anybody can run by itself: `python check_proof.py proof.json`. Its head says how it is built, and what may be relied on.

Many packages think with the terms of the kernel without proving anything: the prover looks for certificates,
definitions are executed on symbols, and regions are sets of numbers. None of this is here, since a mistake in it makes
no false theorem: it is in `axiometrics.proving` and `axiometrics.symbolic`. A `ProvedClaim` is made by `prove` alone.

Rejected was a kernel of several small files. Each of them is easier to change, but nobody could hand the checker to a
reader who does not want to install anything.
"""
