"""What proofs about constraints on runs of elements may speak of."""
