"""What proofs about constraints on clustering may speak of."""
