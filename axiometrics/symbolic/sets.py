"""Sets of numbers that inequalities describe, as intervals with exact end points: rational, quotients of logarithms,
exponentials, or zeros of polynomials and of sums of powers.

An inequality is a polynomial in one symbol, linear in the symbol or in its logarithm with any numbers as coefficients,
or a sum of numbers to the power of the symbol.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, cmp_to_key
from itertools import count, pairwise
from math import exp, floor, gcd, lcm
from typing import Protocol

from axiometrics.core.reals import log
from axiometrics.kernel.check_proof import (
    Atom,
    Claim,
    Polynomial,
    ProofError,
    Term,
    changes,
    coefficients,
    log_of,
    read_claim,
    read_term,
    scaled_value,
    sturm_chain,
    substituted,
)
from axiometrics.symbolic.signs import sign
from axiometrics.symbolic.values import evaluated

SYMBOL = "x"
"""The parameter, as proofs about regions write it."""

NARROW = Fraction(1, 2000)
"""How close the two numbers around a root are."""

CLOSEST = 60
"""Halvings after which two end points that are not seen to differ are given up on."""

GREATEST_DEGREE, MOST_BITS, FARTHEST = 64, 4096, 4096
"""Polynomials of a greater degree, or of longer coefficients, are not solved; nor sums of powers with a zero farther
from 0.
"""


@dataclass(frozen=True)
class End:
    """An end point.

    Attributes
    ----------
    value : the number, where it is rational
    polynomial : whole coefficients, the highest power first, of a polynomial of which it is the one root between `low`
        and `high`, and a simple one
    term : a term without symbols, whose value is not rational; the end point is its value
    power : a term without symbols; the end point is e to its power
    curve : a sum of numbers to the power of the symbol, of which it is the one zero; it lies between `low` and `high`
    """

    value: Fraction | None = None
    polynomial: tuple[int, ...] = ()
    low: Fraction = Fraction(0)
    high: Fraction = Fraction(0)
    power: str = ""
    curve: str = ""
    term: str = ""

    def side(self, x: Fraction) -> int:
        """1 where x lies above the end point, -1 below, 0 where it is the end point."""
        if self.value is not None:
            return (x > self.value) - (x < self.value)
        if self.term:
            return sign(x - evaluated(read_term(self.term), {}))
        if self.power:
            return -1 if x <= 0 else sign(log(x) - evaluated(read_term(self.power), {}))
        if not self.low < x < self.high:
            return 1 if x >= self.high else -1
        if self.curve:
            term = read_term(self.curve)
            return sign(evaluated(term, {SYMBOL: x})) * sign(evaluated(term, {SYMBOL: self.high}))
        there = scaled_value(self.polynomial, x)
        if there == 0:
            return 0
        return 1 if (there > 0) == (scaled_value(self.polynomial, self.high) > 0) else -1

    def between(self, halvings: int = 0) -> tuple[Fraction, Fraction]:
        """Two numbers with short decimals around it, which are closer for more halvings."""
        if self.value is not None:
            return self.value, self.value
        step = Fraction(1, 1000 * 2**halvings)
        low = floor(self.number / step) * step
        while self.side(low) < 0:
            low += step
        while self.side(low) >= 0:
            low -= step
        return low, low + step

    @cached_property
    def number(self) -> Fraction:
        """A rational number near it: within 2^-60 for a root, otherwise with the precision of floats."""
        if self.value is not None:
            return self.value
        if self.term:
            return Fraction(float(evaluated(read_term(self.term), {})))
        if self.power:
            return Fraction(exp(float(evaluated(read_term(self.power), {}))))
        low, high = self.low, self.high
        while high - low > Fraction(1, 2**60):
            middle = (low + high) / 2
            low, high = (low, middle) if self.side(middle) > 0 else (middle, high)
        return (low + high) / 2

    def written(self, name: str) -> dict[str, object]:
        """The form in which it is saved: its value as an expression, or a polynomial in the parameter with an isolating
        interval.
        """
        if self.value is not None:
            return {"value": str(self.value)}
        if self.term or self.power:
            return {"value": self.expression(name)}
        if self.curve:
            return {"expression": self.expression(name), "between": [str(end) for end in self.between()]}
        return {"polynomial": self.expression(name), "between": [str(self.between()[0]), str(self.between()[1])]}

    def expression(self, name: str) -> str:
        """The number, or the polynomial of which it is a root."""
        if self.value is not None:
            return str(self.value)
        if self.term:
            return self.term
        if self.power:
            return f"exp({self.power})"
        if self.curve:
            parts = [
                _power_text(base, c, name)
                for base, c in sorted(_bases(read_term(self.curve)).items(), key=lambda item: (item[0] == 1, -item[0]))
            ]
            return " + ".join(parts).replace("+ -", "- ")
        x, degree = Polynomial.atom(Atom(name)), len(self.polynomial) - 1
        terms = [str(x ** (degree - i) * Polynomial.constant(c)) for i, c in enumerate(self.polynomial) if c]
        return " + ".join(terms).replace("+ -", "- ")


class HasBounds(Protocol):
    """The range of a parameter: its bounds, and whether it is a whole number (`integer`, or a `cut`)."""

    @property
    def low(self) -> Fraction | None:
        """The least value, or the bound below all values (`low_open`)."""
        ...

    @property
    def high(self) -> Fraction | None:
        """The greatest value, or the bound above all values (`high_open`)."""
        ...

    @property
    def low_open(self) -> bool:
        """Whether `low` is excluded."""
        ...

    @property
    def high_open(self) -> bool:
        """Whether `high` is excluded."""
        ...

    @property
    def integer(self) -> bool:
        """Whether it is a whole number."""
        ...

    @property
    def cut(self) -> bool:
        """Whether it is a rank."""
        ...


@dataclass(frozen=True)
class Interval:
    """The numbers between two end points, with those end points that are closed. None means that there is no bound.
    `whole`: only whole numbers.
    """

    low: End | None
    high: End | None
    low_closed: bool = False
    high_closed: bool = False
    whole: bool = False

    def __contains__(self, x: Fraction) -> bool:
        above = 1 if self.low is None else self.low.side(x)
        below = -1 if self.high is None else self.high.side(x)
        inside = (above > 0 or (above == 0 and self.low_closed)) and (below < 0 or (below == 0 and self.high_closed))
        return inside and (not self.whole or x.denominator == 1)

    @property
    def point(self) -> bool:
        """Whether it is a single number."""
        return self.low is not None and self.low == self.high

    def samples(self, count: int = 3) -> list[Fraction]:
        """Numbers in it, with short decimals if possible; none if it is a single irrational number."""
        if self.low is not None and self.low == self.high:
            return [] if self.low.value is None else [self.low.value]
        if self.low is None or self.high is None:
            bound = self.low or self.high
            start = Fraction(0) if bound is None else Fraction(floor(bound.number) + (self.low is None))
            tried = [start + k * (-1 if self.low is None else 1) for k in (*((0,) if self.whole else ()), 1, 3, 10, 30)]
        else:
            low, room = self.low.number, self.high.number - self.low.number
            step = Fraction(1) if self.whole else _power_of_ten(room) / 10
            tried = [
                round((low + room * share) / step) * step for share in (Fraction(1, 2), Fraction(1, 8), Fraction(7, 8))
            ]
        return list(dict.fromkeys(x for x in tried if x in self))[:count]

    def shares(self, other: Interval) -> bool:
        """Whether the two have a number in common."""
        lows = [(i.low, i.low_closed) for i in (self, other) if i.low is not None]
        highs = [(i.high, i.high_closed) for i in (self, other) if i.high is not None]
        orders = [
            (_order(low, high), low_closed and high_closed) for low, low_closed in lows for high, high_closed in highs
        ]
        return all(order < 0 or (order == 0 and closed) for order, closed in orders)

    def to_json(self) -> dict[str, object]:
        """Its end points as floats (None for no bound), and whether they belong to it."""
        low, high = (None if end is None else float(end.number) for end in (self.low, self.high))
        return {
            "from": low,
            "to": high,
            "from_closed": low is not None and self.low_closed,
            "to_closed": high is not None and self.high_closed,
        }

    def exact(self, name: str) -> dict[str, object]:
        """Its exact end points in the form in which they are saved (None for no bound)."""
        return {key: None if end is None else end.written(name) for key, end in (("from", self.low), ("to", self.high))}


def _power_of_ten(x: Fraction) -> Fraction:
    """The greatest power of ten that is x at most."""
    power = Fraction(1)
    while power > x:
        power /= 10
    while power * 10 <= x:
        power *= 10
    return power


def domain(parameter: HasBounds) -> Interval:
    """The range of a parameter."""
    low, high = (None if bound is None else End(bound) for bound in (parameter.low, parameter.high))
    closed = (low is not None and not parameter.low_open, high is not None and not parameter.high_open)
    return Interval(low, high, *closed, whole=parameter.integer or parameter.cut)


def solved(inequalities: Sequence[str], within: Interval) -> list[Interval]:
    """The numbers of an interval for which the inequalities hold, in maximal intervals.

    Raises `ProofError` for an inequality of another kind than the module speaks of.
    """
    claims = [read_claim(text) for text in inequalities]
    if any(claim.term.symbols - {SYMBOL} for claim in claims):
        raise ProofError(f"inequalities in {SYMBOL} alone describe a region")
    ends = _distinct([end for claim in claims for end in zeros(claim)], within)
    marks: list[End | None] = [within.low, *ends, within.high]
    pieces: list[tuple[Interval, bool]] = []
    for i, (low, high) in enumerate(pairwise(marks)):
        if low is not None and (i or within.low_closed):
            pieces.append((Interval(low, low, True, True), all(_at(claim, low) for claim in claims)))
        cell = Interval(low, high)
        pieces.append((cell, all(_meets(claim, _sign(claim, cell.samples(1)[0])) for claim in claims)))
    if within.high is not None and within.high_closed:
        pieces.append(
            (Interval(within.high, within.high, True, True), all(_at(claim, within.high) for claim in claims))
        )
    return _joined(pieces, within.whole)


def quotient(term: Term) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """The numbers of a quotient of linear terms, (a x + b)/(c x + d), that is not the same for every x.

    >>> quotient(read_term("30/(x + 30)"))
    (Fraction(0, 1), Fraction(30, 1), Fraction(1, 1), Fraction(30, 1))

    Raises `ProofError` where a term is none.
    """
    parts: list[Fraction] = []
    for p in (term.numerator, term.denominator):
        if (
            any(atom != Atom(SYMBOL) for atom in p.atoms)
            or max((sum(power for _, power in m) for m in p.terms), default=0) > 1
        ):
            raise ProofError(f"{term}: a quotient of linear terms in {SYMBOL} is wanted")
        parts += [p.terms.get(((Atom(SYMBOL), 1),), Fraction(0)), p.terms.get((), Fraction(0))]
    a, b, c, d = parts
    if a * d == b * c:
        raise ProofError(f"{term} is the same for every {SYMBOL}")
    return a, b, c, d


def carried(interval: Interval, of: Term) -> Interval:
    """All that lies between the numbers to which a quotient of linear terms takes an interval with rational end points.

    Raises `ProofError` where it is undefined in the interval.
    """
    a, b, c, d = quotient(of)
    if c and -d / c in Interval(interval.low, interval.high, interval.low_closed, interval.high_closed):
        raise ProofError(f"{of} is undefined at {SYMBOL} = {-d / c}")

    def end(point: End | None) -> End | None:
        if point is None:
            return End(a / c) if c else None
        assert point.value is not None
        return End((a * point.value + b) / (c * point.value + d)) if c * point.value + d else None

    ends = [(end(interval.low), interval.low_closed), (end(interval.high), interval.high_closed)]
    (low, low_closed), (high, high_closed) = ends if a * d > b * c else ends[::-1]
    return Interval(low, high, low_closed, high_closed)


def image(interval: Interval, of: Term, inverse: Term, whole: Interval) -> Interval | None:
    """The numbers of `whole` to which a monotone quotient of linear terms in x takes an interval (its inverse takes
    them back); None where there are none.

    An end beyond all bounds is taken to an end of `whole`. Raises `ProofError` for an end point that is not a root of a
    polynomial.
    """
    a, b, c, d = quotient(of)
    rises = a * d > b * c

    def at(x: Fraction) -> Fraction:
        if not c * x + d:
            raise ProofError(f"{of} is undefined at {x}")
        return (a * x + b) / (c * x + d)

    def end(point: End | None, upper: bool) -> End | None:
        if point is None:
            return whole.high if upper is rises else whole.low
        if point.value is not None:
            return End(at(point.value))
        if point.term or point.power or point.curve or (c and point.low <= -d / c <= point.high):
            raise ProofError(f"{point.expression(SYMBOL)} is taken nowhere else")
        moved = substituted(read_term(point.expression(SYMBOL)), {SYMBOL: inverse}).numerator
        places = sorted((at(point.low), at(point.high)))
        for root in _roots(tuple(coefficients(moved))):
            if root.side(places[0]) < 0 < root.side(places[1]):
                return root
        raise ProofError(f"{point.expression(SYMBOL)} is taken nowhere else")

    ends = [(end(interval.low, False), interval.low_closed), (end(interval.high, True), interval.high_closed)]
    (low, low_closed), (high, high_closed) = ends if rises else ends[::-1]
    if low is None or (whole.low is not None and _order(low, whole.low) <= 0):
        low, low_closed = whole.low, whole.low_closed and (low_closed or low is None or low != whole.low)
    if high is None or (whole.high is not None and _order(whole.high, high) <= 0):
        high, high_closed = whole.high, whole.high_closed and (high_closed or high is None or high != whole.high)
    moved = Interval(low, high, low_closed, high_closed)
    return _of_whole_numbers(moved) if whole.whole else moved


def united(intervals: Iterable[Interval]) -> list[Interval]:
    """The same numbers, in ordered intervals that do not touch."""

    def starts_first(left: Interval, right: Interval) -> int:
        if left.low is None or right.low is None:
            return (right.low is None) - (left.low is None)
        return _order(left.low, right.low) or right.low_closed - left.low_closed

    merged: list[Interval] = []
    for interval in sorted(intervals, key=cmp_to_key(starts_first)):
        last = merged[-1] if merged else None
        if last is not None and last.high is not None and interval.low is not None and _touch(last, interval):
            merged[-1] = Interval(last.low, interval.high, last.low_closed, interval.high_closed, interval.whole)
        else:
            merged.append(interval)
    return merged


def _touch(left: Interval, right: Interval) -> bool:
    """Whether an interval goes on where another ends."""
    assert left.high is not None
    assert right.low is not None
    if left.whole and left.high.value is not None and right.low.value is not None:
        return left.high.value + 1 == right.low.value
    return _order(left.high, right.low) == 0 and (left.high_closed or right.low_closed)


def _joined(pieces: Iterable[tuple[Interval, bool]], whole: bool) -> list[Interval]:
    """Neighbours that hold as one interval."""
    joined: list[Interval] = []
    beside = False
    for piece, holds in pieces:
        if holds and beside:
            last = joined.pop()
            piece = Interval(last.low, piece.high, last.low_closed, piece.high_closed)
        if holds:
            joined.append(piece)
        beside = holds
    return [kept for kept in map(_of_whole_numbers, joined) if kept is not None] if whole else joined


def _of_whole_numbers(interval: Interval) -> Interval | None:
    """The whole numbers in an interval, with its ends among them; None where there are none."""
    low, high = interval.low, interval.high
    if low is not None:
        low = End(
            Fraction(
                next(n for n in count(floor(low.number) - 1) if Fraction(n) in Interval(low, None, interval.low_closed))
            )
        )
    if high is not None:
        high = End(
            Fraction(
                next(
                    n
                    for n in count(floor(high.number) + 2, -1)
                    if Fraction(n) in Interval(None, high, high_closed=interval.high_closed)
                )
            )
        )
    if low is not None and high is not None and _order(low, high) > 0:
        return None
    return Interval(low, high, low is not None, high is not None, whole=True)


def _distinct(ends: Sequence[End], within: Interval) -> list[End]:
    """The end points inside of an interval, each once, in order."""
    inside: list[End] = []
    for end in sorted(set(ends), key=cmp_to_key(_order)):
        if (within.low is None or _order(within.low, end) < 0) and (
            within.high is None or _order(end, within.high) < 0
        ):
            inside.append(end)
    return inside


def _order(left: End, right: End) -> int:
    """-1 where the first is less, 0 where they are the same, else 1."""
    if left == right:
        return 0
    if right.value is not None:
        return -left.side(right.value)
    if left.value is not None:
        return right.side(left.value)
    if left.polynomial and left.polynomial == right.polynomial and left.side(right.low) < 0 < left.side(right.high):
        return 0
    for halvings in range(CLOSEST):
        (low, high), (right_low, right_high) = left.between(halvings), right.between(halvings)
        if high <= right_low or right_high <= low:
            return -1 if high <= right_low else 1
    raise ProofError(f"{left.expression(SYMBOL)} and {right.expression(SYMBOL)} are not told apart")


def _sign(claim: Claim, x: Fraction) -> int:
    return sign(evaluated(claim.term, {SYMBOL: x}))


def _meets(claim: Claim, side: int) -> bool:
    return side > 0 or (side == 0 and not claim.strict) if claim.relation != "=" else side == 0


def _at(claim: Claim, end: End) -> bool:
    """Whether an inequality holds at an end point."""
    own = zeros(claim)
    if end in own:
        return _meets(claim, 0)
    for halvings in range(CLOSEST):
        low, high = end.between(halvings)
        if all(zero.side(low) == zero.side(high) != 0 for zero in own):
            return _meets(claim, _sign(claim, low))
    raise ProofError(f"{claim} is not decided at {end.expression(SYMBOL)}")


def zeros(claim: Claim) -> list[End]:
    """Where the term of an inequality is 0.

    Raises `ProofError` where it is not a polynomial, not linear in the symbol or its logarithm, and not a sum of powers
    with one change of sign.
    """
    term = claim.term
    if SYMBOL not in term.symbols:
        return []
    if not term.factors and all(atom.op == "name" for atom in term.atoms) and term.symbols == {SYMBOL}:
        factors = tuple(coefficients(term.numerator))
        if len(factors) > GREATEST_DEGREE + 1 or any(
            max(c.numerator.bit_length(), c.denominator.bit_length()) > MOST_BITS for c in factors
        ):
            raise ProofError(
                f"polynomials of degree {GREATEST_DEGREE} at most are solved, of coefficients of "
                f"{MOST_BITS} bits at most"
            )
        return list(_roots(factors))
    if any(atom.op == "power" for atom in term.atoms):
        return _curve_zeros(term)
    at = [substituted(term, {SYMBOL: Term.number(x)}) for x in (1, 2, 4)]
    rise = at[1] - at[0]
    if not rise.is_zero and term.equals(at[0] + rise * (Term.atom(Atom(SYMBOL)) - Term.number(1))):
        zero = Term.number(1) - at[0] / rise
        return [End(zero.value) if zero.value is not None else End(term=str(zero))]
    slope = (at[2] - at[1]) / log_of(Term.number(2))
    if slope.is_zero or not term.equals(at[0] + slope * log_of(Term.atom(Atom(SYMBOL)))):
        raise ProofError(
            f"{claim}: a polynomial in {SYMBOL} is wanted, or a term linear in {SYMBOL} or in log({SYMBOL})"
        )
    return [End(power=str(-at[0] / slope))]


def _bases(term: Term) -> dict[Fraction, Fraction]:
    """A sum of numbers to the power of the symbol, as the factors by the numbers."""

    def base(monomial: Iterable[tuple[Atom, int]]) -> Fraction:
        product = Fraction(1)
        for atom, times in monomial:
            of, exponent = atom.args if atom.op == "power" else (None, None)
            if of is None or of.value is None or not exponent.equals(Term.atom(Atom(SYMBOL))):
                raise ProofError(f"{term}: a sum of numbers to the power of {SYMBOL} is wanted")
            product *= of.value**times
        return product

    below = base(
        [pair for factor, times in term.factors.items() for monomial in factor.terms for pair in monomial * times]
    )
    if any(len(factor.terms) != 1 for factor in term.factors):
        raise ProofError(f"{term}: a sum of numbers to the power of {SYMBOL} is wanted")
    factors: dict[Fraction, Fraction] = {}
    for monomial, c in term.numerator.terms.items():
        place = base(monomial) / below
        factors[place] = factors.get(place, Fraction(0)) + c
    return {place: c for place, c in factors.items() if c}


def _power_text(base: Fraction, factor: Fraction, name: str) -> str:
    """A multiple of a power of the parameter, as sympy reads it."""
    if base == 1:
        return str(factor)
    power = (
        f"{base}**{name}"
        if base.denominator == 1
        else f"{base.denominator}**(-{name})"
        if base.numerator == 1
        else f"({base})**{name}"
    )
    return power if factor == 1 else f"-{power}" if factor == -1 else f"{factor}*{power}"


def _curve_zeros(term: Term) -> list[End]:
    """The zero of a sum of powers: by Descartes' rule, which holds of these too, there is none without a change of
    sign, and one with one.
    """
    factors = [c for _, c in sorted(_bases(term).items())]
    term, factors = term * Term.number(1 / factors[0]), [c / factors[0] for c in factors]  # the same for every multiple
    swaps = sum((left > 0) != (right > 0) for left, right in pairwise(factors))
    if swaps == 0:
        return []
    if swaps > 1:
        raise ProofError(f"{term}: {swaps} changes of sign, and it may have as many zeros")

    def at(x: Fraction) -> int:
        return sign(evaluated(term, {SYMBOL: x}))

    tried = [Fraction(2) ** k for k in range(FARTHEST.bit_length())]
    high = next((x for x in tried if at(x) == (1 if factors[-1] > 0 else -1)), None)
    low = next((-x for x in tried if at(-x) > 0), None)
    if high is None or low is None:
        raise ProofError(f"{term}: its zero is beyond {FARTHEST}")
    while high - low > NARROW:
        middle = (low + high) / 2
        if at(middle) == 0:
            return [End(middle)]
        low, high = (low, middle) if at(middle) == at(high) else (middle, high)
    return [End(curve=str(term), low=low, high=high)]


@cache
def _roots(p: tuple[Fraction, ...]) -> tuple[End, ...]:
    """The real roots of a polynomial, the highest power first: by their value where that is met on the way, the others
    between two numbers.
    """
    while p and not p[0]:
        p = p[1:]
    if len(p) < 2:
        return ()
    if len(p) == 2:
        return (End(-p[1] / p[0]),)
    chain = sturm_chain(list(p))
    if len(chain[-1]) > 1:
        return _roots(tuple(_quotient(list(p), list(map(Fraction, chain[-1])))))
    scale = Fraction(lcm(*(c.denominator for c in p)), gcd(*(c.numerator for c in p)))
    whole = tuple(int(c * scale) * (1 if p[0] > 0 else -1) for c in p)
    bound = Fraction(1 + max(abs(c) for c in whole[1:]) // abs(whole[0]) + 1)
    ends, waiting = [], [(-bound, bound)]
    while waiting:
        low, high = waiting.pop()
        count = changes(chain, low) - changes(chain, high)
        middle = Fraction(floor(low + high), 2) if high - low > 1 else (low + high) / 2
        if count > 1 or (count == 1 and high - low > NARROW):
            if scaled_value(list(p), middle) == 0:
                return (End(middle), *_roots(tuple(_quotient(list(p), [Fraction(1), -middle]))))
            waiting += [(low, middle), (middle, high)]
        elif count == 1:
            ends.append(End(polynomial=whole, low=low, high=high))
    return tuple(ends)


def _quotient(p: Sequence[Fraction], by: Sequence[Fraction]) -> list[Fraction]:
    """The quotient of two polynomials."""
    rest, factors = list(p), []
    while len(rest) >= len(by):
        factors.append(rest[0] / by[0])
        rest = [c - factors[-1] * (by[i] if i < len(by) else 0) for i, c in enumerate(rest)][1:]
    return factors
