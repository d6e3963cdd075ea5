"""Priority of filtering within larger organizations: a document moved one step towards where the gold has it."""

from axiometrics.core.constraint import Constraint, Reading
from axiometrics.generators.organization_moves import Moves, is_kept_apart, is_stepped, kept_apart, stepped

CONSTRAINT = Constraint(
    id="embedded-filtering-priority",
    task="organization",
    title="Filtering Priority, embedded",
    statement="a document of the output, alone in its cluster, is moved to the next level, or to one "
    "of its own between the two, "
    "past documents none of which the gold has on the other side and not all of which it has beside it => Q rises",
    source="Amigo, Gonzalo & Verdejo 2013, section 2.2, Priority Constraint, within the organizations of section 5",
    readings=(
        Reading(
            "two-levels",
            (
                "gold and output of the same documents, without tail; the gold has two levels, the "
                "output two or one, with any other clusters"
            ),
            Moves(stepped, is_stepped, tail=False, sets=2),
            keeps="control-pairs-in-order",
            breaks="rs-priority",
        ),
        Reading(
            "interior",
            "the same, with a document of each level of the gold in its place before and after",
            Moves(kept_apart(stepped), is_kept_apart, tail=False, sets=2, default=5),
            keeps="rs-priority",
            breaks="rs-relatedness",
        ),
        Reading(
            "levels",
            "any gold and output, with any levels and clusters, each with tail, and listing a document once",
            Moves(stepped, is_stepped),
            keeps="control-pairs-in-order",
            breaks="rs-priority",
        ),
    ),
)
