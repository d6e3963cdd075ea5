"""What renaming changes in sums over documents: nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from axiometrics.constraints.scoring.vocabularies.points import Given, compared, near, sector
from axiometrics.constraints.scoring.vocabularies.sketches import AT_LEAST, Counted, Scored, as_compared, shares, sums
from axiometrics.core.case import Case
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Sketch, Vocabulary

Points = tuple[tuple[Fraction, Fraction], ...]
"""The relevance and the score of each document."""


def _points(case: Case) -> tuple[Points, Points]:
    sides = (case.gold, case.outputs["one"]), (case.golds["other"], case.outputs["other"])
    original, renamed = (
        tuple((gold.numbers[d], output.numbers[d]) for d in sorted(gold.documents)) for gold, output in sides
    )
    return original, renamed


def _sum(points: Points) -> Fraction:
    return sum((abs(s - u) for u, s in points), Fraction(0))


def _high(points: Points) -> Fraction:
    return sum((max(s - u, Fraction(0)) for u, s in points), Fraction(0))


def _low(points: Points) -> Fraction:
    return sum((max(u - s, Fraction(0)) for u, s in points), Fraction(0))


_OTHER = "the same under the other names"
_COUNTED: dict[str, tuple[str, str, Callable[[str], Given]]] = {
    "T": ("S", "sum of the distances of scores and relevances as the metric compares them", compared),
    "a": ("A1", "documents retrieved and not relevant", lambda role: sector(role, "alpha")),
    "b": ("B1", "documents retrieved and relevant", lambda role: sector(role, "beta")),
    "g": ("G1", "documents neither retrieved nor relevant", lambda role: sector(role, "gamma")),
    "d": ("D1", "documents relevant and not retrieved", lambda role: sector(role, "delta")),
    "r": ("R1", "documents whose score is off by less than t", lambda role: near(role, "right")),
    "h": ("H1", "documents whose score is too high by t or more", lambda role: near(role, "over")),
    "l": ("L1", "documents whose score is too low by t or more", lambda role: near(role, "under")),
}
"""Quantities that depend on the metric's parameters, by their name under the first names of the documents. Each has its
name under the other names, what it means, and how it is computed.
"""


def _counted() -> Iterator[tuple[str, Quantity]]:
    for name, (other_name, means, of) in _COUNTED.items():
        whole = name != "T"
        yield name, Quantity(means, given=of("one"), whole=whole)
        yield other_name, Quantity(f"{means}, under the other names", given=of("other"), whole=whole)


_SAME = "the same numbers are added in another order"


_WHICH = dict(zip("abgdrhl", ("alpha", "beta", "gamma", "delta", "right", "over", "under"), strict=True))


def _sketches(reading: str) -> Iterator[Sketch]:
    original, renamed = Scored.of("one"), Scored.of("other")
    counted = {"one": Counted.of("one"), "other": Counted.of("other")}
    yield Sketch(
        {"one": counted["one"].compared(original), "other": counted["other"].compared(renamed)},
        {
            **{name: counted["one"][which] for name, which in _WHICH.items()},
            **{f"{name.upper()}1": counted["other"][which] for name, which in _WHICH.items()},
            "N": original.documents,
            **sums(original, "A", "O", "U"),
            **sums(renamed, "B", "P", "V"),
            "T": as_compared(original.distance),
            "S": as_compared(renamed.distance),
        },
        not_negative=AT_LEAST,
        parameter_forks=shares(*counted.values()),
    )


VOCABULARY = Vocabulary(
    see=_points,
    quantities={
        "N": Quantity("documents", lambda c: len(c[0]), whole=True),
        "A": Quantity("sum of the distances of the scores from the relevance", lambda c: _sum(c[0])),
        "B": Quantity(_OTHER, lambda c: _sum(c[1])),
        "O": Quantity("sum of what the scores are too high", lambda c: _high(c[0])),
        "P": Quantity(_OTHER, lambda c: _high(c[1])),
        "U": Quantity("sum of what the scores are too low", lambda c: _low(c[0])),
        "V": Quantity(_OTHER, lambda c: _low(c[1])),
        **dict(_counted()),
    },
    facts=(
        Fact("N > 0"),
        Fact("A - B = 0", Mark.ARITHMETIC, _SAME),
        Fact("O - P = 0", Mark.ARITHMETIC, _SAME),
        Fact("U - V = 0", Mark.ARITHMETIC, _SAME),
        Fact(
            "T - S = 0",
            Mark.ARITHMETIC,
            "ranks, scales and categories do not depend on names, and the same numbers are added",
        ),
        *(
            fact
            for name, (other_name, _, _) in _COUNTED.items()
            if name != "T"
            for fact in (
                Fact(f"{name} - {other_name} = 0", Mark.ARITHMETIC, "a document is counted under either name, or not"),
                Fact(f"{name} >= 0"),
                Fact(f"{other_name} >= 0"),
            )
        ),
    ),
    sketches=_sketches,
)
