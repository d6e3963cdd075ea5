"""The probe for properties of its input on which a user's metric wrongly depends. It runs before any search.

A search enumerates cases up to renaming, and writes each case in one order and with one set of names. That is enough if
the metric is invariant, as every metric on paper is. It is not enough if the code of the metric is not invariant. So
the metric is first called on small, on random and on long inputs, each written in many ways. A difference beyond the
error bound that the metric repeats is kept as two calls. A probe can refute an invariance but never prove it. A
dependence that the probe does not see (on one certain large label, on one certain name, on more documents than it
tries) stays hidden, and the search then takes the metric for invariant. A search of every cell in all ways of writing
was rejected, because there are factorially many ways.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from axiometrics.candidates.small_values import values
from axiometrics.core.case import Case
from axiometrics.core.signature import INVARIANCES, Signature, Variation

DRAWN, LONGER = 60, (20, 24, 32, 48, 64, 100)
"""The number of random inputs that are probed, and the numbers of documents of the longest inputs."""

SMALL = 4
"""Inputs with fewer documents than this are small: their ways of writing are listed instead of drawn."""

LISTED, TRIED = 12, 4
"""For each freedom, the most ways to write a small input that are listed, and the number of random ways to write any
input.
"""

CERTAIN = 2
"""The number of documents of the inputs on which a probe tries certain special labels."""

WRITTEN = 0.7
"""The probability with which each freedom of a larger input is used before one freedom is varied."""

OTHER_LABELS = 0.25
"""The probability with which random labels begin at some number, or are floats."""

BATCH = 128
"""The number of calls that are made at once. Between two batches a probe can be interrupted."""

ALPHABETS: tuple[Callable[[int, random.Random], Sequence[str]], ...] = (
    lambda n, chance: [f"d{i}" for i in range(n)],
    lambda n, chance: [f"d{i}" for i in range(2 * n + 20)],
    lambda n, chance: [str(i) for i in range(9, 9 + 2 * n)],
    lambda n, chance: [f"{letter}{i}" for i in range(n) for letter in "aAbBzZ"],
    lambda n, chance: [f"doc-{chance.getrandbits(24):06x}-{i}" for i in range(n)],
    lambda n, chance: [
        f"{10 ** chance.randint(1, 9) + chance.randrange(n)}{chance.choice('-_.é')}{i}" for i in range(n)
    ],
)
"""Functions that each make names of one kind for a number of documents. They may make more names than are needed."""

Value = Any
"""A number; nan where the metric is undefined."""


@dataclass(frozen=True)
class Broken:
    """An invariance that a metric breaks, shown by two calls that mean the same and have different values.

    Attributes
    ----------
    name : one of `INVARIANCES`
    calls : for each call its arguments as plain data, and its value
    listed : whether the second call is one of the ways that can be listed for a small case
    """

    name: str
    calls: tuple[tuple[Any, Value], tuple[Any, Value]]
    listed: bool = True

    def to_json(self, show: Callable[[Any], Any]) -> dict[str, Any]:
        """The invariance and its two calls, as the JSON of a cell states them."""
        calls = [
            {"arguments": arguments, "value": None if value != value else show(value)}
            for arguments, value in self.calls
        ]
        return {"invariance": self.name, "calls": calls}


def other_names(documents: Sequence[str], chance: random.Random) -> dict[str, str]:
    """Random other names for the documents: the same names in another order, or names of another kind."""
    alphabet = chance.choice(ALPHABETS)(len(documents), chance) if chance.random() < 0.7 else documents
    return dict(zip(documents, chance.sample(list(alphabet), len(documents)), strict=True))


def some_way(variation: Variation, side: Any, chance: random.Random) -> Any:
    """A random way of writing. A quarter of the ways of writing labels are of a kind that `Variation.some` does not
    draw.
    """
    way = variation.some(side, chance)
    if variation.name != "label-names" or chance.random() > OTHER_LABELS:
        return way
    first, kind = chance.choice(((0, float), *((10**power, int) for power in range(1, 5))))
    new = {label: kind(first + i) for i, label in enumerate(dict.fromkeys(way))}
    return [new[label] for label in way]


def by_chance(signature: Signature, system: Any, gold: Any, chance: random.Random) -> tuple[dict[str, Any], list[str]]:
    """The sides of a call, each in a random way of writing, and the documents in the order listed. Labels stay
    unchanged, because a metric that counts by labels takes long where the labels are large.
    """
    plain = signature.plain(system, gold)
    sides = dict(zip(("gold", "output"), signature.sides(plain), strict=True))
    listed = [] if signature.listed is None else signature.listed(gold)
    for variation in signature.variations:
        if variation.name != "label-names" and chance.random() < WRITTEN:
            if variation.of == "all":
                sides["gold"], sides["output"], listed = variation.some(
                    (sides["gold"], sides["output"], listed), chance
                )
            else:
                sides[variation.of] = variation.some(sides[variation.of], chance)
    return sides, listed


def rewritten(
    signature: Signature, system: Any, gold: Any, chance: random.Random, small: bool
) -> Iterator[tuple[str, Any, Any, bool]]:
    """Yield a call for a system output and a gold in two ways of writing that differ in one freedom. Each item holds
    the name of the freedom, the arguments before and after, and whether the second way is one of those that can be
    listed.

    For a small input, the first way is the plain one. A larger input is first written at random, because a metric may
    depend on two freedoms together. For example, a metric that rounds scores and breaks ties by the order listed shows
    no dependence on either freedom alone, as long as runs are listed in their order and have scores far apart.
    """
    documents = sorted(gold.documents | system.documents)
    free = sorted(set(map(signature.free, documents)))
    if signature.names and not small:
        first = signature.renaming(other_names(free, chance), documents)
        system, gold = system.renamed(first), gold.renamed(first)
        documents = sorted(first[document] for document in documents)
        free = sorted(set(map(signature.free, documents)))
    seed = chance.getrandbits(32)

    def call(system: Any, gold: Any) -> tuple[dict[str, Any], list[str]]:
        """The sides of a call, written with the same random choices whatever the names are."""
        if not small:
            return by_chance(signature, system, gold, random.Random(seed))
        sides = dict(zip(("gold", "output"), signature.sides(signature.plain(system, gold)), strict=True))
        return sides, [] if signature.listed is None else signature.listed(gold)

    sides, listed = call(system, gold)
    before = signature.joined(sides["gold"], sides["output"])
    for variation in signature.variations:
        side: Any = (sides["gold"], sides["output"], listed) if variation.of == "all" else sides[variation.of]
        ways = list(islice(variation.every(side), LISTED)) if small or not variation.whole else []
        listable = len(ways) if variation.whole else 0
        ways += variation.extra(side) if len(listed) == CERTAIN else ()
        ways += [some_way(variation, side, chance) for _ in range(TRIED)]
        for i, way in enumerate(ways):
            new = dict(zip(sides, way, strict=False)) if variation.of == "all" else {**sides, variation.of: way}
            arguments = signature.joined(new["gold"], new["output"])
            yield variation.name, before, arguments, i < listable or variation.name == "document-order"
    if signature.names:
        turned = [dict(zip(free, free[::-1], strict=True))] if small else []
        for names in [*turned, *(other_names(free, chance) for _ in range(TRIED))]:
            renaming = signature.renaming(names, documents)
            new, _ = call(system.renamed(renaming), gold.renamed(renaming))
            arguments = signature.joined(new["gold"], new["output"])
            yield "document-names", before, arguments, set(names.values()) == set(free)


def probe(
    signature: Signature,
    task: str,
    traits: frozenset[str],
    ask: Callable[[Sequence[Any]], Mapping[str, Value]],
    same: Callable[[Value, Value], bool],
    seed: int = 0,
) -> Generator[None, None, tuple[Broken, ...]]:
    """Find the invariances that a metric breaks, each with the smallest two calls that were found to show it. The
    generator yields after each batch of calls, so that the probe can be interrupted there.

    Parameters
    ----------
    ask : takes the arguments of calls as plain data, and returns the values of the calls that have one, by the `repr`
        of the arguments. It may make a call again and leave out a value that is not repeated
    same : whether two values may be taken for equal
    """
    chance = random.Random(seed)
    broken: dict[str, Broken] = {}
    batch: list[tuple[str, tuple[Any, Any], tuple[str, str], bool]] = []

    def judged() -> None:
        # each call once, with its known key, because computing the key (`repr`) takes as long as the call
        answers = ask(
            [*{key: call for _, calls, keys, _ in batch for key, call in zip(keys, calls, strict=True)}.values()]
        )
        for name, calls, keys, listed in batch:
            if name in broken or not all(key in answers for key in keys) or same(answers[keys[0]], answers[keys[1]]):
                continue
            again = ask(calls)  # two values for one call break no invariance; the search reports them
            if all(key in again and same(again[key], answers[key]) for key in keys):
                broken[name] = Broken(name, ((calls[0], answers[keys[0]]), (calls[1], answers[keys[1]])), listed)
        batch.clear()

    last = None
    for system, gold in values(task, traits, DRAWN, LONGER, seed) if signature.invariances else ():
        if signature.closed:  # like the golds of cases, list documents of another output too
            gold = Case(gold, {"system": system, "other": last or system}).closed().gold
            last = system
        small = len(gold.documents | system.documents) < SMALL
        key = ""
        for name, before, arguments, listed in rewritten(signature, system, gold, chance, small):
            key = key or repr(before)
            if name not in broken and (other_key := repr(arguments)) != key:  # dictionaries are equal in any order
                batch.append((name, (before, arguments), (key, other_key), listed))
        if len(batch) >= BATCH:
            judged()
            yield
        if len(broken) == len(signature.invariances):
            break
    judged()
    return tuple(broken[name] for name in INVARIANCES if name in broken)
