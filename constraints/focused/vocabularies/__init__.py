"""The vocabularies of the constraints on runs of elements that do not overlap: the quantities that proofs may name and
the facts that hold for them. No case is sketched in symbols here, so each fact has its reason beside it.
"""
