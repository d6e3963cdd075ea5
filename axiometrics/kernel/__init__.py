"""The kernel: a closed, small checker of proofs. It knows no metric and no constraint.

A search says "no violation up to 8 documents". A proof says "no violation of any size", and the reader has to trust
only the code that checks it. So this code is kept apart, small, and without choices: a proof is data, each of its steps
names a rule and carries a certificate, and the kernel recomputes from the certificate that the claim follows. It does
not search, it does not simplify, and it calls a term positive only for a reason that can be recomputed.

`polynomials` and `terms` are the algebra, with exact coefficients. `functions` are log, sqrt, exp2, power and sum; two
of their values are the same if they are written alike. `notation` reads claims from text; `scope` holds what is known
at a place in a proof; `substitution` replaces symbols, and differentiates; `rules` are the fifteen ways in which a step
follows. `values` evaluates terms exactly, `signs`, `intervals` and `logarithms` decide the signs of numbers, and `sets`
describes where inequalities in one symbol hold.

What may be relied on: if `rules.prove` returns a claim, the claim holds wherever the facts of the argument do. The
kernel does not check whether the facts are true of the cases of a constraint, or whether the claim is about a metric;
`axiometrics.verification.proofs` checks both. The kernel imports nothing of axiometrics but exact numbers and errors.

Rejected were a proof assistant (it needs a second definition of each metric in a different language, and a tool-chain
that users do not have), and a computer algebra system (its answers carry no certificate). Tests compare the algebra
with sympy's.
"""
