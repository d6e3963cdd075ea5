"""Published claims against computed ones: which reading yields a figure or a verdict, and which one none yields.

A paper says that a metric satisfies a constraint, or that a score is 0.62. It seldom says which of several readings
it means, so one computed value cannot confirm it or refute it. Here a claim is data (a file of a study, or one of
your own, docs/claims.md): `claims` reads it, `cells` computes once what all claims need, and each kind of claim is
a file of `kinds/`, which gives an outcome for every reading. `findings` compares these with what was published;
`page` and `document` show them. A verdict by the default reading alone was rejected: it would call a paper wrong
that means another reading. What may be relied on: a claim is contradicted only where no reading agrees, and a
finding says whether it rests on proofs and exact values or on a search that ended at a size.
"""

from axiometrics.auditing.audit import Audit, audit
from axiometrics.auditing.claims import PublishedClaim, builtin_claims, claims_named, claims_of, read_claims
from axiometrics.auditing.document import VERDICTS
from axiometrics.auditing.findings import AGAINST, SCHEMA, Finding

__all__ = [
    "AGAINST",
    "SCHEMA",
    "VERDICTS",
    "Audit",
    "Finding",
    "PublishedClaim",
    "audit",
    "builtin_claims",
    "claims_named",
    "claims_of",
    "read_claims",
]
