"""The statements about scorings, written plainly: URS u and SRS s, a number from 0 to 1 for each document.

"ADM" is Della Mea, Di Gaspero & Mizzaro, NTCIR. The numbers are free: a statement holds for every number from 0 to 1.
Two statements ask for some output of all, and all outputs cannot be tried: there the numbers are quarters, which the
texts of these readings say. In all of them gold and outputs have a number for the same documents, of which there is at
least one, and nothing else: the paper leaves out documents without URS or SRS (section 3, "the database D").
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product
from types import MappingProxyType
from typing import TYPE_CHECKING

from axiometrics.core.case import AT_LEAST_0, AT_MOST_1, Case, Demand
from axiometrics.core.scores import Relevance, Scores

if TYPE_CHECKING:
    from axiometrics.verification.statements import Statement

HALF, ONE = Fraction(1, 2), Fraction(1)
QUARTERS = tuple(Fraction(k, 4) for k in range(5))

Rows = list[tuple[Fraction, ...]]
"""For each document its URS, then its SRS in each of the outputs asked for."""


def _rows(gold: object, *outputs: object) -> Rows:
    """The numbers of each document, in the order of names; none where gold and outputs are not about the same."""
    if not isinstance(gold, Relevance) or not all(isinstance(output, Scores) for output in outputs):
        return []
    columns = [dict(side.pairs) for side in (gold, *outputs) if isinstance(side, (Relevance, Scores))]
    if any(column.keys() != columns[0].keys() for column in columns):
        return []
    return [tuple(column[document] for column in columns) for document in sorted(columns[0])]


def _of_one_gold(case: Case, *roles: str) -> Rows:
    """The numbers of a case that has one gold and one output for each of these roles, and no other."""
    if case.golds or set(case.outputs) != set(roles):
        return []
    return _rows(case.gold, *(case.outputs[role] for role in roles))


def _pairs(better: str, worse: str, holds: Callable[[Rows], bool]) -> Statement:
    """A statement on two outputs of one gold: `holds` judges u, s and s' of the documents."""

    def statement(case: Case, cut: int | None) -> Iterator[Case]:
        rows = _of_one_gold(case, better, worse)
        if rows and holds(rows):
            yield Case(case.gold, case.outputs)

    return statement


def _mean(numbers: Sequence[Fraction]) -> Fraction:
    return sum(numbers, Fraction(0)) / len(numbers)


# --- nearer scores


def _dominates(rows: Rows) -> bool:
    """ "|s_d - u_d| <= |s'_d - u_d| for all d, < for one". ADM, section 3: the measure is based on "the average
    distance, or difference, between URSs [...] and SRSs".
    """
    distances = [(abs(s - u), abs(t - u)) for u, s, t in rows]
    return all(near <= far for near, far in distances) and any(near < far for near, far in distances)


def _is_off_by_a_quarter(rows: Rows) -> bool:
    """ "s = u, s' with mean |s' - u| >= 1/4". ADM, section 4.1: "big differences do affect ADM"."""
    return all(s == u for u, s, _ in rows) and _mean([abs(t - u) for u, _, t in rows]) >= Fraction(1, 4)


def _is_off(rows: Rows) -> bool:
    """ "s = u, s' differs from u"."""
    return all(s == u for u, s, _ in rows) and any(t != u for u, _, t in rows)


def _exchanges(rows: Rows) -> bool:
    """ "u_d > u_e; s_d > s_e exchanged": s' is s but for the two."""
    changed = [row for row in rows if row[1] != row[2]]
    if len(changed) != 2:
        return False
    (u, s, t), (v, x, y) = sorted(changed, reverse=True)
    return u > v and s > x and (t, y) == (x, s)


# --- documents added


def _added(case: Case, with_it: str, without: str) -> tuple[Fraction, Fraction, Rows] | None:
    """URS and SRS of the document that only the gold and the output of one role have, and the numbers of the other
    documents.
    """
    if set(case.golds) != {without} or set(case.outputs) != {with_it, without}:
        return None
    before = _rows(case.golds[without], case.outputs[without])
    after = _rows(case.gold, case.outputs[with_it])
    if not before or not after:
        return None
    old, new = case.outputs[without].documents, case.outputs[with_it].documents
    if not old < new or len(new) != len(old) + 1:
        return None
    (document,) = new - old
    kept = [(case.gold.numbers[d], case.outputs[with_it].numbers[d]) for d in sorted(old)]
    return (case.gold.numbers[document], case.outputs[with_it].numbers[document], before) if kept == before else None


