"""Labelled cases: one case of a constraint, written in the ways that a metric wrongly tells apart.

A case fixes golds and outputs, but the calls that score it can be written in several ways. The names of the documents
belong to the case, so all its calls share them. The order of the documents and the labels of a gold belong to that
gold, so all calls with this gold share them. Each output has its own labels, order of writing and scores. A constraint
has to hold in every way of writing, and so in the worst one. So each output is scored once in every way of its own, and
the worst values decide.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice, permutations, product
from typing import Any

from axiometrics.candidates.invariance import other_names, some_way
from axiometrics.core.case import Case, Demand
from axiometrics.core.signature import Signature, Variation

OWN = 4
"""The number of random ways in which each output is written, where not all ways are tried."""


class TooManyError(Exception):
    """A case can be written in more ways than the caller allows."""


Pair = tuple[Any, Any]
"""An output and its gold. One call scores them."""


@dataclass(frozen=True)
class Written:
    """A case with its names, orders and labels chosen, except for the freedoms that each output has of its own.

    Attributes
    ----------
    case : the case; its documents have the names that the calls show
    orders : by pair of output and gold, the documents in the order listed, where the arguments do not name them
    calls : by pair, the arguments of a call for each way in which it can be written
    """

    case: Case
    orders: tuple[tuple[str, ...], ...]
    calls: tuple[tuple[Any, ...], ...]


@dataclass(frozen=True)
class Distinct:
    """The different pairs of output and gold that a case has scored.

    Attributes
    ----------
    pairs : the pairs
    places : by role, the pair of each of its calls
    weights : the factor with which the value of each pair counts in the demand of the case
    """

    pairs: tuple[Pair, ...]
    places: Mapping[str, tuple[int, ...]]
    weights: tuple[Fraction, ...]


def distinct(case: Case, demand: Demand) -> Distinct:
    """The different pairs of output and gold of a case. A role with several outputs counts by their mean."""
    of_role = {role: [call[:2] for call in case.calls(role)] for role in demand.roles}
    place = {pair: i for i, pair in enumerate(dict.fromkeys(pair for pairs in of_role.values() for pair in pairs))}
    weights = [Fraction(0)] * len(place)
    for role, sign in zip(demand.roles, demand.signs, strict=True):
        for pair in of_role[role]:
            weights[place[pair]] += Fraction(sign, len(of_role[role]))
    places = {role: tuple(place[pair] for pair in pairs) for role, pairs in of_role.items()}
    return Distinct(tuple(place), places, tuple(weights))


def written(signature: Signature, case: Case, pairs: Sequence[Pair], breaks: set[str], most: int) -> Iterator[Written]:
    """Yield the case in every way of writing that the invariances in `breaks` are about. Each gold is listed in an
    order of its own. Raises `TooManyError` before the first case is yielded, where more than `most` calls would be
    needed.
    """
    having = [variation for variation in signature.variations if variation.name in breaks]

    def every(of: str, side: Any) -> Iterator[Any]:
        return _composed([variation for variation in having if variation.of == of], side)

    ways: list[Written] = []
    taken = 0
    documents = _documents(pairs)
    free = sorted(set(map(signature.free, documents)))
    orders = permutations(free) if signature.names and "document-names" in breaks else iter([tuple(free)])
    for names in orders:
        named, new = _named(case, pairs, signature.renaming(dict(zip(free, names, strict=True)), documents))
        each = [list(islice(shared, most + 1)) for shared in _by_gold(signature, new, every)]
        if any(len(shared) > most for shared in each):
            raise TooManyError
        for shared in product(*each):
            calls, listed = {}, {}
            for of_gold in shared:
                for at, (gold, order, plain) in of_gold.items():
                    own = list(islice(every("output", plain), most + 1))
                    taken += len(own)
                    if taken > most:
                        raise TooManyError
                    calls[at], listed[at] = tuple(signature.joined(gold, side) for side in own), order
            ways.append(Written(named, _in_order(listed), _in_order(calls)))
    yield from ways


def drawn(
    signature: Signature, case: Case, pairs: Sequence[Pair], ways: int, chance: random.Random
) -> Iterator[Written]:
    """Yield the case in the given number of random ways of writing, whichever invariances the ways are about."""
    documents = _documents(pairs)

    def some(of: str, side: Any) -> Iterator[Any]:
        for variation in signature.variations:
            if variation.of == of and chance.random() < 0.8:
                side = some_way(variation, side, chance)
        yield side

    free = sorted(set(map(signature.free, documents)))
    for _ in range(ways):
        names = other_names(free, chance) if signature.names else dict(zip(free, free, strict=True))
        named, new = _named(case, pairs, signature.renaming(names, documents))
        calls, listed = {}, {}
        for shared in _by_gold(signature, new, some):
            for at, (gold, order, plain) in next(shared).items():
                calls[at] = tuple(signature.joined(gold, next(some("output", plain))) for _ in range(OWN))
                listed[at] = order
        yield Written(named, _in_order(listed), _in_order(calls))


def _in_order(by_place: Mapping[int, Any]) -> tuple[Any, ...]:
    return tuple(by_place[at] for at in sorted(by_place))


def _documents(pairs: Sequence[Pair]) -> list[str]:
    return sorted(frozenset().union(*(value.documents for pair in pairs for value in pair)))


def _named(case: Case, pairs: Sequence[Pair], names: Mapping[str, str]) -> tuple[Case, list[Pair]]:
    """The case and its pairs with other names for the documents."""
    if all(name == new_name for name, new_name in names.items()):
        return case, list(pairs)
    renamed: dict[Any, Any] = {}

    def new(value: Any) -> Any:
        if type(value) is tuple:
            return tuple(map(new, value))
        if value not in renamed:
            renamed[value] = value.renamed(names)
        return renamed[value]

    outputs, golds = ({role: new(value) for role, value in of.items()} for of in (case.outputs, case.golds))
    named = replace(case, gold=new(case.gold), outputs=outputs, golds=golds)
    return named, [(new(output), new(gold)) for output, gold in pairs]


def _by_gold(
    signature: Signature, pairs: Sequence[Pair], ways: Callable[[str, Any], Iterator[Any]]
) -> list[Iterator[dict[int, tuple[Any, tuple[str, ...], Any]]]]:
    """For each gold, an iterator over the ways of writing that all calls with this gold share. A way maps the position
    of each pair to the gold's side of the call, the documents in the order listed, and the output's side of the call.
    """
    of_golds: dict[Any, list[int]] = {}
    for at, (_, gold) in enumerate(pairs):
        of_golds.setdefault(gold, []).append(at)
    return [_shared(signature, gold, {at: pairs[at][0] for at in some}, ways) for gold, some in of_golds.items()]


def _shared(
    signature: Signature, gold: Any, outputs: Mapping[int, Any], ways: Callable[[str, Any], Iterator[Any]]
) -> Iterator[dict[int, tuple[Any, tuple[str, ...], Any]]]:
    both = [signature.sides(signature.plain(output, gold)) for output in outputs.values()]
    listed = [] if signature.listed is None else signature.listed(gold)
    sides = (both[0][0], *(output for _, output in both), listed)
    for of_gold, *rest, order in ways("all", sides):
        for side in ways("gold", of_gold):
            yield {at: (side, tuple(order), plain) for at, plain in zip(outputs, rest, strict=True)}


def _composed(variations: Sequence[Variation], side: Any) -> Iterator[Any]:
    if not variations:
        yield side
        return
    for way in variations[0].every(side):
        yield from _composed(variations[1:], way)


def worst(case: Case, demand: Demand, scored: Distinct, values: Sequence[Sequence[Any]]) -> list[list[int]]:
    """Choose the way of writing each pair that speaks most against the metric.

    The choices are the ways in which the difference is least and greatest and, for two outputs, a way in which they are
    equal. Where it is enough that some output meets the demand, the choice is the way in which each output is farthest
    from it. There is no choice where another demand has a pair without any value.

    A missing value is nan and is passed over.
    """
    defined = [[i for i, value in enumerate(ways) if value == value] for ways in values]
    if demand.some:
        (role,) = demand.roles

        def met(value: Any) -> Any:
            excess = demand.excess({role: value}, case.bound)
            return -abs(excess) if demand.by == "=" else -excess if demand.by == "<=" else excess

        each = zip(values, defined, strict=True)
        return [[min(ways, key=lambda i: met(of[i])) if ways else 0 for of, ways in each]]
    if not all(defined):
        return []
    least, greatest = (
        [
            (min if weight > 0 else max)(ways, key=of.__getitem__) if weight else ways[0]
            for of, ways, weight in zip(values, defined, weights, strict=True)
        ]
        for weights in (scored.weights, [-weight for weight in scored.weights])
    )
    choices = [least, greatest]
    if sorted(scored.weights) == [-1, 1]:
        at = {values[1][j]: j for j in defined[1]}
        equal = next(([i, at[values[0][i]]] for i in defined[0] if values[0][i] in at), None)
        choices += [] if equal is None else [equal]
    return choices


__all__ = ["Distinct", "TooManyError", "Written", "distinct", "drawn", "worst", "written"]
