"""The vocabularies of the constraints on rankings: the quantities that proofs may name, and the facts that hold for
them. Where a fact has no reason beside it, it is derived from the sketches of the cases.
"""
