"""The vocabularies of the constraints on organizations: the quantities that proofs may name and the facts that hold for
them, with sketches of the cases from which quantities and facts are derived.

R and S are shares of a weight of 1 in all: the weights of the relations of one organization, of which the other one has
some, or all. So a proof needs to know of an edit only which relations it takes away, and which weights it moves. The
shares themselves (`Rp`, `Sc` and so on) are quantities here, taken by the definitions of section 3.3.
"""
