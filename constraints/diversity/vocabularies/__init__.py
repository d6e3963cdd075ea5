"""What proofs about constraints on diversity may speak of."""
