"""What x is in the proofs of a region, and the parts of it: for which x each is, and what is known there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from axiometrics.core.definition import Definition
from axiometrics.core.errors import FileError
from axiometrics.verification.fields import field, shorten
from axiometrics.verification.proofs.evaluating import evaluated
from axiometrics.verification.proofs.polynomials import Atom, ProofError
from axiometrics.verification.proofs.reading import Claim, read_claim, read_term
from axiometrics.verification.proofs.scope import Scope
from axiometrics.verification.proofs.sets import SYMBOL, Interval, carried, domain, image, quotient, solved, united
from axiometrics.verification.proofs.substituting import substituted
from axiometrics.verification.proofs.terms import Term
from axiometrics.verification.scorers import MismatchError

X = Term.atom(Atom(SYMBOL))


@dataclass(frozen=True)
class Meaning:
    """What x stands for in the proofs of a region: the parameter, or what the parameter is a quotient of linear terms
    in.

    Attributes
    ----------
    parameter, shown : the parameter, and what inequalities of parts are about
    value, inverse : the parameter as a term in x; x as a term in the parameter, which is written x there
    range, domain : where the parameter and x lie
    """

    parameter: str
    shown: str
    value: Term
    inverse: Term
    range: Interval
    domain: Interval

    @property
    def plain(self) -> bool:
        """Whether x is the parameter itself."""
        return self.value.equals(X)

    def x(self, value: Fraction) -> Fraction:
        """What x is at a value of the parameter."""
        found = evaluated(self.inverse, {SYMBOL: value})
        assert isinstance(found, Fraction)
        return found

    def values(self, intervals: Iterable[Interval]) -> list[Interval]:
        """The values of the parameter for these x."""
        if self.plain:
            return united(intervals)
        moved = (image(interval, self.value, self.inverse, self.range) for interval in intervals)
        return united(interval for interval in moved if interval is not None)


@dataclass(frozen=True)
class Part:
    """Values of x for which the constraint is said to hold or fail: `given` and where they lie, as intervals of x and
    of the parameter; its proofs.
    """

    holds: bool
    given: tuple[Claim, ...]
    intervals: tuple[Interval, ...]
    values: tuple[Interval, ...]
    proofs: tuple[Mapping[str, Any], ...]


def read_meaning(data: Mapping[str, Any], metric: Definition, where: str) -> Meaning:
    """What x is, the term that puts it for the parameter being the inverse of the one that puts the parameter for
    it.
    """
    name = field(data, "param", str, where=where)
    parameter = metric.number(name)
    if parameter is None:
        numbers = [one.name for one in metric.parameters if not one.choices]
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
    whole, _ = domain(parameter)
    if (shown == name) is not of.equals(X):
        raise MismatchError(f"inequalities are said to be about {shorten(shown)}, and proofs about x = {shorten(is_)}")
    if of.equals(X):
        return Meaning(name, shown, of, inverse, whole, whole)
    quotient(of)
    return Meaning(name, shown, of, inverse, whole, carried(whole, inverse))


def _renamed(term: Term, name: str) -> Term:
    """A term in one name with x in its place."""
    if stray := sorted(term.symbols - {name}):
        raise ProofError(f"{term}: {stray[0]} has no place here, {name} has")
    return substituted(term, {name: X})


def read_parts(data: Mapping[str, Any], meaning: Meaning, where: str) -> list[Part]:
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
        scope = known(meaning, ())
        for text in texts:
            claim = read_claim(text)
            given.append(Claim(_renamed(claim.term, meaning.shown), claim.relation))
            scope.demand_defined(given[-1].term)
        intervals = solved([str(claim) for claim in given], meaning.domain)
        found.append(Part(holds, tuple(given), tuple(intervals), tuple(meaning.values(intervals)), tuple(proofs)))
    return found


def known(meaning: Meaning, given: Iterable[Claim]) -> Scope:
    """What is known of x: where it lies, and what a part is given by."""
    scope = Scope({SYMBOL: meaning.plain and meaning.range.whole})
    for bound, low in ((meaning.domain.low, True), (meaning.domain.high, False)):
        if bound is not None:
            assert bound.value is not None
            beyond = X - Term.number(bound.value) if low else Term.number(bound.value) - X
            scope.add(
                f"{'above' if low else 'below'}",
                Claim(beyond, ">=" if (meaning.domain.low_closed if low else meaning.domain.high_closed) else ">"),
            )
    for i, claim in enumerate(given):
        scope.demand_defined(claim.term)
        scope.add(f"given {i}", claim)
    return scope
