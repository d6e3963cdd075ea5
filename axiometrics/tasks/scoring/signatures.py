"""How a metric of scorings is called: with two lists of numbers, one for each document."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from axiometrics.core.scores import Relevance, Scores
from axiometrics.core.signature import Signature


def _plain(system: Scores, gold: Relevance) -> list[Any]:
    """The scores and the relevance of the documents of the gold, as texts; a document without a score has None."""
    given = system.numbers
    return [[str(given[d]) if d in given else None for d in gold.numbers], [str(u) for u in gold.numbers.values()]]


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


LISTS = Signature("numbers", "f(srs, urs), two lists", (("srs", "urs"),), _plain, _build)
VALUES = Signature("scores-relevance", "f(scores, relevance)", (("scores", "relevance"),), _both, _read, values=_values)
