"""Symbols in place of numbers, and groups of unknown size: a definition can be executed on both.

A metric that adds up over clusters, classes or ranks differs between two outputs only where these differ. So the rest
is one `Group` of things that are all like one element, with symbols for what is not known of it, and the sum over them
of each product of these symbols is one unknown. If the same definition is executed on both outputs, the same
unknown stands on both sides and cancels. What comes out is a term: nothing about the formula has to be believed.

Every symbol stands for a number that is not negative, or not below a bound that is given with it, and so does every
unknown, as a sum of products of such numbers. A question that this does not answer (`x > y` where neither is sure) ends
the execution with `NotDerivedError`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from axiometrics.kernel.check_proof import (
    Atom,
    Polynomial,
    ProofError,
    Term,
    exp2_of,
    log_of,
    power_of,
    sqrt_of,
    substituted,
    sum_of,
    symbols_of,
)

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
        return SymbolicNumber(_quotient(self.term, _term(other)))

    def __rtruediv__(self, other: Any) -> SymbolicNumber:
        return SymbolicNumber(_quotient(_term(other), self.term))

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

    def root(self) -> SymbolicNumber:
        """The square root of this number, which has to be surely 0 or surely above 0. Squares of divisors that are
        surely above 0 become divisors of the root.
        """
        sign = self._sign()
        if sign < 0:
            raise NotDerivedError(f"the square root of {self}, which is negative")
        if not sign:
            return SymbolicNumber(Term.number(0))
        square, divisor = self.term, Term.number(1)
        for factor, power in self.term.factors.items():
            if power > 1 and _sure(factor) == 1:
                outside = Term(factor, {}) ** (power // 2)
                square, divisor = square * outside * outside, divisor * outside
        return SymbolicNumber(sqrt_of(square) / divisor)

    def log_to(self, base: Any) -> SymbolicNumber:
        """The logarithm of this, which is surely above 1, to a base above 1."""
        of = _term(base)
        if not self > 1 or of.value is None or of.value <= 1:
            raise NotDerivedError(f"the logarithm of {self} to the base {of}: both have to be above 1")
        return SymbolicNumber(log_of(self.term) / log_of(of))

    def named(self) -> SymbolicNumber:
        """A symbol that stands for this, the same one for equal numbers, while something is known (`knowing`). A term
        that is a number, or not surely above 0, stands for itself.
        """
        knowledge = _known.get()
        term = knowledge.reduced(self.term)
        if term.value is not None or knowledge is _NOTHING:
            return self
        for name, part in knowledge.parts.items():
            if part.equals(term):
                return SymbolicNumber(Term.atom(Atom(name)))
        with suppress(NotDerivedError):
            if self > 0:
                name = f"part {len(knowledge.parts)}{ABOVE}"
                knowledge.parts[name] = term
                return SymbolicNumber(Term.atom(Atom(name)))
        return self

    def __neg__(self) -> SymbolicNumber:
        return SymbolicNumber(-self.term)

    def __bool__(self) -> bool:
        return self._sign() != 0

    def __gt__(self, other: Any) -> bool:
        return self._against(other) > 0

    def __lt__(self, other: Any) -> bool:
        return self._against(other) < 0

    def __ge__(self, other: Any) -> bool:
        difference = self.term - _term(other)
        return any((difference - bound).is_zero for bound in _known.get().not_negative) or not self < other

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
        term, knowledge = _known.get().reduced(self.term), _known.get()
        if term.is_zero:
            return 0
        for number in knowledge.not_negative:
            if SymbolicNumber(term - number)._surely_above():
                return 1
        divisors = [_sure(knowledge.left_of(factor)) for factor in term.factors for _ in range(term.factors[factor])]
        sign = _sure(knowledge.left_of(term.numerator)) or _beyond(term.numerator, knowledge.not_negative)
        if sign is None or None in divisors:
            raise NotDerivedError(f"the sign of {term} is not sure")
        for divisor in divisors:
            sign *= divisor or 0
        return sign

    def _surely_above(self) -> bool:
        return all(_sure(factor) == 1 for factor in self.term.factors) and _sure(self.term.numerator) == 1


@dataclass(frozen=True)
class Knowledge:
    """The knowledge about numbers beyond the signs of symbols.

    Attributes
    ----------
    not_negative : numbers that are not negative
    positive : numbers above 0, without divisors
    zero : symbols with their values, which follow because some numbers are 0
    parts : the terms of the symbols that were given as names (`SymbolicNumber.named`)
    """

    not_negative: tuple[Term, ...] = ()
    positive: tuple[Polynomial, ...] = ()
    zero: tuple[tuple[str, Term], ...] = ()
    parts: dict[str, Term] = field(default_factory=dict)

    def reduced(self, term: Term) -> Term:
        """The term with the values of those symbols whose values are known (`zero`)."""
        for name, value in self.zero:
            if name in term.symbols:
                term = substituted(term, {name: value})
        return term

    def left_of(self, p: Polynomial) -> Polynomial:
        """A polynomial divided by the numbers above 0 that divide it, unless its sign is sure without that."""
        return p if _sure(p) is not None else self.parts_of(p)[0]

    def parts_of(self, p: Polynomial) -> list[Polynomial]:
        """A polynomial divided by the numbers above 0 that divide it, and then these divisors, each as often as it
        divides.
        """
        divisors = []
        for divisor in self.positive:
            while (quotient := p.divided(divisor)) is not None:
                p = quotient
                divisors.append(divisor)
        return [p, *divisors]


_NOTHING = Knowledge()
_known: ContextVar[Knowledge] = ContextVar("known", default=_NOTHING)


@contextmanager
def knowing(not_negative: Iterable[Any], positive: Iterable[Any] = (), zero: Iterable[Any] = ()) -> Iterator[Knowledge]:
    """Numbers that are not negative, above 0, and 0, while a definition is executed.

    Raises `NotDerivedError` where it is not sure that the divisors of a number above 0 are, or no symbol of a number
    that is 0 follows from the others.
    """
    images: list[tuple[str, Term]] = []
    for number in zero:
        term = Knowledge((), (), tuple(images)).reduced(_term(number))
        if not term.is_zero:
            images.append(_solved(term))
    above = []
    for number in positive:
        term = Knowledge((), (), tuple(images)).reduced(_term(number))
        if any(_sure(factor) != 1 for factor in term.factors):
            raise NotDerivedError(f"the divisors of {term} may not be above 0")
        above.append(term.numerator)
    knowledge = Knowledge(tuple(map(_term, not_negative)), tuple(above), tuple(images))
    before = _known.set(knowledge)
    try:
        yield knowledge
    finally:
        _known.reset(before)


def _solved(term: Term) -> tuple[str, Term]:
    """A symbol that is a term, without a factor, of a number that is 0; and the value of the symbol that follows."""
    terms = term.numerator.terms
    for monomial, c in terms.items():
        if len(monomial) == 1 and monomial[0][1] == 1 and monomial[0][0].op == "name":
            (atom, _) = monomial[0]
            rest = Polynomial({product: d for product, d in terms.items() if product != monomial})
            if all(atom.text not in symbols_of(another) for another in rest.atoms):
                return atom.text, Term(rest.scaled(Fraction(-1) / c), {})
    raise NotDerivedError(f"{term} is 0, and no symbol of it follows from the others")


def _sure(p: Polynomial) -> int | None:
    signs = {(c > 0) - (c < 0) for c in p.terms.values()}
    if len(signs) != 1 or not any(all(_is_above(atom) for atom, _ in key) for key in p.terms):
        return None
    return signs.pop()


def _beyond(p: Polynomial, not_negative: Iterable[Term]) -> int | None:
    """The sign of a polynomial that is surely beyond 0 by more than a number that is not negative."""
    for number in not_negative:
        for sign in (1, -1):
            if SymbolicNumber(Term(p.scaled(Fraction(sign)), {}) - number)._surely_above():
                return sign
    return None


def _is_above(atom: Atom) -> bool:
    """Whether a symbol is surely above 0; a root was taken of a number of which it is sure."""
    return atom.text.endswith(ABOVE) or atom.op == "sqrt"


def _quotient(u: Term, v: Term) -> Term:
    """The quotient of two terms. The numbers that divide the divisor and are known to be above 0 are divided out one by
    one, because the knowledge is about each of them, and because each of them can cancel alone.
    """
    knowledge = _known.get()
    if not knowledge.positive or v.is_zero:
        return u / v
    for part in knowledge.parts_of(v.numerator):
        u = u / Term(part, {})
    return u * Term(v.denominator, {})


def _term(x: Any) -> Term:
    if isinstance(x, SymbolicNumber):
        return x.term
    if isinstance(x, (int, Fraction)):
        return Term.number(x)
    raise NotDerivedError(f"{x!r} is not a rational number")


def number(name: str, least: int = 0) -> SymbolicNumber:
    """A number that is at least `least`: the symbol of this name is the difference."""
    return SymbolicNumber(Term.atom(Atom(name))) + least


def positive(name: str) -> SymbolicNumber:
    """A number above 0."""
    return SymbolicNumber(Term.atom(Atom(f"{name}{ABOVE}")))


@dataclass(frozen=True)
class Group:
    """Things that are all like one element. Symbols whose names begin with `name.` stand for the unknown properties of
    the element.

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
        """The sum over the group: for each product of symbols of its element, the sum is known or an unknown."""
        term = _term(value(self.element))
        own, free = dict[Polynomial, int](), dict[Polynomial, int]()
        for factor, power in term.factors.items():
            (own if any(self._is_own(atom) for atom in factor.atoms) else free)[factor] = power
        parts: dict[str, list[Polynomial]] = {}
        for key, c in term.numerator.terms.items():
            inner = [(atom, power) for atom, power in key if self._is_own(atom)]
            outer = [(atom, power) for atom, power in key if not self._is_own(atom)]
            each = Term.of(_product(inner), own)
            text = str(each.numerator) + ("" if each.denominator.value == 1 else f"/({each.denominator})")
            parts.setdefault(text, []).append(_product(outer).scaled(Fraction(c)))
        sums = {**dict(self.sums), **({} if self.number is None else {"1": self.number})}
        total = Term.number(0)
        for text, some in parts.items():
            unknown = SymbolicNumber(Term.atom(Atom(f"{self.name}[{text}]")))
            of = _term(sums.get(text, unknown))
            for outer_part in some:
                total = total + Term(outer_part, {}) * of
        result = total * Term.number(self.times)
        for factor, power in free.items():
            result = result / Term(factor, {}) ** power
        return SymbolicNumber(result)

    def greatest(self, value: Callable[[Any], Any]) -> SymbolicNumber:
        """The greatest value in the group, an unknown."""
        return positive(f"{self.name}.greatest({_term(value(self.element))})")

    def surely(self) -> bool:
        """Whether there surely are things in it."""
        with suppress(NotDerivedError):
            return self.number is not None and SymbolicNumber(_term(self.number)) > 0
        return False

    def _is_own(self, atom: Atom) -> bool:
        return any(name.startswith(f"{self.name}.") for name in symbols_of(atom))


