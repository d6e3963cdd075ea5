"""Broken cluster, by level: clusters of one size are split alike, one on a higher level of the gold than the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from axiometrics.constraints.organization.vocabularies.relations import (
    Parameters,
    clusters,
    scores,
    shares,
    weight_of,
)
from axiometrics.constraints.organization.vocabularies.sketches import against_itself, elsewhere, gathering
from axiometrics.core.case import Case
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Sketch, Vocabulary
from axiometrics.definitions.sides import BothSides, JudgedSide, LevelPlace
from axiometrics.symbolic.symbols import Things, number, positive


def _parts(case: Case) -> list[int]:
    """The sizes of the parts, the smaller first; no cluster of the gold occurs twice."""
    whole = clusters(case.gold)
    return sorted(len(part) for part in clusters(case.outputs["shallow_worse"]) if part not in whole) or [0, 0]


def _weight(role: str) -> Callable[[Case, Parameters], Fraction]:
    def weight(case: Case, parameters: Parameters) -> Fraction:
        left = clusters(case.outputs[role])
        broken = [cluster for cluster in clusters(case.gold) if cluster not in left]
        return weight_of(case.gold, min(broken[0]), parameters) if broken else Fraction(0)

    return weight


_DISTINCT = ("distinct",)


def _sketches(reading: str) -> Iterator[Sketch]:
    """The gold has every relation that the output has. Of the gold's cluster that is broken, the relations within each
    part are left.
    """
    if reading not in _DISTINCT:
        return
    gold = against_itself(tail=True)
    system = gold.system
    p, q = number("p", 1), number("q", 1)
    places = {name: LevelPlace(weight=positive(f"{name}.weight")) for name in ("shallow", "deep")}
    golds = {
        name: JudgedSide(
            system.listed, True, clusters=Things((gathering(place, p + q, p * p + q * q),), (elsewhere(f"of_{name}"),))
        )
        for name, place in places.items()
    }

    def share(name: str) -> Callable[[Parameters], Any]:
        return lambda parameters: golds[name].relatedness(parameters["n"], parameters["wn"])

    yield Sketch(
        {
            **{f"{name}_better": gold for name in golds},
            **{f"{name}_worse": BothSides(system, side) for name, side in golds.items()},
        },
        {
            "p": p,
            "q": q,
            "v": places["shallow"].weight,
            "y": places["deep"].weight,
            **{f"Sc_{name}": share(name) for name in golds},
        },
    )


VOCABULARY = Vocabulary(
    see=lambda case: case,
    quantities={
        "p": Quantity("documents of the smaller part", lambda case: _parts(case)[0], whole=True),
        "q": Quantity("documents of the larger part", lambda case: _parts(case)[1], whole=True),
        "v": Quantity("the weight of a document of the higher cluster in the gold", given=_weight("shallow_worse")),
        "y": Quantity("the weight of a document of the lower cluster in the gold", given=_weight("deep_worse")),
        **scores(("Sc",), "shallow_worse", "_shallow"),
        **scores(("Sc",), "deep_worse", "_deep"),
    },
    facts=(
        Fact("p - 1 >= 0", readings=_DISTINCT),
        Fact("q - p >= 0", Mark.DEFINITION, "the smaller part is not the larger one", _DISTINCT),
        *shares(("Sc",), "_shallow"),
        *shares(("Sc",), "_deep"),
        Fact("v - y > 0", Mark.ARITHMETIC, "a document on a higher level weighs more", _DISTINCT),
        Fact(
            "Sc_deep - Sc_shallow - 2*p*q*(v - y)/(p + q) = 0",
            Mark.ARITHMETIC,
            "each of the p + q documents loses, of its weight, the share of its cluster that the other part has",
            _DISTINCT,
        ),
    ),
    sketches=_sketches,
)
