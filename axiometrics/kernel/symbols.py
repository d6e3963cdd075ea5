"""Symbols in place of numbers, and groups of unknown size: a definition can be executed on both.

A metric that adds up over clusters, classes or ranks differs between two outputs only where these differ. So the rest
is one `Group` of things that are all like one element, with symbols for what is not known of it, and the sum over them
of each product of these symbols is one unknown. Whoever executes the same definition on both outputs gets the same
unknown twice, and it cancels. What comes out is a term: nothing about the formula has to be believed.

Every symbol stands for a number that is not negative, or not below a bound that is given with it, and so does every
unknown, as a sum of products of such numbers. A question that this does not answer (`x > y` where neither is sure) ends
the execution with `NotDerivedError`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from axiometrics.kernel.functions import exp2_of, log_of, power_of, sum_of
from axiometrics.kernel.polynomials import Atom, Polynomial, ProofError
from axiometrics.kernel.terms import Term, symbols_of

ABOVE = "'"
"""The end of the names of symbols for numbers above 0."""


class NotDerivedError(ProofError):
    """The definition cannot be executed on these symbols."""


class SymbolicNumber:
    """A term as a number: it can be added, multiplied, divided, and compared where the answer is sure."""

    __slots__ = ("term",)

    def __init__(self, term: Term) -> None:
        self.term = term

    def __add__(self, other: Any) -> SymbolicNumber:
        return SymbolicNumber(self.term + _term(other))

    def __sub__(self, other: Any) -> SymbolicNumber:
        return SymbolicNumber(self.term - _term(other))

    def __rsub__(self, other: Any) -> SymbolicNumber:
        return SymbolicNumber(_term(other) - self.term)

    def __mul__(self, other: Any) -> SymbolicNumber:
        return SymbolicNumber(self.term * _term(other))

    def __truediv__(self, other: Any) -> SymbolicNumber:
        return SymbolicNumber(self.term / _term(other))

    def __rtruediv__(self, other: Any) -> SymbolicNumber:
        return SymbolicNumber(_term(other) / self.term)

    __radd__, __rmul__ = __add__, __mul__

    def __pow__(self, exponent: int) -> SymbolicNumber:
        return SymbolicNumber(self.term**exponent)

    def power_of(self, base: Any) -> SymbolicNumber:
        """The base, a rational number above 0, to the power of this."""
        of = _term(base)
        if of.value is None or of.value <= 0:
            raise NotDerivedError(f"a power of {of}, which is not a number above 0")
        return SymbolicNumber(power_of(of, self.term))

    def halved_by(self, exponent: Fraction) -> SymbolicNumber:
        """2 to the power of minus the exponent, so many times as this says."""
        return SymbolicNumber(power_of(exp2_of(Term.number(-exponent)), self.term))

    def log(self) -> SymbolicNumber:
        """The logarithm of this, which is surely above 0."""
        if not self > 0:
            raise NotDerivedError(f"the logarithm of {self}, which may be 0")
        return SymbolicNumber(log_of(self.term))

    def log_to(self, base: Any) -> SymbolicNumber:
        """The logarithm of this, which is surely above 1, to a base above 1."""
        of = _term(base)
        if not self > 1 or of.value is None or of.value <= 1:
            raise NotDerivedError(f"the logarithm of {self} to the base {of}: both have to be above 1")
        return SymbolicNumber(log_of(self.term) / log_of(of))

    def __neg__(self) -> SymbolicNumber:
        return SymbolicNumber(-self.term)

    def __bool__(self) -> bool:
        return self._sign() != 0

    def __gt__(self, other: Any) -> bool:
        return self._against(other) > 0

    def __lt__(self, other: Any) -> bool:
        return self._against(other) < 0

    def __ge__(self, other: Any) -> bool:
        return not self < other

    def __le__(self, other: Any) -> bool:
        return not self > other

    def __eq__(self, other: object) -> bool:
        return self._against(other) == 0

    __hash__ = None  # type: ignore[assignment]  # two terms may be one number

    def __str__(self) -> str:
        return str(self.term)

    def _against(self, other: Any) -> int:
        return SymbolicNumber(self.term - _term(other))._sign()

    def _sign(self) -> int:
        """1, 0 or -1 where the signs of all coefficients are alike, and one of them is of a number that is not 0.

        A 0 that is not sure, as of a symbol that may be 0, is not answered.
        """
        if self.term.is_zero:
            return 0
        for known in _known.get():
            if SymbolicNumber(self.term - known)._surely_above():
                return 1
        divisors = [_sure(factor) for factor in self.term.factors for _ in range(self.term.factors[factor])]
        found = _sure(self.term.numerator)
        if found is None or None in divisors:
            raise NotDerivedError(f"the sign of {self.term} is not sure")
        for divisor in divisors:
            found *= divisor or 0
        return found

    def _surely_above(self) -> bool:
        return all(_sure(factor) == 1 for factor in self.term.factors) and _sure(self.term.numerator) == 1


_known: ContextVar[tuple[Term, ...]] = ContextVar("not negative", default=())


@contextmanager
def knowing(not_negative: Iterable[Any]) -> Iterator[None]:
    """Numbers that are not negative, while a definition is executed."""
    before = _known.set(tuple(map(_term, not_negative)))
    try:
        yield
    finally:
        _known.reset(before)


def _sure(p: Polynomial) -> int | None:
    signs = {(c > 0) - (c < 0) for c in p.terms.values()}
    if len(signs) != 1 or not any(all(atom.text.endswith(ABOVE) for atom, _ in key) for key in p.terms):
        return None
    return signs.pop()


def _term(x: Any) -> Term:
    if isinstance(x, SymbolicNumber):
        return x.term
    if isinstance(x, (int, Fraction)):
        return Term.number(x)
    raise NotDerivedError(f"{x!r} is no rational number")


def number(name: str, least: int = 0) -> SymbolicNumber:
    """A number that is `least` or more: the symbol of this name is what it is more."""
    return SymbolicNumber(Term.atom(Atom(name))) + least


def positive(name: str) -> SymbolicNumber:
    """A number above 0."""
    return SymbolicNumber(Term.atom(Atom(f"{name}{ABOVE}")))


@dataclass(frozen=True)
class Group:
    """Things that are all like one element; what is not known of it are symbols whose names begin with `name.`.

    Attributes
    ----------
    times : how many things there are of each of the group (the two halves of each pair, say)
    number : how many there are in the group, where that is known
    sums : the sums over the group that are known, by the product of symbols that is added up
    """

    name: str
    element: Any
    times: int = 1
    number: Any = None
    sums: tuple[tuple[str, Any], ...] = ()

    def total(self, value: Callable[[Any], Any]) -> SymbolicNumber:
        """The sum over the group: of each product of its symbols it is an unknown, or known."""
        term = _term(value(self.element))
        own, free = _product(()), dict[Polynomial, int]()
        for factor, power in term.factors.items():
            if any(self._is_own(atom) for atom in factor.atoms):
                own = own * factor**power
            else:
                free[factor] = power
        parts: dict[str, list[Polynomial]] = {}
        for key, c in term.numerator.terms.items():
            inner = [(atom, power) for atom, power in key if self._is_own(atom)]
            outer = [(atom, power) for atom, power in key if not self._is_own(atom)]
            text = str(_product(inner)) + ("" if own.value == 1 else f"/({own})")
            parts.setdefault(text, []).append(_product(outer).scaled(Fraction(c)))
        known = {**dict(self.sums), **({} if self.number is None else {"1": self.number})}
        total = Term.number(0)
        for text, some in parts.items():
            unknown = SymbolicNumber(Term.atom(Atom(f"{self.name}[{text}]")))
            of = _term(known.get(text, unknown))
            for outer_part in some:
                total = total + Term(outer_part, {}) * of
        result = total * Term.number(self.times)
        for factor, power in free.items():
            result = result / Term(factor, {}) ** power
        return SymbolicNumber(result)

    def greatest(self, value: Callable[[Any], Any]) -> SymbolicNumber:
        """The greatest value in the group, an unknown."""
        return positive(f"{self.name}.greatest({_term(value(self.element))})")

    def _is_own(self, atom: Atom) -> bool:
        return any(name.startswith(f"{self.name}.") for name in symbols_of(atom))


@dataclass(frozen=True)
class Series:
    """Things in a row: one for each whole number from `low` to `high`, which is `low - 1` or more.

    `element` is the one whose number is the symbol `name`.
    """

    name: str
    low: int
    high: SymbolicNumber
    element: Any

    def total(self, value: Callable[[Any], Any]) -> SymbolicNumber:
        """The sum over them: so many times a value that is the same for all, a geometric sum, or a sum as terms have
        it, where no term is negative.
        """
        term = _term(value(self.element))
        if self.name not in term.symbols:
            return SymbolicNumber(term) * (self.high - self.low + 1)
        found = self._geometric(term)
        if found is not None:
            return found
        if any(c < 0 for part in (term.numerator, *term.factors) for c in part.terms.values()):
            raise NotDerivedError(f"whether {term} is negative is not sure")
        return SymbolicNumber(sum_of(self.name, Term.number(self.low), self.high.term, term))

    def _geometric(self, term: Term) -> SymbolicNumber | None:
        """The sum of c b^k, for a number b, which telescopes: b^k is (b^(k + 1) - b^k)/(b - 1)."""
        for atom in term.numerator.atoms:
            if atom.op == "power" and atom.args[1].equals(Term.atom(Atom(self.name))) and atom.args[0].value != 1:
                base, factor = atom.args[0], term / Term.atom(atom)
                is_number = base.value is not None or all(atom.op == "exp2" for atom in base.atoms)
                if is_number and self.name not in factor.symbols:
                    after, first = (power_of(base, _term(k)) for k in (self.high + 1, self.low))
                    return SymbolicNumber(factor * (after - first) / (base - Term.number(1)))
        return None


def _product(key: Iterable[tuple[Atom, int]]) -> Polynomial:
    result = Polynomial.constant(1)
    for atom, power in key:
        result = result * Polynomial.atom(atom) ** power
    return result


@dataclass(frozen=True)
class Things:
    """Single things, groups of things, and things in a row."""

    single: Sequence[Any] = ()
    groups: Sequence[Group] = ()
    series: Sequence[Series] = ()

    def total(self, value: Callable[[Any], Any]) -> Any:
        """The sum over all of them."""
        of_many = [*(group.total(value) for group in self.groups), *(row.total(value) for row in self.series)]
        parts = [*map(value, self.single), *of_many]
        return sum(parts, SymbolicNumber(Term.number(0)))

    def greatest(self, value: Callable[[Any], Any]) -> Any:
        """The greatest value of any; where it is not sure which that is, an unknown named after all of them."""
        if self.series:
            raise NotDerivedError("the greatest of things in a row is not known")
        parts = [*map(value, self.single), *(group.greatest(value) for group in self.groups)]
        try:
            found = parts[0]
            for part in parts[1:]:
                found = part if part >= found else found
            return found
        except NotDerivedError:
            terms = [_term(part) for part in parts]
            home = min(atom.text.partition(".")[0] for term in terms for atom in term.atoms if "." in atom.text)
            return positive(f"{home}.greatest({', '.join(sorted(map(str, terms)))})")