def _close(case: Case, cut: int | None) -> Iterator[Case]:
    """ "A document with u = s < 1/2 is added, Q < 1 before: Q rises". ADM, section 4.1: "if the points were close to
    the ideal SRS = URS line, [...] its effectiveness measure should increase".
    """
    added = _added(case, "better", "worse")
    if added is not None and added[0] == added[1] < HALF:
        yield Case(case.gold, case.outputs, golds=case.golds)


def _far(case: Case, cut: int | None) -> Iterator[Case]:
    """ "A document with u, s < 1/2 whose |s - u| exceeds every present one is added: Q falls"."""
    added = _added(case, "worse", "better")
    if added is not None:
        u, s, before = added
        if u < HALF and s < HALF and all(abs(s - u) > abs(t - v) for v, t in before):
            yield Case(case.gold, case.outputs, golds=case.golds)


# --- what must not change


def _stable(bound: Callable[[list[Fraction]], Fraction]) -> Statement:
    """ "Q(s) - Q(s') <= max |s_d - s'_d|, both ways" (or the mean): s may be either of the two. ADM, section 4.1:
    "small differences do not affect ADM".
    """

    def statement(case: Case, cut: int | None) -> Iterator[Case]:
        rows = _of_one_gold(case, "one", "other")
        if rows:
            yield Case(case.gold, case.outputs, bound=bound([abs(s - t) for _, s, t in rows]))

    return statement


def _differ_and_order_alike(rows: Rows) -> bool:
    """ "s, s' order the documents alike", ties included; of one and the same output nothing is asked. ADM, section 7:
    AvgPrec is "not sensible to variations in SRSs that preserve the rank".
    """
    return any(s != t for _, s, t in rows) and all(
        (s < x) == (t < y) and (s == x) == (t == y) for _, s, t in rows for _, x, y in rows
    )


def _is_affine(rows: Rows) -> bool:
    """ "s' = a s + b, a > 0, [...] not constant": a and b from two documents, and then for all of them. The words "both
    on the grid" of the specification say which of them are listed.
    """
    for _, s, t in rows:
        for _, x, y in rows:
            if s > x:
                a = (t - y) / (s - x)
                b = t - a * s
                return a > 0 and (a != 1 or b != 0) and all(end == a * start + b for _, start, end in rows)
    return False


def _is_informed(rows: Rows) -> bool:
    """ "s' constant; u_d > u_e implies s_d > s_e, u not constant"."""
    return (
        len({u for u, _, _ in rows}) > 1
        and len({t for _, _, t in rows}) == 1
        and all(s > x for u, s, _ in rows for v, x, _ in rows if u > v)
    )


def _is_informed_against_zeros(rows: Rows) -> bool:
    """ "s' = 0 everywhere". ADM, section 7: an all-zero SRS obtains a high ADM."""
    return _is_informed(rows) and all(t == 0 for _, _, t in rows)


def _renamed(case: Case, cut: int | None) -> Iterator[Case]:
    """ "Gold and output renamed alike: equal", under other names: the same pairs of numbers, for other documents."""
    if set(case.golds) != {"other"} or set(case.outputs) != {"one", "other"}:
        return
    sides = (case.gold, case.outputs["one"]), (case.golds["other"], case.outputs["other"])
    first, second = (_rows(*side) for side in sides)
    if first and sorted(first) == sorted(second) and sides[0] != sides[1]:
        yield Case(case.gold, case.outputs, golds=case.golds)


def _at_thresholds(case: Case, cut: int | None) -> Iterator[Case]:
    """ "theta_s in {1/4, 1/2, 3/4}: the metric at these values of its parameter gives the same value". ADM, section
    4.1: "independently of any acceptance criterion employed".
    """
    if not _of_one_gold(case, "one", "other") or case.outputs["one"] != case.outputs["other"]:
        return
    for low, high in ((Fraction(1, 4), HALF), (Fraction(1, 4), Fraction(3, 4)), (HALF, Fraction(3, 4))):
        words = f"the score at theta_s = {low} is that at theta_s = {high}"
        at = {"one": {"theta_s": low}, "other": {"theta_s": high}}
        yield Case(case.gold, case.outputs, demand=Demand(("one", "other"), (1, -1), words, "="), parameters=at)


# --- values


def _any(case: Case, cut: int | None) -> Iterator[Case]:
    """ "For every s": one real number. ADM, section 4.1: "it allows complete ordering of different performances"."""
    if _of_one_gold(case, "output"):
        yield Case(case.gold, case.outputs)


def _is_bounded(case: Case, cut: int | None) -> Iterator[Case]:
    """ADM, section 3: "ADM_q is in the [0, 1] range"."""
    if _of_one_gold(case, "output"):
        yield Case(case.gold, case.outputs, demand=AT_LEAST_0)
        yield Case(case.gold, case.outputs, demand=AT_MOST_1, bound=ONE)


