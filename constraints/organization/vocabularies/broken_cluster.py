"""Broken cluster: a cluster of the gold is split in two."""

from axiometrics.constraints.organization.vocabularies.relations import against_the_gold

VOCABULARY = against_the_gold(
    {"Sc": "two documents of the cluster, one of each part, share one cluster less than in the gold"}
)
