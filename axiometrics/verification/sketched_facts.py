"""Facts that the sketches of a reading show.

A sketch has all cases of a reading in symbols, and each symbol stands for a number with a known sign. So some facts
of a vocabulary follow: where `s` is a sum of symbols that are not negative, `s >= 0` needs no reason. Of two
partitions it is known besides that all documents are the sizes of all clusters, and those of all classes, and that
documents are whole numbers: so `n - s - t >= 0` follows where two clusters have `s` and `t`. Such facts are
marked `sketch`, and are shown here whenever a proof takes them for granted. To leave them to tests was rejected: a
proof would then rest on a sentence that nothing in it checks.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import Any

from axiometrics.core.constraint import Reading
from axiometrics.core.vocabulary import Fact, Mark, Sketch, Vocabulary
from axiometrics.definitions.partitions import PartitionPart, PartitionTable
from axiometrics.kernel.check_proof import Atom, Claim, ProofError, Scope, Term, read_claim, shortened, substituted
from axiometrics.symbolic.symbols import Knowledge, SymbolicNumber, knowing, number
from axiometrics.verification.derivations import impossible, term_of

NEVER_NEGATIVE = {"name", "sqrt"}
"""The atoms of a term that are never below 0: a symbol of a sketch, and a root. A logarithm may be negative."""


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
    if not lacking and _holds(sketch, claim):
        return True
    # what the sketch knows as a whole may not tell the sign: it is looked at by kinds
    kinds = sketch.apart(lacking)
    return bool(kinds) and all(impossible(kind) or _shows(kind, claim) for kind in kinds)


def _holds(sketch: Sketch, claim: Claim) -> bool:
    values = {name: term_of(sketch.values[name]) for name in claim.term.symbols}
    difference = substituted(claim.term, values)
    squares = _squares(sketch)
    for whole in ({}, *_wholes(sketch)):
        with suppress(ProofError):
            if _is_so(sketch, claim, substituted(substituted(difference, whole), squares)):
                return True
    return False


def _is_so(sketch: Sketch, claim: Claim, difference: Term) -> bool:
    with knowing(sketch.not_negative, sketch.positive, sketch.zero) as knowledge:
        if claim.relation == "=":
            return knowledge.reduced(difference).is_zero
        if any(atom.op not in NEVER_NEGATIVE for atom in difference.atoms):
            return False
        if not claim.strict and any(map(_never_negative, _beyond(difference, knowledge))):
            return True
        return SymbolicNumber(difference) > 0


def _tables(sketch: Sketch) -> list[PartitionTable]:
    return [output for output in sketch.outputs.values() if isinstance(output, PartitionTable)]


def _wholes(sketch: Sketch) -> Iterator[dict[str, Term]]:
    """The symbol of all documents of two partitions, as the sum of the sizes of all parts of each side."""
    for table in _tables(sketch):
        documents = term_of(table.documents)
        for symbol in documents.symbols:
            above = documents - Term.atom(Atom(symbol))
            yield from ({symbol: term_of(side.total(_size)) - above} for side in (table.clusters, table.classes))


def _size(part: PartitionPart) -> Any:
    return part.size


def _squares(sketch: Sketch) -> dict[str, Term]:
    """The symbols of sums of squares, each written as the sum of the squared numbers and a rest that is not negative:
    documents are whole numbers from 1.
    """
    parts = [part for table in _tables(sketch) for part in (*table.clusters.single, *table.classes.single)]
    groups = [group for part in parts for group in part.shares.groups]
    return {
        square.text: term_of(sums[of]) + term_of(number(f"beyond {sums[of]} in squares"))
        for sums in (dict(group.sums) for group in groups)
        for of in sums
        for square in (term_of(sums[f"{of}**2"]).atoms if f"{of}**2" in sums else ())
    }


def _beyond(term: Term, knowledge: Knowledge) -> Iterator[Term]:
    """The term, and how far it is above each number that is known not to be negative."""
    yield knowledge.reduced(term)
    yield from (knowledge.reduced(term - number) for number in knowledge.not_negative)


def _never_negative(term: Term) -> bool:
    """Whether no coefficient is negative: each symbol is 0 or above, and a divisor is above 0 where it is not 0."""
    return all(c >= 0 for part in (term.numerator, *term.factors) for c in part.terms.values())
