"""Published claims against computed ones: which reading yields a figure or a verdict, and which one none yields.

Claims are data (a file of a study, or one of your own, docs/claims.md); each kind of claim is a file of `kinds/`.
Floors: `kinds` and `judging` stand on `naming` and `cells`, these on `claims`.
"""

from axiometrics.auditing.audit import audit
from axiometrics.auditing.claims import PublishedClaim, builtin_claims, claims_of, read_claims
from axiometrics.auditing.document import VERDICTS
from axiometrics.auditing.findings import AGAINST, SCHEMA, Finding

__all__ = [
    "AGAINST",
    "SCHEMA",
    "VERDICTS",
    "Finding",
    "PublishedClaim",
    "audit",
    "builtin_claims",
    "claims_of",
    "read_claims",
]
