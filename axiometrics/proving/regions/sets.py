"""Sets of numbers that inequalities describe, as intervals with exact end points: rational, roots of polynomials, or exponentials.

An inequality is a polynomial in one symbol, or linear in the symbol's logarithm.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, cmp_to_key
from itertools import count, pairwise
from math import exp, floor

from axiometrics.core.exact import log, sign
from axiometrics.core.metric import Parameter, decimal
from axiometrics.verification.proofs.reading import Claim, read_claim, read_term
from axiometrics.verification.proofs.rules import coefficients, horner
from axiometrics.verification.proofs.terms import Atom, Polynomial, ProofError, Term, evaluated, log_of, substituted

SYMBOL = "x"
"""The parameter, as proofs about regions write it."""

CLOSEST = 60
"""Halvings after which two end points that are not seen to differ are given up on."""


@dataclass(frozen=True)
class End:
    """An end point.

    Attributes
    ----------
    value : the number, where it is rational
    polynomial : whole coefficients, the highest power first, of an irreducible polynomial of which it is the one root between `low` and `high`
    power : a term without symbols; the end point is e to its power
    """

    value: Fraction | None = None
    polynomial: tuple[int, ...] = ()
    low: Fraction = Fraction(0)
    high: Fraction = Fraction(0)
    power: str = ""

    def side(self, x: Fraction) -> int:
        """1 where x lies above the end point, -1 below, 0 where it is the end point."""
        if self.value is not None:
            return (x > self.value) - (x < self.value)
        if self.power:
            return -1 if x <= 0 else sign(log(x) - evaluated(read_term(self.power), {}))
        if not self.low < x < self.high:
            return 1 if x >= self.high else -1
        p = [Fraction(c) for c in self.polynomial]
        return 1 if (horner(p, x) > 0) == (horner(p, self.high) > 0) else -1

    def between(self, halvings: int = 0) -> tuple[Fraction, Fraction]:
        """Numbers with short decimals around it, the closer the more halvings."""
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
        """A rational number very near to it: within 2^-60 for a root, as floats have it for an exponential."""
        if self.value is not None:
            return self.value
        if self.power:
            return Fraction(exp(float(evaluated(read_term(self.power), {}))))
        low, high = self.low, self.high
        while high - low > Fraction(1, 2**60):
            middle = (low + high) / 2
            low, high = (low, middle) if self.side(middle) > 0 else (middle, high)
        return (low + high) / 2

    def written(self, name: str) -> dict[str, object]:
        """How it is saved: its value as an expression, or a polynomial in the parameter with an isolating interval."""
        if self.value is not None:
            return {"value": str(self.value)}
        if self.power:
            return {"value": f"exp({self.power})"}
        return {"polynomial": self.told(name), "between": [str(self.between()[0]), str(self.between()[1])]}

    def told(self, name: str) -> str:
        """The number, or the polynomial that it is a root of."""
        if self.value is not None:
            return decimal(self.value)
        if self.power:
            return f"exp({self.power})"
        degree = len(self.polynomial) - 1
        x = Polynomial.atom(Atom(name))
        return str(sum((x ** (degree - i) * Polynomial.constant(c) for i, c in enumerate(self.polynomial)), Polynomial.constant(0)))


@dataclass(frozen=True)
class Interval:
    """The numbers between two end points, of which it has those that are closed; None is beyond all bounds. `whole` numbers alone, or all."""

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
        """Numbers in it, with short decimals where there is room for them; of a single irrational number, none."""
        if self.low is not None and self.low == self.high:
            return [] if self.low.value is None else [self.low.value]
        if self.low is None or self.high is None:
            known = self.low or self.high
            start = Fraction(0) if known is None else Fraction(floor(known.number) + (self.low is None))
            tried = [start + k * (-1 if self.low is None else 1) for k in (*((0,) if self.whole else ()), 1, 3, 10, 30)]
        else:
            low, room = self.low.number, self.high.number - self.low.number
            step = Fraction(1) if self.whole else _power_of_ten(room) / 10
            tried = [round((low + room * share) / step) * step for share in (Fraction(1, 2), Fraction(1, 8), Fraction(7, 8))]
        return list(dict.fromkeys(x for x in tried if x in self))[:count]


def _power_of_ten(x: Fraction) -> Fraction:
    """The greatest power of ten that is x at most."""
    power = Fraction(1)
    while power > x:
        power /= 10
    while power * 10 <= x:
        power *= 10
    return power


def domain(parameter: Parameter) -> tuple[Interval, list[str]]:
    """Where a parameter lives, as an interval and as facts."""
    facts = []
    if parameter.low is not None:
        facts.append(f"{SYMBOL}{f' - {parameter.low}' if parameter.low else ''} {'>' if parameter.low_open else '>='} 0")
    if parameter.high is not None:
        facts.append(f"{parameter.high} - {SYMBOL} {'>' if parameter.high_open else '>='} 0")
    low, high = (None if bound is None else End(bound) for bound in (parameter.low, parameter.high))
    closed = (low is not None and not parameter.low_open, high is not None and not parameter.high_open)
    return Interval(low, high, *closed, whole=parameter.integer or parameter.cut), facts


def solved(given: Sequence[str], within: Interval) -> list[Interval]:
    """The numbers of an interval for which the inequalities hold, in maximal intervals.

    Raises `ProofError` for an inequality that is neither a polynomial nor linear in the logarithm.
    """
    claims = [read_claim(text) for text in given]
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
        pieces.append((Interval(within.high, within.high, True, True), all(_at(claim, within.high) for claim in claims)))
    return _joined(pieces, within.whole)


def united(intervals: Iterable[Interval]) -> list[Interval]:
    """The same numbers, in intervals that do not touch, in their order."""

    def starts_first(one: Interval, other: Interval) -> int:
        if one.low is None or other.low is None:
            return (other.low is None) - (one.low is None)
        return _order(one.low, other.low) or other.low_closed - one.low_closed

    found: list[Interval] = []
    for interval in sorted(intervals, key=cmp_to_key(starts_first)):
        last = found[-1] if found else None
        if last is not None and last.high is not None and interval.low is not None and _touch(last, interval):
            found[-1] = Interval(last.low, interval.high, last.low_closed, interval.high_closed, interval.whole)
        else:
            found.append(interval)
    return found


def _touch(one: Interval, other: Interval) -> bool:
    """Whether an interval goes on where another ends."""
    assert one.high is not None and other.low is not None
    if one.whole and one.high.value is not None and other.low.value is not None:
        return one.high.value + 1 == other.low.value
    return _order(one.high, other.low) == 0 and (one.high_closed or other.low_closed)


def _joined(pieces: Iterable[tuple[Interval, bool]], whole: bool) -> list[Interval]:
    """Neighbours that hold as one interval."""
    found: list[Interval] = []
    beside = False
    for piece, holds in pieces:
        if holds and beside:
            last = found.pop()
            piece = Interval(last.low, piece.high, last.low_closed, piece.high_closed)
        if holds:
            found.append(piece)
        beside = holds
    return [kept for kept in map(_of_whole_numbers, found) if kept is not None] if whole else found


def _of_whole_numbers(interval: Interval) -> Interval | None:
    """The whole numbers in an interval, with its ends among them; None where there are none."""
    low, high = interval.low, interval.high
    if low is not None:
        low = End(Fraction(next(n for n in count(floor(low.number) - 1) if Fraction(n) in Interval(low, None, interval.low_closed))))
    if high is not None:
        high = End(Fraction(next(n for n in count(floor(high.number) + 2, -1) if Fraction(n) in Interval(None, high, high_closed=interval.high_closed))))
    if low is not None and high is not None and _order(low, high) > 0:
        return None
    return Interval(low, high, low is not None, high is not None, whole=True)


def _distinct(ends: Sequence[End], within: Interval) -> list[End]:
    """The end points inside of an interval, each once, in order."""
    inside: list[End] = []
    for end in sorted(set(ends), key=cmp_to_key(_order)):
        if (within.low is None or _order(within.low, end) < 0) and (within.high is None or _order(end, within.high) < 0):
            inside.append(end)
    return inside


def _order(one: End, other: End) -> int:
    """-1 where the first is less, 0 where they are the same, else 1."""
    if one == other:
        return 0
    if other.value is not None:
        return -one.side(other.value)
    if one.value is not None:
        return other.side(one.value)
    for halvings in range(CLOSEST):
        (low, high), (other_low, other_high) = one.between(halvings), other.between(halvings)
        if high <= other_low or other_high <= low:
            return -1 if high <= other_low else 1
    raise ProofError(f"{one.told(SYMBOL)} and {other.told(SYMBOL)} are not told apart")


def _sign(claim: Claim, x: Fraction) -> int:
    return sign(evaluated(claim.term, {SYMBOL: x}))


def _meets(claim: Claim, found: int) -> bool:
    return found > 0 or (found == 0 and not claim.strict) if claim.relation != "=" else found == 0


def _at(claim: Claim, end: End) -> bool:
    """Whether an inequality holds at an end point."""
    own = zeros(claim)
    if end in own:
        return _meets(claim, 0)
    for halvings in range(CLOSEST):
        low, high = end.between(halvings)
        if all(zero.side(low) == zero.side(high) != 0 for zero in own):
            return _meets(claim, _sign(claim, low))
    raise ProofError(f"{claim} is not decided at {end.told(SYMBOL)}")


def zeros(claim: Claim) -> list[End]:
    """Where the term of an inequality is 0. Raises `ProofError` where it is neither a polynomial nor linear in the symbol's logarithm."""
    term = claim.term
    if SYMBOL not in term.symbols:
        return []
    if not term.factors and all(atom.op == "name" for atom in term.atoms) and term.symbols == {SYMBOL}:
        return list(_roots(tuple(coefficients(term.numerator))))
    at = [substituted(term, {SYMBOL: Term.number(x)}) for x in (1, 2, 4)]
    slope = (at[2] - at[1]) / log_of(Term.number(2))
    if slope.is_zero or not term.equals(at[0] + slope * log_of(Term.atom(Atom(SYMBOL)))):
        raise ProofError(f"{claim}: a polynomial in {SYMBOL} is wanted, or a term linear in log({SYMBOL})")
    return [End(power=str(-at[0] / slope))]


@cache
def _roots(p: tuple[Fraction, ...]) -> tuple[End, ...]:
    """The real roots of a polynomial."""
    import sympy

    found: list[End] = []
    for factor, _ in sympy.Poly([sympy.Rational(c.numerator, c.denominator) for c in p], sympy.Symbol(SYMBOL)).factor_list()[1]:
        whole = tuple(int(c) for c in factor.primitive()[1].all_coeffs())
        if len(whole) == 2:
            found.append(End(Fraction(-whole[1], whole[0])))
            continue
        found += [End(polynomial=whole, low=Fraction(str(low)), high=Fraction(str(high))) for (low, high), _ in factor.intervals(eps=sympy.Rational(1, 10**6))]
    return tuple(found)
