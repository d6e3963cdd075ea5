"""Larger scorings drawn by chance, for the comparison of proofs with their metrics: up to 40 documents, with numbers
that are not on the grids of the search.

A recipe makes numbers that are likely to be of a constraint. The family says whether they are, from gold and outputs
alone, and what is demanded of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from random import Random
from typing import Any

from axiometrics.core.case import Case
from axiometrics.generators.listed import PlainCases
from axiometrics.generators.scoring.grids import names, relevance, scores

MOST = 40
"""Documents of the largest scoring."""

HALF = Fraction(1, 2)

Column = list[Fraction]
Sides = tuple[Column, Column, Column]
"""Relevance, and the scores of the first and of the second role."""


def number(chance: Random) -> Fraction:
    """A number from 0 to 1: often 0, 1/2 or 1, or near to 1/2."""
    some = chance.choice((2, 4, 7, 100, 1000))
    return chance.choice((Fraction(chance.randint(0, some), some), Fraction(49 + chance.randint(0, 2), 100)))


def column(chance: Random, documents: int) -> Column:
    """A number for each document; in some columns few different ones."""
    few = [number(chance) for _ in range(chance.choice((1, 2, 3, documents)))]
    return [chance.choice(few) for _ in range(documents)]


def _nearer(chance: Random, u: Column, t: Column) -> Sides:
    shares = [Fraction(chance.randint(-4, 4), 4) for _ in u]
    wanted = [x + share * (y - x) for share, x, y in zip(shares, u, t, strict=True)]
    return u, [min(max(x, Fraction(0)), Fraction(1)) for x in wanted], t


def _exact(chance: Random, u: Column, t: Column) -> Sides:
    return u, list(u), t


def _exchanged(chance: Random, u: Column, t: Column) -> Sides:
    pairs = [(i, j) for i in range(len(u)) for j in range(len(u)) if u[i] > u[j] and t[i] > t[j]]
    i, j = chance.choice(pairs) if pairs else (0, 0)
    worse = list(t)
    worse[i], worse[j] = t[j], t[i]
    return u, t, worse


def _ordered(chance: Random, u: Column, t: Column) -> Sides:
    falling = sorted(t)
    better = list(t)
    for place, k in enumerate(sorted(range(len(u)), key=u.__getitem__)):
        better[k] = falling[place]
    return u, better, [chance.choice((Fraction(0), number(chance)))] * len(u)


def _alike(chance: Random, u: Column, t: Column) -> Sides:
    levels = sorted(set(t))
    new = sorted(chance.sample(range(1001), len(levels)))
    other = dict(zip(levels, new, strict=True))
    return u, t, [Fraction(other[x], 1000) for x in t]


def _affine(chance: Random, u: Column, t: Column) -> Sides:
    low, high = sorted((number(chance), number(chance)))
    return u, t, [low + (high - low) * x for x in t]


def _any(chance: Random, u: Column, t: Column) -> Sides:
    return u, column(chance, len(u)), t


RECIPES: Mapping[tuple[str, ...], tuple[Callable[[Random, Column, Column], Sides], ...]] = {
    ("better", "worse"): (_nearer, _exact, _exchanged, _ordered),
    ("one", "other"): (_alike, _affine, _any),
    ("output",): (_exact, _any),
}
"""By the roles of a case, what makes numbers of one."""


def larger_scoring(family: PlainCases, model: Case, chance: Random) -> Case | None:
    """A case with the roles and golds of a listed one; None where what was drawn is not of the family."""
    if family.recognise is None or any(type(output) is tuple for output in model.outputs.values()):
        return None
    for case in _candidates(model, chance):
        found = family.recognise(case)
        if found is None or isinstance(found, Case):
            return found or case
        if not isinstance(found, str):
            return chance.choice(list(found))
    return None


def _candidates(model: Case, chance: Random) -> Iterator[Case]:
    documents = round(MOST ** chance.random())
    u, t = column(chance, documents), column(chance, documents)
    roles = tuple(model.outputs)
    if "other" in model.golds:
        yield _renamed(chance, u, t)
    elif model.golds:
        yield from _with_one_more(chance, next(iter(model.golds)), u, t)
    else:
        recipes = list(RECIPES.get(roles, ()))
        for recipe in chance.sample(recipes, len(recipes)):
            gold, *sides = recipe(chance, u, t)
            yield Case(relevance(gold), dict(zip(roles, map(scores, sides), strict=False)))


def _renamed(chance: Random, u: Column, s: Column) -> Case:
    order = names(len(u))
    name = dict(zip(order, chance.sample(order, len(order)), strict=True))
    gold, output = relevance(u), scores(s)
    return Case(gold, {"one": output, "other": output.renamed(name)}, golds={"other": gold.renamed(name)})


def _with_one_more(chance: Random, smaller: str, u: Column, s: Column) -> Iterator[Case]:
    """A document below 1/2 is added: scored right, or further from its relevance than each other one."""
    x, y = (number(chance) * Fraction(49, 100) for _ in range(2))
    near = [v + Fraction(chance.randint(-3, 3), 4) * abs(x - y) for v in u]
    closer = [min(max(v, Fraction(0)), Fraction(1)) for v in near]
    larger: Any = "better" if smaller == "worse" else "worse"
    for more, given in (((x, x), s), ((x, y), closer)):
        outputs = {larger: scores([*given, more[1]]), smaller: scores(given)}
        ordered = {role: outputs[role] for role in ("better", "worse")}
        yield Case(relevance([*u, more[0]]), ordered, golds={smaller: relevance(u)})
