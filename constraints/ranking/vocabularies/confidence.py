"""Confidence: an irrelevant document is appended to a run."""

from axiometrics.constraints.ranking.vocabularies.reliability import CONFIDENCE, CONFIDENCE_FACTS
from axiometrics.constraints.ranking.vocabularies.runs import Swapped
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Vocabulary

VOCABULARY = Vocabulary(
    see=Swapped.of,
    quantities={
        "L": Quantity("documents retrieved before one is appended", lambda c: len(c.runs["better"]), whole=True),
        "c": Quantity(
            "relevant documents retrieved", lambda c: c.above(len(c.runs["better"]) + 1, "better"), whole=True
        ),
        "N": Quantity("relevant documents in the collection", lambda c: c.relevant, whole=True),
        **CONFIDENCE,
    },
    facts=(
        Fact("c - 1 >= 0", Mark.ARITHMETIC, "a relevant document is retrieved"),
        Fact("L - c >= 0", Mark.ARITHMETIC, "relevant documents retrieved are retrieved"),
        Fact("N - c >= 0", Mark.ARITHMETIC, "what is retrieved is in the collection"),
        *CONFIDENCE_FACTS,
    ),
)
