"""Minor intents: a redundant document gives way to one that serves further intents."""

from __future__ import annotations

from axiometrics.constraints.diversity.vocabularies import topics as of
from axiometrics.core.case import Case
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Vocabulary


def _new(case: Case) -> set[str]:
    before = {intent for document in of.ranked(case, "worse") for intent in document}
    return {intent for document in of.ranked(case, "better") for intent in document} - before


_LOST = "what was replaced is redundant, and so no intent is lost"

VOCABULARY = Vocabulary(
    see=lambda case: case,
    quantities={
        "n": Quantity("intents of the topic", lambda c: len(c.gold.intents), whole=True),
        "m": Quantity("intents that only the better run serves", lambda c: len(_new(c)), whole=True),
        "w": Quantity("their probability", lambda c: of.chance(c.gold, dict.fromkeys(_new(c), 1))),
    },
    facts=(
        Fact("m - 1 >= 0", Mark.DEFINITION, f"the new document serves an intent that was not served; {_LOST}"),
        Fact("n - m >= 0", Mark.ARITHMETIC, "they are intents of the topic"),
        Fact("w > 0", Mark.ARITHMETIC, "a sum of probabilities, of which there is one", each=of.ABOVE_TERM),
    ),
)
