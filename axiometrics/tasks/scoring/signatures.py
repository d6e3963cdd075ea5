"""How a metric of scorings is called: with two lists of numbers, one for each document."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from axiometrics.core.scores import Relevance, Scores
from axiometrics.core.signature import Signature, SmallInputs
from axiometrics.core.task import on_demand
from axiometrics.tasks import variations


def _plain(system: Scores, gold: Relevance) -> list[Any]:
    """The scores and the relevance of the documents of the gold, as texts; a document without a score has None."""
    numbers = system.numbers
    return [[str(numbers[d]) if d in numbers else None for d in gold.numbers], [str(u) for u in gold.numbers.values()]]


def _build(plain: Any, number: type) -> tuple[Any, ...]:
    exact = number is Fraction
    return tuple([None if x is None else Fraction(x) if exact else float(Fraction(x)) for x in side] for side in plain)


def _values(arguments: tuple[Any, ...]) -> tuple[Any, Any]:
    system, gold = arguments
    return system, gold


def _both(system: Scores, gold: Relevance) -> list[Any]:
    return [system.to_json(), gold.to_json()]


def _read(plain: Any, number: type) -> tuple[Any, ...]:
    return Scores.from_json(plain[0]), Relevance.from_json(plain[1])


def _inputs(documents: int, traits: frozenset[str], chance: random.Random | None) -> Iterator[tuple[Any, ...]]:
    """Every scoring of that many documents on the grid, or a random one."""
    if chance is None:
        for outputs in _world(documents, False):
            yield from ((outputs.output(k), outputs.gold) for k in range(len(outputs)))
        return
    names = [f"d{i}" for i in range(documents)]
    yield tuple(of.of({name: Fraction(chance.randint(0, 8), 8) for name in names}) for of in (Scores, Relevance))


_world = on_demand("axiometrics.tasks.scoring.world", "scorings")
INPUTS = SmallInputs(_inputs, size=2)
LISTS = Signature(
    "numbers",
    "f(srs, urs), two lists",
    (("srs", "urs"),),
    _plain,
    _build,
    variations=(variations.ORDER,),
    gold=1,
    listed=lambda gold: list(gold.numbers),
    meaning=lambda plain, documents: tuple(dict(zip(documents, side, strict=True)) for side in plain),
)
VALUES = Signature(
    "scores-relevance",
    "f(scores, relevance)",
    (("scores", "relevance"),),
    _both,
    _read,
    values=_values,
    variations=tuple(variations.entries("document-order", of, "numbers") for of in ("gold", "output")),
    names=True,
    gold=1,
    meaning=lambda plain, documents: _read(plain, int),
)
