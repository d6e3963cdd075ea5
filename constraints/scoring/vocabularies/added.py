"""One document is added: how far its score is off, and how far the scores of the others are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from axiometrics.constraints.scoring.vocabularies.points import DISTANCES, ZERO, Parameters, compared, near, sector
from axiometrics.constraints.scoring.vocabularies.sketches import (
    AT_LEAST,
    Counted,
    Scored,
    as_compared,
    as_given,
    shares,
    sums,
)
from axiometrics.core.case import Case
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Sketch, Vocabulary
from axiometrics.definitions.scoring.distance import Compared
from axiometrics.symbolic.symbols import NotDerivedError, number, positive

Differences = tuple[dict[str, Fraction], Fraction]
"""The score less the relevance of each document that was there before, and the same of the added document."""


def _differences(case: Case) -> Differences:
    (smaller,) = case.golds
    (larger,) = case.outputs.keys() - {smaller}
    output, before = case.outputs[larger].numbers, case.golds[smaller].documents
    differences = {d: output[d] - u for d, u in case.gold.pairs}
    (added,) = differences.keys() - before
    return {d: difference for d, difference in differences.items() if d in before}, differences[added]


def _before(kind: str) -> Callable[[Differences], Fraction]:
    return lambda c: sum(map(DISTANCES[kind], c[0].values()), ZERO)


_COUNTS = {
    "a": ("documents retrieved and not relevant before", sector("worse", "alpha")),
    "g": ("documents neither retrieved nor relevant before", sector("worse", "gamma")),
    "r": ("documents before whose score is off by less than t", near("worse", "right")),
    "h": ("documents before whose score is too high by t or more", near("worse", "over")),
    "l": ("documents before whose score is too low by t or more", near("worse", "under")),
}
"""Numbers of documents before one document is added in the better output."""


_NAMES = ("alpha", "gamma", "right", "over", "under")
_PLAIN = ("given", "none")
HALF = Fraction(1, 2)


def _sketches(reading: str) -> Iterator[Sketch]:
    """A document that is further off than all others has a score that is too high or too low. A document with the right
    score is below the thresholds.
    """
    least = number("least")
    if reading == "far":
        before, off = Scored.of("better"), positive("d")
        for pair in ((least + off, least), (least, least + off)):
            yield Sketch(
                {"better": before.compared, "worse": before.with_one_more(*pair).compared},
                {"N": before.documents, **sums(before, "A", "O", "U"), "d": as_given(off)},
            )
        return
    before, counted = Scored.of("worse"), Counted.of("worse")
    after = counted.with_numbers(gamma=counted["gamma"] + 1, right=counted["right"] + 1)
    made = after.compared(before.with_one_more(least, least))

    def with_right(parameters: Parameters) -> Compared:
        """The documents with the added one. The added document counts as right and as below the thresholds only where
        these are 1/2 or above, and where scores and relevances are treated alike.
        """
        above = all(parameters.get(name, HALF) >= HALF for name in ("theta_s", "theta_u"))
        alike = parameters.get("n") == parameters.get("m")
        if not above or not alike or (parameters.get("scores", "given"), parameters.get("step", "none")) != _PLAIN:
            raise NotDerivedError("the added document may not be what it was before it is compared")
        return made(parameters)

    yield Sketch(
        {"worse": counted.compared(before), "better": with_right},
        {
            "N": before.documents,
            **sums(before, "A", "O", "U"),
            "T": as_compared(before.distance),
            **dict(zip("agrhl", (counted[name] for name in _NAMES), strict=True)),
        },
        not_negative=AT_LEAST,
        parameter_forks=shares(counted),
    )


VOCABULARY = Vocabulary(
    see=_differences,
    quantities={
        "N": Quantity("documents before one is added", lambda c: len(c[0]), whole=True),
        "A": Quantity("sum of the distances of their scores from the relevance", _before("distance")),
        "O": Quantity("the same of scores that are too high", _before("too high")),
        "U": Quantity("the same of scores that are too low", _before("too low")),
        "T": Quantity("sum of the distances as the metric compares scores and relevances", given=compared("worse")),
        "d": Quantity("distance of the score of the added document from its relevance", lambda c: abs(c[1])),
        **{name: Quantity(means, given=of, whole=True) for name, (means, of) in _COUNTS.items()},
    },
    facts=(
        *(Fact(f"{name} >= 0", Mark.DEFINITION, "a number of documents") for name in _COUNTS),
        Fact("N > 0"),
        Fact("N*d - A > 0", Mark.ARITHMETIC, "the added document is further off than each of the N", ("far",)),
    ),
    sketches=_sketches,
)
