"""Terms made from terms: atoms are replaced, and derivatives computed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from axiometrics.kernel.functions import FUNCTIONS, sum_of
from axiometrics.kernel.polynomials import ONE, Atom, Monomial, Polynomial, ProofError
from axiometrics.kernel.terms import Term, symbols_of


def rebuilt(term: Term, image: Callable[[Atom], Term]) -> Term:
    """The term with each atom replaced by its image."""
    images = {atom: image(atom) for atom in term.atoms}

    plain = all(not image.factors for image in images.values())

    def of(p: Polynomial) -> Term:
        if plain:
            return Term(_replaced(p, images), {})
        total = Term.number(0)
        for monomial, c in p.terms.items():
            part = Term.number(c)
            for atom, power in monomial:
                part = part * images[atom] ** power
            total = total + part
        return total

    result = of(term.numerator)
    for factor, power in term.factors.items():
        result = result / of(factor) ** power
    return result


def _replaced(p: Polynomial, images: Mapping[Atom, Term]) -> Polynomial:
    """The polynomial with its atoms replaced by polynomials.

    By Horner's rule: for one atom after the other, what is multiplied by its highest power is computed first; it is
    multiplied by the image of the atom, and what is multiplied by the next power is added. So few long products are
    computed.
    """
    changed = [atom for atom in p.atoms if images[atom].numerator.terms != Polynomial.atom(atom).terms]
    if not changed:
        return p
    atom = max(changed)
    by_power: dict[int, dict[Monomial, Fraction]] = {}
    for monomial, c in p.terms.items():
        rest = tuple(part for part in monomial if part[0] != atom)
        power = next((part[1] for part in monomial if part[0] == atom), 0)
        by_power.setdefault(power, {})[rest] = c
    result = Polynomial({})
    for power in range(max(by_power), -1, -1):
        result = result * images[atom].numerator
        if power in by_power:
            result = result + _replaced(Polynomial(by_power[power]), images)
    return result


def substituted(term: Term, values: Mapping[str, Term]) -> Term:
    """The term with symbols replaced, also inside of functions."""

    def image(atom: Atom) -> Term:
        if atom.op == "name":
            return values.get(atom.text, Term.atom(atom))
        if not set(symbols_of(atom)) & set(values):
            return Term.atom(atom)
        if atom.op == "sum":
            k, low, high, body = atom.args
            inner = {name: value for name, value in values.items() if name != k}
            if any(k in value.symbols for value in inner.values()):
                raise ProofError(f"{k} in {atom.text} would be caught by a substitution: name it otherwise")
            return sum_of(k, substituted(low, values), substituted(high, values), substituted(body, inner))
        return FUNCTIONS[atom.op](*(substituted(arg, values) for arg in atom.args))

    return rebuilt(term, image)


def derivative(term: Term, x: str) -> Term:
    """The derivative by a symbol. Raises `ProofError` where an exponent or a sum depends on it."""

    def of(p: Polynomial) -> Term:
        total = Term.number(0)
        for monomial, c in p.terms.items():
            for i, (atom, power) in enumerate(monomial):
                slope = _slope(atom, x)
                if not slope.is_zero:
                    rest = tuple((a, e - (j == i)) for j, (a, e) in enumerate(monomial) if e - (j == i))
                    total = total + Term(Polynomial({rest: c * power}), {}) * slope
        return total

    result = of(term.numerator) * Term(ONE, term.factors)
    for factor, power in term.factors.items():
        if not (slope := of(factor)).is_zero:
            result = result - term * Term.number(power) * slope * Term(ONE, {factor: 1})
    return result


def _slope(atom: Atom, x: str) -> Term:
    if x not in symbols_of(atom):
        return Term.number(0)
    if atom.op == "name":
        return Term.number(1)
    u: Term = atom.args[0]
    if atom.op == "log":
        return derivative(u, x) / u
    if atom.op == "sqrt":
        return derivative(u, x) / (Term.number(2) * Term.atom(atom))
    if atom.op == "power" and x not in atom.args[1].symbols:
        exponent: Term = atom.args[1]
        return Term.atom(atom) * exponent * derivative(u, x) / u
    raise ProofError(f"the derivative of {atom.text} by {x}")
