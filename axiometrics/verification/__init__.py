"""The independent re-check of saved verdicts: every score a second time, by the metric's definition
(`axiometrics.definitions`), in exact arithmetic.

A verdict that the same code confirms twice is not confirmed. So nothing here imports the metrics, their tables and
batches, the search, the provers or hypothesis; a case's precondition is asked of the constraint, and signs are
decided by the kernel. `check` takes a file apart, cell by cell; `counterexamples`, `finite` and `thresholds` score
cases anew; `proofs` has the kernel recompute each step, and compares the formula of the proof with the definition,
on cases and, where `derivations` can, in symbols; `regions` does the same with a parameter as a symbol. What may be
relied on: a cell is called verified only if all that its kind of evidence claims was recomputed, or the answer says
what was not. Trust in the saved file was rejected throughout: it is anybody's, and a malformed one proves nothing.
"""

from axiometrics.verification.check import Terms, Verified, verify_cell, verify_document
from axiometrics.verification.page import Verification

__all__ = ["Terms", "Verification", "Verified", "verify_cell", "verify_document"]
