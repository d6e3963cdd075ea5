"""The prover: theorems elaborated into proofs, which `verification` re-checks without it."""
