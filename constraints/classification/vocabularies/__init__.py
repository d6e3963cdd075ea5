"""The vocabularies of the constraints on classifications: the quantities that proofs may name and the facts that hold
for them, with sketches of the cases from which quantities and facts are derived.
"""
