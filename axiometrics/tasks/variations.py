"""The ways in which the arguments of a call can be written without a different meaning: other orders, labels, scales.

A search looks at each case in one of these ways, because no sound metric tells them apart. Here stand the ways
themselves, for the signatures of the tasks: a probe tries them on a user's metric, and a metric that does tell them
apart is searched in all of them.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, permutations, product
from typing import Any

from axiometrics.core.margins import SCORES_IN_SINGLE
from axiometrics.core.signature import Variation

CERTAIN = 48
"""The number of labels up to which a probe tries each label, because a metric may look at a certain one."""


def arrangements(items: Sequence[Any], kind: Callable[[Any], Hashable]) -> Iterator[list[Any]]:
    """Every order of the items that differs in their kinds, the given order first.

    >>> ["".join(order) for order in arrangements("aba", str)]
    ['aba', 'aab', 'baa']
    """
    left: dict[Hashable, list[Any]] = defaultdict(list)
    for item in items:
        left[kind(item)].append(item)

    def filled(rest: Sequence[Any]) -> Iterator[list[Any]]:
        if not rest:
            yield []
            return
        for first in dict.fromkeys(map(kind, rest)):
            at = next(i for i, item in enumerate(rest) if kind(item) == first)
            for more in filled([*rest[:at], *rest[at + 1 :]]):
                yield [rest[at], *more]

    yield from filled(items)


def _columns(sides: Sequence[Sequence[Any]]) -> list[tuple[Any, ...]]:
    return list(zip(*sides, strict=True))


def _rows(columns: Sequence[tuple[Any, ...]], sides: Sequence[Any]) -> tuple[list[Any], ...]:
    return tuple(map(list, zip(*columns, strict=True))) if columns else tuple(map(list, sides))


def _orders(sides: Sequence[Sequence[Any]]) -> Iterator[tuple[list[Any], ...]]:
    # the last side holds the names of the documents, which the arguments do not show
    for columns in arrangements(_columns(sides), lambda column: tuple(column[:-1])):
        yield _rows(columns, sides)


def _some_order(sides: Sequence[Sequence[Any]], chance: random.Random) -> tuple[list[Any], ...]:
    columns = _columns(sides)
    return _rows(chance.sample(columns, len(columns)), sides)


ORDER = Variation("document-order", "all", _orders, _some_order)
"""The order of parallel lists, which have one place for each document."""


def _relabelled(labels: Sequence[Any], names: Sequence[Any]) -> list[Any]:
    name = dict(zip(dict.fromkeys(labels), names, strict=False))
    return [name[label] for label in labels]


def _labels(labels: Sequence[Any]) -> Iterator[list[Any]]:
    first = list(dict.fromkeys(labels))
    yield list(labels)
    for names in permutations(range(len(first))):
        if (renamed := _relabelled(labels, names)) != list(labels):
            yield renamed


def _some_labels(labels: Sequence[Any], chance: random.Random) -> list[Any]:
    number = len(set(labels))
    names: Sequence[Any] = chance.choice(
        (
            range(number),
            range(number),
            range(2 * number + 2),
            range(-number - 2, number + 3),
            range(64 + number),
            range(0, 10**6 * (number + 1), 10**6),
            [f"c{i}" for i in range(3 * number + 3)],
        )
    )
    return _relabelled(labels, chance.sample(list(names), number))


def _certain_labels(labels: Sequence[Any]) -> Iterator[list[Any]]:
    number = len(set(labels))
    for certain in range(CERTAIN):
        for place in {0, number - 1}:
            names = list(range(certain + 1, certain + number))
            yield _relabelled(labels, [*names[:place], certain, *names[place:]])


LABELS = tuple(Variation("label-names", of, _labels, _some_labels, _certain_labels) for of in ("gold", "output"))
"""The names of labels, on either side alone. In `every`, these are the labels 0, 1, ... in every assignment."""


def _scales(number: int) -> Iterator[list[float]]:
    """Lists of this many scores in increasing order: far apart, close together, below 0, between 0 and 1, halved at
    each rank. In none of them are two scores so close that single precision, in which some libraries keep them, does
    not tell them apart.

    None are so close that single precision, in which some libraries keep them, does not tell them apart.
    """
    yield [1e6 * i for i in range(number)]
    yield [1.0 + i / 4096 for i in range(number)]
    yield [float(i - 100 - number) for i in range(number)]
    yield [(i + 1) / (number + 1) for i in range(number)]
    yield [2.0 ** (i - min(number, 100)) for i in range(number)]
    yield [-1.0 / (i + 1) for i in range(number)]


def _some_scale(number: int, chance: random.Random) -> list[float]:
    factor, offset = 10.0 ** chance.randint(-6, 6), chance.choice((0.0, 0.0, 1.0, -1.0, -100.0))
    steps = [chance.randint(1, 100) for _ in range(number)]
    made = [offset + factor * sum(steps[: i + 1]) for i in range(number)]
    close = any(after - before < SCORES_IN_SINGLE * max(abs(after), abs(before)) for before, after in pairwise(made))
    return [factor * (i + 1) for i in range(number)] if close else made


def _scaled(scores: Any, values: Sequence[float]) -> Any:
    numbers = scores.values() if isinstance(scores, Mapping) else scores
    new = dict(zip(sorted(set(numbers)), values, strict=True))
    if isinstance(scores, Mapping):
        return {document: new[score] for document, score in scores.items()}
    return [new[score] for score in scores]


def _distinct(scores: Any) -> int:
    return len(set(scores.values() if isinstance(scores, Mapping) else scores))


def _every_scale(scores: Any) -> Iterator[Any]:
    yield scores
    yield from (_scaled(scores, values) for values in _scales(_distinct(scores)))


SCALE = Variation(
    "score-scale",
    "output",
    _every_scale,
    lambda scores, chance: _scaled(scores, _some_scale(_distinct(scores), chance)),
    whole=False,
)
"""The scale of scores, given as a list or by document. `every` has only some scales, because there are infinitely
many.
"""


FILLED = tuple(
    Variation(
        "document-order",
        of,
        lambda side: (dict(items) for items in permutations(side.items())),
        lambda side, chance: dict(chance.sample(list(side.items()), len(side))),
    )
    for of in ("gold", "output")
)
"""The order of dictionaries by document, which can be filled in any order."""


def entries(name: str, of: str, key: str) -> Variation:
    """The order of the entries of a list, or of a dictionary, that a value has under a key."""

    def written(side: Mapping[str, Any], order: Iterable[Any]) -> dict[str, Any]:
        return {**side, key: dict(order) if isinstance(side[key], Mapping) else list(order)}

    def listed(side: Mapping[str, Any]) -> list[Any]:
        return list(side[key].items()) if isinstance(side[key], Mapping) else list(side[key])

    return Variation(
        name,
        of,
        lambda side: (written(side, order) for order in permutations(listed(side))),
        lambda side, chance: written(side, chance.sample(listed(side), len(side[key]))),
    )


def _written(side: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    levels = [
        [
            [list(clusters) for clusters in product(*(map(list, permutations(c)) for c in order))]
            for order in permutations(level)
        ]
        for level in side["levels"]
    ]
    for chosen in product(*([way for ways in level for way in ways] for level in levels)):
        yield {**side, "levels": list(chosen)}


def _some_writing(side: Mapping[str, Any], chance: random.Random) -> dict[str, Any]:
    levels = [[chance.sample(c, len(c)) for c in chance.sample(level, len(level))] for level in side["levels"]]
    return {**side, "levels": levels}


WRITTEN = tuple(Variation("document-order", of, _written, _some_writing) for of in ("gold", "output"))
"""The order in which an organization is written: the clusters of a level, and the documents of a cluster, in any
order.
"""


def grouped(documents: Iterable[str], labels: Iterable[Any]) -> frozenset[frozenset[str]]:
    """The documents that share a label, as sets."""
    groups: dict[Any, set[str]] = defaultdict(set)
    for document, label in zip(documents, labels, strict=True):
        groups[label].add(document)
    return frozenset(map(frozenset, groups.values()))


def ranked(scores: Mapping[str, float]) -> tuple[frozenset[str], ...]:
    """The documents by their scores, the highest score first. Documents of one score are together."""
    return tuple(
        frozenset(document for document, score in scores.items() if score == value)
        for value in sorted(set(scores.values()), reverse=True)
    )


def unordered(side: Mapping[str, Any]) -> Any:
    """An organization in JSON, without the order of clusters in a level and of documents in a cluster, which means
    nothing.
    """
    return (
        side["tail"],
        tuple(tuple(sorted(tuple(sorted(cluster)) for cluster in level)) for level in side["levels"]),
    )
