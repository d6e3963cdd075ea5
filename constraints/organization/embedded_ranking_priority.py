"""Priority of ranking within larger organizations: two documents of neighbouring levels exchanged against the gold's
order.
"""

from axiometrics.core.constraint import Constraint, Reading
from axiometrics.generators.organization_moves import Moves, exchanged, is_exchanged

ALIKE = Moves(exchanged, is_exchanged, kind="levels", same=True, grades=3, pairs=1, default=5)
"""Gold and output list the same documents, in no clusters, the gold on three levels at most; so a size more is within
reach.
"""

CONSTRAINT = Constraint(
    id="embedded-ranking-priority",
    task="organization",
    title="Ranking Priority, embedded",
    statement=(
        "two documents on neighbouring levels of the output, each alone in its cluster, the "
        "upper one higher in the gold too, are exchanged => Q falls"
    ),
    source="Amigo, Gonzalo & Verdejo 2013, section 2.3, Priority Constraint, within the organizations of section 5",
    readings=(
        Reading(
            "plain",
            (
                "one document a level in the output, no clusters and at most two levels in the gold, "
                "each with tail; one level makes it the constraint on rankings"
            ),
            Moves(exchanged, is_exchanged, kind="plain", grades=2, pairs=1, default=6, greatest=8),
            keeps="rs-priority",
            breaks="sensitivity-priority",
        ),
        Reading(
            "levels",
            "any number of documents a level, no clusters, each with tail, and listing a document once",
            Moves(exchanged, is_exchanged, kind="levels", pairs=1, greatest=4, further=ALIKE),
            keeps="control-pairs-in-order",
            breaks="sensitivity-priority",
        ),
        Reading(
            "clustered",
            "any gold and output, with any levels and other clusters, each with tail, and listing a document once",
            Moves(exchanged, is_exchanged, pairs=1, greatest=4, further=ALIKE),
            keeps="control-pairs-in-order",
            breaks="sensitivity-priority",
        ),
    ),
)
