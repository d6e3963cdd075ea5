"""A relevant article of which nothing relevant is retrieved, at the end of a run."""

from __future__ import annotations

from axiometrics.core.vocabulary import Fact, Mark, Quantity, Vocabulary

VOCABULARY = Vocabulary(
    see=lambda case: case,
    quantities={"r": Quantity("the rank of the article", lambda c: len(c.outputs["worse"].levels), whole=True)},
    facts=(Fact("r - 2 >= 0", Mark.DEFINITION, "the article stands below another one"),),
)
