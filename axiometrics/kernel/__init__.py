"""The kernel: a closed, small checker of proofs. It knows no metric and no constraint.

A search says "no violation up to 8 documents". A proof says "no violation of any size", and the reader has to
trust only what checks it. So what checks proofs is kept apart, small, and without any choice: a proof is data, each of
its steps names a rule and carries a certificate, and the kernel recomputes from the certificate that the claim follows.
It searches nothing, it simplifies nothing for beauty, and it never says "is positive" for a reason that nobody can
recompute.

`polynomials` and `terms` are the algebra, with exact coefficients; `functions` are log, sqrt, exp2, power and sum, of
which two values are the same where they are written alike; `notation` reads claims from text; `scope` holds what is
known at a place in a proof; `substitution` replaces symbols, and differentiates; `rules` are the fifteen ways in which
a step follows. `values` evaluates terms exactly, `signs`, `intervals` and `logarithms` decide the signs of the numbers
found, and `sets` describes where inequalities in one symbol hold.

What may be relied on: if `rules.prove` returns a claim, the claim holds wherever the facts of the argument do. Whether
the facts are true of the cases of a constraint, and whether the claim is about a metric, is not its business:
`axiometrics.verification.proofs` ties both together. The kernel imports nothing of ours but exact numbers and errors.

Rejected were a proof assistant (a second definition of each metric in another language, and a tool-chain that users do
not have), and a computer algebra system (its answers carry no certificate). Tests hold the algebra to sympy's.
"""