@dataclass(frozen=True)
class Series:
    """A sequence of elements, numbered from `low` to `high`. It is empty if `high` is `low - 1`.

    `element` is the element whose number is the symbol `name`.
    """

    name: str
    low: int
    high: SymbolicNumber
    element: Any

    def total(self, value: Callable[[Any], Any]) -> SymbolicNumber:
        """The sum over the series: the number of its elements times a value that all of them share, a geometric sum,
        or a sum as terms have it, where no term is negative.
        """
        term = _term(value(self.element))
        if self.name not in term.symbols:
            return SymbolicNumber(term) * (self.high - self.low + 1)
        geometric = self._geometric(term)
        if geometric is not None:
            return geometric
        if any(c < 0 for part in (term.numerator, *term.factors) for c in part.terms.values()):
            raise NotDerivedError(f"whether {term} is negative is not sure")
        return SymbolicNumber(sum_of(self.name, Term.number(self.low), self.high.term, term))

    def _geometric(self, term: Term) -> SymbolicNumber | None:
        """The sum of c b^k, for a number b. The sum telescopes: b^k is (b^(k + 1) - b^k)/(b - 1)."""
        for atom in term.numerator.atoms:
            if atom.op == "power" and atom.args[1].equals(Term.atom(Atom(self.name))) and atom.args[0].value != 1:
                base, factor = atom.args[0], term / Term.atom(atom)
                is_number = base.value is not None or all(atom.op == "exp2" for atom in base.atoms)
                if is_number and self.name not in factor.symbols:
                    after, first = (power_of(base, _term(k)) for k in (self.high + 1, self.low))
                    return SymbolicNumber(factor * (after - first) / (base - Term.number(1)))
        return None