def _identity(case: Case, cut: int | None) -> Iterator[Case]:
    """ "Q(s) = 1 iff s = u"."""
    rows = _of_one_gold(case, "output")
    if rows and all(u == s for u, s in rows):
        yield Case(case.gold, case.outputs, demand=Demand(("output",), (1,), "score(output) = 1", "="), bound=ONE)
    elif rows:
        yield Case(case.gold, case.outputs, demand=Demand(("output",), (-1,), "score(output) < 1"), bound=-ONE)


def _all_outputs(gold: Relevance) -> tuple[Scores, ...]:
    """Every output in quarters."""
    names = sorted(gold.documents)
    return tuple(Scores(tuple(zip(names, row, strict=True))) for row in product(QUARTERS, repeat=len(names)))


def _in_quarters(case: Case, role: str) -> bool:
    """Whether the gold, and the shown output or outputs of a role, have a quarter for each document of the gold."""
    shown = case.outputs.get(role)
    outputs = shown if isinstance(shown, tuple) else (shown,)
    every = [_rows(case.gold, output) for output in outputs]
    return set(case.outputs) == {role} and all(
        rows and {x for row in rows for x in row} <= {*QUARTERS} for rows in every
    )


def _some_number(case: Case, cut: int | None) -> Iterator[Case]:
    """ "One real number", for some output of each gold; gold and outputs in quarters. ADM, section 4.1: "it is a single
    number".
    """
    if not case.golds and _in_quarters(case, "output"):
        yield Case(case.gold, {"output": _all_outputs(case.gold)})


def _every_gold(case: Case, cut: int | None) -> Iterator[Case]:
    """ "For every u some s has Q = 0 and some has Q = 1"; gold and outputs in quarters. ADM, section 3: "with 0
    representing the worst performance".
    """
    if not case.golds and _in_quarters(case, "best"):
        every = _all_outputs(case.gold)
        for value in (0, 1):
            demand = Demand(("best",), (1,), f"some output scores {value}", "=", some=True)
            yield Case(case.gold, {"best": every}, demand=demand, bound=Fraction(value))


def _some_gold(case: Case, cut: int | None) -> Iterator[Case]:
    """ "For each n there are u and s with Q = 0"; gold and outputs in quarters. All golds of as many documents, each
    with all outputs, once up to names.
    """
    if set(case.golds) != {"best"} or set(case.outputs) != {"best"}:
        return
    outputs, golds = (
        side if isinstance(side, tuple) else (side,) for side in (case.outputs["best"], case.golds["best"])
    )
    if not outputs or len(outputs) != len(golds) or not all(isinstance(gold, Relevance) for gold in golds):
        return
    shown = list(zip(outputs, golds, strict=True))
    names = sorted(shown[0][1].documents)
    if not all(_in_quarters(Case(u, {"best": s}), "best") and sorted(u.documents) == names for s, u in shown):
        return
    rows = list(combinations_with_replacement(product(QUARTERS, repeat=2), len(names)))
    every = tuple(Scores(tuple(zip(names, (s for _, s in some), strict=True))) for some in rows)
    wanted = tuple(Relevance(tuple(zip(names, (u for u, _ in some), strict=True))) for some in rows)
    yield Case(wanted[0], {"best": every}, golds={"best": wanted})


STATEMENTS: Mapping[str, Statement] = MappingProxyType(
    {
        "pointwise-dominance@strict": _pairs("better", "worse", _dominates),
        "pointwise-dominance@weak": _pairs("better", "worse", _dominates),
        "stability@sup": _stable(max),
        "stability@mean": _stable(_mean),
        "big-difference@quarter": _pairs("better", "worse", _is_off_by_a_quarter),
        "big-difference@any": _pairs("better", "worse", _is_off),
        "gamma-sector@close": _close,
        "gamma-sector@far": _far,
        "non-informative@ordered": _pairs("better", "worse", _is_informed),
        "non-informative@all-zero": _pairs("better", "worse", _is_informed_against_zeros),
        "rank-invariance@order": _pairs("one", "other", _differ_and_order_alike),
        "affine-invariance@plain": _pairs("one", "other", _is_affine),
        "score-priority@strict": _pairs("better", "worse", _exchanges),
        "score-priority@weak": _pairs("better", "worse", _exchanges),
        "swets-1@plain": _renamed,
        "swets-2@plain": _at_thresholds,
        "swets-3@plain": _some_number,
        "swets-4@plain": _any,
        "identity@plain": _identity,
        "bounded@plain": _is_bounded,
        "full-range@every-gold": _every_gold,
        "full-range@some-gold": _some_gold,
    }
)
