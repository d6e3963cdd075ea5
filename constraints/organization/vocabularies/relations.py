"""R and S of the outputs that a constraint on organizations compares, over both relations, and what holds of them
whatever the constraint.

`p` stands for priority and `c` for clustering: `Rp` is R> and `Sc` is S~. `Hp` and `Hc` are R*S, the harmonic means.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from axiometrics.constraints.organization.vocabularies.sketches import gold_against_any
from axiometrics.core.organization import Organization
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Vocabulary
from axiometrics.definitions import sides
from axiometrics.definitions.organization import reliability as of
from axiometrics.definitions.organization.reliability import weigh

Parameters = Mapping[str, Any]
Measure = Callable[..., Fraction]

MEASURES: dict[str, tuple[str, Measure]] = {
    "Rp": ("R>", of.reliability_priority),
    "Sp": ("S>", of.sensitivity_priority),
    "Hp": ("R*S>", of.rs_priority),
    "Rc": ("R~", of.reliability_clustering),
    "Sc": ("S~", of.sensitivity_clustering),
    "Hc": ("R*S~", of.rs_clustering),
}

_MEAN: dict[str, Any] = {
    "symbols": {"r": False, "s": False},
    "facts": ["r >= 0", "s >= 0", "r + s > 0"],
    "define": [],
    "steps": [
        {
            "id": "mean",
            "claim": "r + s - 4*r*s/(r + s) >= 0",
            "rule": "cases",
            "cases": [
                {
                    "assume": "r - s >= 0",
                    "steps": [
                        {
                            "id": "so",
                            "claim": "r + s - 4*r*s/(r + s) >= 0",
                            "rule": "positive",
                            "from": {"d": "r - s >= 0", "t": "r + s > 0"},
                            "numerator": "d**2",
                            "denominator": "t",
                        }
                    ],
                },
                {
                    "assume": "s - r >= 0",
                    "steps": [
                        {
                            "id": "so",
                            "claim": "r + s - 4*r*s/(r + s) >= 0",
                            "rule": "positive",
                            "from": {"d": "s - r >= 0", "t": "r + s > 0"},
                            "numerator": "d**2",
                            "denominator": "t",
                        }
                    ],
                },
            ],
        }
    ],
}
"""That the sum of two shares is at least twice their harmonic mean, where not both are 0."""


def scores(names: Iterable[str], role: str, suffix: str = "") -> dict[str, Quantity]:
    """The quantities of these names, for the output of that role."""
    words = role.replace("_", " ")
    return {
        f"{name}{suffix}": Quantity(f"{MEASURES[name][0]} of the {words} output", score=(MEASURES[name][1], role))
        for name in names
    }


def shares(names: Iterable[str], suffix: str = "") -> tuple[Fact, ...]:
    """The facts that R and S are between 0 and 1."""
    return tuple(
        fact
        for name in names
        for fact in (
            Fact(f"{name}{suffix} >= 0", Mark.ARITHMETIC, "a sum of products of weights"),
            Fact(f"1 - {name}{suffix} >= 0", Mark.ARITHMETIC, "a share of a weight of at most 1 in all"),
        )
    )


def against_the_gold(lost: Mapping[str, str], readings: tuple[str, ...] = (), more: Iterable[Fact] = ()) -> Vocabulary:
    """The vocabulary of a constraint whose better output is the gold, of which R and S are 1.

    `lost` says of R or S of the worse output (of one of `Rp`, `Sp`, `Rc`, `Sc`), or of a sum of two of them, which
    relation it lacks.
    """
    strict = tuple(
        Fact(f"{1 + name.count('+')} - {name.replace('+', '-')} > 0", Mark.ARITHMETIC, why, readings)
        for name, why in lost.items()
    )
    return Vocabulary(
        see=lambda case: case,
        quantities=scores(MEASURES, "worse"),
        facts=(*FACTS, *strict, *more),
        sketches=lambda reading: (gold_against_any(tail=reading != "closed"),),
    )


FACTS = (
    *shares(("Rp", "Sp", "Rc", "Sc")),
    Fact("Rp + Sp - 2*Hp >= 0", Mark.ARITHMETIC, "R*S is 0 where R + S is, else the harmonic mean", each=_MEAN),
    Fact("Rc + Sc - 2*Hc >= 0", Mark.ARITHMETIC, "R*S is 0 where R + S is, else the harmonic mean", each=_MEAN),
)
"""Facts about R, S and R*S of a worse output. They hold for any organization."""


def level_of(organization: Organization, document: str) -> int | None:
    """The level on which a document first occurs; None where it is not listed."""
    return next((i for i, _, d in organization.occurrences() if d == document), None)


def weight_of(organization: Organization, document: str, parameters: Parameters) -> Fraction:
    """The weight of the first occurrence of a document; 0 where it is not listed."""
    level = level_of(organization, document)
    return Fraction(0) if level is None else weigh(organization, parameters["n"], parameters["wn"])[1][level]


def clusters(organization: Organization) -> list[frozenset[str]]:
    """The clusters of all levels."""
    return [frozenset(cluster) for level in organization.levels for cluster in level]


def steepness(parameters: Parameters) -> Fraction:
    """c = (1 - Wn) n/Wn."""
    return sides.steepness(parameters["n"], parameters["wn"])
