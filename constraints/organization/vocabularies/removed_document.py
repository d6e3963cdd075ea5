"""Removed document: a document of the gold, or one of its occurrences, is left out."""

from axiometrics.constraints.organization.vocabularies.relations import against_the_gold

VOCABULARY = against_the_gold(
    {
        "Sp": "the gold has the document above the tail once more than the output; of the weight of this relation, "
        "what the document is weighed with is lost in each reading of the metric",
        "Sc": "the gold relates the document to itself once more than the output",
    }
)