@dataclass(frozen=True)
class Cut:
    """Consecutive stretches, of any number and sizes, into which all from `low` to `high` is cut, as the occurrences of
    an organization are by its levels.

    Attributes
    ----------
    things : the things of the stretch that begins after the first number and has the size of the second
    outside : numbers beside both that the value of a stretch may depend on
    """

    name: str
    low: Any
    high: Any
    things: Callable[[Any, Any], Things]
    outside: tuple[Any, ...] = ()

    def total(self, value: Callable[[Any], Any]) -> SymbolicNumber:
        """The sum over all stretches, where the value of two adjacent stretches is the value of the two joined into
        one: then the sum is the value of the whole, however the whole is cut.

        The condition is shown for symbols. A divisor that is left has to be surely above 0; one that cancelled was
        not 0 of any stretch, or the score would have no value.
        """
        first, size, more = number(f"{self.name}.above"), positive(f"{self.name}.size"), positive(f"{self.name}.more")
        of_one = _term(self.things(first, size).total(value))
        bounds = frozenset().union(*(_term(x).symbols for x in (first, size, self.low, self.high, *self.outside)))
        if not of_one.symbols <= bounds or any(_sure(factor) != 1 for factor in of_one.factors):
            raise NotDerivedError(f"a stretch is worth {of_one}, which depends on more than where it begins and ends")

        def worth(begin: Any, long: Any) -> Term:
            images = {name.term.numerator.leading[0][0].text: _term(x) for name, x in ((first, begin), (size, long))}
            return substituted(of_one, images)

        if not worth(first, size + more).equals(of_one + worth(first + size, more)):
            raise NotDerivedError("what stretches are worth depends on where they are cut")
        return SymbolicNumber(worth(self.low, self.high - self.low))


