"""Checks the arguments of a part of a region: each proof step by step, and that the proofs show what the part says."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import ceil
from typing import Any

from axiometrics.core.case import Case
from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.kernel.check_proof import (
    MOST_WORK,
    SCHEMA,
    Atom,
    Claim,
    ProofError,
    Term,
    at_most,
    demand_known_steps,
    prove,
    read_claim,
    read_term,
    shortened,
)
from axiometrics.symbolic.sets import SYMBOL, solved
from axiometrics.verification.fields import shorten
from axiometrics.verification.links import spoken_of
from axiometrics.verification.proofs import LARGEST_DUEL, smallest
from axiometrics.verification.regions.cases import LONGEST, case_at
from axiometrics.verification.regions.scales import SavedPart, Scale, scope_of
from axiometrics.verification.sketched_facts import trusted_facts


def check_part(
    part: SavedPart, data: Mapping[str, Any], scale: Scale, constraint: Constraint, reading: Reading
) -> None:
    """Check the proofs of a part step by step, and that together they show what the part says."""
    about = {
        "schema": SCHEMA,
        "metric": data["metric"],
        "constraint": constraint.name,
        "reading": reading.name,
        "holds": part.holds,
    }
    for proof in part.proofs:
        for key, value in about.items():
            if proof.get(key) != value or type(proof.get(key)) is not type(value):
                raise ProofError(f"a proof is about {key} {shorten(proof.get(key))}, the part about {value!r}")
        _check_proof(proof, part, scale, constraint, reading)
    kinds = [next((key for key in ("n", "case", "from") if key in proof), "") for proof in part.proofs]
    expected = {
        (Quantifier.FOR_ALL, True): {"case"} if reading.finite else {""},
        (Quantifier.FOR_ALL, False): {"case"},
        (Quantifier.EXISTS, True): {"n", "from"},
        (Quantifier.EXISTS, False): {"n", "from"},
        (Quantifier.EVENTUALLY, True): {"from"},
        (Quantifier.EVENTUALLY, False): {"from"},
    }.get((constraint.quantifier, part.holds), set())
    if not kinds or not set(kinds) <= expected:
        subjects = {"": "every case", "n": "one n", "case": "one case", "from": "every n from one on"}
        wanted = " or ".join(subjects[kind] for kind in sorted(expected)) or "nothing"
        raise ProofError(
            f"that {constraint.id} {'holds' if part.holds else 'fails'} is shown by an argument about "
            f"{wanted}, and by no other"
        )
    if constraint.quantifier is Quantifier.FOR_ALL and part.holds and reading.finite:
        _demand_every_case(part, constraint, reading)
    if constraint.quantifier is Quantifier.EXISTS and not part.holds:
        begins = [read_term(proof["from"]).value for proof in part.proofs if "from" in proof]
        least = min((begin for begin in begins if begin is not None), default=None)
        shown = {proof["n"] for proof in part.proofs if "n" in proof}
        if least is None or least > LARGEST_DUEL or not set(range(2, ceil(least))) <= shown:
            raise ProofError(
                f"to fail for every n, each n from 2 to the beginning of an argument about all greater "
                f"ones, {LARGEST_DUEL} at most, is shown"
            )


def _demand_every_case(part: SavedPart, constraint: Constraint, reading: Reading) -> None:
    """Raise `ProofError` unless the proofs of a reading with finitely many cases cover each of its cases."""
    if any("above" in proof["case"] for proof in part.proofs):
        raise ProofError(f"a case of {reading.name} is the same for each {SYMBOL}")
    shown = {_as_text(case_at(proof["case"], constraint, reading, Fraction(0))) for proof in part.proofs}
    if missing := next((case for case in smallest(reading, None) if _as_text(case) not in shown), None):
        raise ProofError(f"to hold for each case of {reading.name}, each is shown; {shorten(missing.edit)} is not")


def _as_text(case: Case) -> str:
    return f"{case.gold}; {'; '.join(f'{role}: {output}' for role, output in sorted(case.outputs.items()))}"


def _check_proof(
    proof: Mapping[str, Any], part: SavedPart, scale: Scale, constraint: Constraint, reading: Reading
) -> None:
    """Check by its steps that a proof shows what the part says, and that the proof assumes only facts that hold for
    every x in the part.
    """
    kinds = [key for key in ("n", "case", "from") if key in proof]
    if len(kinds) > 1:
        raise ProofError(f"a proof is about {kinds[0]} and {kinds[1]}")
    vocabulary = spoken_of(constraint)
    symbols, facts, text = (proof.get(key) for key in ("symbols", "facts", "excess"))
    if (
        not isinstance(symbols, Mapping)
        or not isinstance(facts, list)
        or not isinstance(text, str)
        or not isinstance(proof.get("define"), list)
    ):
        raise ProofError("a proof has symbols, facts, definitions, an excess and steps")
    if SYMBOL in vocabulary.quantities or SYMBOL not in symbols:
        raise ProofError(f"{SYMBOL} is a symbol of a proof about a region, and no quantity of {constraint.name}")
    is_single = kinds in (["n"], ["case"])
    for name, whole in symbols.items():
        if name != SYMBOL and (is_single or name not in vocabulary.quantities):
            raise ProofError(f"{name} is not a symbol of a proof about {'one case' if is_single else constraint.name}")
        if whole and not (scale.plain and scale.range.whole if name == SYMBOL else vocabulary.quantities[name].whole):
            raise ProofError(f"{name} is not always a whole number")
    allowed = [
        *part.given,
        *(
            ()
            if is_single
            else (read_claim(fact.text) for fact in trusted_facts(vocabulary, reading, reading.demand.words))
        ),
    ]
    if kinds == ["n"] and (type(proof["n"]) is not int or not 2 <= proof["n"] <= LONGEST):
        raise ProofError(f"n is a whole number from 2 to {LONGEST}, found {shorten(proof['n'])}")
    if kinds == ["from"]:
        begins = read_term(proof["from"])
        if stray := sorted(begins.symbols - {SYMBOL}):
            raise ProofError(f"the beginning {shortened(proof['from'])} depends on {stray[0]}")
        scope_of(scale, part.given).demand_defined(begins)
        allowed.append(Claim(Term.atom(Atom("n")) - begins, ">="))
    for fact in facts:
        claim = read_claim(fact)
        if not any(premise.implies(claim) for premise in allowed) and not (
            claim.term.symbols == {SYMBOL} and _everywhere(fact, claim, scale)
        ):
            raise ProofError(
                f"{shortened(fact)} is not a fact of this part of the region, nor of {constraint.name} ({reading.name})"
            )
    with at_most(MOST_WORK):
        shown, scope = prove(proof)
    demand_known_steps(proof["steps"])
    if not shown.implies(_goal(constraint, reading, part.holds, scope.term(text))):
        raise ProofError(f"it shows {shortened(str(shown))}, which is not what the part says of the excess")


def _everywhere(fact: str, claim: Claim, scale: Scale) -> bool:
    """Return whether an inequality holds on the whole domain of x."""
    scope_of(scale, ()).demand_defined(claim.term)
    return solved([fact], scale.domain) == [scale.domain]


def _goal(constraint: Constraint, reading: Reading, holds: bool, excess: Term) -> Claim:
    """Return what a proof has to show of the excess, both for every case and for a single case."""
    if constraint.quantifier.over_cases:
        if reading.demand.by not in {">", ">="}:
            raise ProofError(f"no region speaks of {reading.demand.words!r}")
        strict: bool = reading.demand.strict
        return Claim(excess, ">" if strict else ">=") if holds else Claim(-excess, ">=" if strict else ">")
    if constraint.quantifier is Quantifier.EXISTS:
        return Claim(-excess, ">") if holds else Claim(excess, ">=")
    return Claim(excess, ">") if holds else Claim(-excess, ">=")
