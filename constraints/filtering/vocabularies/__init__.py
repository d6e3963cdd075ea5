"""What proofs about constraints on filtering may speak of."""
