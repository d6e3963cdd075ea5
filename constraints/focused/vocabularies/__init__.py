"""What proofs about constraints on runs of elements without overlap may speak of."""
