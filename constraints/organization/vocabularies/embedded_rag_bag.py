"""Rag Bag, embedded: a document alone in the gold joins a clean cluster (worse) or as many documents that are each
alone in the gold (better).
"""

from collections.abc import Iterator
from typing import Any

from axiometrics.constraints.organization.vocabularies.edits import Cluster, Rewritten, output_weight
from axiometrics.constraints.organization.vocabularies.relations import scores, shares
from axiometrics.constraints.organization.vocabularies.sketches import EDITED, edited, elsewhere, gathering
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Sketch, Vocabulary
from axiometrics.symbolic.symbols import Things, number


def bag(c: Rewritten) -> Cluster:
    """The documents each alone in the gold: the cluster of the worse output that holds fewer documents."""
    return c.old[1]


def _sketches(reading: str) -> Iterator[Sketch]:
    """The gold relates none of these documents to another one but those of the clean cluster, which stay together."""
    n, u, found_pairs = number("n", 2), number("u"), number("found")
    others, gold = elsewhere("others"), Things((), (elsewhere("classes"),))

    def system(clean: Any, bag: Any, in_clean: Any, in_bag: Any) -> Things:
        return Things((gathering(EDITED, clean, n * n + in_clean), gathering(EDITED, bag, u + in_bag)), (others,))

    outputs = {"worse": system(n + 1, n, found_pairs, 0), "better": system(n, n + 1, 0, found_pairs)}
    yield edited(
        reading,
        {role: (clusters, gold) for role, clusters in outputs.items()},
        {"n": n, "u": u},
        {"w": ("system", EDITED)},
    )


VOCABULARY = Vocabulary(
    see=Rewritten.of,
    quantities={
        "n": Quantity("documents of the clean cluster, and of the other one", lambda c: len(bag(c)), whole=True),
        "u": Quantity("documents of the other cluster that the gold lists", lambda c: c.listed(bag(c)), whole=True),
        "w": Quantity("the weight of one of these documents in the output", given=output_weight),
        **scores(("Rc", "Sc"), "worse"),
    },
    facts=(
        Fact("n - 2 >= 0"),
        Fact("u >= 0"),
        Fact("n - u >= 0", Mark.ARITHMETIC, "what is listed of them are no more than they are"),
        Fact("w > 0", Mark.ARITHMETIC, "each occurrence weighs something"),
        *shares(("Rc", "Sc")),
        Fact("Sc > 0", Mark.ARITHMETIC, "documents of the clean cluster are related in gold and output"),
    ),
    sketches=_sketches,
)
