"""Proofs re-checked: arguments step by step, each step recomputed; and that what they argue about is the metric. No
search, no prover.
"""
