"""The vocabularies of the constraints on organizations: the quantities that proofs may name, and the facts that hold
for them. Where a fact has no reason beside it, it is derived from the sketches of the cases.

R and S are shares of a weight of 1 in all: the weights of the relations of one organization, of which the other one has
some, or all. So a proof needs to know of an edit only which relations it takes away, and which weights it moves. The
shares themselves (`Rp`, `Sc` and so on) are quantities here, taken by the definitions of section 3.3.
"""
