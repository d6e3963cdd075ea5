"""Facts that the sketches of a reading show.

A sketch has all cases of a reading in symbols, and each symbol stands for a number with a known sign. So some facts
of a vocabulary follow: where `s` is a sum of symbols that are not negative, `s >= 0` needs no reason. Such facts are
marked `sketch`, and are shown here whenever a proof takes them for granted. To leave them to tests was rejected: a
proof would then rest on a sentence that nothing in it checks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from axiometrics.core.constraint import Reading
from axiometrics.core.vocabulary import Fact, Mark, Sketch, Vocabulary
from axiometrics.kernel.check_proof import Claim, ProofError, Scope, Term, read_claim, shortened, substituted
from axiometrics.symbolic.symbols import Knowledge, SymbolicNumber, knowing
from axiometrics.verification.derivations import impossible, term_of

NEVER_NEGATIVE = {"name", "sqrt"}
"""What in a term is 0 or above: a symbol of a sketch, and a root. A logarithm may be negative."""


def trusted_facts(vocabulary: Vocabulary, reading: Reading, demand: str) -> list[Fact]:
    """The facts that a proof may take for granted in the cases of a reading that make a demand.

    Raises `ProofError` where a fact is marked `sketch`, and a sketch of the reading does not show it.
    """
    facts = vocabulary.facts_of(reading.name, demand)
    for fact in facts:
        if fact.mark is Mark.SKETCH and not is_shown(vocabulary, reading.name, fact):
            raise ProofError(f"no sketch of all cases of {reading.name} shows {shortened(fact.text)}")
    return facts


@cache
def is_shown(vocabulary: Vocabulary, reading: str, fact: Fact) -> bool:
    """Whether each sketch of the cases for which a fact holds shows it. It is not so where a reading has no sketch."""
    sketches = [
        replace(sketch, not_negative=(), positive=(), zero=())  # what is known by the facts would go in a circle
        for sketch in vocabulary.sketches(reading)
        if sketch.demand is None or not fact.demands or sketch.demand.words in fact.demands
    ]
    claim = read_claim(fact.text)
    whole = {name: vocabulary.quantities[name].whole for name in claim.term.symbols}
    if claim.relation == ">=" and not claim.strict and Scope(whole).is_whole(claim.term):
        claim = Claim(claim.term + Term.number(1), ">")  # a whole number above -1
    return bool(sketches) and all(_shows(sketch, claim) for sketch in sketches)


def _shows(sketch: Sketch, claim: Claim) -> bool:
    lacking = claim.term.symbols - {name for name, value in sketch.values.items() if not callable(value)}
    try:
        if not lacking and _holds(sketch, claim):
            return True
    except ProofError:
        pass  # what the sketch knows as a whole does not tell the sign: it is looked at by kinds
    kinds = sketch.apart(lacking)
    return bool(kinds) and all(impossible(kind) or _shows(kind, claim) for kind in kinds)


def _holds(sketch: Sketch, claim: Claim) -> bool:
    with knowing(sketch.not_negative, sketch.positive, sketch.zero) as knowledge:
        values = {name: term_of(sketch.values[name]) for name in claim.term.symbols}
        difference = substituted(claim.term, values)
        if claim.relation == "=":
            return knowledge.reduced(difference).is_zero
        if any(atom.op not in NEVER_NEGATIVE for atom in difference.atoms):
            return False
        if not claim.strict and any(map(_never_negative, _beyond(difference, knowledge))):
            return True
        return SymbolicNumber(difference) > 0


def _beyond(term: Term, knowledge: Knowledge) -> Iterator[Term]:
    """The term, and how far it is above each number that is known not to be negative."""
    yield knowledge.reduced(term)
    yield from (knowledge.reduced(term - number) for number in knowledge.not_negative)


def _never_negative(term: Term) -> bool:
    """Whether no coefficient is negative: each symbol is 0 or above, and a divisor is above 0 where it is not 0."""
    return all(c >= 0 for part in (term.numerator, *term.factors) for c in part.terms.values())
