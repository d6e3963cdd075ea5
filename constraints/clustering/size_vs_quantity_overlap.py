"""Size versus quantity where clusters overlap: the pairs may be the same two items (Amigo et al. 2013, section
4.2).
"""

from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.edits import RealEdits
from axiometrics.core.implication import implies
from axiometrics.generators.covers import OverlappingPairs
from axiometrics.generators.overlap_edits import OverlapErrors

CONSTRAINT = Constraint(
    id="size-vs-quantity-overlap",
    task="clustering",
    title="Size vs Quantity (overlap)",
    question="Is one small error better than many broken pairs, where clusters may overlap?",
    statement=(
        "one error in a large cluster does less harm than n errors in small ones, where clusters may "
        "overlap: the output in which one item is taken out of a whole class of n + 1 items "
        "(better) scores higher than the output in which n whole pairs are broken up (worse); n >= 2, and "
        "there are no other classes"
    ),
    source="Amigo, Gonzalo & Verdejo 2013, sections 2.1 and 4.2",
    vocabulary="axiometrics.constraints.clustering.vocabularies.size_vs_quantity_overlap",
    readings=(
        Reading(
            "distinct",
            "the pairs have no item of the large class; several pairs may be the same two items",
            OverlappingPairs(shared=False),
            whom="those whose small clusters overlap each other, and do not overlap the large class",
            keeps="rs-clustering",
            breaks="bcubed-extended-f",
            needs="overlapping",
            called=3,
            strength=2,
        ),
        Reading(
            "shared",
            "the pairs may share items with the large class",
            OverlappingPairs(shared=True),
            whom="those who have items that are in small clusters and in the large one",
            keeps="control-whole-classes",
            breaks="bcubed-extended-f",
            needs="overlapping",
            called=3,
            strength=2,
        ),
    ),
    implications=(*implies("shared", "distinct"), *implies("distinct", "clustering:size-vs-quantity@picture")),
    edits=RealEdits(
        (
            "where items stand in several clusters: a cluster of n + 1 items loses one of them (better), or n "
            "clusters of two items outside it, which may share items, are broken up (worse), n >= 2, all of "
            "them whole classes: the first output scores higher"
        ),
        OverlapErrors,
    ),
)
