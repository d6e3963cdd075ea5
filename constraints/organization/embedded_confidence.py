"""Confidence within larger organizations: a document that the gold does not list is put below all others."""

from axiometrics.core.constraint import Constraint, Reading
from axiometrics.generators.organization_moves import Moves, appended, is_appended

CONSTRAINT = Constraint(
    id="embedded-confidence",
    task="organization",
    title="Confidence, embedded",
    statement=(
        "a document that the gold does not list is put on a level of its own below the others of "
        "an output that lists one of the gold's => Q falls"
    ),
    source="Amigo, Gonzalo & Verdejo 2013, section 2.3, Confidence Constraint, within the organizations of section 5",
    readings=(
        Reading(
            "plain",
            (
                "one document a level in the output, no clusters in the gold, each with tail; a gold of "
                "one level makes it the constraint on rankings"
            ),
            Moves(appended, is_appended, kind="plain", fresh=1, default=5, greatest=6),
            keeps="rs-priority",
            breaks="sensitivity-priority",
        ),
        Reading(
            "levels",
            "any number of documents a level, no clusters, each with tail, and listing a document once",
            Moves(appended, is_appended, kind="levels", fresh=1, default=5, greatest=5),
            keeps="rs-priority",
            breaks="sensitivity-priority",
        ),
        Reading(
            "clustered",
            "any gold and output, with any levels and clusters, each with tail, and listing a document once",
            Moves(appended, is_appended, fresh=1, default=4, greatest=5),
            keeps="rs-priority",
            breaks="sensitivity-priority",
        ),
    ),
)
