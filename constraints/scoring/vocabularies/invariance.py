"""Scores in another order-preserving form: what ranks, and scores from the least to the greatest, make of them."""

from __future__ import annotations

from collections.abc import Iterator

from axiometrics.constraints.scoring.vocabularies.points import compared, documents
from axiometrics.constraints.scoring.vocabularies.sketches import Scored, as_compared
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Sketch, Vocabulary

_RANKS, _SCALE = {"scores": "rank"}, {"scores": "minmax-query"}


def _sketches(reading: str) -> Iterator[Sketch]:
    first, second = Scored.of("one"), Scored.of("other")
    yield Sketch(
        {"one": first.compared, "other": second.compared},
        {
            "N": first.documents,
            **{name: as_compared(output.distance, **_RANKS) for name, output in (("R", first), ("S", second))},
            **{name: as_compared(output.distance, **_SCALE) for name, output in (("H", first), ("K", second))},
        },
    )


VOCABULARY = Vocabulary(
    see=lambda case: case,
    quantities={
        "N": Quantity("documents", documents("one"), whole=True),
        "R": Quantity(
            "sum of the distances from the relevance where ranks are the scores", given=compared("one", **_RANKS)
        ),
        "S": Quantity("the same of the other output", given=compared("other", **_RANKS)),
        "H": Quantity(
            "sum of the distances from the relevance where the least score becomes 0 and the greatest 1",
            given=compared("one", **_SCALE),
        ),
        "K": Quantity("the same of the other output", given=compared("other", **_SCALE)),
    },
    facts=(
        Fact("N > 0"),
        Fact("R - S = 0", Mark.ARITHMETIC, "ranks depend on the order of the scores alone, which both outputs share"),
        Fact(
            "H - K = 0",
            Mark.ARITHMETIC,
            "(s - least)/(greatest - least) is the same of a s + b as of s, for a > 0",
            ("plain",),
        ),
    ),
    sketches=_sketches,
)
