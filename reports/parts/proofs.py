"""A proof as readers need it: what its symbols mean, on what its facts rest, and what is taken on trust."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.vocabulary import Vocabulary, vocabulary_of
from axiometrics.reports.parts.formulas import simplified
from axiometrics.verification.proofs import lemmas


@dataclass(frozen=True)
class ProofView:
    """The parts of a proof as pairs: a symbol and what it means, a fact and on what it rests, a name and its term, a
    claim and the rule that shows it. All formulas are texts, simplified.
    """

    words: str
    symbols: Sequence[tuple[str, str]]
    known: Sequence[tuple[str, str]]
    named: Sequence[tuple[str, str]]
    excess: str
    steps: Sequence[tuple[str, str]]
    trusted: Sequence[str]


def _meaning(vocabulary: Vocabulary, name: str) -> str:
    quantity = vocabulary.quantities.get(name)
    return "not a quantity of this constraint: `verify` refuses the proof" if quantity is None else quantity.means


def proof_view(proof: Mapping[str, Any], constraint: Constraint, reading: Reading) -> ProofView:
    """The parts of a saved proof; a constraint without a vocabulary tells nothing of its symbols and facts."""
    vocabulary = vocabulary_of(constraint)
    marks = {fact.text: str(fact.mark) for fact in vocabulary.facts_of(reading.name)} if vocabulary else {}
    return ProofView(
        proof["words"],
        [(name, _meaning(vocabulary, name)) for name in proof["symbols"]] if vocabulary else [],
        [(simplified(fact), marks.get(fact, "")) for fact in proof["facts"]],
        [(name, simplified(term)) for name, term in proof["define"]],
        simplified(proof["excess"]),
        [(simplified(step["claim"]), step["rule"]) for step in proof["steps"]],
        lemmas(proof, constraint, reading) if vocabulary else [],
    )
