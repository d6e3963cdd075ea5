"""Find the values at 0/0 inputs of a metric that keep a constraint satisfied, while all other values stay."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from axiometrics.core.exact import sign
from axiometrics.core.reals import Exact
from axiometrics.possibility.exact import Certificate, ValueTable, decided
from axiometrics.possibility.rows import Row


@dataclass(frozen=True)
class NumberInterval:
    """The numbers between two ends; None where there is no end. An end that is `closed` belongs to the interval."""

    start: Exact | None = None
    end: Exact | None = None
    start_closed: bool = False
    end_closed: bool = False

    def within(self, other: NumberInterval) -> NumberInterval | None:
        """The numbers in both intervals; None where there are none."""
        start, start_closed = _inner(self.start, self.start_closed, other.start, other.start_closed, 1)
        end, end_closed = _inner(self.end, self.end_closed, other.end, other.end_closed, -1)
        if start is not None and end is not None:
            width = sign(end - start)
            if width < 0 or (width == 0 and not (start_closed and end_closed)):
                return None
        return NumberInterval(start, end, start_closed, end_closed)


def _inner(
    first: Exact | None, first_closed: bool, second: Exact | None, second_closed: bool, way: int
) -> tuple[Exact | None, bool]:
    """The end that lies farther inside. `way` is 1 for starts and -1 for ends."""
    if first is None or second is None:
        return (second, second_closed) if first is None else (first, first_closed)
    order = way * sign(first - second)
    if order == 0:
        return first, first_closed and second_closed
    return (first, first_closed) if order > 0 else (second, second_closed)


WHOLE = NumberInterval()
"""All numbers."""


@dataclass(frozen=True)
class KeptBy:
    """The values that keep a constraint satisfied.

    Attributes
    ----------
    values : the numbers that keep it satisfied, if one is taken everywhere where the metric is 0/0; None where no
        number does
    against : where no number does, the cases that show it: one case that is violated for every number, or two cases
        that exclude each other
    table : where no number does, whether values that differ from input to input do; None where it is not known
    """

    values: NumberInterval | None
    against: Sequence[Row] = ()
    table: bool | None = None


def kept(rows: Sequence[Row], defined: Mapping[int, Exact], open_inputs: Iterable[int]) -> KeptBy:
    """The values that keep a constraint with these rows satisfied. `defined` has the values of the metric where it has
    one, and `open_inputs` the inputs where it is 0/0. A row with any other input is left out.
    """
    free = set(open_inputs)
    judged = [row for row in rows if all(number in free or number in defined for number in row.coefficients)]
    # First the cases without a free input: no value at 0/0 can change these, so that they are the stronger evidence.
    judged.sort(key=lambda row: not free.isdisjoint(row.coefficients))
    common: NumberInterval = WHOLE
    narrowed: list[tuple[NumberInterval, Row]] = []
    for row in judged:
        own = _numbers(row, defined, free)
        if own is None:
            return KeptBy(None, [row], _by_table(judged, defined, free))
        if own == WHOLE:
            continue
        both = common.within(own)
        if both is None:
            excluding = next((r for interval, r in narrowed if interval.within(own) is None), row)
            return KeptBy(None, [excluding, row], _by_table(judged, defined, free))
        common = both
        narrowed.append((own, row))
    return KeptBy(common)


def _numbers(row: Row, defined: Mapping[int, Exact], free: set[int]) -> NumberInterval | None:
    """The numbers with which a row holds, where the same number is taken at each of its free inputs; None where no
    number does.
    """
    share = sum((value for number, value in row.coefficients.items() if number in free), Fraction(0))
    rest: Exact = -row.bound
    for number, value in row.coefficients.items():
        if number not in free:
            rest = rest + value * defined[number]
    if not share:
        return WHOLE if row.met(rest) else None  # type: ignore[arg-type]
    end = -rest / share
    if row.by == "=":
        return NumberInterval(end, end, True, True)
    closed = not row.strict
    return NumberInterval(end, None, closed, False) if share > 0 else NumberInterval(None, end, False, closed)


def _by_table(rows: Sequence[Row], defined: Mapping[int, Exact], free: set[int]) -> bool | None:
    """Whether values that differ from input to input keep the constraint satisfied; None where this is not known, since
    defined values are not fractions or the question was not decided.
    """
    needed = {number for row in rows for number in row.coefficients if number not in free}
    if not all(isinstance(defined[number], Fraction) for number in needed):
        return None
    fixed = list(_fixed(rows, defined, free))
    answer = decided(fixed, 1 + max(free, default=0))
    return True if isinstance(answer, ValueTable) else False if isinstance(answer, Certificate) else None


def _fixed(rows: Sequence[Row], defined: Mapping[int, Exact], free: set[int]) -> Iterator[Row]:
    for row in rows:
        rest = sum((share * defined[n] for n, share in row.coefficients.items() if n not in free), Fraction(0))
        own = {number: share for number, share in row.coefficients.items() if number in free}
        yield replace(row, coefficients=own, bound=row.bound - rest)
