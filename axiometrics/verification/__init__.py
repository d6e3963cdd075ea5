"""The independent re-check of saved verdicts: every score a second time, by the metric's definition
(`axiometrics.definitions`), in exact arithmetic.

Nothing here imports the metrics, their tables and batches, the search or hypothesis; a case's precondition is asked of
the constraint.
"""

from axiometrics.verification.check import Terms, Verified, verify_cell, verify_document

__all__ = ["Terms", "Verified", "verify_cell", "verify_document"]
