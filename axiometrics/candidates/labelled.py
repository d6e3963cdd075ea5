"""Labelled cases: one case of a constraint, written in the ways that a metric wrongly tells apart.

A case fixes the gold and the outputs; the calls that score it can still be written in several ways. The order and the
names of the documents and the labels of the gold belong to the case, so all its calls share them. Labels, order of
writing and scores of an output are its own. A constraint that is to hold however the calls are written holds in the
worst of these ways, so each output is scored in every way of its own once, and the worst values decide.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, permutations
from typing import Any

from axiometrics.candidates.invariance import other_names
from axiometrics.core.case import Case, Demand
from axiometrics.core.signature import Signature, Variation

OWN = 4
"""Ways by chance to write each output, where not all are tried."""


class TooManyError(Exception):
    """There are more ways to write a case than are wanted."""


@dataclass(frozen=True)
class Written:
    """A case of which all is written down but the outputs' own freedoms.

    Attributes
    ----------
    case : the case, with the names of its documents that the calls show
    order : the documents in the order listed, where the arguments do not name them
    calls : by output, the arguments of a call for each way in which it can be written
    """

    case: Case
    order: tuple[str, ...]
    calls: tuple[tuple[Any, ...], ...]


def distinct(case: Case, demand: Demand) -> tuple[list[Any], dict[str, int], list[int]]:
    """The different outputs of a case, which of them each role has, and the sign with which each of them counts."""
    outputs = list(dict.fromkeys(case.outputs[role] for role in demand.roles))
    place = {role: outputs.index(case.outputs[role]) for role in demand.roles}
    signs = [0] * len(outputs)
    for role, sign in zip(demand.roles, demand.signs, strict=True):
        signs[place[role]] += sign
    return outputs, place, signs


def written(signature: Signature, case: Case, outputs: Sequence[Any], breaks: set[str], most: int) -> Iterator[Written]:
    """The case in every way of writing that these invariances are about. Raises `TooManyError` where it would take more
    calls than `most`, before the first is made.
    """
    having = [variation for variation in signature.variations if variation.name in breaks]

    def every(of: str, given: Any) -> Iterator[Any]:
        return _composed([variation for variation in having if variation.of == of], given)

    found: list[Written] = []
    taken = 0
    documents = sorted(frozenset(case.gold.documents).union(*(output.documents for output in outputs)))
    free = sorted(set(map(signature.free, documents)))
    orders = permutations(free) if signature.names and "document-names" in breaks else iter([tuple(free)])
    for names in orders:
        new = signature.renaming(dict(zip(free, names, strict=True)), documents)
        named, sides = _named(case, outputs, new)
        for gold, order, plains in _shared(signature, named, sides, every):
            calls = []
            for plain in plains:
                own = list(islice(every("output", plain), most + 1))
                taken += len(own)
                if taken > most:
                    raise TooManyError
                calls.append(tuple(signature.joined(gold, side) for side in own))
            found.append(Written(named, order, tuple(calls)))
    yield from found


def drawn(
    signature: Signature, case: Case, outputs: Sequence[Any], ways: int, chance: random.Random
) -> Iterator[Written]:
    """The case in so many ways by chance, whatever they are about."""
    documents = sorted(frozenset(case.gold.documents).union(*(output.documents for output in outputs)))

    def some(of: str, given: Any) -> Iterator[Any]:
        for variation in signature.variations:
            if variation.of == of and chance.random() < 0.8:
                given = variation.some(given, chance)
        yield given

    free = sorted(set(map(signature.free, documents)))
    for _ in range(ways):
        names = other_names(free, chance) if signature.names else dict(zip(free, free, strict=True))
        named, sides = _named(case, outputs, signature.renaming(names, documents))
        for gold, order, plains in _shared(signature, named, sides, some):
            calls = tuple(
                tuple(signature.joined(gold, next(some("output", plain))) for _ in range(OWN)) for plain in plains
            )
            yield Written(named, order, calls)


def as_given(signature: Signature, case: Case, outputs: Sequence[Any]) -> Written:
    """The case in the one way in which every search writes it."""
    order = () if signature.listed is None else tuple(signature.listed(case.gold))
    return Written(case, order, tuple((signature.plain(output, case.gold),) for output in outputs))


def _named(case: Case, outputs: Sequence[Any], names: Mapping[str, str]) -> tuple[Case, list[Any]]:
    if all(name == other for name, other in names.items()):
        return case, list(outputs)
    new = {output: output.renamed(names) for output in outputs}
    renamed = {role: new.get(output) or output.renamed(names) for role, output in case.outputs.items()}
    named = replace(case, gold=case.gold.renamed(names), outputs=renamed)
    return named, [new[output] for output in outputs]


def _shared(
    signature: Signature, case: Case, outputs: Sequence[Any], ways: Callable[[str, Any], Iterator[Any]]
) -> Iterator[tuple[Any, tuple[str, ...], Sequence[Any]]]:
    """The gold's side, the documents in the order listed, and the outputs' sides, in the ways that calls share."""
    plains = [signature.plain(output, case.gold) for output in outputs]
    listed = [] if signature.listed is None else signature.listed(case.gold)
    both = list(map(signature.sides, plains))
    sides = (both[0][0], *(output for _, output in both), listed)
    for gold, *rest, order in ways("all", sides):
        for side in ways("gold", gold):
            yield side, tuple(order), rest


def _composed(variations: Sequence[Variation], given: Any) -> Iterator[Any]:
    if not variations:
        yield given
        return
    for way in variations[0].every(given):
        yield from _composed(variations[1:], way)


def worst(
    demand: Demand, place: Mapping[str, int], signs: Sequence[int], values: Sequence[Sequence[Any]]
) -> list[dict[str, int]]:
    """Which way of each output to look at, by role: those in which the difference is least, and greatest; for two
    outputs, also one in which they are equal.

    A value that is not there is nan, and is passed over.
    """
    known = [[i for i, value in enumerate(ways) if value == value] for ways in values]
    if not all(known):
        return []
    least = [
        (min if sign > 0 else max)(ways, key=of.__getitem__) if sign else ways[0]
        for of, ways, sign in zip(values, known, signs, strict=True)
    ]
    greatest = [
        (max if sign > 0 else min)(ways, key=of.__getitem__) if sign else ways[0]
        for of, ways, sign in zip(values, known, signs, strict=True)
    ]
    choices = [least, greatest]
    if sorted(signs) == [-1, 1]:
        at = {values[1][j]: j for j in known[1]}
        equal = next(([i, at[values[0][i]]] for i in known[0] if values[0][i] in at), None)
        choices += [] if equal is None else [equal]
    return [{role: chosen[place[role]] for role in demand.roles} for chosen in choices]


__all__ = ["TooManyError", "Written", "as_given", "distinct", "drawn", "worst", "written"]
