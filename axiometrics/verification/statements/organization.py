"""The constraints on organizations of several levels and clusters (Amigo, Gonzalo & Verdejo 2013, section 5)."""

from __future__ import annotations

from collections.abc import Mapping

from axiometrics.verification.statements import Statement, organization_embedded, organization_gold

STATEMENTS: Mapping[str, Statement] = {**organization_gold.STATEMENTS, **organization_embedded.STATEMENTS}
