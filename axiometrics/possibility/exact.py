"""Find answers in fractions: values that satisfy all rows, or weights of rows that contradict each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import gcd, lcm

from axiometrics.core.arithmetic import Array
from axiometrics.core.margins import SOLVED_ZERO
from axiometrics.possibility import program
from axiometrics.possibility.cycles import shortest
from axiometrics.possibility.elimination import ONE, solved
from axiometrics.possibility.row_lists import JoinedRows, RowList, unmet
from axiometrics.possibility.rows import Row
from axiometrics.possibility.time_limit import WHY, TimeUpError, seconds_left

DENOMINATORS = (1, 2, 3, 4, 6, 12, 60, 2520, 10**6, 10**9, 10**12)
"""The greatest denominators of free values, in the order in which they are tried. Small denominators come first, so
that the values are simple.
"""

AT_ONCE = 1_000
"""About the number of rows of a constraint with which a program begins. Of a constraint with at least twice as many
rows, only a share is taken first.
"""

ADDED = 500
"""The greatest number of rows of a constraint that are added in one step, because the present values do not meet
them.
"""

TRIED = 8
"""The number of strict rows of a contradiction from each of which a shorter contradiction is sought."""


@dataclass(frozen=True)
class ValueTable:
    """A value for each orbit, by its number, with which every row holds. Where a number is missing, any value will
    do.
    """

    of: Mapping[int, Fraction]


@dataclass(frozen=True)
class Certificate:
    """Rows with weights, which are above 0 for inequalities, that add up to a false comparison of 0 with itself."""

    weights: Sequence[tuple[Fraction, Row]]


@dataclass(frozen=True)
class NotDecided:
    """The answer that neither was shown, with the reason."""

    why: str


Answer = ValueTable | Certificate | NotDecided
"""The answer to a question, with its evidence."""


def decided(rows: Sequence[Row], orbits: int) -> Answer:
    """Decide whether there are values with which all rows hold. Floats only propose the answer; fractions decide it."""
    return decided_with(rows, orbits, ())[0]


def decided_with(
    rows: Sequence[Row], orbits: int, needed: Sequence[Iterable[int]]
) -> tuple[Answer, Sequence[frozenset[int]]]:
    """The answer of `decided`, and the rows that were added, by their positions in each part of the rows.

    Where there are many rows, values are sought that meet some of them: a share of each part, and the rows that another
    question `needed`. Rows that these values do not meet are added, until the values meet all rows, or the rows in use
    contradict each other.
    """
    working = WorkingRows(rows.parts if isinstance(rows, JoinedRows) else [rows], needed)
    try:
        answer = _decided_with(working, rows, orbits)
    except TimeUpError:
        answer = NotDecided(WHY)
    return answer, [frozenset(added) for added in working.added]


def _decided_with(working: WorkingRows, rows: Sequence[Row], orbits: int) -> Answer:
    while True:
        while len(working.rows) < len(rows) and (proposed := program.table(working.rows, orbits)) is not None:
            values, scale = proposed[0][:-1], proposed[0][-1]
            if not working.add(partial(_unmet_by_floats, values=values / scale)):
                break
        answer = _decided(working.rows, orbits)
        if not isinstance(answer, ValueTable) or not working.add(partial(unmet, values=answer.of)):
            return answer


def _unmet_by_floats(part: Sequence[Row], values: Array) -> list[int]:
    return part.unmet_by_floats(values) if isinstance(part, RowList) else []


class WorkingRows:
    """The rows that a program uses at present, a part of all rows.

    Attributes
    ----------
    rows : the rows in use
    added : for each part, the positions of the rows that were taken because values did not meet them
    """

    def __init__(self, parts: Sequence[Sequence[Row]], needed: Sequence[Iterable[int]]) -> None:
        self._parts = parts
        self.added = [set(places) for places in needed] or [set() for _ in parts]
        self._taken = [
            added.union(range(0, len(part), max(1, len(part) // AT_ONCE) if isinstance(part, RowList) else 1))
            for part, added in zip(parts, self.added, strict=True)
        ]
        self.rows = [part[k] for part, taken in zip(parts, self._taken, strict=True) for k in sorted(taken)]

    def add(self, lacking: Callable[[Sequence[Row]], list[int]]) -> bool:
        """Add some of the lacking rows, which `lacking` gives by their positions in each part. Return whether there
        were any.
        """
        before = len(self.rows)
        for part, taken, added in zip(self._parts, self._taken, self.added, strict=True):
            if len(taken) < len(part):
                more = [k for k in lacking(part) if k not in taken][:ADDED]
                taken.update(more)
                added.update(more)
                self.rows += [part[k] for k in more]
        return len(self.rows) > before


def _decided(rows: Sequence[Row], orbits: int) -> Answer:
    """The answer for rows that are all used together."""
    if holds(rows, {}):
        return ValueTable({})
    contradiction = next((row for row in rows if not row.coefficients and not row.met(-row.bound)), None)
    if contradiction is not None:
        return Certificate([(Fraction(1), contradiction)])
    circle = shortest(rows)
    if circle is not None and contradicts(circle):
        return Certificate(circle)
    proposed = program.table(rows, orbits)
    if proposed is not None:
        values = _exact_values(rows, *proposed)
        if values is not None:
            return ValueTable(values)
    certificate = _certificate(rows, orbits)
    if certificate is not None:
        return Certificate(certificate)
    return NotDecided("the solver proposed neither values nor weights that hold in fractions")


def _certificate(rows: Sequence[Row], orbits: int) -> list[tuple[Fraction, Row]] | None:
    """Rows that contradict each other. Of several such sets, the one with the fewest rows is taken."""
    proposed = program.weights(rows, orbits)
    best = None if proposed is None else _exact_weights(rows, proposed)
    if best is None:
        return None
    place = {id(row): k for k, row in enumerate(rows)}
    starts = [place[id(row)] for _, row in best if row.strict]
    for start in starts[:TRIED]:
        proposed = program.weights(rows, orbits, start)
        shorter = None if proposed is None else _exact_weights(rows, proposed)
        if shorter is not None and len(shorter) < len(best):
            best = shorter
    return best


def holds(rows: Sequence[Row], values: Mapping[int, Fraction]) -> bool:
    """Whether every row holds with these values."""
    return all(row.met(row.excess(lambda number: values.get(number, Fraction(0)))) for row in rows)


def contradicts(weights: Sequence[tuple[Fraction, Row]]) -> bool:
    """Whether the rows with these weights add up to a false comparison, with no negative weight of an inequality."""
    total: dict[int, Fraction] = {}
    bound = Fraction(0)
    for weight, row in weights:
        if weight < 0 and row.by != "=":
            return False
        bound += weight * row.bound
        for number, value in row.coefficients.items():
            total[number] = total.get(number, Fraction(0)) + weight * value
    strict = any(weight > 0 and row.strict for weight, row in weights)
    return not any(total.values()) and (bound > 0 or (bound == 0 and strict))


def _exact_values(rows: Sequence[Row], proposed: Array, tight: Sequence[int]) -> dict[int, Fraction] | None:
    """Fractions near the proposed values with which all rows hold. The rows that must hold with equality are solved,
    and the values that remain free are rounded.
    """
    *values, scale = (float(value) for value in proposed)
    bound = solved({**rows[k].coefficients, ONE: -rows[k].bound} for k in tight)
    if bound is None:
        return None
    numbers = sorted({number for row in rows for number in row.coefficients})
    free = [number for number in numbers if number not in bound]
    for denominator in DENOMINATORS:
        seconds_left()
        fractions = {n: Fraction(values[n] / scale).limit_denominator(denominator) for n in free}
        fractions |= {n: _value(bound[n], fractions) for n in numbers if n in bound}
        if holds(rows, fractions):
            return fractions
    return None


def _exact_weights(rows: Sequence[Row], proposed: Array) -> list[tuple[Fraction, Row]] | None:
    """Fractions near the proposed weights with which the rows contradict each other; None where none were found."""
    support = [k for k, weight in enumerate(proposed) if abs(weight) > SOLVED_ZERO]
    columns: dict[int, dict[int, Fraction]] = {}
    for k in support:
        for number, value in rows[k].coefficients.items():
            columns.setdefault(number, {})[k] = value
    strict = {k: Fraction(1) for k in support if rows[k].strict}
    of_one = strict or {k: rows[k].bound for k in support if rows[k].bound}
    bound = solved([*columns.values(), {**of_one, ONE: Fraction(-1)}])
    if bound is None:
        return None
    free = [k for k in support if k not in bound]
    for denominator in DENOMINATORS:
        seconds_left()
        fractions = {k: Fraction(float(proposed[k])).limit_denominator(denominator) for k in free}
        fractions |= {k: _value(bound[k], fractions) for k in support if k in bound}
        whole = _whole(fractions)
        weights = [(whole[k], rows[k]) for k in support if whole[k]]
        if contradicts(weights):
            return weights
    return None


def _whole(weights: Mapping[int, Fraction]) -> Mapping[int, Fraction]:
    """The weights as whole numbers without a common divisor."""
    common = lcm(*(weight.denominator for weight in weights.values()))
    whole = {k: int(weight * common) for k, weight in weights.items()}
    divisor = gcd(*whole.values()) or 1
    return {k: Fraction(weight, divisor) for k, weight in whole.items()}


def _value(own: Mapping[int, Fraction], values: Mapping[int, Fraction]) -> Fraction:
    """The value of a sum of unknowns for these values."""
    parts = (share * (Fraction(1) if number == ONE else values[number]) for number, share in own.items())
    return sum(parts, Fraction(0))
