"""The meaning of x in the proofs of a region, and the parts of a region: the x of each part, and the facts that hold
for these x.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from axiometrics.core.definition import Definition
from axiometrics.core.errors import FileError
from axiometrics.core.parameter import Parameter
from axiometrics.kernel.check_proof import Atom, Claim, ProofError, Scope, Term, read_claim, read_term, substituted
from axiometrics.symbolic.sets import SYMBOL, Interval, carried, domain, image, quotient, solved, united
from axiometrics.symbolic.values import evaluated
from axiometrics.verification.fields import field, shorten
from axiometrics.verification.scorers import MismatchError

X = Term.atom(Atom(SYMBOL))


@dataclass(frozen=True)
class Scale:
    """The meaning of x in the proofs of a region: the parameter itself, or a number of which the parameter is a
    monotone quotient of linear terms. The package that finds regions and this one, which checks them, share this class.

    Attributes
    ----------
    parameter : the parameter
    name : what x is called where it is shown
    domain : where x lies
    value : the parameter's value, as a term in x
    inverse : x, as a term in the parameter's value, which is written x there
    """

    parameter: Parameter
    name: str
    domain: Interval
    value: str = SYMBOL
    inverse: str = SYMBOL

    @classmethod
    def of(cls, parameter: Parameter) -> Scale:
        """Return the scale on which x is the parameter itself."""
        return cls(parameter, parameter.name, domain(parameter))

    @classmethod
    def through(cls, parameter: Parameter, name: str, value: str, inverse: str) -> Scale:
        """Return the scale on which the parameter is `value`, a quotient of linear terms in x. Raises `ProofError` if a
        term is not such a quotient.
        """
        quotient(read_term(value))
        return cls(parameter, name, carried(domain(parameter), read_term(inverse)), value, inverse)

    @property
    def range(self) -> Interval:
        """Where the parameter lies."""
        return domain(self.parameter)

    @property
    def facts(self) -> list[str]:
        """Where x lies, as facts."""
        lies, facts = self.domain, []
        if lies.low is not None:
            beyond = f"{SYMBOL} - {lies.low.value}" if lies.low.value else SYMBOL
            facts.append(f"{beyond} {'>=' if lies.low_closed else '>'} 0")
        if lies.high is not None:
            facts.append(f"{lies.high.value} - {SYMBOL} {'>=' if lies.high_closed else '>'} 0")
        return facts

    @property
    def plain(self) -> bool:
        """Whether x is the parameter itself."""
        return read_term(self.value).equals(X)

    def at(self, x: Fraction) -> Fraction:
        """The parameter's value."""
        value = evaluated(read_term(self.value), {SYMBOL: x})
        assert isinstance(value, Fraction)
        return value

    def x(self, value: Fraction) -> Fraction:
        """The x that belongs to a value of the parameter."""
        x = evaluated(read_term(self.inverse), {SYMBOL: value})
        assert isinstance(x, Fraction)
        return x

    def values(self, intervals: Iterable[Interval]) -> list[Interval]:
        """Return the intervals of the parameter that these intervals of x are mapped to."""
        if self.plain:
            return united(intervals)
        moved = (image(interval, read_term(self.value), read_term(self.inverse), self.range) for interval in intervals)
        return united(interval for interval in moved if interval is not None)


@dataclass(frozen=True)
class SavedPart:
    """A set of x for which the constraint is said to hold, or to fail: the claims that define the set (`given`), its
    intervals of x and of the parameter, and its proofs.
    """

    holds: bool
    given: tuple[Claim, ...]
    intervals: tuple[Interval, ...]
    values: tuple[Interval, ...]
    proofs: tuple[Mapping[str, Any], ...]


def read_scale(data: Mapping[str, Any], metric: Definition, where: str) -> Scale:
    """Return the scale of a saved region. The term of x in the parameter has to be the inverse of the term of the
    parameter in x.
    """
    name = field(data, "param", str, where=where)
    parameter = metric.number(name)
    if parameter is None:
        numbers = [number.name for number in metric.parameters if number.is_number]
        raise MismatchError(
            f"{metric.base} has no number {shorten(name)} as a parameter: it has {', '.join(numbers) or 'none'}"
        )
    if parameter.when is not None and metric.values[parameter.when[0]] != parameter.when[1]:
        raise MismatchError(f"{name} means nothing without {'='.join(parameter.when)}")
    symbol = field(field(data, "exact", Mapping, where=where), "symbol", Mapping, where=where)
    written, is_, value, shown = (
        field(symbol, key, str, where=f"{where}: symbol") for key in ("name", "is", "value", "shown")
    )
    if written != SYMBOL:
        raise MismatchError(f"the symbol of the proofs is {shorten(written)}, expected {SYMBOL!r}")
    of, inverse = read_term(value), _renamed(read_term(is_), name)
    if not substituted(inverse, {SYMBOL: of}).equals(X):
        raise MismatchError(f"x = {shorten(is_)} is not what {name} = {shorten(value)} says")
    if (shown == name) is not of.equals(X):
        raise MismatchError(f"inequalities are said to be about {shorten(shown)}, and proofs about x = {shorten(is_)}")
    return Scale.of(parameter) if of.equals(X) else Scale.through(parameter, shown, value, str(inverse))


def _renamed(term: Term, name: str) -> Term:
    """Return a term in one name with x in the place of that name."""
    if stray := sorted(term.symbols - {name}):
        raise ProofError(f"{term}: {stray[0]} has no place here, {name} has")
    return substituted(term, {name: X})


def read_parts(data: Mapping[str, Any], scale: Scale, where: str) -> list[SavedPart]:
    """The parts of a region, each with the x and the values of the parameter that it is about."""
    parts = []
    for i, part in enumerate(field(data["exact"], "parts", list, where=where), 1):
        place = f"{where}: part {i}"
        if not isinstance(part, Mapping):
            raise FileError(f"{place} is {shorten(part)}, expected an object")
        holds, texts, proofs = (
            field(part, "holds", bool, where=place),
            field(part, "given", list, where=place),
            field(part, "proofs", list, where=place),
        )
        if not all(isinstance(proof, Mapping) for proof in proofs):
            raise FileError(f"{place}: a proof is an object")
        claims = []
        scope = scope_of(scale, ())
        for text in texts:
            claim = read_claim(text)
            claims.append(Claim(_renamed(claim.term, scale.name), claim.relation))
            scope.demand_defined(claims[-1].term)
        intervals = solved([str(claim) for claim in claims], scale.domain)
        parts.append(SavedPart(holds, tuple(claims), tuple(intervals), tuple(scale.values(intervals)), tuple(proofs)))
    return parts


def scope_of(scale: Scale, claims: Iterable[Claim]) -> Scope:
    """Return the scope of what is known of x: its domain, and the claims that define a part."""
    scope = Scope({SYMBOL: scale.plain and scale.range.whole})
    scope.assume(scale.facts)
    for i, claim in enumerate(claims):
        scope.demand_defined(claim.term)
        scope.add(f"given {i}", claim)
    return scope