def _surely(question: Callable[[Any], bool], thing: Any) -> bool:
    """Whether the answer is surely yes."""
    with suppress(NotDerivedError):
        return question(thing)
    return False


def _product(key: Iterable[tuple[Atom, int]]) -> Polynomial:
    result = Polynomial.constant(1)
    for atom, power in key:
        result = result * Polynomial.atom(atom) ** power
    return result


@dataclass(frozen=True)
class Things:
    """Single things, groups of things, and things in a row, or on stretches."""

    single: Sequence[Any] = ()
    groups: Sequence[Group] = ()
    series: Sequence[Series | Cut] = ()

    def total(self, value: Callable[[Any], Any]) -> Any:
        """The sum over all things."""
        of_many = [*(group.total(value) for group in self.groups), *(row.total(value) for row in self.series)]
        parts = [*map(value, self.single), *of_many]
        return sum(parts, SymbolicNumber(Term.number(0)))

    def of_those(self, question: Callable[[Any], bool]) -> Things:
        """The things for which the answer is surely yes. A group is judged by its element."""
        single = tuple(thing for thing in self.single if _surely(question, thing))
        return Things(single, tuple(group for group in self.groups if _surely(question, group.element)))

    def unknown(self, question: Callable[[Any], bool], name: str) -> SymbolicNumber:
        """A number of this name, not negative, which depends on nothing but groups of which the answer is not surely
        yes. Of each single thing and each row it has to be.
        """
        answered = self.of_those(question)
        if len(answered.single) < len(self.single) or self.series:
            raise NotDerivedError(f"{name} of things that are written out")
        left = [group.name for group in self.groups if not any(group is kept for kept in answered.groups)]
        return number(f"{name}({', '.join(left)})")

    def places(self, question: Callable[[Any], bool]) -> str:
        """Of which of them the answer is surely yes, as a text: single things by their place, groups by their name."""
        at = [str(i) for i, thing in enumerate(self.single) if _surely(question, thing)]
        return " ".join([*at, *(group.name for group in self.groups if _surely(question, group.element))])

    def some(self, question: Callable[[Any], bool]) -> bool:
        """Whether the answer is yes for at least one of the things. Of a group that is surely not empty, the element is
        asked. The answer no cannot be given, since groups may have any number of things.
        """
        candidates = [*self.single, *(group.element for group in self.groups if group.surely())]
        for thing in candidates:
            with suppress(NotDerivedError):
                if question(thing):
                    return True
        raise NotDerivedError("whether the answer is yes for one of them is not sure")

    def greatest(self, value: Callable[[Any], Any]) -> Any:
        """The greatest value of any; where it is not sure which that is, an unknown named after all of them."""
        if self.series:
            raise NotDerivedError("the greatest of things in a row is not known")
        parts = [*map(value, self.single), *(group.greatest(value) for group in self.groups)]
        try:
            greatest = parts[0]
            for part in parts[1:]:
                greatest = part if part >= greatest else greatest
            return greatest
        except NotDerivedError:
            terms = [_term(part) for part in parts]
            home = min(atom.text.partition(".")[0] for term in terms for atom in term.atoms if "." in atom.text)
            return positive(f"{home}.greatest({', '.join(sorted(map(str, terms)))})")
