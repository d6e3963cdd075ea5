"""Levels keep clusters: the gold, and the gold with its levels in reverse order."""

from axiometrics.constraints.organization.vocabularies.relations import scores
from axiometrics.core.vocabulary import Fact, Mark, Sketch, Vocabulary

_NAMES = ("Rc", "Sc", "Hc")

VOCABULARY = Vocabulary(
    see=lambda case: case,
    quantities={**scores(_NAMES, "better", "_better"), **scores(_NAMES, "worse", "_worse")},
    facts=tuple(
        Fact(f"{name}_{role} - 1 = 0", Mark.ARITHMETIC, "its clusters are those of the gold, so each relation is found")
        for name in _NAMES
        for role in ("better", "worse")
    ),
    sketches=lambda reading: (Sketch({}, {}),),
)
