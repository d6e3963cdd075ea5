"""Whether the excess of a proof is the metric's required difference, proved: the definition is executed on symbols.

Where the vocabulary of a constraint sketches its cases (`Vocabulary.sketches`) and the definition of the metric can be
executed on the sketches, the required difference comes out as a term, and is compared with the excess as a term. Then
nothing is left to trust but the definition, the sketches and the kernel. A sketch covers all cases of a reading, those
with any number of clusters, classes and ranks that nobody names among them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from axiometrics.core.case import Demand
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.definition import Definition
from axiometrics.core.errors import AxiometricsError
from axiometrics.core.vocabulary import Sketch, vocabulary_of
from axiometrics.kernel.functions import sum_of
from axiometrics.kernel.polynomials import Atom, ProofError, at_most
from axiometrics.kernel.scope import Scope
from axiometrics.kernel.substitution import rebuilt, substituted
from axiometrics.kernel.symbols import SymbolicNumber, knowing
from axiometrics.kernel.terms import Term

BY_CASE = {"others", "outputs", "given", "where"}
"""What a proof speaks of that sketches do not have (`parts`)."""

MOST_WORK = 5_000_000
"""The products of terms that a derivation may take."""


def derived(
    proof: Mapping[str, Any], scope: Scope, constraint: Constraint, reading: Reading, definition: Definition | None
) -> bool:
    """Whether the definition, executed on every sketch of the reading, gives the excess of the proof.

    It is not so where the definition cannot be executed, or gives another term: then the comparison on cases is left.
    `scope` is that of the facts of the proof.
    """
    return not why_not_derived(proof, scope, constraint, reading, definition)


def why_not_derived(
    proof: Mapping[str, Any], scope: Scope, constraint: Constraint, reading: Reading, definition: Definition | None
) -> str:
    """Where the derivation of an excess from the definition stops, in words; empty where it does not."""
    vocabulary = vocabulary_of(constraint)
    if vocabulary is None or definition is None:
        return "the metric has no definition, or the constraint has no vocabulary"
    sketches = list(vocabulary.sketches(reading.name))
    if not sketches or proof.keys() & BY_CASE:
        return "no sketch covers all cases of this reading"
    asked = _ProofQuestion(proof, scope, reading.demand, definition)
    return "" if all(map(asked.follows, sketches)) else asked.stops[-1]


@dataclass(frozen=True)
class _ProofQuestion:
    """A proof, and the definition of which its excess is to be the required difference."""

    proof: Mapping[str, Any]
    scope: Scope
    demand: Demand
    definition: Definition
    stops: list[str] = field(default_factory=list)

    def follows(self, sketch: Sketch) -> bool:
        """Whether it is so for all cases of a sketch, looked at by kinds where they have to be."""
        lacking = set(self.proof["symbols"]) - set(sketch.values)
        if lacking or not self._same(sketch):
            kinds = sketch.apart(lacking)
            if not kinds and lacking:
                self.stops.append(f"the sketch does not have the quantities {', '.join(sorted(lacking))}")
            return bool(kinds) and all(_impossible(kind) or self.follows(kind) for kind in kinds)
        return True

    def _same(self, sketch: Sketch) -> bool:
        values = {name: _term(value) for name, value in sketch.values.items()}
        try:
            not_negative = list(sketch.not_negative)
            if type(self.proof.get("start")) is int:
                since = SymbolicNumber(values["n"]) - self.proof["start"]
                not_negative += [since, *(number + since for number in not_negative)]
            with at_most(MOST_WORK), knowing(not_negative, sketch.positive, sketch.zero) as known:
                scores = {
                    role: self.definition.function(output, None, **self.definition.values)
                    for role, output in sketch.outputs.items()
                }
                required = _term(self.demand.excess(scores))
                for name, text in self.proof.get("define", []):
                    values[name] = substituted(self.scope.term(text), values)
                excess = substituted(self.scope.term(self.proof["excess"]), values)
                roots = _Roots()
                found = (roots.alike(_unrolled(known.reduced(term))) for term in (excess, required))
                same = next(found).equals(next(found))
        except (
            *(ProofError, AxiometricsError, TypeError, AttributeError, ValueError, ZeroDivisionError, KeyError),
        ) as error:
            # it asks of numbers what symbols do not answer: the comparison on cases is left
            said = " ".join(str(error).split())
            self.stops.append(
                f"the definition asks of a sketch what it does not answer ({said or type(error).__name__})"
            )
            return False
        if not same:
            self.stops.append("the definition, executed on a sketch, gives a term that is not seen to equal the excess")
        return same


def _impossible(sketch: Sketch) -> bool:
    """Whether there are no cases of a sketch: a number that is above 0 there is 0, by others that are."""
    with knowing((), (), sketch.zero) as known:
        return any(known.reduced(_term(number)).is_zero for number in sketch.positive)


class _Roots:
    """The roots in some terms: those of equal numbers are one and the same, however these are written."""

    def __init__(self) -> None:
        self._known: list[tuple[Term, Term]] = []

    def alike(self, term: Term) -> Term:
        """The term with each root as it was first met."""
        return rebuilt(term, self._image)

    def _image(self, atom: Atom) -> Term:
        if atom.op != "sqrt":
            return Term.atom(atom)
        (of,) = atom.args
        found = next((root for square, root in self._known if square.equals(of)), None)
        if found is None:
            found = Term.atom(atom)
            self._known.append((of, found))
        return found


def _unrolled(term: Term) -> Term:
    """The term with sums from 1 on written as their first term and the sum from 2 on, where there surely is a first."""

    def image(atom: Atom) -> Term:
        if atom.op != "sum":
            return Term.atom(atom)
        k, low, high, body = atom.args
        if low.value != 1 or not SymbolicNumber(high) >= 1:
            return Term.atom(atom)
        return substituted(body, {k: low}) + sum_of(k, Term.number(2), high, body)

    return rebuilt(term, image)


def _term(value: Any) -> Term:
    return value.term if isinstance(value, SymbolicNumber) else Term.number(value)
