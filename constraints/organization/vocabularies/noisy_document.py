"""Noisy document: a document is added that the gold does not list."""

from axiometrics.constraints.organization.vocabularies.relations import against_the_gold

VOCABULARY = against_the_gold(
    {
        "Rp": "the new document stands above the tail, and in the gold it does not; of the weight of this relation, "
        "what the document is weighed with is lost in each reading of the metric",
        "Rc": "the new document is related to itself, and in the gold it is not",
    },
    ("distinct", "repeated"),
)
