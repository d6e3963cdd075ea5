"""Reversed levels: the levels of the gold stand in reverse order."""

from axiometrics.constraints.organization.vocabularies.relations import against_the_gold

_WHY = (
    "if for no two documents (or one and itself) one side had the first above the second more often than the other "
    "side has, each pair would stand as often this way as that; then all documents that occur once are on one level, "
    "between the occurrences of the one that may occur twice, and the reverse has each document where it stood"
)

VOCABULARY = against_the_gold({"Rp": _WHY, "Sp": _WHY})
