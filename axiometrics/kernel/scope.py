"""What is known at a place in a proof: symbols, facts, the claims shown so far, and what is evident from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType

from axiometrics.kernel.notation import Claim, read_claim, read_term, shortened
from axiometrics.kernel.polynomials import Atom, Polynomial, ProofError
from axiometrics.kernel.substitution import rebuilt
from axiometrics.kernel.terms import Term

NOTHING: Mapping[Atom, bool] = MappingProxyType({})


@dataclass
class Scope:
    """Symbols (and whether they are whole numbers) and claims by id. A fact's id is its text."""

    symbols: dict[str, bool] = field(default_factory=dict)
    claims: dict[str, Claim] = field(default_factory=dict)
    signs: dict[Atom, bool] = field(default_factory=dict)
    """Atoms known not to be negative, and whether they are above 0."""
    _evident: dict[tuple[Polynomial, bool], int] = field(default_factory=dict, repr=False, compare=False)
    """The signs that were found to be evident here. Claims that are added later cannot change them."""

    def assume(self, texts: Iterable[str]) -> None:
        """Add facts without a proof. Each is known by its text."""
        for text in texts:
            self.add(text, self.claim(text))

    def add(self, name: str, claim: Claim) -> None:
        """Add a claim. Raises `ProofError` if its name is used already."""
        if self.claims.get(name, claim) is not claim and not self.claims[name].implies(claim):
            raise ProofError(f"{shortened(name)} names two claims")
        self.claims[name] = claim
        atom = _bounded(claim)
        if atom is not None:
            self.signs[atom[0]] = self.signs.get(atom[0], False) or atom[1]

    def define(self, name: str, text: str) -> str:
        """Introduce a name for a term. Returns the id of the equation."""
        term = self.term(text)
        self.demand_defined(term)
        if name in self.symbols or not name.isidentifier():
            raise ProofError(f"{name} cannot be a name")
        self.symbols[name] = False
        self.add(f"{name} := {text}", Claim(Term.atom(Atom(name)) - term, "="))
        return f"{name} := {text}"

    def claim(self, text: str) -> Claim:
        """A claim about the symbols of this scope. Raises `ProofError` if it has a different symbol, or has no value
        somewhere where the facts hold.
        """
        claim = read_claim(text)
        self._demand_known(claim.term)
        self.demand_defined(claim.term)
        return claim

    def term(self, text: str) -> Term:
        """A term in the symbols of this scope. Raises `ProofError` if it has a different symbol."""
        term = read_term(text)
        self._demand_known(term)
        return term

    def _demand_known(self, term: Term) -> None:
        unknown = sorted(term.symbols - set(self.symbols))
        if unknown:
            raise ProofError(
                f"{unknown[0]} is not a symbol here: there are {', '.join(sorted(self.symbols)) or 'none'}"
            )

    def get(self, name: str) -> Claim:
        """The fact or claim of that id. Raises `ProofError` if there is none."""
        if name not in self.claims:
            raise ProofError(f"nothing here is called {shortened(name)}")
        return self.claims[name]

    def inner(self, forget: Iterable[str] = ()) -> Scope:
        """A scope within this one, without the claims about the symbols to forget."""
        gone = set(forget)
        kept = {name: claim for name, claim in self.claims.items() if not claim.term.symbols & gone}
        scope = Scope({name: whole for name, whole in self.symbols.items() if name not in gone})
        for name, claim in kept.items():
            scope.add(name, claim)
        if not gone:
            scope._evident.update(self._evident)
        return scope

    def is_whole(self, term: Term) -> bool:
        """Whether the term is a polynomial with whole coefficients in symbols that are whole numbers."""
        named = all(atom.op == "name" and self.symbols.get(atom.text, False) for atom in term.atoms)
        return named and not term.factors and all(c.denominator == 1 for c in term.numerator.terms.values())

    def summing(self, atom: Atom) -> Scope:
        """A scope within a sum: its bound name k is a whole number there, between the ends, which are known as `k from`
        and `k to`.
        """
        k, low, high, _ = atom.args
        if k in self.symbols:
            raise ProofError(f"{k} is bound by a sum and a symbol as well: name it otherwise")
        within = self.inner()
        within.symbols[k] = True
        within.add(f"{k} from", Claim(Term.atom(Atom(k)) - low, ">="))
        within.add(f"{k} to", Claim(high - Term.atom(Atom(k)), ">="))
        return within

    def beyond(self, x: str, low: Term) -> Scope:
        """A scope in which only one thing is known of x, a real number: x - low >= 0, by the name of `beyond`."""
        along = self.inner({x})
        along.symbols[x] = False
        along.add("beyond", Claim(Term.atom(Atom(x)) - low, ">="))
        return along

    # --- what is evident ---

    def demand_defined(self, term: Term) -> None:
        """Raise `ProofError` unless the term has a value wherever the facts hold: no division by 0, no logarithm of a
        number that is not above 0, and no root of a negative number.
        """
        for factor in term.factors:
            if self.sign(factor) == 0 and not self._decided(factor):
                raise ProofError(f"{factor} divides, and nothing here says that it is not 0: show {factor} > 0 first")
        for atom in term.atoms:
            self._demand_atom(atom)

    def _decided(self, p: Polynomial) -> bool:
        """Whether the sign is evident once logarithms of what is evidently above 1 are taken as above 0."""
        for atom in p.atoms:
            if atom.op == "log" and self.above(atom.args[0] - Term.number(1), strict=True):
                self.signs[atom] = True
        return self.sign(p) != 0

    def _demand_atom(self, atom: Atom) -> None:
        if atom.op == "name":
            return
        if atom.op == "sum":
            _, low, high, body = atom.args
            if not (self.is_whole(low) and self.is_whole(high)):
                raise ProofError(f"{shortened(atom.text)}: nothing here says that its bounds are whole numbers")
            self.summing(atom).demand_defined(body)
            return
        for arg in atom.args:
            self.demand_defined(arg)
        u = atom.args[0]
        if atom.op == "log" and not self.above(u, strict=True):
            raise ProofError(f"{atom.text}: nothing here says that {u} > 0: show it first")
        if atom.op == "sqrt" and not self.above(u, strict=False):
            raise ProofError(f"{atom.text}: nothing here says that {u} >= 0: show it first")
        if atom.op == "power" and not self.above(u, strict=True):
            raise ProofError(f"{atom.text}: nothing here says that {u} > 0: show it first")

    def above(self, term: Term, strict: bool) -> bool:
        """Whether it is evident that the term is above 0, or (not `strict`) at least 0: by a claim, or by the signs of
        its parts.
        """
        wanted = Claim(term, ">" if strict else ">=")
        if any(claim.relation != "=" and claim.implies(wanted) for claim in self.claims.values()):
            return True
        total = self.sign(term.numerator, strict)
        for factor, power in term.factors.items():
            total *= self.sign(factor) ** power
        return total > 0

    def sign(self, p: Polynomial, strict: bool = True) -> int:
        """1 or -1 if the sign is evident from the signs of its atoms, its coefficients, the bounds of its symbols, or a
        claim; otherwise 0.

        If not `strict`, the term may also be 0.
        """
        found = self._evident.get((p, strict)) or self._sign(p, strict)
        if found:
            self._evident[p, strict] = found
        return found

    def _sign(self, p: Polynomial, strict: bool) -> int:
        test = self._positive if strict else self._not_negative
        for sign, q in ((1, p), (-1, -p)):
            if test(q, NOTHING) or self._claimed(q, strict):
                return sign
        shifted, beyond = self._shifted(p)
        for sign, q in ((1, shifted), (-1, -shifted)):
            if beyond and test(q, beyond):
                return sign
        return 0

    def _claimed(self, p: Polynomial, strict: bool) -> bool:
        for claim in self.claims.values():
            numerator = claim.term.numerator
            if (
                claim.relation in (">",) + (">=",) * (not strict)
                and p.terms
                and not claim.term.factors
                and set(numerator.terms) == set(p.terms)
            ):
                monomial = next(iter(p.terms))
                ratio = p.terms[monomial] / numerator.terms[monomial]
                if ratio > 0 and numerator.scaled(ratio) == p:
                    return True
        return False

    def _positive(self, p: Polynomial, more: Mapping[Atom, bool]) -> bool:
        return self._not_negative(p, more) and any(
            all(self._atom_sign(atom, more) == 1 for atom, _ in monomial) for monomial in p.terms
        )

    def _not_negative(self, p: Polynomial, more: Mapping[Atom, bool]) -> bool:
        return all(
            c > 0 and all(power % 2 == 0 or self._atom_sign(atom, more) is not None for atom, power in monomial)
            for monomial, c in p.terms.items()
        )

    def _atom_sign(self, atom: Atom, more: Mapping[Atom, bool]) -> int | None:
        """1 above 0, 0 at least 0, None not known."""
        if atom in more or atom in self.signs:
            return int(more.get(atom, False) or self.signs.get(atom, False))
        if atom.op == "exp2" or (atom.op == "power" and self.above(atom.args[0], strict=True)):
            return 1
        if atom.op == "log" and (value := atom.args[0].value) is not None:
            return 1 if value > 1 else None
        if atom.op == "sqrt":
            return 1 if self.above(atom.args[0], strict=True) else 0
        return None

    def _shifted(self, p: Polynomial) -> tuple[Polynomial, dict[Atom, bool]]:
        """The polynomial with each atom that has a bound written as that bound and what is beyond it, and whether that
        is above 0.
        """
        images: dict[Atom, Term] = {}
        beyond: dict[Atom, bool] = {}
        for claim in self.claims.values():
            bound = lower_bound(claim)
            if bound is not None and bound[0] not in images:
                rest = Atom(f"beyond {len(images)}")
                images[bound[0]] = bound[1] + Term.atom(rest)
                beyond[rest] = claim.strict
        term = Term(p, {})
        for _ in range(len(images) + 1):
            if not term.atoms & set(images):
                return term.numerator, beyond
            term = rebuilt(term, lambda atom: images.get(atom, Term.atom(atom)))
        return p, {}


def _bounded(claim: Claim) -> tuple[Atom, bool] | None:
    """The atom that a claim puts at or above 0, and whether above."""
    bound = lower_bound(claim)
    if bound is None or bound[1].value is None or bound[1].value < 0:
        return None
    return bound[0], claim.strict or bound[1].value > 0


@lru_cache(maxsize=4096)
def lower_bound(claim: Claim) -> tuple[Atom, Term] | None:
    """An atom and its lower bound, which is a term without this atom; None if the claim gives none.

    The atom must occur once in the term of the claim, to the first power and with a coefficient above 0.
    """
    terms = claim.term.numerator.terms
    if claim.term.factors or claim.relation == "=":
        return None
    for monomial, c in terms.items():
        if (
            len(monomial) == 1
            and monomial[0][1] == 1
            and c > 0
            and sum(monomial[0][0] in dict(other) for other in terms) == 1
        ):
            atom = monomial[0][0]
            return atom, Term.atom(atom) - claim.term * Term.number(1 / c)
    return None
