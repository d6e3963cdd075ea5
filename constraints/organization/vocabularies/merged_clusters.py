"""Merged clusters: two clusters of a level of the gold, without a document in common, are made one."""

from axiometrics.constraints.organization.vocabularies.relations import against_the_gold

VOCABULARY = against_the_gold(
    {"Rc": "two documents, one of each of the clusters merged, share one cluster more than in the gold"}
)
