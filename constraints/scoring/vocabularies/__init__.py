"""What proofs about constraints on scorings may speak of."""
