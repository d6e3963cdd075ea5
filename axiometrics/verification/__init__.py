"""Re-checks saved verdicts independently: every score is computed a second time, by the metric's definition
(`axiometrics.definitions`), in exact arithmetic.

If the same code computes a verdict twice, the second result confirms nothing. So nothing here imports the metrics,
their tables and batches, the search, the provers or hypothesis. The constraint says whether a case meets its
precondition, and `axiometrics.symbolic` decides signs. `check` goes through a file cell by cell. `counterexamples`,
`finite` and `thresholds` score cases anew. `proofs` has the kernel recompute each step, and compares the formula of the
proof with the definition: on cases and, where `derivations` can, in symbols. `regions` does the same with a parameter
as a symbol.

What may be relied on: a cell is called verified only if everything that its kind of evidence claims was recomputed, or
the answer says what was not. The saved file is never trusted: anybody can write one, and a malformed file proves
nothing.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from axiometrics.verification.check import Terms, Verified, verify_cell, verify_document
    from axiometrics.verification.page import Verification

__all__ = ["Terms", "Verification", "Verified", "verify_cell", "verify_document"]


def __getattr__(name: str) -> Any:
    """Import the modules that re-check whole files only when one of their names is used, because each run imports this
    package for the arguments of proofs alone.
    """
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from axiometrics.verification import check, page

    return getattr(page if name == "Verification" else check, name)
