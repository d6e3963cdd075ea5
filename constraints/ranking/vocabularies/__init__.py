"""What proofs about constraints on ranking may speak of."""
