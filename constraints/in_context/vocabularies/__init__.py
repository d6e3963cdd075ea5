"""What proofs about constraints on runs of articles may speak of."""
