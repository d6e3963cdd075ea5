"""The constraints on clusterings, filterings and rankings, asked of larger organizations: the edit that a constraint
makes in a plain output is made in a part of an organization with several levels and clusters.
"""

from axiometrics.constraints.clustering import completeness, homogeneity, rag_bag, size_vs_quantity
from axiometrics.core.case import LARGER_LOSS
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.edits import RealEdits
from axiometrics.core.implication import Implication, implies
from axiometrics.generators import organization_moves as moves
from axiometrics.generators.cluster_edits import ClusterSplits, LargeOrSmallErrors, PureMerges, StrayAdditions
from axiometrics.generators.organization_embedded import Embedded
from axiometrics.generators.organization_places import (
    Appendings,
    ExchangePairs,
    Exchanges,
    Steps,
    on_levels,
)
from axiometrics.generators.organization_worlds import EachOnce
from axiometrics.generators.organizations import Edits
from axiometrics.generators.patterns import Rewrites


def embedded(
    title: str,
    statement: str,
    place: str,
    *readings: Reading,
    implications: tuple[Implication, ...],
    edits: RealEdits,
    spoken: bool = True,
) -> Constraint:
    """A constraint of the paper (`place` says of which section), within the organizations of section 5. `spoken` says
    whether proofs have a vocabulary for it.
    """
    name = f"embedded-{title.lower().replace(' ', '-')}"
    vocabularies = "axiometrics.constraints.organization.vocabularies"
    return Constraint(
        id=name,
        task="organization",
        title=f"{title}, embedded",
        statement=statement,
        source=f"Amigo, Gonzalo & Verdejo 2013, {place}, within the organizations of section 5",
        readings=readings,
        vocabulary=f"{vocabularies}.{name.replace('-', '_')}" if spoken else "",
        implications=implications,
        edits=edits,
    )


def cases_of(clustering: Constraint) -> Rewrites:
    """The cases of a constraint on clusterings, to be put on levels of organizations."""
    family = clustering.reading("universal").cases
    assert isinstance(family, Rewrites)
    return family


CLOSED = (
    "any gold and output of the same documents, without tail, and listing a document once; on one level it is the "
    "constraint on clusterings"
)
LEVELS = "any number of documents a level, no clusters, each with tail, and listing a document once"
PLAIN = (
    "one document a level in the output, no clusters in the gold, each with tail; a gold of one level makes it the "
    "constraint on rankings"
)
ANY = "any gold and output, with any levels and clusters, each with tail, and listing a document once"
OTHER = "any gold and output, with any levels and other clusters, each with tail, and listing a document once"

HOMOGENEITY, COMPLETENESS, RAG_BAG, SIZE_VS_QUANTITY = (
    cases_of(module.CONSTRAINT) for module in (homogeneity, completeness, rag_bag, size_vs_quantity)
)

STEP, EXCHANGE, TWO_EXCHANGES, APPENDING = moves.stepped, moves.exchanged, moves.exchanged_twice, moves.appended
STEP_IN_TWO = moves.in_sets(2, STEP)

ALIKE = Edits(EXCHANGE, EachOnce("levels", same=True, grades=3, seats=2), default=5)
"""Gold and output list the same documents, without clusters, and the gold has three levels at most. The cases are
therefore few enough to look at one size more.
"""

GRADED = Edits(TWO_EXCHANGES, EachOnce("levels", grades=2, seats=4), default=6, demand=LARGER_LOSS)
"""There are no clusters, and the gold has two levels at most. The cases are therefore few enough to look at one size
more.
"""

