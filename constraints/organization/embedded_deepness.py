"""Deepness within larger organizations: exchanging two documents against the gold's order costs more near the top."""

from axiometrics.core.case import LARGER_LOSS
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.generators.organization_moves import Moves, exchanged_twice, is_exchanged_twice

GRADED = Moves(exchanged_twice, is_exchanged_twice, kind="levels", grades=2, pairs=2, default=6, demand=LARGER_LOSS)
"""No clusters, and two levels at most in the gold; so a size more is within reach."""

CONSTRAINT = Constraint(
    id="embedded-deepness",
    task="organization",
    title="Deepness, embedded",
    statement="two documents on neighbouring levels of the output, each alone in its cluster, the "
    "upper one higher in the gold too, are exchanged "
    "(shallow), or two others, of the same levels of the gold, further down (deep) => Q loses more in the former",
    source="Amigo, Gonzalo & Verdejo 2013, section 2.3, Deepness Constraint, within the organizations of section 5",
    readings=(
        Reading(
            "plain",
            (
                "one document a level in the output, no clusters in the gold, each with tail; a gold of "
                "one level makes it the constraint on rankings"
            ),
            Moves(
                exchanged_twice, is_exchanged_twice, kind="plain", pairs=2, default=6, greatest=6, demand=LARGER_LOSS
            ),
            keeps="rs-priority",
            breaks="sensitivity-priority",
        ),
        Reading(
            "levels",
            "any number of documents a level, no clusters, each with tail, and listing a document once",
            Moves(
                exchanged_twice,
                is_exchanged_twice,
                kind="levels",
                pairs=2,
                default=5,
                demand=LARGER_LOSS,
                further=GRADED,
            ),
            keeps="control-discounted-gain",
            breaks="rs-priority",
        ),
        Reading(
            "clustered",
            "any gold and output, with any levels and other clusters, each with tail, and listing a document once",
            Moves(exchanged_twice, is_exchanged_twice, pairs=2, default=5, demand=LARGER_LOSS, further=GRADED),
            keeps="control-discounted-gain",
            breaks="rs-priority",
        ),
    ),
)
