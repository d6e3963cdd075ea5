"""What proofs about constraints on runs of entry points may speak of."""