CONSTRAINTS = (
    embedded(
        "Homogeneity",
        (
            "if a cluster of the output, on any level, has a document that the gold lists, and is split "
            "into two parts that share no cluster of the gold, the score rises"
        ),
        "section 2.1, Cluster Homogeneity",
        Reading(
            "level",
            "any gold that lists the documents of the cluster on one level, any output; each with tail, and listing a "
            "document once",
            Embedded(HOMOGENEITY, together=True),
            keeps="rs-relatedness",
            breaks="sensitivity-clustering",
            whom="those whose gold has clusters within levels, and who compare documents of one level",
        ),
        Reading(
            "levels",
            "the same, the documents of the cluster on any levels of the gold, or some of them in its tail",
            Embedded(HOMOGENEITY),
            keeps="rs-relatedness",
            breaks="sensitivity-clustering",
            whom="those who may group documents of different levels, or documents that the gold does not list",
        ),
        Reading(
            "closed",
            CLOSED,
            Embedded(HOMOGENEITY, tail=False),
            keeps="rs-relatedness",
            breaks="sensitivity-clustering",
            whom="those whose gold and outputs list the same documents",
        ),
        edits=RealEdits(
            (
                "on one level of the output, a cluster all of whose documents stand on one level of the gold, in "
                "several clusters there, is split into two parts that share no cluster of the gold: the score "
                "rises"
            ),
            on_levels(ClusterSplits),
        ),
        implications=(
            *implies("closed", "clustering:homogeneity@universal"),
            *implies("levels", "level"),
            *implies("level", "organization:merged-clusters@distinct"),
        ),
    ),
    embedded(
        "Completeness",
        (
            "if two clusters on one level of the output, whose documents are all in one cluster of the "
            "gold, are merged, the score rises"
        ),
        "section 2.1, Cluster Completeness",
        Reading(
            "levels",
            "any gold and output, each with tail, and listing a document once",
            Embedded(COMPLETENESS),
            keeps="rs-relatedness",
            breaks="reliability-clustering",
            whom="those who have outputs with a tail, which need not list every document",
        ),
        Reading(
            "closed",
            CLOSED,
            Embedded(COMPLETENESS, tail=False),
            keeps="rs-relatedness",
            breaks="reliability-clustering",
            whom="those whose gold and outputs list the same documents",
        ),
        edits=RealEdits(
            (
                "two clusters of one level of the output, all of whose documents are of one and the same cluster "
                "of the gold, are merged: the score rises"
            ),
            on_levels(PureMerges),
        ),
        implications=(
            *implies("closed", "clustering:completeness@universal"),
            *implies("levels", "organization:broken-cluster@distinct"),
        ),
    ),
    embedded(
        "Rag Bag",
        (
            "on one level of the output, a document that is alone in its cluster of the gold joins a "
            "clean cluster of at least two documents (worse), or one of as many documents of which each is alone in "
            "the gold (better): the second output scores higher"
        ),
        "section 2.1, Rag Bag",
        Reading(
            "level",
            "any gold that lists these documents on one level, any output; each with tail, and listing a document once",
            Embedded(RAG_BAG, together=True, default=7, greatest=7),
            keeps="rs-relatedness",
            breaks="sensitivity-clustering",
            whom="those whose gold lists the documents that belong nowhere beside the good clusters",
        ),
        Reading(
            "levels",
            "the same, these documents on any levels of the gold, and those alone there or in its tail",
            Embedded(RAG_BAG, default=6, greatest=6),
            keeps="rs-relatedness",
            breaks="sensitivity-clustering",
            whom="those who have noise on different levels of the gold, or noise that the gold does not list",
        ),
        Reading(
            "closed",
            CLOSED,
            Embedded(RAG_BAG, tail=False, default=6, greatest=7),
            keeps="rs-relatedness",
            breaks="sensitivity-clustering",
            whom="those whose gold and outputs list the same documents",
        ),
        edits=RealEdits(
            (
                "a document that is alone in the gold joins, on one level of the output, a cluster of at least "
                "two documents of one cluster of the gold (worse) or a cluster in which no cluster of the gold "
                "has more than half (better); all these documents stand on one level of the gold: the second "
                "output scores higher"
            ),
            on_levels(StrayAdditions),
        ),
        implications=(
            *implies("closed", "clustering:rag-bag@universal"),
            *implies("levels", "level"),
        ),
    ),
    embedded(
        "Size vs Quantity",
        (
            "on one level of the output, one document is taken out of a whole cluster of n + 1 documents "
            "(better), or n whole clusters of two documents are broken up (worse), n >= 2: the first "
            "output scores higher"
        ),
        "section 2.1, Cluster size vs. quantity",
        Reading(
            "level",
            "any gold that has these clusters on one level, any output; each with tail, and listing a document once",
            Embedded(SIZE_VS_QUANTITY, together=True, default=9, greatest=9),
            keeps="rs-relatedness",
            breaks="reliability-clustering",
            whom="those who compare large and small clusters of one level of the gold",
        ),
        Reading(
            "levels",
            "the same, these clusters on any levels of the gold",
            Embedded(SIZE_VS_QUANTITY, default=8, greatest=9),
            keeps="control-flat-clusters",
            breaks="rs-relatedness",
            whom="those who have large and small clusters on different levels of the gold",
        ),
        Reading(
            "closed",
            CLOSED,
            Embedded(SIZE_VS_QUANTITY, tail=False, default=8, greatest=9),
            keeps="rs-relatedness",
            breaks="reliability-clustering",
            whom="those whose gold and outputs list the same documents",
        ),
        edits=RealEdits(
            (
                "on one level of the output, a cluster of n + 1 documents of one cluster of the gold loses one of "
                "them (better), or n clusters of two documents are broken up (worse), n >= 2, all of different "
                "clusters of one level of the gold, which may have more documents elsewhere: the first output "
                "scores higher"
            ),
            on_levels(LargeOrSmallErrors),
        ),
        implications=(
            *implies("closed", "clustering:size-vs-quantity@universal"),
            *implies("levels", "level"),
        ),
    ),
    embedded(
        "Filtering Priority",
        (
            "if a document of the output, alone in its cluster, is moved up (or down) one step, to the next level "
            "or to a new level between the two, and of the documents that it leaves behind or joins the gold has at "
            "least one below it (above it), and none above it (below it), the score rises"
        ),
        "section 2.2, Priority Constraint",
        Reading(
            "two-levels",
            "gold and output of the same documents, without tail, and listing a document once; the gold has two "
            "levels, the output two or one, with any other clusters",
            Edits(STEP_IN_TWO, EachOnce(same=True, sets=2), tail=False),
            keeps="control-pairs-in-order",
            breaks="rs-priority",
            whom="those who filter all documents into two levels",
        ),
        Reading(
            "interior",
            "the same, with a document of each level of the gold in its place before and after",
            Edits(moves.kept_apart(STEP_IN_TWO), EachOnce(same=True, sets=2), tail=False, default=5),
            keeps="rs-priority",
            breaks="rs-relatedness",
            whom="those whose filters decide rightly about some document of each class",
        ),
        Reading(
            "levels",
            ANY,
            Edits(STEP, EachOnce()),
            keeps="control-pairs-in-order",
            breaks="rs-priority",
            whom="those who have several levels of relevance and of acceptance, and clusters in them",
        ),
        edits=RealEdits(
            (
                "a document that is alone in its cluster moves to the next level of the output, or to a new level "
                "between the two, past others of which the gold has at least one on the other side, and none on "
                "the side that it leaves them: the score rises"
            ),
            Steps,
        ),
        implications=(
            *implies("two-levels", "interior", "filtering:priority@universal"),
            *implies("interior", "filtering:priority@interior"),
            Implication(("filtering:priority@interior",), "interior"),
        ),
    ),
    embedded(
        "Ranking Priority",
        (
            "if two documents on neighbouring levels of the output, each alone in its cluster, of which "
            "the upper one is higher in the gold too, are exchanged, the score falls"
        ),
        "section 2.3, Priority Constraint",
        Reading(
            "plain",
            "one document a level in the output, no clusters and at most two levels in the gold, each with tail; one "
            "level makes it the constraint on rankings",
            Edits(EXCHANGE, EachOnce("plain", grades=2, seats=2), default=6, greatest=8),
            keeps="rs-priority",
            breaks="sensitivity-priority",
            whom="those who return one document on each rank",
        ),
        Reading(
            "levels",
            LEVELS,
            Edits(EXCHANGE, EachOnce("levels", seats=2), greatest=4, further=ALIKE),
            keeps="control-pairs-in-order",
            breaks="sensitivity-priority",
            whom="those who may return several documents on one rank",
        ),
        Reading(
            "clustered",
            OTHER,
            Edits(EXCHANGE, EachOnce(seats=2), greatest=4, further=ALIKE),
            keeps="control-pairs-in-order",
            breaks="sensitivity-priority",
            whom="those who may return several documents on one rank, and group them",
        ),
        edits=RealEdits(
            (
                "two documents of neighbouring levels of the output, each alone in its cluster, of which the "
                "upper one is higher in the gold too, are exchanged: the score falls"
            ),
            Exchanges,
        ),
        implications=(
            *implies("clustered", "levels"),
            *implies("levels", "plain"),
            *implies("plain", "ranking:priority@universal", "ranking:priority@graded"),
            Implication(("ranking:priority@universal", "ranking:priority@graded"), "plain"),
        ),
        spoken=False,
    ),
    embedded(
        "Deepness",
        (
            "two documents on neighbouring levels of the output, each alone in its cluster, of which the "
            "upper one is higher in the gold too, are exchanged (shallow), or two others, of the same "
            "levels of the gold, on two levels below these (deep): the first exchange costs more"
        ),
        "section 2.3, Deepness Constraint",
        Reading(
            "plain",
            PLAIN,
            Edits(TWO_EXCHANGES, EachOnce("plain", seats=4), default=6, greatest=6, demand=LARGER_LOSS),
            keeps="rs-priority",
            breaks="sensitivity-priority",
            whom="those who return one document on each rank",
        ),
        Reading(
            "levels",
            LEVELS,
            Edits(TWO_EXCHANGES, EachOnce("levels", seats=4), default=5, demand=LARGER_LOSS, further=GRADED),
            keeps="control-discounted-gain",
            breaks="rs-priority",
            whom="those who may return several documents on one rank",
        ),
        Reading(
            "clustered",
            OTHER,
            Edits(TWO_EXCHANGES, EachOnce(seats=4), default=5, demand=LARGER_LOSS, further=GRADED),
            keeps="control-discounted-gain",
            breaks="rs-priority",
            whom="those who may return several documents on one rank, and group them",
        ),
        edits=RealEdits(
            (
                "such an exchange costs more on two levels of the output than on two others below them, where the "
                "documents are of the same levels of the gold"
            ),
            ExchangePairs,
            LARGER_LOSS,
        ),
        implications=(
            *implies("clustered", "levels"),
            *implies("levels", "plain"),
            *implies("plain", "ranking:deepness@same-run"),
        ),
        spoken=False,
    ),
    embedded(
        "Confidence",
        (
            "if a document that the gold does not list is put on a new lowest level of an output that "
            "lists a document of the gold, the score falls"
        ),
        "section 2.3, Confidence Constraint",
        Reading(
            "plain",
            PLAIN,
            Edits(APPENDING, EachOnce("plain", fresh=1), default=5, greatest=6),
            keeps="rs-priority",
            breaks="sensitivity-priority",
            whom="those who return one document on each rank",
        ),
        Reading(
            "levels",
            LEVELS,
            Edits(APPENDING, EachOnce("levels", fresh=1), default=5, greatest=5),
            keeps="rs-priority",
            breaks="sensitivity-priority",
            whom="those who may return several documents on one rank",
        ),
        Reading(
            "clustered",
            ANY,
            Edits(APPENDING, EachOnce(fresh=1), default=4, greatest=5),
            keeps="rs-priority",
            breaks="sensitivity-priority",
            whom="those who may return several documents on one rank, and group them",
        ),
        edits=RealEdits(
            (
                "a document that the gold does not list is put on a new lowest level of an output that lists a "
                "document of the gold: the score falls"
            ),
            Appendings,
        ),
        implications=(
            *implies("clustered", "levels"),
            *implies("levels", "plain"),
            *implies("plain", "ranking:confidence@universal"),
        ),
    ),
)
