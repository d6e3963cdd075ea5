"""The statements about runs of entry points, one an article, written plainly (Lalmas et al. 2007, section 7).

A run lists "best entry points (BEP), one per article" (section 7.1). An article is relevant if it has a best entry
point: "both measures give a score of 0 for a ranked article that is not relevant, i.e. does not contain a BEP".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING

from axiometrics.core.case import Case, Demand
from axiometrics.core.library import Library
from axiometrics.core.organization import Organization
from axiometrics.verification.statements.elements import ABOVE_0, BELOW_1, IS_0, IS_1, alone, exchanged, one_a_rank

if TYPE_CHECKING:
    from axiometrics.verification.statements import Statement

SOME_0 = Demand(("output",), (1,), "some score(output) = 0", "=", some=True)

LONGEST_ARTICLE = 6
"""Characters of the longest article of which all entry points are tried, as the reading says."""

Point = tuple[str, int]
"""An article and a character, counted from 0."""


def _points(gold: Library, output: object) -> list[Point] | None:
    """The entry points of a run, in rank order; None for what is not such a run."""
    points = []
    for name, mark, at in (document.partition("@") for document in one_a_rank(output) or ()):
        is_number = bool(mark) and at.isascii() and at.isdecimal() and len(at) <= 15
        if not is_number or (name in gold.by_name and int(at) > gold.by_name[name].characters):
            return None
        points.append((name, int(at)))
    return points if points and len({name for name, _ in points}) == len(points) else None


def _runs(shown: Case, *roles: str) -> list[list[Point]] | None:
    """The runs in these roles; None where there are other roles, one is not such a run, or no article has a length."""
    if not isinstance(shown.gold, Library) or shown.golds or set(shown.outputs) != set(roles):
        return None
    if shown.gold.length is None and not any(article.characters for article in shown.gold.articles):
        return None
    runs = [run for role in roles if (run := _points(shown.gold, shown.outputs[role]))]
    return runs if len(runs) == len(roles) else None


def _best(gold: Library) -> dict[str, int]:
    """The best entry points, by article; T is their number."""
    return {article.name: article.entry for article in gold.articles if article.entry is not None}


def _distance(gold: Library, point: Point) -> int | None:
    """d(x, b), in characters; None in an article that is not relevant."""
    best = _best(gold).get(point[0])
    return None if best is None else abs(point[1] - best)


def _is_closer(gold: Library, point: Point, other: Point) -> bool:
    """Whether `point` is closer to the best entry point of its article than `other` is to the best entry point of its
    own article. An article without best entry point is farthest.
    """
    near, far = _distance(gold, point), _distance(gold, other)
    return near is not None and (far is None or near < far)


def _closer_entry_point(shown: Case, cut: int | None) -> Iterator[Case]:
    """ "Smaller distance scores higher; 1 iff distance 0; 0 iff the article is irrelevant", of "one ranked article, one
    best entry point".
    """
    if not isinstance(shown.gold, Library) or len(_best(shown.gold)) != 1:
        return
    better, worse = _runs(shown, "better", "worse") or ([], [])
    if len(better) == len(worse) == 1 and better[0][0] == worse[0][0] and _is_closer(shown.gold, better[0], worse[0]):
        yield Case(shown.gold, shown.outputs)
    for run in _runs(shown, "output") or ():
        distance = _distance(shown.gold, run[0])
        if len(run) == 1 and distance is None:
            yield alone(shown, IS_0)
        elif len(run) == 1:
            yield alone(shown, BELOW_1, -1) if distance else alone(shown, IS_1, 1)
            yield alone(shown, ABOVE_0)


def _minimum_zero(shown: Case, cut: int | None) -> Iterator[Case]:
    """ "Some entry point of a relevant article scores 0". Section 7.2: "a minimum value of zero". The reading has one
    article of up to six characters, and all its entry points.
    """
    for run in _runs(shown, "output") or ():
        article = shown.gold.articles[0]
        is_one = len(shown.gold.articles) == len(run) == 1 and run[0][0] == article.name and article.entry is not None
        if is_one and article.characters <= LONGEST_ARTICLE:
            every = tuple(Organization.ranking([f"{article.name}@{at}"]) for at in range(article.characters + 1))
            yield Case(shown.gold, {"output": every}, demand=SOME_0)


def _order_matters(shown: Case, cut: int | None) -> Iterator[Case]:
    """ "A better entry point directly before a worse one beats the swap"."""
    better, worse = _runs(shown, "better", "worse") or ([], [])
    rank = exchanged(better, worse)
    if rank is not None and _is_closer(shown.gold, better[rank], worse[rank]):
        yield Case(shown.gold, shown.outputs)


def _best_only(every: bool) -> Statement:
    """ "A ranking of BEPs only (all T; any number) has precision 1 at every recall level"."""

    def statement(shown: Case, cut: int | None) -> Iterator[Case]:
        for run in _runs(shown, "output") or ():
            total = len(_best(shown.gold))
            if all(_distance(shown.gold, point) == 0 for point in run) and (len(run) == total or not every):
                for seen in range(1, total + 1):
                    yield alone(shown, IS_1, 1, recall=Fraction(seen, total))

    return statement


def _one_closer(made: Callable[[Case], Iterator[Case]]) -> Statement:
    """ "One entry point closer: no recall level loses (>=); the mean rises"."""

    def statement(shown: Case, cut: int | None) -> Iterator[Case]:
        better, worse = _runs(shown, "better", "worse") or ([], [])
        pairs = [(left, right) for left, right in zip(better, worse, strict=False) if left != right]
        if len(better) == len(worse) and len(pairs) == 1:
            ((closer, farther),) = pairs
            if closer[0] == farther[0] and _is_closer(shown.gold, closer, farther):
                yield from made(shown)

    return statement


def _at_every_level(shown: Case) -> Iterator[Case]:
    total = len(_best(shown.gold))
    for seen in range(1, total + 1):
        level = {"recall": Fraction(seen, total)}
        yield Case(shown.gold, shown.outputs, parameters={"better": level, "worse": level})


def _as_it_is(shown: Case) -> Iterator[Case]:
    yield Case(shown.gold, shown.outputs)


STATEMENTS: Mapping[str, Statement] = MappingProxyType(
    {
        "closer-entry-point@plain": _closer_entry_point,
        "minimum-zero@plain": _minimum_zero,
        "order-matters@plain": _order_matters,
        "bep-only-precision-1@all-beps": _best_only(every=True),
        "bep-only-precision-1@any": _best_only(every=False),
        "closer-raises-eprum@level": _one_closer(_at_every_level),
        "closer-raises-eprum@mean": _one_closer(_as_it_is),
    }
)
