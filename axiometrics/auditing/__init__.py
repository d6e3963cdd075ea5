"""Compare published claims with computed results, in every reading.

A paper says that a metric satisfies a constraint, or that a score is 0.62. It seldom says which of several readings it
means, so one computed value cannot confirm it or refute it. Here a claim is data (a file of a study, or one of your
own, docs/claims.md). `claims` reads it, and `cells` computes once the cells that all claims need. Each kind of claim is
a file of `kinds/`, which gives an outcome for every reading; a claim that one paper alone makes has a function in
`published/`. `findings` compares the outcomes with the published values; `page` and `document` show them.

A verdict by the default reading alone was rejected: a paper may mean a different reading, and would then be called
wrong. What may be relied on: a claim is contradicted only if no reading agrees, and a finding says whether it rests on
proofs and exact values or on a search that ended at a size.
"""

from axiometrics.auditing.audit import Audit, audit, audits
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
    "audits",
    "builtin_claims",
    "claims_named",
    "claims_of",
    "read_claims",
]
