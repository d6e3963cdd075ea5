"""Prepare a proof for readers: the meaning of its symbols, the reasons for its facts, and the lemmas that are taken on
trust.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.vocabulary import Vocabulary, vocabulary_of
from axiometrics.reports.parts.formulas import simplified
from axiometrics.verification.parts import arguments
from axiometrics.verification.proofs import lemmas


@dataclass(frozen=True)
class ProofView:
    """The argument of a proof as pairs of texts: a symbol and its meaning, a fact and its reason, a name and its term,
    a claim and the rule that shows it. All formulas are simplified.

    Attributes
    ----------
    demand : where the cases of the reading make several demands, the one that the argument is about
    shown : outputs that the argument speaks of in the place of several
    others : the arguments about the other demands
    """

    words: str
    demand: str
    shown: Sequence[str]
    symbols: Sequence[tuple[str, str]]
    facts: Sequence[tuple[str, str]]
    named: Sequence[tuple[str, str]]
    excess: str
    steps: Sequence[tuple[str, str]]
    trusted: Sequence[str]
    others: Sequence[ProofView]


def _meaning(vocabulary: Vocabulary, name: str) -> str:
    quantity = vocabulary.quantities.get(name)
    return "not a quantity of this constraint: `verify` refuses the proof" if quantity is None else quantity.means


def _claim(claim: str, excess: str) -> str:
    """Return a claim in which the word `excess` stands for the formula of the excess, if this makes the claim shorter.

    >>> _claim("n/(n + 1) > 0", "n/(n + 1)"), _claim("-(n/(n + 1)) <= 0", "n/(n + 1)"), _claim("n > 0", "n")
    ('excess > 0', '-excess <= 0', 'n > 0')
    """
    for whole, word in ((f"{excess} ", "excess "), (f"-({excess}) ", "-excess ")):
        if claim.startswith(whole):
            return min(f"{word}{claim.removeprefix(whole)}", simplified(claim), key=len)
    return simplified(claim)


def proof_view(proof: Mapping[str, Any], constraint: Constraint, reading: Reading) -> ProofView:
    """Return the arguments of a saved proof. If the constraint has no vocabulary, the meanings of symbols, the reasons
    that a vocabulary gives for facts, and the lemmas are left out.
    """
    vocabulary = vocabulary_of(constraint)
    first, *others = (_view(argument, proof["words"], vocabulary, reading) for argument in arguments(proof))
    return replace(first, trusted=lemmas(proof, constraint, reading) if vocabulary else [], others=others)


def _view(argument: Mapping[str, Any], words: str, vocabulary: Vocabulary | None, reading: Reading) -> ProofView:
    """Return one argument, without the lemmas that it takes on trust."""
    marks = {fact.text: str(fact.mark) for fact in vocabulary.facts_of(reading.name)} if vocabulary else {}
    marks |= dict.fromkeys(argument.get("where", []), "where the metric has a value")
    marks |= {f"{argument['given']} > 0": "where the demand is made"} if "given" in argument else {}
    made = vocabulary.outputs if vocabulary else {}
    return ProofView(
        words,
        argument.get("demand", ""),
        [f"{role}: {made[name].means}" for role, name in argument.get("outputs", {}).items() if name in made],
        [(name, _meaning(vocabulary, name)) for name in argument["symbols"]] if vocabulary else [],
        [(simplified(fact), marks.get(fact, "")) for fact in argument["facts"]],
        [(name, simplified(term)) for name, term in argument["define"]],
        simplified(argument["excess"]),
        [(_claim(step["claim"], argument["excess"]), step["rule"]) for step in argument["steps"]],
        [],
        [],
    )
