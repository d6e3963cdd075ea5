"""Homogeneity, embedded: a cluster of the output is split in two parts that share no cluster of the gold."""

from collections.abc import Iterator

from axiometrics.constraints.organization.vocabularies.edits import Rewritten, output_weight
from axiometrics.constraints.organization.vocabularies.relations import scores, shares
from axiometrics.constraints.organization.vocabularies.sketches import EDITED, edited, elsewhere, gathering
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Sketch, Vocabulary
from axiometrics.symbolic.symbols import Things, number, positive


def _sketches(reading: str) -> Iterator[Sketch]:
    """The documents that a cluster of the gold shares with the split cluster are all in one of the parts, so the output
    keeps every relation of the gold that it had.
    """
    p, q = number("p", 1), number("q", 1)
    x, y = positive("X"), number("Y")
    for first, second in ((x, y), (y, x)):
        others, gold = elsewhere("others"), Things((), (elsewhere("classes"),))
        whole = Things((gathering(EDITED, p + q, x + y),), (others,))
        parts = Things((gathering(EDITED, p, first), gathering(EDITED, q, second)), (others,))
        yield edited(
            reading,
            {"worse": (whole, gold), "better": (parts, gold)},
            {"p": p, "q": q, "X": first, "Y": second},
            {"w": ("system", EDITED)},
        )


VOCABULARY = Vocabulary(
    see=Rewritten.of,
    quantities={
        "p": Quantity("documents of the larger part", lambda c: len(c.new[0]), whole=True),
        "q": Quantity("documents of the smaller part", lambda c: len(c.new[1]), whole=True),
        "X": Quantity(
            "what the larger part holds of each cluster of the gold, squared and summed",
            lambda c: c.squares(c.new[0]),
            whole=True,
        ),
        "Y": Quantity(
            "what the smaller part holds of each cluster of the gold, squared and summed",
            lambda c: c.squares(c.new[1]),
            whole=True,
        ),
        "w": Quantity("the weight of one of these documents in the output", given=output_weight),
        **scores(("Rc", "Sc"), "worse"),
    },
    facts=(
        Fact("p - 1 >= 0"),
        Fact("q - 1 >= 0"),
        Fact("X >= 0"),
        Fact("Y >= 0"),
        Fact("X + Y - 1 >= 0"),
        Fact("w > 0", Mark.ARITHMETIC, "each occurrence weighs something"),
        *shares(("Rc", "Sc")),
        Fact(
            "Sc > 0", Mark.ARITHMETIC, "of the gold the tail is found, and without tail that a document is one and same"
        ),
    ),
    sketches=_sketches,
)
