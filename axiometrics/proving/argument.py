"""Arguments under construction: an author writes the claims, and the machine finds the certificates. The result is data
that `verification` re-checks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import permutations
from typing import Any

from axiometrics.kernel.check_proof import Atom, Polynomial, ProofError, Scope, Term, rebuilt

MOST_ORDERS = 720
"""Orders of the facts that are tried for a certificate."""


class NotProvedError(Exception):
    """No certificate was found. The message says which step could not be shown."""


class Argument:
    """Steps of an argument in a scope. Each method adds a step that shows its claim, or raises `NotProvedError`.

    The author chooses an id for a claim; by default it is the text of the claim. `using` and `of` name claims by id and
    facts by their text.
    """

    def __init__(self, symbols: Mapping[str, bool], facts: Iterable[str]) -> None:
        self.symbols = dict(symbols)
        self.facts = list(facts)
        self.scope = Scope(dict(symbols))
        self.scope.assume(self.facts)
        self.definitions: list[list[str]] = []
        self.steps: list[dict[str, Any]] = []

    def define(self, name: str, text: str) -> str:
        """Introduce a name for a term. Returns the id of the equation between the two."""
        try:
            equation = self.scope.define(name, text)
        except ProofError as error:
            raise NotProvedError(f"{name} = {text}: {error}") from None
        self.definitions.append([name, text])
        return equation

    def equation(self, name: str) -> str:
        """The id of the equation that defines a name."""
        return next(f"{defined} := {text}" for defined, text in self.definitions if defined == name)

    def _inner(self, scope: Scope) -> Argument:
        inner = object.__new__(type(self))
        inner.symbols, inner.facts, inner.definitions, inner.scope, inner.steps = (
            self.symbols,
            [],
            self.definitions,
            scope,
            [],
        )
        return inner

    def step(self, claim: str, rule: str, name: str = "", **certificate: Any) -> str:
        """Add a step with a given certificate. Returns its id."""
        try:
            shown = self.scope.claim(claim)
        except ProofError as error:
            raise NotProvedError(f"{claim}: {error}") from None
        name = name or claim
        if name in self.scope.claims and self.scope.claims[name].implies(shown):
            return name
        self.steps.append({"id": name, "claim": claim, "rule": rule, **certificate})
        self.scope.add(name, shown)
        return name

    # --- rules ---

    def positive(
        self, claim: str, using: Sequence[str] | None = None, name: str = "", zero: Mapping[str, str] | None = None
    ) -> str:
        """Show that a term is above 0: if it is written over quantities that are not negative, all its coefficients
        have one sign.

        `using` are the claims and facts by which it is rewritten, in this order. Without it, the claims and facts about
        its atoms are tried.
        """
        try:
            wanted = self.scope.claim(claim)
            rest = wanted.term
            for equation, factor in (zero or {}).items():
                rest = rest - self.scope.term(factor) * self.scope.get(equation).term
            certificate = _certificate(rest, wanted.strict, self.scope, using)
        except ProofError as error:
            raise NotProvedError(f"{claim}: {error}") from None
        return self.step(claim, "positive", name, **certificate, **({"zero": dict(zero)} if zero else {}))

    def quotient(
        self,
        claim: str,
        of: Mapping[str, str],
        numerator: str,
        denominator: str = "1",
        name: str = "",
        zero: Mapping[str, str] | None = None,
    ) -> str:
        """Show that a term is above 0 with a given certificate: a quotient of polynomials without negative
        coefficients, in the claims by the names that `of` gives.
        """
        certificate = {
            "from": dict(of),
            "numerator": numerator,
            "denominator": denominator,
            **({"zero": dict(zero)} if zero else {}),
        }
        return self.step(claim, "positive", name, **certificate)

    def evident(self, claim: str, name: str = "") -> str:
        """Show a claim by the signs of its parts and the bounds of its symbols."""
        return self.step(claim, "evident", name)

    def evaluate(self, claim: str, name: str = "") -> str:
        """Show a claim about a number by its exact value."""
        return self.step(claim, "evaluate", name)

    def identity(self, claim: str, name: str = "", zero: Mapping[str, str] | None = None) -> str:
        """Show an equation that is true as it stands, or by multiples of equations that are known."""
        return self.step(claim, "identity", name, **({"zero": dict(zero)} if zero else {}))

    def log(self, at: str, strict: bool = True, name: str = "") -> str:
        """Show log(u) > 0 from u > 1; or the same with >=."""
        return self.step(f"log({at}) {'>' if strict else '>='} 0", "log", name, at=at)

    def log_bound(self, claim: str, at: str, name: str = "") -> str:
        """Show log(u) - (1 - 1/u) >= 0 or u - 1 - log(u) >= 0 at u. Strict if u is known to be above or below 1."""
        return self.step(claim, "log-bound", name, at=at)

    def log_product(self, parts: Sequence[tuple[int, str]], name: str = "") -> str:
        """Show an equation between logarithms: a product of powers of their arguments is 1."""
        claim = " + ".join(f"({times})*log({u})" for times, u in parts) + " = 0"
        return self.step(claim, "log-product", name, parts=[list(part) for part in parts])

    def square(self, of: str, name: str = "") -> str:
        """Show sqrt(u)**2 - u = 0."""
        return self.step(f"sqrt({of})**2 - ({of}) = 0", "sqrt", name, at=of)

    def roots(self, at: str, against: str, strict: bool = True, name: str = "") -> str:
        """Show sqrt(u) - sqrt(v) > 0 from u > v >= 0; or the same with >=."""
        return self.step(
            f"sqrt({at}) - sqrt({against}) {'>' if strict else '>='} 0", "sqrt", name, at=at, against=against
        )

    def power(self, base: str, exponent: str, strict: bool = True, name: str = "") -> str:
        """Show 1 - power(base, exponent) > 0 from 0 < base < 1 and exponent > 0; or the same with <= and >=."""
        return self.step(
            f"1 - power({base}, {exponent}) {'>' if strict else '>='} 0", "power", name, base=base, exponent=exponent
        )

    def power_product(self, base: str, first: str, second: str, name: str = "") -> str:
        """Show power(base, first)*power(base, second) - power(base, first + second) = 0 from base > 0."""
        claim = f"power({base}, {first})*power({base}, {second}) - power({base}, {first} + {second}) = 0"
        return self.step(claim, "power", name, base=base, exponent=first, times=second)

    def powers(self, base: str, below: str, exponent: str, strict: bool = True, name: str = "") -> str:
        """Show power(base, exponent) - power(below, exponent) > 0 from base > below > 0 and exponent > 0; or the same
        with >=.
        """
        claim = f"power({base}, {exponent}) - power({below}, {exponent}) {'>' if strict else '>='} 0"
        return self.step(claim, "power", name, base=base, below=below, exponent=exponent)

    def finite(self, claim: str, by: str, of: tuple[str, str], name: str = "") -> str:
        """Show a claim about a whole number between the bounds that the claims `of` give, by trying each value."""
        return self.step(claim, "finite", name, by=by, of=list(of))

    def sturm(self, claim: str, by: str, of: Sequence[str], name: str = "") -> str:
        """Show that a polynomial in one symbol has no root beyond the bound, or between the bounds, that `of` gives."""
        return self.step(claim, "sturm", name, by=by, of=list(of))

    def derivative(
        self,
        claim: str,
        by: str,
        low: str,
        start: Callable[[Argument], object],
        slope: Callable[[Argument], object],
        name: str = "",
    ) -> str:
        """Show that a term is not negative: it is not negative at `low`, and does not fall from there on. In `slope`,
        the fact `beyond` says by - low >= 0.
        """
        at_start = self._inner(self.scope.inner())
        start(at_start)
        along = self._inner(self.scope.beyond(by, self.scope.term(low)))
        slope(along)
        return self.step(claim, "derivative", name, by=by, low=low, start=at_start.steps, slope=along.steps)

    def cases(
        self,
        claim: str,
        assume: tuple[str, str],
        show: tuple[Callable[[Argument], object], Callable[[Argument], object]],
        name: str = "",
    ) -> str:
        """Show a claim in each of two cases that together cover everything. Each assumption is known by its text."""
        cases = []
        for text, prove in zip(assume, show, strict=True):
            with _told(claim):
                inner = self._inner(self.scope.inner())
                inner.scope.add(text, inner.scope.claim(text))
            prove(inner)
            cases.append({"assume": text, "steps": inner.steps})
        return self.step(claim, "cases", name, cases=cases)

    def sum(self, claim: str, sum: str, total: str, each: Callable[[Argument], object], name: str = "") -> str:
        """Compare a sum with a telescoping sum whose antidifference is `total`(k). In `each`, the facts `k from` and `k
        to` bound the whole number k.
        """
        (atom,) = self.scope.term(sum).atoms
        with _told(claim):
            inner = self._inner(self.scope.summing(atom))
        each(inner)
        return self.step(claim, "sum", name, sum=sum, total=total, each=inner.steps)

    def lemma(self, claim: str, lemma: Mapping[str, Any], at: Mapping[str, str], name: str = "") -> str:
        """Use a lemma, which is an argument of its own (`to_json`), at these values of its symbols."""
        return self.step(claim, "lemma", name, lemma=dict(lemma), at=dict(at))

    def to_json(self) -> dict[str, Any]:
        """The argument as data."""
        return {
            "symbols": dict(self.symbols),
            "facts": list(self.facts),
            "define": self.definitions,
            "steps": self.steps,
        }


@contextmanager
def _told(claim: str) -> Iterator[None]:
    try:
        yield
    except ProofError as error:
        raise NotProvedError(f"{claim}: {error}") from None


def _certificate(term: Term, strict: bool, scope: Scope, using: Sequence[str] | None) -> dict[str, Any]:
    """The term as a quotient of polynomials without negative coefficients, in quantities that claims show to be not
    negative.

    Each claim that is linear in an atom puts its quantity, and what else it speaks of, in the place of that atom.
    """
    problem = "there is nothing to write it over"
    for facts in _choices(term, scope, using):
        written = _written_over(term, facts, scope)
        if isinstance(written, str):
            problem = written
            continue
        quotient, names = written
        numerator, denominator = quotient.numerator, quotient.denominator
        if any(c < 0 for c in denominator.terms.values()):
            numerator, denominator = -numerator, -denominator
        negative = [str(Polynomial({m: c})) for p in (numerator, denominator) for m, c in p.terms.items() if c < 0]
        if negative:
            pairs = "; ".join(f"{name}: {fact}" for name, fact in names.items())
            problem = f"in {pairs} it has the terms {', '.join(negative[:6])}{' ...' * (len(negative) > 6)}"
            continue
        used = {atom.text for p in (numerator, denominator) for atom in p.atoms}
        firm = {name for name, fact in names.items() if scope.get(fact).strict}
        if strict and not any(all(atom.text in firm for atom, _ in monomial) for monomial in numerator.terms):
            problem = "it may be 0: " + "; ".join(f"{name}: {fact}" for name, fact in names.items() if name in used)
            continue
        return {
            "from": {name: fact for name, fact in names.items() if name in used},
            "numerator": str(numerator),
            "denominator": str(denominator),
        }
    raise NotProvedError(f"{term} {'>' if strict else '>='} 0: {problem}")


def _choices(term: Term, scope: Scope, using: Sequence[str] | None) -> Iterator[list[str]]:
    """Lists of claims to write a term over: those that `using` names, in that order and then in other orders; without
    `using`, one claim about each atom, and about the atoms of these claims in turn.
    """
    if using is not None:
        yield list(using)
        for i, order in enumerate(permutations(using)):
            if 0 < i < MOST_ORDERS:
                yield list(order)
        return
    about: dict[Atom, list[str]] = {}
    for name, claim in scope.claims.items():
        if claim.relation != "=":
            for atom in _linear(claim.term):
                about.setdefault(atom, []).append(name)

    def plainest(names: list[str]) -> str:
        return next((name for name in reversed(names) if len(scope.get(name).term.atoms) == 1), names[-1])

    for pick in (plainest, lambda names: names[-1], lambda names: names[0]):
        chosen: list[str] = []
        waiting, seen = sorted(term.atoms), set[Atom]()
        while waiting:
            atom = waiting.pop(0)
            if atom in seen or not about.get(atom):
                continue
            seen.add(atom)
            fact = pick(about[atom])
            if fact not in chosen:
                chosen.append(fact)
                waiting.extend(sorted(scope.get(fact).term.atoms))
        yield chosen


def _linear(term: Term) -> list[Atom]:
    """The atoms that a term without denominator is linear in, with a number above 0 before them."""
    return [
        m[0][0]
        for m, c in term.numerator.terms.items()
        if not term.factors and len(m) == 1 and m[0][1] == 1 and c > 0 and _once(term, m[0][0])
    ]


def _once(term: Term, atom: Atom) -> bool:
    return sum(atom in dict(monomial) for monomial in term.numerator.terms) == 1


def _written_over(term: Term, facts: Sequence[str], scope: Scope) -> tuple[Term, dict[str, str]] | str:
    """The term with its atoms replaced by the quantities of these claims, and the claim that each new name stands for;
    or a text that says why this is not possible.
    """
    names: dict[str, str] = {}
    images: dict[Atom, Term] = {}
    for i, fact in enumerate(facts):
        claim = scope.get(fact).term
        atom = next((a for a in [*_linear(claim), *_linear(-claim)] if a not in images), None)
        if atom is not None:
            c = claim.numerator.terms[((atom, 1),)]
            names[name := _fresh(i, scope)] = fact
            images[atom] = Term.atom(atom) + (Term.atom(Atom(name)) - claim) / Term.number(c)
    for _ in range(len(images) + 1):
        if not term.atoms & set(images):
            break
        term = rebuilt(term, lambda atom: images.get(atom, Term.atom(atom)))
    left = sorted(atom for atom in term.atoms if atom.text not in names)
    if left:
        return f"nothing bounds {left[0].text} from below"
    return term, names


def _fresh(i: int, scope: Scope) -> str:
    name = f"q{i + 1}"
    while name in scope.symbols:
        name += "_"
    return name
