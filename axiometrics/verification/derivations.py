"""Whether the excess of a proof is the metric's required difference, proved: the definition is executed on symbols.

Where the vocabulary of a constraint sketches its cases (`Vocabulary.sketches`) and the definition of the metric can be
executed on the sketches, the required difference comes out as a term, and is compared with the excess as a term. Then
nothing is left to trust but the definition, the sketches and the kernel. A sketch covers all cases of a reading, those
with any number of clusters, classes and ranks that nobody names among them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from axiometrics.core.case import Demand
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.definition import Definition
from axiometrics.core.errors import AxiometricsError
from axiometrics.core.vocabulary import vocabulary_of
from axiometrics.kernel.functions import sum_of
from axiometrics.kernel.polynomials import Atom, ProofError, at_most
from axiometrics.kernel.scope import Scope
from axiometrics.kernel.substitution import rebuilt, substituted
from axiometrics.kernel.symbols import SymbolicNumber, knowing
from axiometrics.kernel.terms import Term

MOST_WORK = 5_000_000
"""The products of terms that a derivation may take."""


def derived(
    proof: Mapping[str, Any], scope: Scope, constraint: Constraint, reading: Reading, definition: Definition | None
) -> bool:
    """Whether the definition, executed on every sketch of the reading, gives the excess of the proof.

    It is not so where the definition cannot be executed, or gives another term: then the comparison on cases is left.
    `scope` is that of the facts of the proof.
    """
    vocabulary = vocabulary_of(constraint)
    if vocabulary is None or definition is None:
        return False
    sketches = list(vocabulary.sketches(reading.name))
    demand: Demand = reading.demand
    for sketch in sketches:
        values = {name: _term(value) for name, value in sketch.values.items()}
        if not set(proof["symbols"]) <= set(values):
            return False
        try:
            not_negative = list(sketch.not_negative)
            if type(proof.get("start")) is int:
                since = SymbolicNumber(values["n"]) - proof["start"]
                not_negative += [since, *(number + since for number in not_negative)]
            with at_most(MOST_WORK), knowing(not_negative):
                scores = {
                    role: definition.function(output, None, **definition.values)
                    for role, output in sketch.outputs.items()
                }
                required = _term(demand.excess(scores))
                for name, text in proof.get("define", []):
                    values[name] = substituted(scope.term(text), values)
                excess = substituted(scope.term(proof["excess"]), values)
                same = _unrolled(excess).equals(_unrolled(required))
        except (ProofError, AxiometricsError, TypeError, AttributeError, ValueError, ZeroDivisionError, KeyError):
            return False  # it asks of numbers what symbols do not answer: the comparison on cases is left
        if not same:
            return False
    return bool(sketches)


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
