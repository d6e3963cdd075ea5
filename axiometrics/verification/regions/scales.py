"""What x is in the proofs of a region, and the parts of it: for which x each is, and what is known there."""

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
    """What x stands for in the proofs of a region: the parameter itself, or what the parameter is a monotone quotient
    of linear terms in. Who finds a region and who checks it share this.

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
        """The parameter itself."""
        return cls(parameter, parameter.name, domain(parameter))

    @classmethod
    def through(cls, parameter: Parameter, name: str, value: str, inverse: str) -> Scale:
        """What the parameter is a quotient of linear terms in. Raises `ProofError` where a term is not one."""
        quotient(read_term(value))
        return cls(parameter, name, carried(domain(parameter), read_term(inverse)), value, inverse)

    @property
    def range(self) -> Interval:
        """Where the parameter lies."""
        return domain(self.parameter)

    @property
    def facts(self) -> list[str]:
        """Where x lies, as facts."""
        of, found = self.domain, []
        if of.low is not None:
            beyond = f"{SYMBOL} - {of.low.value}" if of.low.value else SYMBOL
            found.append(f"{beyond} {'>=' if of.low_closed else '>'} 0")
        if of.high is not None:
            found.append(f"{of.high.value} - {SYMBOL} {'>=' if of.high_closed else '>'} 0")
        return found

    @property
    def plain(self) -> bool:
        """Whether x is the parameter itself."""
        return read_term(self.value).equals(X)

    def at(self, x: Fraction) -> Fraction:
        """The parameter's value."""
        found = evaluated(read_term(self.value), {SYMBOL: x})
        assert isinstance(found, Fraction)
        return found

    def x(self, value: Fraction) -> Fraction:
        """What x is at a value of the parameter."""
        found = evaluated(read_term(self.inverse), {SYMBOL: value})
        assert isinstance(found, Fraction)
        return found

    def values(self, intervals: Iterable[Interval]) -> list[Interval]:
        """The values of the parameter for these x."""
        if self.plain:
            return united(intervals)
        moved = (image(interval, read_term(self.value), read_term(self.inverse), self.range) for interval in intervals)
        return united(interval for interval in moved if interval is not None)


@dataclass(frozen=True)
class SavedPart:
    """Values of x for which the constraint is said to hold or fail: `given` and where they lie, as intervals of x and
    of the parameter; its proofs.
    """

    holds: bool
    given: tuple[Claim, ...]
    intervals: tuple[Interval, ...]
    values: tuple[Interval, ...]
    proofs: tuple[Mapping[str, Any], ...]


def read_scale(data: Mapping[str, Any], metric: Definition, where: str) -> Scale:
    """What x is, the term that puts it for the parameter being the inverse of the one that puts the parameter for
    it.
    """
    name = field(data, "param", str, where=where)
    parameter = metric.number(name)
    if parameter is None:
        numbers = [one.name for one in metric.parameters if one.is_number]
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
    """A term in one name with x in its place."""
    if stray := sorted(term.symbols - {name}):
        raise ProofError(f"{term}: {stray[0]} has no place here, {name} has")
    return substituted(term, {name: X})


def read_parts(data: Mapping[str, Any], scale: Scale, where: str) -> list[SavedPart]:
    """The parts of a region, each with the x and the values of the parameter that it is about."""
    found = []
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
        given = []
        scope = known(scale, ())
        for text in texts:
            claim = read_claim(text)
            given.append(Claim(_renamed(claim.term, scale.name), claim.relation))
            scope.demand_defined(given[-1].term)
        intervals = solved([str(claim) for claim in given], scale.domain)
        found.append(SavedPart(holds, tuple(given), tuple(intervals), tuple(scale.values(intervals)), tuple(proofs)))
    return found


def known(scale: Scale, given: Iterable[Claim]) -> Scope:
    """What is known of x: where it lies, and what a part is given by."""
    scope = Scope({SYMBOL: scale.plain and scale.range.whole})
    scope.assume(scale.facts)
    for i, claim in enumerate(given):
        scope.demand_defined(claim.term)
        scope.add(f"given {i}", claim)
    return scope
