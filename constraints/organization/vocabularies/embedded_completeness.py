"""Completeness, embedded: two clusters of the output are merged, all of whose documents the gold has in one cluster."""

from collections.abc import Iterator
from typing import Any

from axiometrics.constraints.organization.vocabularies.edits import Rewritten, gold_weight
from axiometrics.constraints.organization.vocabularies.relations import scores, shares
from axiometrics.constraints.organization.vocabularies.sketches import EDITED, edited, elsewhere, gathering
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Sketch, Vocabulary
from axiometrics.symbolic.symbols import Things, number


def _sketches(reading: str) -> Iterator[Sketch]:
    p, q, more = number("p", 1), number("q", 1), number("elsewhere")
    g, rest = p + q + more, number("related_elsewhere")
    others, classes = elsewhere("others"), elsewhere("classes")

    def system(*sizes: Any) -> Things:
        return Things([gathering(EDITED, size, size * size) for size in sizes], (others,))

    def gold(related: Any) -> Things:
        return Things((gathering(EDITED, g, related + rest),), (classes,))

    yield edited(
        reading,
        {"worse": (system(p, q), gold(p * p + q * q)), "better": (system(p + q), gold((p + q) * (p + q)))},
        {"p": p, "q": q, "g": g},
        {"v": ("gold", EDITED)},
    )


VOCABULARY = Vocabulary(
    see=Rewritten.of,
    quantities={
        "p": Quantity("documents of the larger cluster", lambda c: len(c.old[0]), whole=True),
        "q": Quantity("documents of the smaller cluster", lambda c: len(c.old[1]), whole=True),
        "g": Quantity("documents of their cluster in the gold", lambda c: len(c.home(min(c.old[0]))), whole=True),
        "v": Quantity("the weight of one of these documents in the gold", given=gold_weight),
        **scores(("Rc", "Sc"), "worse"),
    },
    facts=(
        Fact("p - 1 >= 0"),
        Fact("q - 1 >= 0"),
        Fact("g - p - q >= 0"),
        Fact("v > 0", Mark.ARITHMETIC, "each occurrence weighs something"),
        *shares(("Rc", "Sc")),
        Fact("Rc > 0", Mark.ARITHMETIC, "documents of the clusters are related in the gold, if only to themselves"),
    ),
    sketches=_sketches,
)
