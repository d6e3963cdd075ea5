"""Confidence: an irrelevant document is appended to a run."""

from axiometrics.verification.proofs.view import Fact, Quantity, View
from axiometrics.verification.proofs.views.ranking.reliability import CONFIDENCE, CONFIDENCE_FACTS
from axiometrics.verification.proofs.views.ranking.runs import Swapped

VIEW = View(
    constraint="ranking:confidence",
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
        Fact("c - 1 >= 0", "a relevant document is retrieved"),
        Fact("L - c >= 0", "relevant documents retrieved are retrieved"),
        Fact("N - c >= 0", "what is retrieved is in the collection"),
        *CONFIDENCE_FACTS,
    ),
)
