"""Scorings drawn by chance, with numbers that are not on the grids of the search: for the search, before it says that a
constraint holds, and with more documents for the comparison of proofs with their metrics.

A recipe makes numbers that are likely to be of a constraint. The family says whether they are, from gold and outputs
alone, and what is demanded of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from axiometrics.core.case import Case
from axiometrics.generators.draws import Draws
from axiometrics.generators.listed import PlainCases
from axiometrics.generators.scoring.grids import names, relevance, scores

NUMBERS = 8
"""Different numbers of a scoring, at most, but for those that a recipe makes of them."""

WHOLES = (1, 2, 4, 3, 5, 7, 100, 125, 1000)
"""Denominators: small ones, and those of numbers that rounding or a threshold may confuse."""

CLOSE = (0, 0, 0, 100, 1000, 10**4, 10**6)
"""One over how much a number is moved, to be close to another one; 0 where it is not."""

SHARES = tuple(Fraction(k, 1000) for k in (1000, 0, -1000, 500, -500, 250, -250, 750, -750, 999, 998, 900, 10))
"""How far the better score is on the way from the relevance to the worse score; 1 is the worse score itself."""

Column = list[Fraction]
Sides = tuple[Column, Column, Column]
"""Relevance, and the scores of the first and of the second role."""


def within_bounds(number: Fraction) -> Fraction:
    """The number, or 0 or 1 where it is beyond them."""
    return min(max(number, Fraction(0)), Fraction(1))


def number(draw: Draws) -> Fraction:
    """A number from 0 to 1 with one of several denominators, in some draws moved by a little."""
    whole = draw.choice(WHOLES)
    drawn, close = Fraction(draw.integer(0, whole), whole), draw.choice(CLOSE)
    return within_bounds(drawn + Fraction(draw.choice((1, -1)), close)) if close else drawn


def numbered(draw: Draws, least: int, most: int) -> tuple[Column, Column]:
    """A relevance and a score for each of so many documents, of a few different numbers."""
    few = draw.several(lambda: number(draw), 1, NUMBERS)
    rows = draw.several(lambda: (draw.choice(few), draw.choice(few)), least, most)
    return [u for u, _ in rows], [t for _, t in rows]


def _nearer(draw: Draws, u: Column, t: Column) -> Sides:
    return u, [within_bounds(x + draw.choice(SHARES) * (y - x)) for x, y in zip(u, t, strict=True)], t


def _exact(draw: Draws, u: Column, t: Column) -> Sides:
    return u, list(u), t


def _exchanged(draw: Draws, u: Column, t: Column) -> Sides:
    pairs = [(i, j) for i in range(len(u)) for j in range(len(u)) if u[i] > u[j] and t[i] > t[j]]
    i, j = draw.choice(pairs) if pairs else (0, 0)
    worse = list(t)
    worse[i], worse[j] = t[j], t[i]
    return u, t, worse


def _ordered(draw: Draws, u: Column, t: Column) -> Sides:
    falling = sorted(t)
    better = list(t)
    for place, k in enumerate(sorted(range(len(u)), key=u.__getitem__)):
        better[k] = falling[place]
    return u, better, [draw.choice((Fraction(0), number(draw)))] * len(u)


def _alike(draw: Draws, u: Column, t: Column) -> Sides:
    levels = sorted(set(t))
    new = sorted(draw.distinct(range(1001), len(levels), len(levels)))
    new_of = dict(zip(levels, new, strict=True))
    return u, t, [Fraction(new_of[x], 1000) for x in t]


def _affine(draw: Draws, u: Column, t: Column) -> Sides:
    low, high = sorted((number(draw), number(draw)))
    return u, t, [low + (high - low) * x for x in t]


def _same(draw: Draws, u: Column, t: Column) -> Sides:
    return u, t, list(t)


def _any(draw: Draws, u: Column, t: Column) -> Sides:
    few = draw.several(lambda: number(draw), 1, NUMBERS)
    return u, [draw.choice(few) for _ in u], t


def _moved(draw: Draws, u: Column, t: Column) -> Sides:
    """A few scores are moved by a little."""
    shifts = [Fraction(draw.choice((0, 1, -1)), draw.choice((100, 1000, 10**4))) for _ in u]
    return u, [within_bounds(x + shift) for x, shift in zip(t, shifts, strict=True)], t


RECIPES: Mapping[tuple[str, ...], tuple[Callable[[Draws, Column, Column], Sides], ...]] = {
    ("better", "worse"): (_nearer, _exact, _exchanged, _ordered),
    ("one", "other"): (_alike, _affine, _any, _moved, _same),
    ("output",): (_exact, _any),
}
"""By the roles of a case, what makes numbers of one."""


def larger_scoring(family: PlainCases, model: Case, draw: Draws, least: int, most: int) -> Case | None:
    """A case with the roles and golds of a listed one, of so many documents; None where what was drawn is not of the
    family, or several outputs are tried, of which one has to be as demanded.
    """
    if family.recognise is None or any(type(output) is tuple for output in model.outputs.values()):
        return None
    for case in _candidates(model, draw, least, most):
        answer = family.recognise(case)
        if answer is None or isinstance(answer, Case):
            return answer or case
        if not isinstance(answer, str):
            return draw.choice(list(answer))
    return None


def _candidates(model: Case, draw: Draws, least: int, most: int) -> Iterator[Case]:
    u, t = numbered(draw, least, most)
    roles = tuple(model.outputs)
    if "other" in model.golds:
        yield _renamed(draw, u, t)
    elif model.golds:
        yield from _with_one_more(draw, next(iter(model.golds)), u, t)
    else:
        for recipe in draw.order(RECIPES.get(roles, ())):
            gold, *sides = recipe(draw, u, t)
            yield Case(relevance(gold), dict(zip(roles, map(scores, sides), strict=False)))


def _renamed(draw: Draws, u: Column, s: Column) -> Case:
    order = names(len(u))
    name = dict(zip(order, draw.order(order), strict=True))
    gold, output = relevance(u), scores(s)
    return Case(gold, {"one": output, "other": output.renamed(name)}, golds={"other": gold.renamed(name)})


def _with_one_more(draw: Draws, smaller: str, u: Column, s: Column) -> Iterator[Case]:
    """A document below 1/2 is added: scored right, or further from its relevance than each other one."""
    x, y = (number(draw) * Fraction(49, 100) for _ in range(2))
    closer = [
        within_bounds(v + draw.choice(SHARES[1:]) * abs(x - y)) if abs(v - w) >= abs(x - y) else w
        for v, w in zip(u, s, strict=True)
    ]
    larger: Any = "better" if smaller == "worse" else "worse"
    for more, column in (((x, x), s), ((x, y), closer)):
        outputs = {larger: scores([*column, more[1]]), smaller: scores(column)}
        ordered = {role: outputs[role] for role in ("better", "worse")}
        yield Case(relevance([*u, more[0]]), ordered, golds={smaller: relevance(u)})
