"""Size vs Quantity, embedded: one document is taken out of a whole cluster of n + 1 (better), or n whole clusters of
two are broken up (worse).
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from axiometrics.constraints.organization.vocabularies.edits import Rewritten, gold_weight
from axiometrics.constraints.organization.vocabularies.relations import scores, shares
from axiometrics.constraints.organization.vocabularies.sketches import EDITED, edited, elsewhere, gathering
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Sketch, Vocabulary
from axiometrics.definitions.sides import LevelPlace
from axiometrics.symbolic.symbols import Group, Things, number


def _sketches(reading: str) -> Iterator[Sketch]:
    """The clusters are on one level of the gold, or without tail on any; with tail, nothing is proved of several."""
    if reading == "levels":
        return
    of_two_place = LevelPlace(number("two.above"), number("two.level", 1)) if reading == "closed" else EDITED
    n, others, classes = number("n", 2), elsewhere("others"), elsewhere("classes")

    def sides(big: tuple[Any, ...], small: Any) -> tuple[Things, Things]:
        """The big cluster in these parts; the documents of each small one together, or alone."""
        parts = 2 / small
        of_small = Group("small", gathering(EDITED, small, small * small), number=n * parts)
        of_two = Group("two", gathering(of_two_place, 2, parts * small * small), number=n)
        whole = gathering(EDITED, n + 1, sum(size * size for size in big))
        clusters = [gathering(EDITED, size, size * size) for size in big]
        return Things(clusters, (of_small, others)), Things((whole,), (of_two, classes))

    yield edited(
        reading,
        {"worse": sides((n + 1,), Fraction(1)), "better": sides((n, 1), Fraction(2))},
        {"n": n},
        {"v": ("gold", EDITED)},
    )


VOCABULARY = Vocabulary(
    see=Rewritten.of,
    quantities={
        "n": Quantity("clusters of two", lambda c: len(c.old[0]) - 1, whole=True),
        "v": Quantity("the weight of one of these documents in the gold", given=gold_weight),
        **scores(("Rc", "Sc"), "worse"),
    },
    facts=(
        Fact("n - 2 >= 0", Mark.DEFINITION, "as the constraint says"),
        Fact("v > 0", Mark.ARITHMETIC, "each occurrence weighs something"),
        *shares(("Rc", "Sc")),
        Fact("Rc > 0", Mark.ARITHMETIC, "documents of whole clusters are related in the gold"),
    ),
    sketches=_sketches,
)
